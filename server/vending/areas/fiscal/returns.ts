import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, only, rows, run } from "../../database/query";

const originalRow = z.object({ id: z.string(), state: z.string(), amount: z.number(), returned: z.number() });
type Original = z.infer<typeof originalRow>;

/** What is given back of a sale, kopecks. `key`: the same again is the same return. */
export interface WantedReturn {
  device: number;
  /** The row of `sales`. */
  sale: string;
  amount: number;
  key: string;
}

/**
 * Queues the return receipts of money that is given back for a sale, each bound to a receipt of the sale, in the caller's
 * transaction: one that covers the amount if there is such, else of several vends that an audit counted together. Answers
 * how much of it is returned at a desk, kopecks: 0 where the sale has no receipts, and never more than is left of them.
 */
export async function returnReceipts(tx: Db, { device, sale, amount, key }: WantedReturn): Promise<number> {
  const known = await only(
    tx,
    z.object({ count: z.number(), amount: z.number() }),
    sql`select count(*), coalesce(sum(r.amount), 0) as amount from receipts r where r.device_id = ${device} and r.key like ${`${key}/%`}`,
  );
  if (known.count > 0) return known.amount;
  const originals = await rows(
    tx,
    originalRow,
    sql`select r.id, r.state, r.amount, r.returned from receipts r join sales s on s.device_id = r.device_id and s.id = ${sale}
    where r.device_id = ${device} and r.kind = 'sell' and not r.withdrawn and r.state <> 'listed' and r.returned < r.amount
      and r.subject = case when s.file_id is null then s.id else md5(concat_ws('/', 'receipt', s.file_id, s.report, s.source, s.selection))::uuid end
    order by r.amount - r.returned >= ${amount} desc, r.nth for update of r`,
  );
  let left = amount;
  for (const [nth, original] of originals.entries()) {
    const part = Math.min(left, original.amount - original.returned);
    if (part > 0) await bookReturn(tx, original, part, `${key}/${nth}`, "refund");
    left -= part;
  }
  return amount - left;
}

/** Takes a receipt back whose sale is gone from the books: one that was never sent is cancelled, another is returned. */
export async function withdraw(tx: Db, id: string): Promise<void> {
  const unsent = await run(
    tx,
    sql`update receipts set state = 'cancelled', withdrawn = true where id = ${id} and state in ('queued', 'listed', 'error') and returned = 0`,
  );
  if (unsent) return;
  const original = await only(
    tx,
    originalRow,
    sql`update receipts set withdrawn = true where id = ${id} returning id, state, amount, returned`,
  );
  const left = original.amount - original.returned;
  if (left > 0) await bookReturn(tx, original, left, `correction ${id}`, "correction");
}

/** A return says what its original says, but for the amount; where that was seen to by hand, so is this. */
async function bookReturn(
  tx: Db,
  { id, state }: Original,
  amount: number,
  key: string,
  reason: "refund" | "correction",
): Promise<void> {
  await run(tx, sql`update receipts set returned = returned + ${amount} where id = ${id}`);
  await run(
    tx,
    sql`insert into receipts (desk_id, kind, device_id, placement_id, location_id, subject, nth, told, source, payment, by_key, sold_at, day, code, name, department, tax_code, footer, amount, original_id, reason, key, state)
    select desk_id, 'return', device_id, placement_id, location_id, subject, nth, told, source, payment, by_key, sold_at, day, code, name, department, tax_code, footer, ${amount}, id, ${reason}, ${key}, ${state === "settled" ? "listed" : "queued"}
    from receipts where id = ${id}`,
  );
}
