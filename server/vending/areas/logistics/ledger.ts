import { sql } from "drizzle-orm";
import { z } from "zod";
import type { STOCK_KINDS, WRITE_OFF_REASONS } from "~server/contract/enums";
import type { FieldMessages } from "~server/contract/envelope";
import type { Viewer } from "../../access";
import { type Db, given, rows, run } from "../../database/query";
import { invalid } from "../../fault";
import { dayOf, type Moment, TODAY } from "../../time";
import { hold, type Lying, type Part, type Place, toQuantity, toThousandths } from "./lying";

export type StockKind = (typeof STOCK_KINDS)[number];

/** Quantity in the ingredient's unit; without a batch the first to expire goes first. Kopecks for the line. */
export interface NewLine {
  ingredient: number;
  quantity: number;
  batch?: number | undefined;
  price?: number | null | undefined;
}

/** A move to be written. Of a side that is no place of ours (a supplier, a loss, a buyer, a difference) it says null. */
export interface NewMove {
  kind: StockKind;
  from: Place | null;
  to: Place | null;
  lines: readonly NewLine[];
  /** The same of the same author is written once. */
  key: string;
  digest?: string;
  at?: Moment;
  comment?: string | null;
  reason?: (typeof WRITE_OFF_REASONS)[number] | null;
  sheet?: number | undefined;
  stop?: number | undefined;
  count?: number | undefined;
  /**
   * Where more is taken than there is by the books. It is refused beside its line; or, of what has happened, it is found:
   * a difference of that much is booked first, as a count would.
   */
  short: "refuse" | "found";
  /** What has expired stays where it is. */
  fresh?: true;
}

/** A line as it is written. */
interface Line {
  ingredient: number;
  parts: Part[];
  price: number | null;
}
const headRow = z.object({ id: z.number(), key: z.string() });
type Author = Pick<Viewer, "id" | "full_name">;

/**
 * Writes moves of one author, all in the transaction `tx`, and what lies where after them; those whose key was written
 * before are left out. The ledger is written here alone. Answers the new ones by their keys.
 */
export async function bookMoves(
  tx: Db,
  author: Author,
  moves: readonly NewMove[],
): Promise<ReadonlyMap<string, number>> {
  const ids = await writeHeads(tx, author, moves);
  const fresh = moves.filter(({ key }, nth) => ids.has(key) && moves.findIndex((one) => one.key === key) === nth);
  if (!fresh.length) return ids;
  const touched = fresh.flatMap(({ from, to, lines }) =>
    [from, to].flatMap((place) => (place ? lines.map(({ ingredient }) => ({ place, ingredient })) : [])),
  );
  const lying = await hold(tx, touched);
  const found: NewMove[] = [];
  const written: { key: string; lines: Line[] }[] = fresh.map((move) => {
    const missing = move.short === "found" ? foundFor(move, lying) : undefined;
    if (missing) {
      found.push(missing);
      missing.lines.forEach(({ ingredient, batch = 0, quantity }) => {
        if (move.from) lying.put(move.from, ingredient, { batch, thousandths: toThousandths(quantity) });
      });
    }
    return { key: move.key, lines: moved(move, lying) };
  });
  const foundIds = await writeHeads(tx, author, found);
  const plain = found.map(({ key, lines }) => ({ key, lines: lines.map(asFound) }));
  await writeLines(tx, new Map([...ids, ...foundIds]), [...plain, ...written]);
  await lying.write();
  await keepMachines(tx, fresh);
  return ids;
}

const asFound = ({ ingredient, batch = 0, quantity }: NewLine): Line => ({
  ingredient,
  price: null,
  parts: [{ batch, thousandths: toThousandths(quantity) }],
});

/** The difference that must have been there for a move to be possible. */
function foundFor(move: NewMove, lying: Lying): NewMove | undefined {
  const { from } = move;
  if (!from) return undefined;
  const wanted = new Map<string, NewLine>();
  for (const { ingredient, batch, quantity } of move.lines) {
    const key = `${ingredient} ${batch}`;
    wanted.set(key, { ingredient, batch, quantity: (wanted.get(key)?.quantity ?? 0) + quantity });
  }
  const lines = [...wanted.values()].flatMap(({ ingredient, batch, quantity }): NewLine[] => {
    const missing = toThousandths(quantity) - lying.there(from, ingredient, { batch });
    return missing > 0 ? [{ ingredient, batch: batch ?? 0, quantity: toQuantity(missing) }] : [];
  });
  return lines.length
    ? { ...move, kind: "COUNT", from: null, to: from, lines, key: `${move.key} found`, reason: null, comment: null }
    : undefined;
}

