import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { KEY_MOVE_TYPES, KEY_MOVES, type KeyMove, type Pocket } from "~server/contract/key-moves";
import { EXPORT_PAGE } from "~server/contract/lists";
import { COUNT_CAP } from "~server/contract/record";
import {
  type MovesAsked,
  type WalletMove,
  type walletMovesExportSchema,
  type WalletMoves,
  walletMoveSchema,
} from "~server/contract/wallet-moves";
import { byDevice, type Viewer } from "../../access";
import { allOf, type Db, list, rows } from "../../database/query";
import { pastRef } from "../../resource/deleted";
import { isoOf } from "../../time";

const ofPocket = (pocket: Pocket): KeyMove[] => KEY_MOVE_TYPES.filter((type) => KEY_MOVES[type].pocket === pocket);
const among = (types: readonly KeyMove[]): SQL => sql`m.type = any(${list(types, "text")})`;

/** Types that are asked for; undefined: all. */
function typesAsked({ type, pocket }: MovesAsked): KeyMove[] | undefined {
  if (!pocket) return type.length ? type : undefined;
  const those = ofPocket(pocket);
  return type.length ? those.filter((one) => type.includes(one)) : those;
}

const asked = (wallet: number, query: MovesAsked): SQL => {
  const types = typesAsked(query);
  const { day_from, day_to } = query;
  return allOf([
    sql`m.wallet_id = ${wallet}`,
    ...(types ? [among(types)] : []),
    ...(day_from ? [sql`m.day >= ${day_from}`] : []),
    ...(day_to ? [sql`m.day <= ${day_to}`] : []),
  ]);
};

/**
 * Ids of the latest `most` movements that are asked for, at least, so that a large wallet is not read from its end until a
 * page is full: of types the latest of each, of days all of them. Every part is read from an index alone.
 */
function latest(wallet: number, query: MovesAsked, most: number): SQL {
  const types = typesAsked(query);
  const where = asked(wallet, query);
  if (query.day_from || query.day_to) return sql`select m.id from key_moves m where ${where} offset 0`;
  if (!types) return sql`select m.id from key_moves m where ${where} order by m.id desc limit ${most}`;
  return sql`select f.id from unnest(${list(types, "text")}) t(type) cross join lateral (
    select m.id from key_moves m where m.wallet_id = ${wallet} and m.type = t.type order by m.id desc limit ${most}) f`;
}

/** A page of a wallet's movements, the latest booked first, and what all that are asked for brought and took, as far as they are counted. */
export async function movesOf(
  db: Db,
  viewer: Viewer,
  wallet: number,
  { page, limit, ...query }: MovesAsked & { page: number; limit: number },
): Promise<WalletMoves> {
  const shown = sql`select x.id from (${latest(wallet, query, page * limit)}) x order by x.id desc limit ${limit} offset ${(page - 1) * limit}`;
  const items = await read(db, viewer, sql`m.id = any(array(${shown}))`, sql`limit ${limit}`);
  const counted = await rows(
    db,
    countedRow,
    sql`select m.type, count(*) as count, coalesce(sum(m.amount) filter (where m.amount > 0), 0) as in, coalesce(-sum(m.amount) filter (where m.amount < 0), 0) as out
    from (select m.type, m.amount from key_moves m where ${asked(wallet, query)} limit ${COUNT_CAP + 1}) m group by 1`,
  );
  const sum = (of: typeof counted, what: "count" | "in" | "out") => of.reduce((all, one) => all + one[what], 0);
  const turnover = (pocket: Pocket) => {
    const these = counted.filter(({ type }) => KEY_MOVES[type].pocket === pocket);
    return { in: sum(these, "in"), out: sum(these, "out") };
  };
  const count = sum(counted, "count");
  const capped = count > COUNT_CAP;
  const totals = capped ? null : { main: turnover("main"), bonus: turnover("bonus") };
  return { items, totals, total: Math.min(count, COUNT_CAP), capped, page, limit };
}

const countedRow = z.object({ type: z.enum(KEY_MOVE_TYPES), count: z.number(), in: z.number(), out: z.number() });

/** A page of all that are asked for, for a file: those booked before the movement `before`. */
export async function movesExported(
  db: Db,
  viewer: Viewer,
  wallet: number,
  { before, ...query }: MovesAsked & { before?: number | undefined },
): Promise<z.infer<typeof walletMovesExportSchema>> {
  const where = allOf([asked(wallet, query), ...(before === undefined ? [] : [sql`m.id < ${before}`])]);
  const items = await read(db, viewer, where, sql`limit ${EXPORT_PAGE}`);
  return { items, next: items.length === EXPORT_PAGE ? (items.at(-1)?.id ?? null) : null };
}

function read(db: Db, viewer: Viewer, where: SQL, part: SQL): Promise<WalletMove[]> {
  const seen = byDevice()(viewer, sql`m`);
  const ifSeen = (value: SQL) => sql`case when ${seen} then ${value} end`;
  const pockets = KEY_MOVE_TYPES.map((type) => sql`when ${type} then ${KEY_MOVES[type].pocket}`);
  // The page is found first: who stands in it is looked up for its rows alone.
  return rows(
    db,
    walletMoveSchema,
    sql`
    select m.id, m.at, m.entered_at, m.type, case m.type ${sql.join(pockets, sql` `)} end as pocket, m.amount, m.balance, m.bonus_balance, m.price,
      ${ifSeen(pastRef(viewer, "device", sql`m.device_id`))} as device, ${ifSeen(pastRef(viewer, "location", sql`p.location_id`))} as location,
      ${ifSeen(pastRef(viewer, "recipe", sql`m.recipe_id`))} as recipe, ${pastRef(viewer, "key_client", sql`m.client_id`)} as client, m.reason, m.author,
      (select json_build_object('id', o.id, 'at', ${isoOf(sql`o.at`)}) from key_moves o where o.id = m.reverses_id) as reverses
    from (select m.* from key_moves m where ${where} order by m.id desc ${part}) m left join placements p on p.id = m.placement_id order by m.id desc`,
  );
}
