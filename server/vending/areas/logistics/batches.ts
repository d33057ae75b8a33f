import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";

/** What tells a batch of an ingredient: the supplier's number, the last day of use, or both. */
export interface BatchOf {
  ingredient: number;
  batch: string | null;
  expires_on: string | null;
}

const keyOf = ({ ingredient, batch, expires_on }: BatchOf) => JSON.stringify([ingredient, batch ?? "", expires_on]);
const isNone = ({ batch, expires_on }: BatchOf) => !batch && !expires_on;
const batchRow = z.object({
  id: z.number(),
  ingredient: z.number(),
  batch: z.string(),
  expires_on: z.string().nullable(),
});

/** Numbers of batches, of those that were said alone; `make`: the new ones are written. */
export async function batchesOf(
  tx: Db,
  said: readonly BatchOf[],
  make: boolean,
): Promise<(one: BatchOf) => number | undefined> {
  const asked = said.filter((one) => !isNone(one)).map((one) => ({ ...one, batch: one.batch ?? "" }));
  if (!asked.length) return () => undefined;
  const told = given(asked, "ingredient integer, batch text, expires_on date");
  if (make)
    await run(
      tx,
      sql`insert into stock_batches (ingredient_id, code, expires_on) select distinct k.ingredient, k.batch, k.expires_on from ${told} order by 1, 2, 3 on conflict do nothing`,
    );
  const found = await rows(
    tx,
    batchRow,
    sql`select b.id, b.ingredient_id as ingredient, b.code as batch, b.expires_on from stock_batches b
    join ${told} on b.ingredient_id = k.ingredient and b.code = k.batch and b.expires_on is not distinct from k.expires_on`,
  );
  const ids = new Map(found.map((one) => [keyOf(one), one.id]));
  return (one) => (isNone(one) ? undefined : ids.get(keyOf(one)));
}
