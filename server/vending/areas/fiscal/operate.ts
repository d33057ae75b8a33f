import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { uuidOf } from "../../uuid";
import type { Checkbox, ServiceReceipt, Shift } from "./checkbox";
import { type Held, type Operation, runHeld, shiftIdOf } from "./desk";
import { CheckboxRefused, type Line } from "./http";
import { deskHours } from "./settings";
import { noteShift } from "./shifts";
import { DeskIncomplete } from "./session";
import { isTrouble, until, wordsOf } from "./trouble";

interface Work {
  pool: Pool;
  held: Held;
  checkbox: Checkbox;
  line: Line;
  operation: Operation;
}
/** What an operation came to, as it is kept. */
type Result = Record<string, string | number | boolean | null>;

/**
 * Does what a desk was asked for. A person's operation that is refused is over; one of the clock stays and is tried again,
 * for a shift that does not close must close. What is unknown is asked for by its id in the next turn.
 */
export async function perform(work: Work): Promise<void> {
  const { pool, held, operation } = work;
  try {
    if (operation.state === "queued")
      await runHeld(
        pool,
        held,
        sql`update fiscal_operations set state = 'sent', sent_at = clock_timestamp() where id = ${operation.id}`,
      );
    const result = await DOING[operation.type](work);
    await runHeld(
      pool,
      held,
      sql`update fiscal_operations set state = 'done', done_at = clock_timestamp(), error = null, result = ${JSON.stringify(result)}::jsonb where id = ${operation.id}`,
    );
  } catch (error) {
    const isDefinite = error instanceof CheckboxRefused || error instanceof DeskIncomplete;
    if (!isDefinite && !(isTrouble(error) && HARMLESS.has(operation.type))) throw error;
    const isOver = operation.by_person;
    await runHeld(
      pool,
      held,
      // Another uuid: what was refused by this one would be refused again.
      sql`update fiscal_operations set state = ${isOver ? "error" : "queued"}, error = ${wordsOf(error)}, attempts = least(attempts + 1, 30000), request_id = gen_random_uuid(),
        done_at = ${isOver ? sql`clock_timestamp()` : sql`null`} where id = ${operation.id}`,
    );
    if (!isOver) throw error;
  }
}

/** What may be done twice: a person who asks for it is told at once that nobody answers. */
const HARMLESS: ReadonlySet<string> = new Set(["test_access", "x_report"]);

const DOING: Record<Operation["type"], (work: Work) => Promise<Result>> = {
  open,
  close,
  test_access: testAccess,
  x_report: xReport,
  service_in: (work) => cash(work, 1),
  service_out: (work) => cash(work, -1),
};

const CHANGING = ["CREATED", "OPENING", "CLOSING"];
const isSettled = (shift: Shift | null): boolean => shift === null || !CHANGING.includes(shift.status);

async function open({ pool, held, checkbox, line, operation }: Work): Promise<Result> {
  const now = await until(line.patience, () => checkbox.shift(), isSettled);
  if (now?.status === "OPENED") return opened(pool, held, now);
  const known = await checkbox.shiftOf(operation.request_id);
  const made = known ?? (await checkbox.openShift(operation.request_id));
  const shift = await until(line.patience, () => checkbox.shiftOf(made.id), isSettled);
  if (shift?.status !== "OPENED")
    throw new CheckboxRefused(400, shift?.initial_transaction?.response_error_message ?? shift?.status ?? "CLOSED");
  return opened(pool, held, shift);
}

async function opened(pool: Pool, held: Held, shift: Shift): Promise<Result> {
  await noteShift(pool, held, shift);
  await pool.query("update fiscal_desks set closed_until = null where desk_id = $1", [held.desk]);
  return { shift: shift.id, serial: shift.serial ?? null };
}

