import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { type Db, run, transaction } from "../../database/query";
import type { Shift } from "./checkbox";
import { type Held, hold } from "./desk";

/** Keeps what the service says of a shift. */
export async function keepShift(db: Db, desk: number, shift: Shift): Promise<void> {
  const { id, serial = null, status, opened_at, closed_at, balance } = shift;
  const sums = {
    balance: balance?.balance ?? 0,
    cash_sales: balance?.cash_sales ?? 0,
    card_sales: balance?.card_sales ?? 0,
    cash_returns: balance?.cash_returns ?? 0,
    card_returns: balance?.card_returns ?? 0,
    service_in: balance?.service_in ?? 0,
    service_out: balance?.service_out ?? 0,
  };
  await run(
    db,
    sql`
    insert into fiscal_shifts (id, desk_id, serial, status, opened_at, closed_at, balance, cash_sales, card_sales, cash_returns, card_returns, service_in, service_out, refreshed_at)
    values (${id}, ${desk}, ${serial}, ${status}, coalesce(${opened_at}::timestamptz, clock_timestamp()), ${closed_at}, ${sums.balance}, ${sums.cash_sales}, ${sums.card_sales}, ${sums.cash_returns}, ${sums.card_returns}, ${sums.service_in}, ${sums.service_out}, clock_timestamp())
    on conflict (id) do update set serial = excluded.serial, status = excluded.status, opened_at = excluded.opened_at, closed_at = excluded.closed_at, balance = excluded.balance,
      cash_sales = excluded.cash_sales, card_sales = excluded.card_sales, cash_returns = excluded.cash_returns, card_returns = excluded.card_returns,
      service_in = excluded.service_in, service_out = excluded.service_out, refreshed_at = excluded.refreshed_at`,
  );
}

/** The shift that the service says is open, or that none is; one that we took for open and that is not has been closed. */
export async function noteShift(pool: Pool, held: Held, shift: Shift | null): Promise<void> {
  await transaction(pool, async (tx) => {
    await hold(tx, held);
    if (shift) await keepShift(tx, held.desk, shift);
    const open = shift?.status === "OPENED" ? shift.id : null;
    await run(
      tx,
      sql`update fiscal_shifts s set status = 'CLOSED', closed_at = coalesce(s.closed_at, clock_timestamp()) from fiscal_desks d
      where d.desk_id = ${held.desk} and s.id = d.shift_id and s.id is distinct from ${open}::uuid and s.status <> 'CLOSED'`,
    );
    await run(tx, sql`update fiscal_desks set shift_id = ${open} where desk_id = ${held.desk}`);
    await run(
      tx,
      sql`update fiscal_cashiers set state = ${open === null ? "CLOSED" : "OPEN"} where id = ${held.desk} and state <> ${open === null ? "CLOSED" : "OPEN"}`,
    );
  });
}
