import { sql } from "drizzle-orm";
import { Fault, notFound } from "../../fault";
import { run } from "../../database/query";
import { accountNumbered } from "./accounts";
import type { Machinery } from "./machinery";

/**
 * A provider's message about an order of an account. It is never believed: it only makes the order due, so that the
 * provider is asked. The same message a hundred times is one question. 400 for what the provider did not sign, or cannot be read.
 */
export async function takeCallback(
  { pool, providers, wake }: Machinery,
  account: number,
  raw: { body: Uint8Array; headers: Headers },
): Promise<void> {
  const known = await accountNumbered(pool, account);
  if (!known) throw notFound();
  const provider = await providers.open(pool, known).catch((error: unknown) => {
    throw error instanceof Fault ? notFound() : error;
  });
  const about = await provider.readCallback(raw);
  if (!about) {
    console.error(
      `Callback to account ${account} (${known.provider}) refused: unsigned or unreadable, ${raw.body.length} bytes`,
    );
    throw new Fault(400, "bad_request");
  }
  const { order = null, reference = null } = about;
  await run(
    pool,
    sql`update payments set due_at = clock_timestamp() where account_id = ${account} and (order_key::text = ${order} or reference = ${reference})
      and (place in ('invoice_creation', 'payment') or watched_until > clock_timestamp()) and due_at > clock_timestamp()`,
  );
  wake();
}
