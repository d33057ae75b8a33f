import { sql } from "drizzle-orm";
import { z } from "zod";
import { KEY_TYPES } from "~server/contract/enums";
import { type Db, list, rows, run } from "../../database/query";
import { dayOf, TODAY } from "../../time";

/** Authorisations whose money is held now. */
const HELD = sql`a.state = 'held' and a.expires_at > now()`;

const keyRow = z.object({
  id: z.number(),
  type: z.enum(KEY_TYPES),
  client: z.number().nullable(),
  /** Of its client. */
  company: z.number().nullable(),
  blocked: z.boolean(),
  main: z.number(),
  bonus: z.number(),
  max_price: z.number().nullable(),
  day_limit: z.number().nullable(),
  today: z.number(),
  is_used: z.boolean(),
  /** What it earns of a vend paid with money, in percent. */
  cashback: z.number(),
});
export type KnownKey = z.infer<typeof keyRow>;

/** Wallets as they are now, which the transaction has locked; of the balances what is held by other asks is gone. */
export async function lockedKeys(tx: Db, wallets: readonly number[]): Promise<Map<number, KnownKey>> {
  if (!wallets.length) return new Map();
  const found = await rows(
    tx,
    keyRow,
    sql`
    select w.id, w.type, w.client_id as client, c.company_id as company, w.blocked or coalesce(c.blocked, false) as blocked, w.max_price, w.day_limit,
      w.balance - h.main as main, w.bonus_balance - h.bonus as bonus, w.used_at is not null or h.count > 0 as is_used,
      coalesce(w.cashback_percent, c.cashback_percent, 0) as cashback,
      case when w.day_limit is null then 0 else (
        select count(*) from authorisations a where a.wallet_id = w.id and a.at >= now() - interval '26 hours' and ${dayOf(sql`a.at`)} = ${TODAY} and (a.state = 'captured' or ${HELD})) end as today
    from key_wallets w left join key_clients c on c.id = w.client_id
      cross join lateral (
        select coalesce(sum(a.main), 0) as main, coalesce(sum(a.bonus), 0) as bonus, count(*) as count from authorisations a where a.wallet_id = w.id and ${HELD}) h
    where w.id = any(${list(wallets, "integer")})`,
  );
  return new Map(found.map((one) => [one.id, one]));
}

const codeRow = z.object({
  id: z.number(),
  blocked: z.boolean(),
  is_used: z.boolean(),
  is_expired: z.boolean(),
  device: z.number().nullable(),
  recipe: z.number().nullable(),
  amount: z.number().nullable(),
});
export type KnownCode = z.infer<typeof codeRow>;

/** QR codes as they are now, locked until the transaction ends; a code that is held for a vend counts as used. */
export async function knownCodes(tx: Db, codes: readonly number[]): Promise<Map<number, KnownCode>> {
  if (!codes.length) return new Map();
  const wanted = list(codes, "integer");
  await run(tx, sql`select 1 from qr_codes where id = any(${wanted}) order by id for no key update`);
  const found = await rows(
    tx,
    codeRow,
    sql`
    select q.id, q.blocked, coalesce(q.expires_on < ${TODAY}, false) as is_expired, q.device_id as device, q.recipe_id as recipe, q.amount,
      q.used_at is not null or exists (select 1 from authorisations a where a.qr_code_id = q.id and ${HELD}) as is_used
    from qr_codes q where q.id = any(${wanted})`,
  );
  return new Map(found.map((one) => [one.id, one]));
}
