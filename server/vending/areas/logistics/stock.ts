import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { FieldMessages } from "~server/contract/envelope";
import type { WrittenMove } from "~server/contract/stock";
import type { Viewer } from "../../access";
import { type Db, list, one, rows, run, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { sha256 } from "../../secrets";
import { crewResource, warehouseResource } from "./resources";

/** Where stock lies; null is outside of the books: a supplier, a loss. */
type Place = { kind: "WAREHOUSE" | "CREW"; id: number } | null;
interface Places {
  from: Place;
  to: Place;
}

const idRow = z.object({ id: z.number() });

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
  const digest = sha256(JSON.stringify([warehouseId, move]));
  return transaction(pool, async (tx) => {
    const made = await one(
      tx,
      idRow,
      sql`
      insert into stock_moves (kind, from_place, from_id, to_place, to_id, comment, author_id, author, key, digest)
      values (${move.kind}, ${places.from?.kind ?? "OUTSIDE"}, ${places.from?.id ?? null}, ${places.to?.kind ?? "OUTSIDE"}, ${places.to?.id ?? null},
        ${move.comment}, ${viewer.id}, ${viewer.full_name}, ${key}, ${digest})
      on conflict (author_id, key) do nothing returning id`,
    );
    if (!made) return firstAnswer(tx, viewer, key, digest);
    await holdPlaces(tx, viewer, move);
    await holdIngredients(tx, move);
    await book(tx, places, move);
    await run(
      tx,
      sql`
      insert into stock_move_lines (move_id, position, ingredient_id, quantity, price)
      select ${made.id}, x.position, x.ingredient, x.quantity, x.price from ${linesOf(move.lines.map((line, position) => ({ ...line, position })))}`,
    );
    return made;
  });
}

/** Whence and whither; 422 when the other side is missing, superfluous or the warehouse itself. */
function placesOf(id: number, { kind, warehouse, crew }: WrittenMove): Places {
  const messages: FieldMessages = {};
  const other = { warehouse: kind === "TRANSFER", crew: kind === "ISSUE" || kind === "RETURN" };
  for (const [field, value, needed] of [
    ["warehouse", warehouse, other.warehouse],
    ["crew", crew, other.crew],
  ] as const) {
    if (needed && value === null) messages[field] = [{ key: "required" }];
    if (!needed && value !== null) messages[field] = [{ key: "not_for_this_move" }];
  }
  if (kind === "TRANSFER" && warehouse === id) messages.warehouse = [{ key: "same_place" }];
  if (Object.keys(messages).length) throw invalid(messages);
  const here = { kind: "WAREHOUSE", id } as const;
  const there: Place =
    crew !== null ? { kind: "CREW", id: crew } : warehouse !== null ? { kind: "WAREHOUSE", id: warehouse } : null;
  return kind === "RECEIPT" || kind === "RETURN" ? { from: there, to: here } : { from: here, to: there };
}

/** Answers what the first sending was answered, if it was this very move. */
async function firstAnswer(tx: Db, viewer: Viewer, key: string, digest: string): Promise<{ id: number }> {
  const first = await one(
    tx,
    idRow.extend({ digest: z.string() }),
    sql`select id, digest from stock_moves where author_id = ${viewer.id} and key = ${key}`,
  );
  if (!first || first.digest !== digest) throw new Fault(409, "key_reused");
  return { id: first.id };
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
async function holdIngredients(tx: Db, { lines }: WrittenMove): Promise<void> {
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

const stockRow = z.object({ place: z.string(), place_id: z.number(), ingredient: z.number(), quantity: z.number() });

/** Takes from one place and adds to the other; nothing may come to lie below zero. */
async function book(tx: Db, { from, to }: Places, { lines }: WrittenMove): Promise<void> {
  const changes = [...changesAt(from, -1, lines), ...changesAt(to, 1, lines)];
  const touched = linesOf(changes);
  await run(
    tx,
    sql`
    insert into stock (place, place_id, ingredient_id, quantity) select x.place, x.place_id, x.ingredient, 0 from ${touched} order by 1, 2, 3 on conflict do nothing`,
  );
  const held = await rows(
    tx,
    stockRow,
    sql`
    select s.place, s.place_id, s.ingredient_id as ingredient, s.quantity from stock s
    where (s.place, s.place_id, s.ingredient_id) in (select x.place, x.place_id, x.ingredient from ${touched}) order by 1, 2, 3 for update`,
  );
  if (from) refuseOverdraft(from, held, lines);
  await run(
    tx,
    sql`
    update stock s set quantity = s.quantity + x.quantity, moved_at = now() from ${touched}
    where s.place = x.place and s.place_id = x.place_id and s.ingredient_id = x.ingredient`,
  );
}

const changesAt = (place: Place, sign: 1 | -1, lines: WrittenMove["lines"]) =>
  place
    ? lines.map((line) => ({
        place: place.kind,
        place_id: place.id,
        ingredient: line.ingredient,
        quantity: sign * line.quantity,
      }))
    : [];

function refuseOverdraft(
  from: NonNullable<Place>,
  held: z.infer<typeof stockRow>[],
  lines: WrittenMove["lines"],
): void {
  const messages: FieldMessages = {};
  lines.forEach((line, index) => {
    const there =
      held.find((row) => row.place === from.kind && row.place_id === from.id && row.ingredient === line.ingredient)
        ?.quantity ?? 0;
    // Thousandths are whole numbers, which compare exactly.
    if (Math.round(there * 1000) < Math.round(line.quantity * 1000))
      messages[`lines[${index}].quantity`] = [{ key: "not_enough", count: there }];
  });
  if (Object.keys(messages).length) throw invalid(messages);
}

/** Lines as a table `x`; numbers travel as decimals, so that none is rounded. */
const linesOf = (lines: object[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(position integer, place text, place_id integer, ingredient integer, quantity numeric, price bigint)`;
