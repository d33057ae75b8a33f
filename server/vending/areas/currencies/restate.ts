import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { Viewer } from "../../access";
import { type Db, list, rows, run, transaction } from "../../database/query";
import { keepQuestions } from "../audits/questions";
import { type Cause, correctClosed } from "../books/corrections";
import { settleReceipts } from "../fiscal/queue";
import { rollUp } from "../sales/book";
import { keepRatesStill } from "../sales/currency";
import { revalue } from "../sales/revalue";

const idRow = z.object({ id: z.number() });

/** Brings the books of all machines that count in some currencies to the rates that hold now. */
export async function restateCurrencies(tx: Db, currencies: readonly string[], viewer: Viewer): Promise<void> {
  // Machines before rates, as whoever books vends takes them; then those that came to these currencies in between.
  await lock(tx, await machinesOf(tx, currencies));
  await keepRatesStill(tx);
  for (const device of await machinesOf(tx, currencies))
    await restateDevice(tx, device, { cause: "currency", user: viewer.id });
}

async function machinesOf(tx: Db, currencies: readonly string[]): Promise<number[]> {
  const these = list(currencies, "text");
  const found = await rows(
    tx,
    idRow,
    sql`select r.device_id as id from audit_reads r where r.counted_in = any(${these})
    union select s.device_id from sales s where s.currency = any(${these}) order by 1`,
  );
  return found.map(({ id }) => id);
}

const lock = (tx: Db, devices: readonly number[]) =>
  run(tx, sql`select 1 from devices where id = any(${list(devices, "integer")}) order by id for no key update`);

/** Brings a machine's books to the currency and the rates that hold now. */
export async function restateDevice(tx: Db, device: number, cause: Cause): Promise<void> {
  await lock(tx, [device]);
  const days = await revalue(tx, device, null);
  await rollUp(tx, device, days);
  await correctClosed(tx, [device], days, cause);
  await settleReceipts(tx, { days: [{ device, days }] });
  await keepQuestions(tx, device, "all");
}

/** Books from before foreign money was told apart: what machines that name another currency sold stands in them as hryvnias. */
export async function restateOldBooks(pool: Pool): Promise<void> {
  const old = await rows(
    pool,
    idRow,
    sql`select distinct r.device_id as id from audit_reads r where r.currency <> 'UAH' and r.counted_in is null and r.to_at is not null
      and not exists (select 1 from devices d where d.id = r.device_id and d.audit_currency = 'UAH') order by 1`,
  );
  for (const { id } of old) await transaction(pool, (tx) => restateDevice(tx, id, { cause: "currency" }));
}
