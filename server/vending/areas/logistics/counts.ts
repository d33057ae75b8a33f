import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { countsSchema, type Seen, type WrittenCount } from "~server/contract/stock-lists";
import type { Viewer } from "../../access";
import { type Db, given, one, only, rows, run, transaction } from "../../database/query";
import { invalid } from "../../fault";
import { sha256 } from "../../secrets";
import { batchesOf } from "./batches";
import { bookMoves, type NewLine } from "./ledger";
import { type Place, toThousandths } from "./lying";
import { firstAnswer, holdIngredients } from "./stock";

const PAGE = 50;
const idRow = z.object({ id: z.number() });

/**
 * Notes a count and books what differs from what the sheet said: more comes from nowhere, less goes nowhere. What was
 * moved between the sheet and now stays moved. The same key of the same author again answers the first count.
 */
export function countPlace(
  pool: Pool,
  viewer: Viewer,
  place: Place,
  { key, seen, comment, lines: written }: WrittenCount,
): Promise<{ id: number }> {
  const digest = sha256(JSON.stringify([place, comment, written]));
  return transaction(pool, async (tx) => {
    const first = await firstAnswer(tx, "stock_counts", viewer, key, digest);
    if (first) return first;
    const count = await one(
      tx,
      idRow,
      sql`
      insert into stock_counts (place, place_id, comment, author_id, author, key, digest)
      values (${place.kind}, ${place.id}, ${comment}, ${viewer.id}, ${viewer.full_name}, ${key}, ${digest}) on conflict (author_id, key) do nothing returning id`,
    );
    if (!count) {
      const other = await firstAnswer(tx, "stock_counts", viewer, key, digest);
      if (!other) throw new Error("a count is neither new nor known");
      return other;
    }
    await holdIngredients(tx, written);
    const lines = await countedLines(tx, written, seen);
    await run(
      tx,
      sql`insert into stock_count_lines (count_id, position, ingredient_id, batch_id, expected, counted)
      select ${count.id}::integer, k.position, k.ingredient, k.batch, k.expected, k.counted
      from ${given(
        lines.map((line, position) => ({ ...line, position })),
        "position integer, ingredient integer, batch integer, expected numeric, counted numeric",
      )}`,
    );
    const differing = (sign: 1 | -1): NewLine[] =>
      lines.flatMap(({ ingredient, batch, expected, counted }) => {
        const thousandths = (toThousandths(counted) - toThousandths(expected)) * sign;
        return thousandths > 0 ? [{ ingredient, batch, quantity: thousandths / 1000 }] : [];
      });
    const common = { kind: "COUNT", comment, count: count.id, short: "found" } as const;
    await bookMoves(tx, viewer, [
      ...withLines({ ...common, from: null, to: place, key: `count ${count.id} more`, lines: differing(1) }),
      ...withLines({ ...common, from: place, to: null, key: `count ${count.id} less`, lines: differing(-1) }),
    ]);
    return count;
  });
}

const withLines = <M extends { lines: readonly NewLine[] }>(move: M): M[] => (move.lines.length ? [move] : []);

/** What was counted, each with what the sheet said of it. 422 where a thing stands in two lines, or nothing was counted. */
async function countedLines(tx: Db, written: WrittenCount["lines"], seen: readonly Seen[]) {
  const batchOf = await batchesOf(tx, written, true);
  const expected = new Map(seen.map(([ingredient, batch, quantity]) => [`${ingredient} ${batch}`, quantity]));
  const known = new Set<string>();
  const lines = written.flatMap(({ counted, ...line }, index) => {
    if (counted === null) return [];
    const batch = batchOf(line) ?? 0;
    const key = `${line.ingredient} ${batch}`;
    if (known.has(key)) throw invalid({ [`lines[${index}].ingredient`]: [{ key: "repeats" }] });
    known.add(key);
    return [{ ingredient: line.ingredient, batch, expected: expected.get(key) ?? 0, counted }];
  });
  if (!lines.length) throw invalid({ "lines[0].counted": [{ key: "required" }] });
  return lines;
}

/** Counts of a place, the latest first, 50 a page. */
export async function countsOf(db: Db, { kind, id }: Place, page: number): Promise<z.infer<typeof countsSchema>> {
  const mine = sql`from stock_counts c where c.place = ${kind} and c.place_id = ${id}`;
  const items = await rows(
    db,
    countsSchema.shape.items.element,
    sql`
    select c.id, c.at, nullif(c.author, '') as author, c.comment,
      (select coalesce(json_agg(json_build_object('ingredient', json_build_object('id', i.id, 'label', i.name), 'unit', i.unit, 'batch', nullif(b.code, ''), 'expires_on', b.expires_on, 'expected', l.expected, 'counted', l.counted) order by l.position), '[]')
        from stock_count_lines l join ingredients i on i.id = l.ingredient_id left join stock_batches b on b.id = l.batch_id where l.count_id = c.id) as lines
    ${mine} order by c.id desc limit ${PAGE} offset ${(page - 1) * PAGE}`,
  );
  const { total } = await only(db, z.object({ total: z.number() }), sql`select count(*) as total ${mine}`);
  return { items, total };
}
