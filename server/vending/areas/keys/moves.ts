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
import { allOf, type Db, list, only, rows } from "../../database/query";
import { pastRef } from "../../resource/deleted";
import { isoOf } from "../../time";

const ofPocket = (pocket: Pocket): KeyMove[] => KEY_MOVE_TYPES.filter((type) => KEY_MOVES[type].pocket === pocket);
const among = (types: readonly KeyMove[]): SQL => sql`m.type = any(${list(types, "text")})`;

const asked = (wallet: number, { type, pocket, day_from, day_to }: MovesAsked): SQL =>
  allOf([
    sql`m.wallet_id = ${wallet}`,
    ...(type.length ? [among(type)] : []),
    ...(pocket ? [among(ofPocket(pocket))] : []),
    ...(day_from ? [sql`m.day >= ${day_from}`] : []),
    ...(day_to ? [sql`m.day <= ${day_to}`] : []),
  ]);

/** A page of a wallet's movements, the latest booked first, and what all that are asked for brought and took, as far as they are counted. */
export async function movesOf(
  db: Db,
  viewer: Viewer,
  wallet: number,
  { page, limit, ...query }: MovesAsked & { page: number; limit: number },
): Promise<WalletMoves> {
  const where = asked(wallet, query);
  const items = await read(db, viewer, where, sql`limit ${limit} offset ${(page - 1) * limit}`);
  const sum = (pocket: Pocket, sign: SQL) =>
    sql`coalesce(sum(abs(m.amount)) filter (where ${among(ofPocket(pocket))} and m.amount ${sign} 0), 0)`;
  const turnover = (pocket: Pocket) =>
    sql`json_build_object('in', ${sum(pocket, sql`>`)}, 'out', ${sum(pocket, sql`<`)})`;
  const { count, totals } = await only(
    db,
    countedRow,
    sql`select count(*) as count, json_build_object('main', ${turnover("main")}, 'bonus', ${turnover("bonus")}) as totals
    from (select m.type, m.amount from key_moves m where ${where} limit ${COUNT_CAP + 1}) m`,
  );
  const capped = count > COUNT_CAP;
  return { items, totals: capped ? null : totals, total: Math.min(count, COUNT_CAP), capped, page, limit };
}

const turnoverRow = z.object({ in: z.number(), out: z.number() });
const countedRow = z.object({ count: z.number(), totals: z.object({ main: turnoverRow, bonus: turnoverRow }) });

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
