import { type SQL, sql } from "drizzle-orm";
import type { CutName } from "~server/contract/reports/cuts";
import { KEY_MOVE_TYPES, KEY_MOVES, type KeyMove, type Pocket, VEND_MOVES } from "~server/contract/key-moves";
import { byTypeCount, byTypeSum } from "~server/contract/reports/key-types";
import { byCarriedDevice, companyStaff, isUnlimited, type Viewer } from "../../../access";
import { allOf, always, anyOf, list } from "../../../database/query";
import { beginOf } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import { narrowed } from "../filters";
import { type Asked, type Facts, type Made, part, type Summed } from "./facts";

const typesOf = (pocket: Pocket): KeyMove[] => KEY_MOVE_TYPES.filter((type) => KEY_MOVES[type].pocket === pocket);
const MONEY = list([...typesOf("main"), ...typesOf("bonus")], "text");

/** Cuts and filters that say nothing of where a machine stood. */
const OF_KEYS: ReadonlySet<string> = new Set(["client", "key", "key_move", "span"]);
const filtersOf = ({ query }: Asked): string[] =>
  Object.keys(query.filters).filter((name) => query.filters[name]?.length);
const isWhole = (asked: Asked): boolean =>
  isUnlimited(asked.viewer) && [...asked.rows, ...filtersOf(asked)].every((name) => OF_KEYS.has(name));
const tellsBalances = (asked: Asked): boolean =>
  isWhole(asked) && asked.report.measures.some((measure) => /_(opening|closing)$/.test(measure));
/** What wallets have is for whoever sees wallets. */
const seesWallets = (viewer: Viewer): SQL => companyStaff(viewer, sql`x`);

/**
 * Movements of keys on some days, and where balances are asked for those before, which say nothing but what keys had then.
 * What staff moved has no machine and is seen with the wallets; what moved at a machine by whom its place of then was open to.
 */
function lines(asked: Asked, { from, to }: Edges): SQL {
  const { viewer, query } = asked;
  const chosen = query.filters.key_move?.length ? query.filters.key_move : VEND_MOVES;
  // A vend paid from both pockets is told by two movements, the first of which counts.
  const isVend = sql`m.day >= ${from} and m.type = any(${list(VEND_MOVES, "text")}) and m.reverses_id is null and not exists (
    select 1 from key_moves e where e.authorisation_id = m.authorisation_id and e.id < m.id and e.reverses_id is null
      and e.type = any(${list(VEND_MOVES, "text")}) and e.type = any(${list([...chosen], "text")}))`;
  const placed = isWhole(asked)
    ? sql`left join placements p on false`
    : sql`left join lateral (
      select q.* from placements q where q.device_id = x.device_id and q.from_at <= x.at order by q.from_at desc limit 1) p on true`;
  const known = (column: SQL) => sql`case when ${seesWallets(viewer)} then ${column} end`;
  return sql`
  from (
    select m.id, m.at, m.type, m.wallet_id, m.client_id, m.recipe_id, m.device_id, m.day >= ${from} as present, m.amount,
      case when m.type = any(${list(typesOf("main"), "text")}) then 'main' when m.type = any(${list(typesOf("bonus"), "text")}) then 'bonus' end as pocket,
      case when m.type = any(${list(typesOf("main"), "text")}) then m.balance else m.bonus_balance end as balance,
      ${known(sql`m.reason`)} as reason, ${known(sql`m.author`)} as author, ${isVend} as is_vend, m.price,
      ${beginOf(query.step ?? "day", sql`greatest(m.day, ${from}::date)`)} as from_day
    from key_moves m where m.day <= ${to} and ${tellsBalances(asked) ? always : sql`m.day >= ${from}`}) x
  ${placed}
  where ${isUnlimited(viewer) ? always : anyOf([byCarriedDevice(viewer, sql`p`), allOf([sql`x.device_id is null`, seesWallets(viewer)])])}
    and ${allOf(narrowed(query).where)}`;
}

const present =
  (condition: SQL, value: SQL): Summed =>
  () =>
    sql`case when x.present and ${condition} then ${value} else 0 end`;