/** Takes from one place and adds to the other; 422 beside each line that asks for more than there is. */
function moved({ from, to, lines, fresh }: NewMove, lying: Lying): Line[] {
  const messages: FieldMessages = {};
  const done = lines.map(({ ingredient, quantity, batch, price = null }, index): Line => {
    const thousandths = toThousandths(quantity);
    const how = { batch, fresh };
    const there = from ? lying.there(from, ingredient, how) : 0;
    if (from && there < thousandths) {
      const key = fresh && lying.there(from, ingredient, { batch }) > there ? "not_enough_fresh" : "not_enough";
      messages[`lines[${index}].quantity`] = [{ key, count: toQuantity(there) }];
      return { ingredient, parts: [], price };
    }
    const parts = from ? lying.take(from, ingredient, thousandths, how) : [{ batch: batch ?? 0, thousandths }];
    if (to) for (const part of parts) lying.put(to, ingredient, part);
    return { ingredient, parts, price };
  });
  if (Object.keys(messages).length) throw invalid(messages);
  return done;
}

async function writeHeads(tx: Db, { id, full_name }: Author, moves: readonly NewMove[]): Promise<Map<string, number>> {
  if (!moves.length) return new Map();
  const heads = moves.map(({ kind, from, to, key, digest = "", at, comment, reason, sheet, stop, count }, nth) => ({
    nth,
    kind,
    from_place: from?.kind ?? "OUTSIDE",
    from_id: from?.id,
    to_place: to?.kind ?? "OUTSIDE",
    to_id: to?.id,
    key,
    digest,
    at: at === undefined ? null : new Date(at).toISOString(),
    comment,
    reason,
    sheet,
    stop,
    count,
  }));
  const written = await rows(
    tx,
    headRow,
    sql`
    insert into stock_moves (kind, from_place, from_id, to_place, to_id, comment, reason, sheet_id, stop_id, count_id, at, author_id, author, key, digest)
    select k.kind, k.from_place, k.from_id, k.to_place, k.to_id, k.comment, k.reason, k.sheet, k.stop, k.count, coalesce(k.at, now()), ${id}, ${full_name}, k.key, k.digest
    from ${given(heads, "nth integer, kind text, from_place text, from_id integer, to_place text, to_id integer, key text, digest text, at timestamptz, comment text, reason text, sheet integer, stop integer, count integer")}
    order by k.nth on conflict (author_id, key) do nothing returning id, key`,
  );
  return new Map(written.map((one) => [one.key, one.id]));
}

/** A line of several batches is one row for each of them; its price stands with the first. */
async function writeLines(
  tx: Db,
  ids: ReadonlyMap<string, number>,
  moves: readonly { key: string; lines: Line[] }[],
): Promise<void> {
  const lines = moves.flatMap(({ key, lines }) =>
    lines
      .flatMap(({ ingredient, parts, price }) =>
        parts.map(({ batch, thousandths }, nth) => ({
          ingredient,
          batch,
          quantity: toQuantity(thousandths),
          price: nth ? null : price,
        })),
      )
      .map((line, position) => ({ ...line, position, move: ids.get(key) })),
  );
  await run(
    tx,
    sql`
    insert into stock_move_lines (move_id, position, ingredient_id, batch_id, quantity, price)
    select k.move, k.position, k.ingredient, k.batch, k.quantity, k.price
    from ${given(lines, "move integer, position integer, ingredient integer, batch integer, quantity numeric, price bigint")}`,
  );
}

/** What was told of a machine's stock for the first time is kept from then on, and its vends take from it. */
async function keepMachines(tx: Db, moves: readonly NewMove[]): Promise<void> {
  const kept = moves.flatMap(({ kind, from, to, lines, at }) =>
    [from, to].flatMap((place) =>
      place?.kind === "DEVICE" && kind !== "CONSUMPTION"
        ? lines.map(({ ingredient }) => ({
            device: place.id,
            ingredient,
            since: new Date(at ?? Date.now()).toISOString(),
          }))
        : [],
    ),
  );
  if (!kept.length) return;
  // What was sold since that moment and told before it was said is due as well.
  await run(
    tx,
    sql`
    with fresh as (
      insert into stock_kept (device_id, ingredient_id, since) select k.device, k.ingredient, min(k.since)
      from ${given(kept, "device integer, ingredient integer, since timestamptz")} group by 1, 2 order by 1, 2 on conflict do nothing returning device_id, since)
    insert into stock_due (device_id, day) select distinct f.device_id, d::date from fresh f cross join generate_series(${dayOf(sql`f.since`)}::timestamp, ${TODAY}, interval '1 day') d`,
  );
}
