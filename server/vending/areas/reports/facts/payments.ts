import { type SQL, sql } from "drizzle-orm";
import { ENDS, type Stage, STAGE_NAMES, STAGES } from "~server/contract/payments";
import { byCounter, byReached, byStageTime } from "~server/contract/reports/payment-measures";
import { list, name } from "../../../database/query";
import { dayOf } from "../../../time";
import { beginOf, joined } from "../../sales/rollups";
import { type Edges, within } from "../../sales/span";
import { type Asked, type Facts, inSight, type Made, part, per, type Summed } from "./facts";

const isEnd = (place: SQL): SQL => sql`${place} = any(${list([...ENDS], "text")})`;
const timeIn = (stage: Stage): SQL => name(`time_${stage}`);
/** Stages by name, in their order, each with the state that a payment has meanwhile. */
const ORDER = sql`(values ${joined(STAGE_NAMES.map((stage, i) => sql`(${stage}, ${STAGES[stage].state}, ${i + 1}::integer)`))})`;

/** Of the steps of a payment `m`: the seconds at each stage that it has left, at which stage it ended, and how far it came. */
const steps = sql`
  left join lateral (
    select ${joined(STAGE_NAMES.map((stage) => sql`round(extract(epoch from sum(s.at - s.entered) filter (where s.from_place = ${stage})))::bigint as ${timeIn(stage)}`))},
      min(s.from_place) filter (where ${isEnd(sql`s.to_place`)} and not ${isEnd(sql`s.from_place`)}) as last_stage,
      max(o.number) as furthest
    from (select s.*, lag(s.at, 1, m.begun_at) over (order by s.number) as entered from payment_steps s where s.payment_id = m.id) s
      left join ${ORDER} o(stage, state, number) on o.stage = s.from_place) t on true`;

/** Online payments by when they were begun, with the placement where that was. Tests of staff are neither sales nor errors. */
const lines = (asked: Asked, days: Edges): SQL => sql`
  from (
    select m.id, m.begun_at as at, m.placement_id, m.recipe_id, m.name, m.provider, m.reference, m.counter, m.amount, m.paid, m.refunded, m.ended_at as ended,
      coalesce(o.state, m.place) as state, coalesce(o.stage, t.last_stage) as stage, m.place = 'vend_success' as is_sold,
      case when m.place = 'vend_success' then ${STAGE_NAMES.length}::integer else coalesce(o.number, t.furthest, 1) end as furthest,
      ${beginOf(asked.query.step ?? "day", dayOf(sql`m.begun_at`))} as from_day, r.state as payback_state,
      ${joined(STAGE_NAMES.map((stage) => sql`t.${timeIn(stage)}`))}
    from payments m ${steps}
      left join ${ORDER} o(stage, state, number) on o.stage = m.place
      left join lateral (
        select r.state from payment_settlements r where r.payment_id = m.id and r.kind = 'refund' order by r.id desc limit 1) r on true
    where not m.is_test and ${within(sql`m.begun_at`, days)}) x
  join placements p on p.id = x.placement_id where ${inSight(asked)}`;

const column =
  (of: SQL): Summed =>
  () =>
    of;
const counted = (condition: SQL): Summed => column(sql`case when ${condition} then 1 else 0 end`);
const SUMS = {
  payments: column(sql`1`),
  sold: counted(sql`x.is_sold`),
  price: column(sql`coalesce(x.amount, 0)`),
  paid: column(sql`x.paid`),
  refunded: column(sql`x.refunded`),
  ...byReached((stage) => counted(sql`x.furthest >= ${STAGE_NAMES.indexOf(stage) + 1}::integer`)),
  ...byCounter((counter) => counted(sql`x.counter = ${counter}`)),
  ...byStageTime((stage) => column(sql`coalesce(x.${timeIn(stage)}, 0)`)),
  ...timed((stage) => counted(sql`x.${timeIn(stage)} is not null`)),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;

/** Something for each stage, by the name of how many payments have left it. */
function timed<T>(of: (stage: Stage) => T): Record<`left_${Stage}`, T> {
  return {
    left_payment_start: of("payment_start"),
    left_credit_added: of("credit_added"),
    left_product_selection: of("product_selection"),
    left_invoice_creation: of("invoice_creation"),
    left_payment: of("payment"),
    left_payment_notification: of("payment_notification"),
    left_start_notification: of("start_notification"),
    left_making: of("making"),
  };
}

/** A payment is a row whatever its figures are. */
const ofEach = (of: Sum): Made<Sum> => ({ of: ["payments", of], make: (v) => v(of) });

/** Online payments: how far they came, how long that took, and why the others went no further. Kopecks, seconds. */
export const PAYMENTS: Facts<Sum, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: {
    payments: part("payments"),
    sold: ofEach("sold"),
    price: ofEach("price"),
    paid: ofEach("paid"),
    refunded: ofEach("refunded"),
    ...byReached((stage) => ofEach(`reached_${stage}`)),
    ...byCounter((counter) => ofEach(`counter_${counter}`)),
    ...byStageTime(
      (stage): Made<Sum> => ({
        of: ["payments", `time_${stage}`, `left_${stage}`],
        make: (v) => per(v(`time_${stage}`), v(`left_${stage}`)),
      }),
    ),
  },
};
