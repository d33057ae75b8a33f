import { sql } from "drizzle-orm";
import { z } from "zod";
import { type AskAnswer, DENIALS } from "~server/contract/authorise";
import { CARDS } from "~server/contract/enums";
import type { AUTHORISATION_STATES } from "~server/contract/key-moves";
import { SCAN_RESULTS } from "~server/contract/telemetry-events";
import { type Db, given, rows, run } from "../../database/query";
import { uuidOf } from "../../uuid";

/** The row of an ask of a unit, and of the vend that names it. */
export const idOfAsk = (unit: number, hold: string): string => uuidOf("ask", unit, hold);

/** A row of `authorisations` as asks and vends make it; kopecks. */
export interface NewAuthorisation {
  id: string;
  device: number;
  placement: number;
  recipe: number | null;
  selection: string | null;
  card: (typeof CARDS)[number];
  code: string;
  wallet?: number;
  client?: number | null;
  qr?: number;
  employee?: number;
  price: number;
  discount?: number;
  main?: number;
  bonus?: number;
  rule?: "own" | "general" | null;
  rule_id?: number | null;
  result: (typeof SCAN_RESULTS)[number];
  reason?: (typeof DENIALS)[number];
  state: (typeof AUTHORISATION_STATES)[number];
  offline?: boolean;
  balance?: number;
  bonus_balance?: number;
  /** ISO; now when absent. */
  at?: string;
  /** From now on. */
  seconds?: number;
  sale?: string;
  scan?: string | null;
}

const authorisation = z.object({
  id: z.string(),
  card: z.enum(CARDS),
  code: z.string(),
  result: z.enum(SCAN_RESULTS),
  reason: z.enum(DENIALS).nullable(),
  price: z.number(),
  discount: z.number(),
  balance: z.number().nullable(),
  bonus_balance: z.number().nullable(),
  expires_at: z.string().nullable(),
});
export type Authorisation = z.infer<typeof authorisation>;
const SHOWN = sql`id, card, code, result, reason, price, discount, balance, bonus_balance, expires_at`;

/** Those of these ids that are there. */
export const authorisationsOf = async (db: Db, ids: readonly string[]): Promise<Authorisation[]> =>
  ids.length
    ? rows(db, authorisation, sql`select ${SHOWN} from authorisations where id = any(${sql.param(ids)}::uuid[])`)
    : [];

/** Writes new rows; one that is there already, or whose sale or scan is in another, is left out. Answers those written. */
export async function insertAuthorisations(tx: Db, list: readonly NewAuthorisation[]): Promise<Authorisation[]> {
  if (!list.length) return [];
  return rows(
    tx,
    authorisation,
    sql`
    insert into authorisations (id, device_id, placement_id, recipe_id, selection, card, code, wallet_id, client_id, qr_code_id, employee_id, price, discount, main, bonus,
      rule, rule_id, result, reason, state, offline, balance, bonus_balance, at, expires_at, ended_at, sale_id, scan_id)
    select k.id, device, placement, recipe, selection, card, code, wallet, client, qr, employee, price, coalesce(discount, 0), coalesce(main, 0), coalesce(bonus, 0),
      rule, rule_id, result, reason, state, coalesce(offline, false), balance, bonus_balance, coalesce(k.at, now()), now() + seconds * interval '1 second',
      case when state <> 'held' then now() end, sale, scan
    from ${given(list, "id uuid, device integer, placement integer, recipe integer, selection text, card text, code text, wallet integer, client integer, qr integer, employee integer, price bigint, discount bigint, main bigint, bonus bigint, rule text, rule_id integer, result text, reason text, state text, offline boolean, balance bigint, bonus_balance bigint, at timestamptz, seconds integer, sale uuid, scan uuid")}
    order by k.id on conflict do nothing returning ${SHOWN}`,
  );
}

/** Nothing is held longer than was said; this only says so. */
export const expireHolds = (db: Db): Promise<number> =>
  run(
    db,
    sql`update authorisations set state = 'expired', ended_at = expires_at where state = 'held' and expires_at < now()`,
  );

/** What a unit is answered; the same for a row that is there already. */
export const answerOf = (one: Authorisation, hold: string): AskAnswer => ({
  result: one.result,
  reason: one.reason,
  price: one.price - one.discount,
  discount: one.discount,
  hold: one.result === "accepted" ? hold : null,
  expires_at: one.expires_at,
  balance: one.balance,
  bonus_balance: one.bonus_balance,
});