const before =
  (pocket: Pocket): Summed =>
  () =>
    sql`case when not x.present and x.pocket = ${pocket} then x.amount else 0 end`;
const came = (pocket: Pocket): Summed => present(sql`x.pocket = ${pocket} and x.amount > 0`, sql`x.amount`);
const went = (pocket: Pocket): Summed => present(sql`x.pocket = ${pocket} and x.amount < 0`, sql`-x.amount`);

const COUNTS = byTypeCount((type) => present(sql`x.type = ${type}`, sql`1`));
const TYPE_SUMS = byTypeSum((type) => present(sql`x.type = ${type}`, sql`x.amount`));
const SUMS = {
  key_moves: present(sql`true`, sql`1`),
  moved: present(sql`true`, sql`x.amount`),
  balance_after: present(sql`true`, sql`x.balance`),
  vends: present(sql`x.is_vend`, sql`1`),
  vended_price: present(sql`x.is_vend`, sql`coalesce(x.price, 0)`),
  main_before: before("main"),
  main_in: came("main"),
  main_out: went("main"),
  bonus_before: before("bonus"),
  bonus_in: came("bonus"),
  bonus_out: went("bonus"),
  ...COUNTS,
  ...TYPE_SUMS,
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;

/** What keys had when a row began: of a day, week or month what they had before, and what moved until then. */
function opening(pocket: Pocket): Made<Sum> {
  return {
    of: [`${pocket}_before`, `${pocket}_in`, `${pocket}_out`],
    make: (v, asked) => {
      if (!isWhole(asked)) return sql`null::bigint`;
      const had = v(`${pocket}_before`);
      if (!asked.rows.includes("span")) return had;
      const others = asked.rows.filter((cut: CutName) => cut !== "span").map((cut) => sql`g.${sql.identifier(cut)}`);
      const sinceThen = (sum: SQL, frame: SQL) =>
        sql`coalesce(sum(${sum}) over (partition by ${sql.join([sql`g.total`, ...others], sql`, `)} order by g.span rows ${frame}), 0)`;
      const moved = sql`${v(`${pocket}_in`)} - ${v(`${pocket}_out`)}`;
      return sql`(${sinceThen(had, sql`unbounded preceding`)} + ${sinceThen(moved, sql`between unbounded preceding and 1 preceding`)})`;
    },
  };
}

function closing(pocket: Pocket): Made<Sum> {
  const { of, make } = opening(pocket);
  return { of, make: (v, asked) => sql`(${make(v, asked)} + ${v(`${pocket}_in`)} - ${v(`${pocket}_out`)})` };
}

/** Movements of keys of wallets, to whom these belonged then; kopecks. */
export const KEYS_MOVED: Facts<Sum, "keys"> = {
  lines,
  sums: SUMS,
  // Of rows of single movements: their own.
  greatest: ["balance_after"],
  counted: sql`x.wallet_id`,
  counts: { keys: { of: ["key_moves"], holds: (sum) => sql`${sum("key_moves")} > 0` } },
  made: {
    key_moves: part("key_moves"),
    keys: part("keys"),
    moved: part("moved"),
    balance_after: {
      of: ["balance_after"],
      make: (v, { viewer }) =>
        sql`case when g.total = 0 and g.key_move = any(${MONEY}) and ${companyStaff(viewer, sql`g`)} then ${v("balance_after")} end`,
    },
    vends: part("vends"),
    vended_price: {
      of: ["vended_price", "vends"],
      make: (v) => sql`case when ${v("vends")} > 0 then ${v("vended_price")} end`,
    },
    main_opening: opening("main"),
    main_in: part("main_in"),
    main_out: part("main_out"),
    main_closing: closing("main"),
    bonus_opening: opening("bonus"),
    bonus_in: part("bonus_in"),
    bonus_out: part("bonus_out"),
    bonus_closing: closing("bonus"),
    ...byTypeCount((type) => part<Sum>(`${type}_count`)),
    ...byTypeSum((type) => part<Sum>(`${type}_sum`)),
  },
};
