import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, only, run } from "../../database/query";
import { Fault } from "../../fault";

const originalRow = z.object({ id: z.string(), state: z.string(), amount: z.number(), returned: z.number() });
type Original = z.infer<typeof originalRow>;

/** What is given back of a sale, kopecks. `key`: the same again is the same return; for something else it is refused. */
export interface WantedReturn {
  device: number;
  /** The row of `sales`. */
  sale: string;
  amount: number;
  key: string;
}

/**
 * Queues the return receipt of money that is given back for a sale, bound to the sale's own receipt, in the caller's
 * transaction. Answers null where the sale has no receipt, so nothing needs to be returned at the desk. 409 `key_reused`
 * for a key that meant something else, 422 `more_than_paid` for more than is left of the receipt.
 */
export async function queueReturn(tx: Db, { device, sale, amount, key }: WantedReturn): Promise<{ id: string } | null> {
  const known = await one(
    tx,
    z.object({ id: z.string(), same: z.boolean() }),
    sql`select r.id, r.device_id = ${device} and r.amount = ${amount} as same from receipts r where r.key = ${key}`,
  );
  if (known && !known.same) throw new Fault(409, "key_reused");
  if (known) return { id: known.id };
  const original = await one(
    tx,
    originalRow,
    sql`select r.id, r.state, r.amount, r.returned from receipts r join sales s on s.device_id = r.device_id and s.id = ${sale}
    where r.device_id = ${device} and r.kind = 'sell' and not r.withdrawn and r.state <> 'listed'
      and r.subject = case when s.file_id is null then s.id else md5(concat_ws('/', 'receipt', s.file_id, s.report, s.source, s.selection))::uuid end
    order by r.amount - r.returned >= ${amount} desc, r.nth limit 1 for update of r`,
  );
  if (!original) return null;
  if (original.amount - original.returned < amount) throw new Fault(422, "more_than_paid");
  return bookReturn(tx, original, amount, key, "refund");
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
) {
  await run(tx, sql`update receipts set returned = returned + ${amount} where id = ${id}`);
  return only(
    tx,
    z.object({ id: z.string() }),
    sql`insert into receipts (desk_id, kind, device_id, placement_id, location_id, subject, nth, told, source, payment, by_key, sold_at, day, code, name, department, tax_code, footer, amount, original_id, reason, key, state)
    select desk_id, 'return', device_id, placement_id, location_id, subject, nth, told, source, payment, by_key, sold_at, day, code, name, department, tax_code, footer, ${amount}, id, ${reason}, ${key}, ${state === "settled" ? "listed" : "queued"}
    from receipts where id = ${id} returning id`,
  );
}
