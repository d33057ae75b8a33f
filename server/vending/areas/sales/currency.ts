/** What currency a machine counted in at a moment, and what that comes to in hryvnias (docs/decisions/025). */
import { type SQL, sql } from "drizzle-orm";
import { type Db, list, run } from "../../database/query";

// The tables within have names that no other query has: what is asked of a row `r` or `x` means that row.

/** Reads `naming` that stand in a chain and name a currency. */
export const NAMES = sql`naming.currency is not null and naming.kind in ('baseline', 'delta', 'from_initialisation')`;

/** What staff say that a machine counts in, whatever its files name. */
const said = (device: SQL) => sql`(select machine.audit_currency from devices machine where machine.id = ${device})`;

/** By the read that counted what was sold at a moment, or else the last one before it. */
const named = (
  device: SQL,
  at: SQL,
) => sql`case when exists (select 1 from audit_reads naming where naming.device_id = ${device} and naming.currency <> 'UAH') then coalesce(
  (select naming.currency from audit_reads naming where naming.device_id = ${device} and naming.to_at >= ${at} and ${NAMES} order by naming.to_at, naming.file_id, naming.report limit 1),
  (select naming.currency from audit_reads naming where naming.device_id = ${device} and naming.to_at < ${at} and ${NAMES} order by naming.to_at desc, naming.file_id desc, naming.report desc limit 1)) end`;

/** The foreign currency of what a machine sold at a moment: staff's word, else that of its files; null: the hryvnia. */
export const currencyAt = (device: SQL, at: SQL): SQL =>
  sql`nullif(coalesce(${said(device)}, ${named(device, at)}), 'UAH')`;

/** The same for many machines at once, most of which have nothing to do with foreign money: they are asked for once, not row by row. */
export const currencyIn = (device: SQL, at: SQL): SQL => sql`case when ${device} in (
  select machine.id from devices machine where machine.audit_currency <> 'UAH' union all select naming.device_id from audit_reads naming where naming.currency <> 'UAH')
  then ${currencyAt(device, at)} end`;

/** The foreign currency of what the read `r` counts: staff's word, else its own, else that of the reads about it. */
export const CURRENCY_OF_READ = sql`nullif(coalesce(${said(sql`r.device_id`)}, r.currency, ${named(sql`r.device_id`, sql`r.to_at`)}), 'UAH')`;

/** Hryvnias for one of a currency on a day; null where nobody gave a rate. */
export const rateOn = (currency: SQL, day: SQL): SQL => sql`(
  select given_rate.rate from currency_rates given_rate where given_rate.currency = ${currency} and given_rate.from_day <= ${day} order by given_rate.from_day desc limit 1)`;

/** Kopecks that hundredths of a currency come to, halves up; without a rate nothing, for it is known of no hryvnias. */
export const inHryvnias = (amount: SQL, currency: SQL, rate: SQL): SQL =>
  sql`case when ${currency} is null then ${amount} else coalesce(floor(${amount} * ${rate} + 0.5), 0)::bigint end`;

/** Number of the advisory lock that whoever books foreign money shares, and whoever changes a rate has alone. */
const LOCK = 4_471_204;

/** Waits until nobody books foreign money, and keeps everybody from it until the transaction ends. */
export const keepRatesStill = (tx: Db): Promise<number> => run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);

/** The machine `d` has something to do with foreign money. */
const IS_FOREIGN = sql`(d.audit_currency is not null or exists (select 1 from audit_reads r where r.device_id = d.id and r.currency <> 'UAH')
  or exists (select 1 from sales s where s.device_id = d.id and s.currency is not null))`;

/** Whether any of the machines may count in foreign money; then no rate changes before the transaction ends. */
export const shareRates = async (tx: Db, devices: readonly number[]): Promise<boolean> =>
  (await run(
    tx,
    sql`select pg_advisory_xact_lock_shared(${LOCK}) from devices d where d.id = any(${list(devices, "integer")}) and ${IS_FOREIGN} limit 1`,
  )) > 0;