async function close({ pool, held, checkbox, line, operation }: Work): Promise<Result> {
  const now = await until(
    line.patience,
    () => checkbox.shift(),
    (shift) => shift === null || shift.status === "OPENED" || shift.status === "CLOSING" || shift.status === "CLOSED",
  );
  const id = now?.id ?? (await shiftIdOf(pool, held))?.shift_id ?? null;
  if (now?.status === "OPENED") {
    if ((await deskHours(pool)).cash_out) await emptyBefore(checkbox, line, now);
    await checkbox.closeShift();
  }
  const shift =
    id === null
      ? null
      : await until(
          line.patience,
          () => checkbox.shiftOf(id),
          (found) => found === null || found.status === "CLOSED" || hasFailed(found),
        );
  if (shift && shift.status !== "CLOSED")
    throw new CheckboxRefused(400, shift.closing_transaction?.response_error_message ?? shift.status);
  await noteShift(pool, held, shift);
  if (operation.by_person)
    await pool.query(
      `update fiscal_desks set closed_until = ((kyiv_day(now()) + 1)::timestamp at time zone 'Europe/Kyiv') where desk_id = $1`,
      [held.desk],
    );
  return { shift: id, balance: shift?.balance?.balance ?? null };
}

/** A close that the service gave up leaves the shift open and says why. */
const hasFailed = ({ status, closing_transaction: closing }: Shift) =>
  status === "OPENED" && !!closing?.response_error_message;

/** The desk's cash goes out before its shift closes; the same shift is emptied once. */
async function emptyBefore(checkbox: Checkbox, line: Line, { id, balance }: Shift): Promise<void> {
  const cashInDesk = balance?.balance ?? 0;
  const request = uuidOf("cash out", id);
  const v4 = `${request.slice(0, 14)}4${request.slice(15, 19)}a${request.slice(20)}`;
  if (cashInDesk > 0) await serviceReceipt(checkbox, line, v4, -cashInDesk);
}

async function testAccess({ checkbox }: Work): Promise<Result> {
  const register = await checkbox.register();
  const { status } = await checkbox.ping();
  if (status !== "DONE") throw new CheckboxRefused(400, status);
  return {
    fiscal_number: register.fiscal_number,
    is_test: register.is_test ?? null,
    offline: register.offline_mode ?? null,
  };
}

async function xReport({ pool, held, checkbox }: Work): Promise<Result> {
  const report = await checkbox.xReport();
  const sum = (type: string, of: "sell_sum" | "return_sum") =>
    (report.payments ?? [])
      .filter((one) => (one.type === "CASH") === (type === "CASH"))
      .reduce((all, one) => all + one[of], 0);
  await refreshShift(pool, held, checkbox);
  return {
    serial: report.serial ?? null,
    sells: report.sell_receipts_count ?? null,
    returns: report.return_receipts_count ?? null,
    cash_sales: sum("CASH", "sell_sum"),
    card_sales: sum("CASHLESS", "sell_sum"),
    cash_returns: sum("CASH", "return_sum"),
    card_returns: sum("CASHLESS", "return_sum"),
    balance: report.balance,
  };
}

async function cash({ pool, held, checkbox, line, operation }: Work, sign: 1 | -1): Promise<Result> {
  if ((await checkbox.shift())?.status !== "OPENED") throw new CheckboxRefused(400, "desk_closed");
  const made = await serviceReceipt(checkbox, line, operation.request_id, sign * (operation.amount ?? 0));
  await refreshShift(pool, held, checkbox);
  return { fiscal_code: made.fiscal_code, tax_url: made.tax_url };
}

/** Cash in or out, once by its uuid. */
async function serviceReceipt(checkbox: Checkbox, line: Line, id: string, value: number): Promise<ServiceReceipt> {
  const made = (await checkbox.receipt(id)) ?? (await checkbox.service(id, value));
  const ended = await until(
    line.patience,
    () => checkbox.receipt(made.id),
    (now) => now !== null && now.status !== "CREATED",
  );
  if (ended?.status !== "DONE")
    throw new CheckboxRefused(400, ended?.transaction?.response_error_message ?? ended?.status ?? "ERROR");
  return ended;
}

/** Takes over what the service says of the shift now. */
export async function refreshShift(pool: Pool, held: Held, checkbox: Checkbox): Promise<void> {
  await noteShift(pool, held, await checkbox.shift());
}
