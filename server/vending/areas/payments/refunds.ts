import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { byDevice, type Viewer } from "../../access";
import { type Db, one, only, run, transaction } from "../../database/query";
import { Fault, forbidden, notFound } from "../../fault";
import { advance, lockPayment, type PaymentRow } from "./advance";
import { underWay } from "./deeds";
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

/** Of what a refund's row gives back: which payment is found by its sale. Kopecks. */
interface Asked {
  refund: number;
  device: number;
  sale: string | null;
  amount: number;
  reason: string;
}

/** Money for what was made goes back, in the caller's transaction: 409 where so much is not left. A refund is asked of the provider once. */
export async function refundPayment(
  tx: Db,
  viewer: Viewer,
  { refund, device, sale, amount, reason }: Asked,
): Promise<void> {
  const { id } = await only(
    tx,
    idRow,
    sql`select id from payments where device_id = ${device} and sale_id = ${sale}::uuid`,
  );
  const { paid, refunded } = await lockPayment(tx, id);
  const { waiting } = await only(tx, z.object({ waiting: z.number() }), sql`select ${underWay(sql`${id}`)} as waiting`);
  if (
    amount > paid - refunded - waiting ||
    !(await advance(tx, id, "returned", "staff", { words: reason, author: viewer }))
  )
    throw new Fault(409, "nothing_to_refund");
  await run(
    tx,
    sql`insert into payment_settlements (payment_id, kind, key, amount, reason, author_id, author, due_at)
    values (${id}, 'refund', ${`refund ${refund}`}, ${amount}, ${reason}, ${viewer.id}, ${viewer.full_name}, clock_timestamp())`,
  );
}
