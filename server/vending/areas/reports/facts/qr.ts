import { type SQL, sql } from "drizzle-orm";
import { SCAN_RESULTS } from "~server/contract/telemetry-events";
import { currencyIn, inHryvnias, rateOn } from "../../sales/currency";
import type { Edges } from "../../sales/span";
import { instantAt } from "../../../time";
import { type Asked, type Facts, inSight, part, percent, type Summed } from "./facts";

type Outcome = (typeof SCAN_RESULTS)[number];
const among =
  (outcomes: readonly Outcome[], value = sql`1`): Summed =>
  () =>
    sql`case when x.result = any(${sql.param(outcomes)}::text[]) then ${value} else 0 end`;
const only = (outcome: Outcome): Summed => among([outcome]);

/** A code that was accepted and nothing bought for is no failure: nobody was refused. */
const REFUSED = SCAN_RESULTS.filter((result) => result !== "vended" && result !== "accepted");

const SUMS = {
  scans: among(SCAN_RESULTS),
  codes_vended: only("vended"),
  face_value: among(["vended"], sql`coalesce(x.face, 0)`),
  vended_price: among(["vended"], sql`coalesce(x.price, 0)`),
  accepted: only("accepted"),
  expired: only("expired"),
  already_used: only("already_used"),
  blocked: only("blocked"),
  not_found: only("not_found"),
  other_device: only("other_device"),
  insufficient_balance: only("insufficient_balance"),
  denied: only("denied"),
  refused: among(REFUSED),
} satisfies Record<string, Summed>;

/** Codes that machines asked about on some days, where no reader told of them: what was refused, vended, or accepted and not vended. */
const asks = ({ from, to }: Edges): SQL => sql`
  select q.id, a.recipe_id, case a.state when 'captured' then 'vended' when 'refused' then a.result else 'accepted' end, a.code, a.price
  from authorisations a cross join lateral (
    select q.id from placements q where q.device_id = a.device_id and q.from_at <= a.at order by q.from_at desc limit 1) q
  where a.card = 'qr' and a.scan_id is null and a.at >= ${instantAt(sql`${from}::date`)} and a.at < ${instantAt(sql`${to}::date + 1`)}
    and not exists (select 1 from scans s where s.device_id = a.device_id and s.sale_id = a.sale_id and s.card = 'qr')
    and not exists (
      select 1 from scans s where s.device_id = a.device_id and s.card = 'qr' and s.code = a.code and s.at between a.at - interval '2 minutes' and a.at + interval '2 minutes')`;

/**
 * Codes held before readers on some days, each once, with prices in kopecks of hryvnias and what is written on the code,
 * which it keeps after it was deleted.
 */
const lines = (asked: Asked, days: Edges): SQL => sql`
  from (
    select h.placement_id, h.recipe_id, h.result, coalesce(c.amount, gone.amount) as face, coalesce(c.batch_id, gone.batch_id) as batch_id, h.price
    from (
      select s.placement_id, s.recipe_id, s.result, s.code, ${inHryvnias(sql`s.price`, sql`m.currency`, rateOn(sql`m.currency`, sql`s.day`))} as price
      from scans s cross join lateral (select ${currencyIn(sql`s.device_id`, sql`s.at`)} as currency) m
      where s.card = 'qr' and s.day between ${days.from} and ${days.to}
      union all ${asks(days)}) h
      left join qr_codes c on c.code = h.code
      left join (
        select distinct on (1) row->>'code' as code, (row->>'amount')::bigint as amount, (row->>'batch_id')::integer as batch_id
        from deleted_records where entity = 'qr_code' order by 1, at desc) gone on gone.code = h.code) x
  join placements p on p.id = x.placement_id where ${inSight(asked)}`;

/** QR codes: what came of them, and what was vended for them. */
export const QR: Facts<keyof typeof SUMS, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: {
    scans: part("scans"),
    codes_vended: part("codes_vended"),
    face_value: part("face_value"),
    vended_price: part("vended_price"),
    accepted: part("accepted"),
    expired: part("expired"),
    already_used: part("already_used"),
    blocked: part("blocked"),
    not_found: part("not_found"),
    other_device: part("other_device"),
    insufficient_balance: part("insufficient_balance"),
    denied: part("denied"),
    refused: part("refused"),
    // Whoever is accepted is told again when it is vended: decided are those that were vended or refused.
    refused_share: {
      of: ["refused", "codes_vended"],
      make: (v) => percent(v("refused"), sql`(${v("refused")} + ${v("codes_vended")})`),
    },
  },
};
