import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { byDevice, type Viewer } from "../../access";
import { run, transaction } from "../../database/query";

const visibleReceipts = byDevice();

/**
 * Sends receipts that were not fiscalised, or takes them for seen to by hand; those that are neither listed nor refused stay
 * as they are. What the service refused goes out by another uuid, for by the old one it would be refused again.
 * Answers how many were decided about.
 */
export async function decideReceipts(
  pool: Pool,
  viewer: Viewer,
  decision: "send" | "settle",
  ids: readonly number[],
): Promise<{ count: number }> {
  const these = sql`number = any(${sql.param(ids)}::bigint[]) and state in ('error', 'listed') and ${visibleReceipts(viewer, sql`receipts`)}`;
  return transaction(pool, async (tx) => {
    if (decision === "send")
      return {
        count: await run(
          tx,
          sql`update receipts set state = 'queued', attempts = 0, error = null, why = null, request_id = case state when 'error' then gen_random_uuid() else request_id end where ${these}`,
        ),
      };
    const count = await run(tx, sql`update receipts set state = 'settled', done_at = clock_timestamp() where ${these}`);
    // What returns them waits for something that will never be.
    await run(
      tx,
      sql`update receipts r set state = 'listed' from receipts o where o.id = r.original_id and o.number = any(${sql.param(ids)}::bigint[]) and o.state = 'settled' and r.state = 'queued'`,
    );
    return { count };
  });
}
