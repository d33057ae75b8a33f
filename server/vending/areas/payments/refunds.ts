import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { refundForm } from "~server/contract/payment-reads";
import { byDevice, type Viewer } from "../../access";
import { type Db, one, only, run, transaction } from "../../database/query";
import { Fault, forbidden, invalid, notFound } from "../../fault";
import { advance, lockPayment, type PaymentRow } from "./advance";
import { mayMoveMoney } from "./reads";

const idRow = z.object({ id: z.number() });

async function lockSeen(tx: Db, viewer: Viewer, id: number): Promise<PaymentRow> {
  const seen = await one(
    tx,
    idRow,
    sql`select p.id from payments p where p.id = ${id} and ${byDevice()(viewer, sql`p`)}`,
  );
  if (!seen) throw notFound();
  if (!mayMoveMoney(viewer)) throw forbidden();
  return lockPayment(tx, id);
}

const FAILED = sql`kind = 'refund' and state = 'failed'`;

/** A refund that was to be done by hand goes out again. 409 where there is none. */
export const retryRefund = (pool: Pool, viewer: Viewer, id: number): Promise<{ id: number }> =>
  transaction(pool, async (tx) => {
    await lockSeen(tx, viewer, id);
    const again = await run(
      tx,
      sql`update payment_settlements set state = 'requested', tries = 0, refusals = 0, due_at = clock_timestamp() where payment_id = ${id} and ${FAILED}`,
    );
    if (!again) throw new Fault(409, "no_failed_refund");
    return { id };
  });

/** A person gave the money back in the provider's own office, or otherwise. */
export const settleRefund = (pool: Pool, viewer: Viewer, id: number): Promise<{ id: number }> =>
  transaction(pool, async (tx) => {
    await lockSeen(tx, viewer, id);
    const { amount } = await only(
      tx,
      z.object({ amount: z.number() }),
      sql`with done as (
        update payment_settlements set state = 'done', done_at = clock_timestamp(), author_id = coalesce(author_id, ${viewer.id}), author = coalesce(author, ${viewer.full_name})
        where payment_id = ${id} and ${FAILED} returning amount) select coalesce(sum(amount), 0) as amount from done`,
    );
    if (!amount) throw new Fault(409, "no_failed_refund");
    await run(tx, sql`update payments set refunded = refunded + ${amount} where id = ${id}`);
    return { id };
  });

/** Money for what was made goes back, or a part of it; never more than is left. The same key again answers the first refund. */
export const refundPayment = (
  pool: Pool,
  viewer: Viewer,
  id: number,
  { key, amount, reason }: z.infer<typeof refundForm>,
): Promise<{ id: number }> =>
  transaction(pool, async (tx) => {
    const { paid, refunded } = await lockSeen(tx, viewer, id);
    const mine = `staff ${viewer.id} ${key}`;
    const first = await one(
      tx,
      idRow,
      sql`select id from payment_settlements where payment_id = ${id} and kind = 'refund' and key = ${mine}`,
    );
    if (first) return first;
    const { waiting } = await only(
      tx,
      z.object({ waiting: z.number() }),
      sql`select coalesce(sum(amount), 0) as waiting from payment_settlements where payment_id = ${id} and kind = 'refund' and state in ('requested', 'sent', 'failed')`,
    );
    const left = paid - refunded - waiting;
    if (left <= 0) throw new Fault(409, "nothing_to_refund");
    if (amount !== undefined && amount > left) throw invalid({ amount: [{ key: "max_value", count: left / 100 }] });
    if (!(await advance(tx, id, "returned", "staff", { words: reason, author: viewer })))
      throw new Fault(409, "nothing_to_refund");
    return only(
      tx,
      idRow,
      sql`insert into payment_settlements (payment_id, kind, key, amount, reason, author_id, author, due_at)
      values (${id}, 'refund', ${mine}, ${amount ?? left}, ${reason}, ${viewer.id}, ${viewer.full_name}, clock_timestamp()) returning id`,
    );
  });
