import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { EXPORT_PAGE } from "~server/contract/lists";
import { COUNT_CAP } from "~server/contract/record";
import {
  type LinesAsked,
  type StockLine,
  stockLineSchema,
  type stockLinesExportSchema,
  type stockLinesSchema,
} from "~server/contract/stock-lists";
import { isUnlimited, type Viewer } from "../../access";
import { allOf, type Db, list, never, only, rows } from "../../database/query";
import { instantAt } from "../../time";
import { movesInSight, placeNamed } from "./places";

const PLACE_FILTERS = [
  ["warehouse", "WAREHOUSE"],
  ["crew", "CREW"],
  ["device", "DEVICE"],
] as const;

/** Conditions on lines `l` of moves `m`. Moves of a place are two indexed stretches. */
function asked(viewer: Viewer, query: LinesAsked): SQL {
  const { kind, ingredient, reason, day_from, day_to } = query;
  const places = PLACE_FILTERS.flatMap(([filter, place]): SQL[] => {
    const value = query[filter];
    if (value === undefined) return [];
    if (value === "none") return [sql`m.from_place <> ${place} and m.to_place <> ${place}`];
    return [
      sql`m.id in (select id from stock_moves where from_place = ${place} and from_id = ${value} union all select id from stock_moves where to_place = ${place} and to_id = ${value})`,
    ];
  });
  return allOf([
    ...(isUnlimited(viewer) ? [] : [movesInSight(viewer)]),
    ...(kind.length ? [sql`m.kind = any(${list(kind, "text")})`] : []),
    ...places,
    ...(ingredient === undefined ? [] : ingredient === "none" ? [never] : [sql`l.ingredient_id = ${ingredient}`]),
    ...(reason ? [sql`m.reason = ${reason}`] : []),
    ...(day_from ? [sql`m.at >= ${instantAt(sql`${day_from}::date`)}`] : []),
    ...(day_to ? [sql`m.at < ${instantAt(sql`${day_to}::date + 1`)}`] : []),
  ]);
}

/** A page of the ledger's lines, the latest booked first. */
export async function linesOf(
  db: Db,
  viewer: Viewer,
  { page, limit, ...query }: LinesAsked & { page: number; limit: number },
): Promise<z.infer<typeof stockLinesSchema>> {
  const where = asked(viewer, query);
  const items = await read(db, viewer, where, sql`limit ${limit} offset ${(page - 1) * limit}`);
  const { count } = await only(
    db,
    z.object({ count: z.number() }),
    sql`select count(*) as count from (select 1 from stock_move_lines l join stock_moves m on m.id = l.move_id where ${where} limit ${COUNT_CAP + 1}) x`,
  );
  return { items, total: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP, page, limit };
}

/** A page of all that are asked for, for a file: whole moves, those booked before the move `before`. */
export async function linesExported(
  db: Db,
  viewer: Viewer,
  { before, ...query }: LinesAsked & { before?: number | undefined },
): Promise<z.infer<typeof stockLinesExportSchema>> {
  const where = allOf([asked(viewer, query), ...(before === undefined ? [] : [sql`m.id < ${before}`])]);
  const items = await read(db, viewer, where, sql`limit ${EXPORT_PAGE}`);
  if (items.length < EXPORT_PAGE) return { items, next: null };
  // The last move may go on beyond the page: it begins the next one, unless it fills this one alone.
  const last = items.at(-1)?.move ?? 0;
  const whole = items.filter(({ move }) => move !== last);
  return whole.length ? { items: whole, next: last + 1 } : { items, next: last };
}

function read(db: Db, viewer: Viewer, where: SQL, part: SQL): Promise<StockLine[]> {
  // The page is found first: who stands in it is looked up for its rows alone.
  return rows(
    db,
    stockLineSchema,
    sql`
    select x.move_id as move, x.position, x.at, x.kind, ${placeNamed(viewer, sql`x.from_place`, sql`x.from_id`)} as from, ${placeNamed(viewer, sql`x.to_place`, sql`x.to_id`)} as to,
      json_build_object('id', i.id, 'label', i.name) as ingredient, i.unit, x.quantity, nullif(b.code, '') as batch, b.expires_on, x.price, x.reason, x.comment, nullif(x.author, '') as author
    from (select l.*, m.at, m.kind, m.from_place, m.from_id, m.to_place, m.to_id, m.reason, m.comment, m.author
        from stock_move_lines l join stock_moves m on m.id = l.move_id where ${where} order by l.move_id desc, l.position ${part}) x
      join ingredients i on i.id = x.ingredient_id left join stock_batches b on b.id = x.batch_id
    order by x.move_id desc, x.position`,
  );
}
