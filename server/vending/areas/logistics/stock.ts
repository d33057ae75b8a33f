import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { FieldMessages } from "~server/contract/envelope";
import type { WrittenMove } from "~server/contract/stock";
import type { Viewer } from "../../access";
import { type Db, list, one, rows, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { sha256 } from "../../secrets";
import { type BatchOf, batchesOf } from "./batches";
import { bookMoves } from "./ledger";
import type { Place } from "./lying";
import { crewResource, warehouseResource } from "./resources";

const idRow = z.object({ id: z.number() });
const keptRow = idRow.extend({ digest: z.string() });

/**
 * Makes a stock move, seen from a warehouse. The same `key` of the same author again answers the first move.
 * Everything is checked under locks, in one order for all: places, ingredients, what lies there.
 */
export function makeMove(
  pool: Pool,
  viewer: Viewer,
  warehouseId: number,
  key: string,
  move: WrittenMove,
): Promise<{ id: number }> {
  const places = placesOf(warehouseId, move);
  refuseRepeated(move);
  const digest = sha256(JSON.stringify([warehouseId, move]));
  return transaction(pool, async (tx) => {
    const first = await firstAnswer(tx, "stock_moves", viewer, key, digest);
    if (first) return first;
    await holdPlaces(tx, viewer, move);
    await holdIngredients(tx, move.lines);
    const batchOf = await batchesOf(tx, move.lines, move.kind === "RECEIPT");
    const lines = move.lines.map((line) => ({ ...line, batch: batchOf(line) ?? noBatch(line) }));
    const { kind, comment, reason } = move;
    const fresh = kind === "ISSUE" ? ({ fresh: true } as const) : {};
    const ids = await bookMoves(tx, viewer, [
      { kind, ...places, lines, key, digest, comment, reason, short: "refuse", ...fresh },
    ]);
    const id = ids.get(key);
    if (id !== undefined) return { id };
    // Somebody else sent it at the same time.
    const other = await firstAnswer(tx, "stock_moves", viewer, key, digest);
    if (!other) throw new Error("a move is neither new nor known");
    return other;
  });
}

/** A batch that was said and is not there has nothing in it; where none was said, any goes. */
const NO_BATCH = -1;
const noBatch = ({ batch, expires_on }: BatchOf) => (batch || expires_on ? NO_BATCH : undefined);

/** Whence and whither; 422 when the other side is missing, superfluous or the warehouse itself, and where a reason is missing. */
function placesOf(
  id: number,
  { kind, warehouse, crew, reason }: WrittenMove,
): { from: Place | null; to: Place | null } {
  const messages: FieldMessages = {};
  for (const [field, value, needed] of [
    ["warehouse", warehouse, kind === "TRANSFER"],
    ["crew", crew, kind === "ISSUE" || kind === "RETURN"],
    ["reason", reason, kind === "WRITE_OFF"],
  ] as const) {
    if (needed && value === null) messages[field] = [{ key: "required" }];
    if (!needed && value !== null) messages[field] = [{ key: "not_for_this_move" }];
  }
  if (kind === "TRANSFER" && warehouse === id) messages.warehouse = [{ key: "same_place" }];
  if (Object.keys(messages).length) throw invalid(messages);
  const here = { kind: "WAREHOUSE", id } as const;
  const there: Place | null =
    crew !== null ? { kind: "CREW", id: crew } : warehouse !== null ? { kind: "WAREHOUSE", id: warehouse } : null;
  return kind === "RECEIPT" || kind === "RETURN" ? { from: there, to: here } : { from: here, to: there };
}

/** One thing stands in one line; of several batches each has its own. */
function refuseRepeated({ lines }: WrittenMove): void {
  const seen = new Set<string>();
  const messages: FieldMessages = {};
  lines.forEach(({ ingredient, batch, expires_on }, index) => {
    const key = JSON.stringify([ingredient, batch ?? "", expires_on]);
    if (seen.has(key)) messages[`lines[${index}].ingredient`] = [{ key: "repeats" }];
    seen.add(key);
  });
  if (Object.keys(messages).length) throw invalid(messages);
}

/** What the first sending was answered, if there was one and it was this very thing; 409 when the same key was for another. */
export async function firstAnswer(
  tx: Db,
  table: "stock_moves" | "stock_counts",
  viewer: Viewer,
  key: string,
  digest: string,
): Promise<{ id: number } | undefined> {
  const first = await one(
    tx,
    keptRow,
    sql`select id, digest from ${sql.identifier(table)} where author_id = ${viewer.id} and key = ${key}`,
  );
  if (first && first.digest !== digest) throw new Fault(409, "key_reused");
  return first && { id: first.id };
}

/** The other place must be there, be the viewer's to see, and not be deleted meanwhile. */
async function holdPlaces(tx: Db, viewer: Viewer, { warehouse, crew }: WrittenMove): Promise<void> {
  for (const [field, resource, id] of [
    ["warehouse", warehouseResource, warehouse],
    ["crew", crewResource, crew],
  ] as const) {
    if (id === null) continue;
    const held = await one(
      tx,
      idRow,
      sql`
      select t.id from ${sql.identifier(resource.table)} t where t.id = ${id} and ${resource.visible(viewer, sql`t`)} for key share`,
    );
    if (!held) throw invalid({ [field]: [{ key: "incorrect" }] });
  }
}

/** Ingredients must be there, and keep their unit while they move. */
export async function holdIngredients(tx: Db, lines: readonly { ingredient: number }[]): Promise<void> {
  const held = await rows(
    tx,
    idRow,
    sql`
    select id from ingredients where id = any(${list(
      lines.map((line) => line.ingredient),
      "integer",
    )}) order by id for share`,
  );
  const known = new Set(held.map(({ id }) => id));
  const wrong = lines.flatMap((line, index): [string, [{ key: string }]][] =>
    known.has(line.ingredient) ? [] : [[`lines[${index}].ingredient`, [{ key: "incorrect" }]]],
  );
  if (wrong.length) throw invalid(Object.fromEntries(wrong));
}
