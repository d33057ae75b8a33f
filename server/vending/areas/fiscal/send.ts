import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Checkbox, SellBody, ServiceReceipt } from "./checkbox";
import { changedHeld, type Held, hold, type Queued, runHeld } from "./desk";
import { CheckboxRefused, type Line } from "./http";
import { noteShift } from "./shifts";
import { until } from "./trouble";

/** A receipt that the service refuses for another reason than what it says is tried so often, with growing pauses. */
const MOST_ATTEMPTS = 6;
/** Thousandths: one piece. */
const ONE = 1_000;
const LABELS = { CASH: "Готівка", CASHLESS: "Картка" } as const;

const bodyOf = (one: Queued): SellBody => ({
  id: one.request_id,
  departament: one.department,
  goods: [
    {
      good: {
        code: one.code,
        name: one.name,
        price: one.amount,
        ...(one.tax_code !== null && { tax: [one.tax_code] }),
      },
      quantity: ONE,
      ...(one.kind === "return" && { is_return: true }),
    },
  ],
  payments: [{ type: one.payment, value: one.amount, label: LABELS[one.payment] }],
  ...(one.footer !== null && { footer: one.footer }),
  ...(one.original !== null && { related_receipt_id: one.original }),
  context: { device: String(one.device) },
});

/**
 * Brings a receipt to its end. Its uuid is stored as sent before anything goes out; one that may have been sent is asked
 * for first, and sent again only where the service knows nothing of it, by the same uuid.
 */
export async function sendReceipt(pool: Pool, held: Held, checkbox: Checkbox, line: Line, one: Queued): Promise<void> {
  const known = one.state === "sent" ? await checkbox.receipt(one.request_id) : null;
  if (one.state === "queued") {
    const isSent = await changedHeld(
      pool,
      held,
      sql`update receipts set state = 'sent', sent_at = clock_timestamp() where id = ${one.id} and state = 'queued'`,
    );
    // Its sale has just left the books, and the receipt with it.
    if (!isSent) return hold(pool, held);
  }
  const made = known ?? (await make(pool, held, checkbox, one));
  if (!made) return;
  await note(pool, held, one, isOver(made) ? made : await follow(checkbox, line, made));
}

/** Null: it was refused, and that is written down. */
async function make(pool: Pool, held: Held, checkbox: Checkbox, one: Queued): Promise<ServiceReceipt | null> {
  try {
    return await checkbox.sell(bodyOf(one));
  } catch (error) {
    if (!(error instanceof CheckboxRefused)) throw error;
    await refused(pool, held, checkbox, one, error);
    return null;
  }
}

const isOver = ({ status }: ServiceReceipt): boolean => !["CREATED", "PENDING", "CANCELLATION"].includes(status);

async function follow(checkbox: Checkbox, line: Line, made: ServiceReceipt): Promise<ServiceReceipt> {
  const found = await until(
    line.patience,
    () => checkbox.receipt(made.id),
    (now) => now === null || isOver(now),
  );
  // It said that it has it; that it now says otherwise is its own mistake, and the next turn asks again.
  return found ?? made;
}

async function note(pool: Pool, held: Held, one: Queued, made: ServiceReceipt): Promise<void> {
  if (made.status === "DONE")
    return runHeld(
      pool,
      held,
      sql`update receipts set state = 'done', done_at = clock_timestamp(), error = null, fiscal_code = ${made.fiscal_code}, tax_url = ${made.tax_url}, serial = ${made.serial ?? null},
        shift_id = ${made.shift?.id ?? null} where id = ${one.id}`,
    );
  if (!isOver(made)) return;
  const words = made.transaction?.response_error_message ?? made.status;
  await runHeld(pool, held, sql`update receipts set state = 'error', error = ${words} where id = ${one.id}`);
}

/**
 * A definite no: it has not been made. What is wrong with the receipt itself (422) is an error for the accountant. Anything
 * else may be the desk's fault: a shift that is not open is found out, a cashier who may not sign in is nobody's receipt's
 * fault; the rest is tried again, and after some times the others have their turn.
 */
async function refused(pool: Pool, held: Held, checkbox: Checkbox, one: Queued, error: CheckboxRefused): Promise<void> {
  const { status, message } = error;
  const back = (counted: 0 | 1) =>
    runHeld(
      pool,
      held,
      sql`update receipts set state = 'queued', error = ${message}, attempts = attempts + ${counted} where id = ${one.id}`,
    );
  if (status === 422 || (status !== 401 && status !== 403 && one.attempts + 1 >= MOST_ATTEMPTS))
    return runHeld(pool, held, sql`update receipts set state = 'error', error = ${message} where id = ${one.id}`);
  if (status === 401 || status === 403) {
    await back(0);
    throw error;
  }
  const shift = await checkbox.shift();
  await noteShift(pool, held, shift);
  await back(shift?.status === "OPENED" ? 1 : 0);
  if (shift?.status === "OPENED") throw error;
}
