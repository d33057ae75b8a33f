import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { KEY_TYPES } from "~server/contract/enums";
import { type ImportLines, MOST_LINES } from "~server/contract/drafts";
import { LARGEST_MOVE } from "~server/contract/key-moves";
import { MANY_MOVES, type ManyMoves, moveLine, type SelectedMoves } from "~server/contract/wallet-imports";
import { PAYS_FROM } from "~server/contract/wallet-moves";
import { companyStaff, type Viewer } from "../../access";
import { allOf, type Db, list, only, rows, run } from "../../database/query";
import { Fault } from "../../fault";
import { checkedLines, faultOf, type ImportKind, keepImport, linesOf } from "../../resource/drafts";
import { matching } from "../../resource/read";
import { resourceNamed } from "../../resource/resource";
import { writeMoves } from "./ledger";

const SHAPE = "n integer, title text, key text, amount bigint, reason text, fault jsonb";
/** Movements written at once. */
const PART = 10_000;

const PAYING = list(
  KEY_TYPES.filter((type) => PAYS_FROM[type].includes("main")),
  "text",
);
const moveOf = (id: number): SQL => sql`(select i.options ->> 'move' from drafts i where i.id = ${id})`;

/** Lines with the wallets they are of; the same key twice is a mistake, whatever it says. */
const judged = (viewer: Viewer, id: number): SQL => sql`
  select x.*, case
      when x.fault_of_line is not null then x.fault_of_line
      when x.wallet is null then ${faultOf("wallet_unknown", "key")}
      when x.times > 1 then ${faultOf("repeats", "key")}
      when x.amount is null then ${faultOf("required", "amount")}
      when x.reason is null then ${faultOf("required", "reason")}
      when x.blocked then ${faultOf("wallet_blocked", "key")}
      when x.move = 'manual_withdraw' and x.amount > x.free then ${faultOf("wallet_short", "amount", sql`x.free / 100.0`)}
      when x.move = 'manual_deposit' and not x.type = any(${PAYING}) then ${faultOf("wallet_no_money", "key")}
      when x.move = 'manual_deposit' and x.balance + x.amount > ${LARGEST_MOVE} then ${faultOf("wallet_full", "amount", sql`${LARGEST_MOVE / 100}::numeric`)}
    end as fault
  from (
    select l.n, l.title, l.amount, l.reason, l.fault as fault_of_line, count(*) over (partition by l.key) as times, ${moveOf(id)} as move,
      w.id as wallet, w.type, w.blocked, w.balance, greatest(0, w.balance - coalesce(h.held, 0)) as free
    from ${linesOf(id, SHAPE)} l left join key_wallets w on w.key = l.key and ${companyStaff(viewer, sql`w`)}
      left join (select a.wallet_id, sum(a.main) as held from authorisations a where a.state = 'held' and a.expires_at > now() group by 1) h on h.wallet_id = w.id) x`;

const movedRow = z.object({
  wallet: z.number(),
  type: z.enum(MANY_MOVES),
  amount: z.number(),
  reason: z.string(),
});

/** One movement of each of many keys. */
export const MANY: ImportKind = {
  name: "wallet_moves",
  sums: ["amount"],
  texts: ["move", "reason"],
  judged,
  lock: (tx, id) =>
    run(
      tx,
      sql`select 1 from key_wallets w where w.key in (select l.key from ${linesOf(id, SHAPE)} l) order by w.id for no key update`,
    ),
  async apply(tx, viewer, id) {
    const moves = await rows(
      tx,
      movedRow,
      sql`select j.wallet, j.move as type, j.amount, j.reason from (${judged(viewer, id)}) j order by j.n`,
    );
    const author = { id: viewer.id, full_name: viewer.full_name };
    const at = Date.now();
    for (let from = 0; from < moves.length; from += PART)
      await writeMoves(
        tx,
        moves.slice(from, from + PART).map(({ wallet, type, amount, reason }) => ({
          wallet,
          type,
          amount: type === "manual_withdraw" ? -amount : amount,
          reason,
          author,
          at,
          key: `import ${id}`,
        })),
      );
  },
};

/** Movements from a file; what a line leaves out is what all have. */
export function importMoves(db: Db, viewer: Viewer, { move, amount, reason }: ManyMoves, lines: ImportLines) {
  const all = { amount: amount ?? null, reason: reason || null };
  const checked = checkedLines(moveLine, "key", lines).map((line) => withDefaults(line, all));
  return keepImport(db, viewer, MANY, { move }, checked);
}

const lineRow = z.looseObject({ amount: z.number().nullish(), reason: z.string().nullish() });
function withDefaults(line: object, all: { amount: number | null; reason: string | null }): object {
  const own = lineRow.parse(line);
  return { ...line, amount: own.amount ?? all.amount, reason: own.reason ?? all.reason };
}

const chosenRow = z.object({ n: z.number(), key: z.string() });

/** One movement of all keys that were chosen in their list: by ids, or all that it shows, if they are as many as the person agreed to. */
export async function selectMoves(pool: Pool, viewer: Viewer, body: SelectedMoves): Promise<{ id: number }> {
  const { move, amount, reason, ids, filter, expected } = body;
  const resource = resourceNamed("key_wallet");
  const where =
    filter === undefined
      ? allOf([sql`t.id = any(${list(ids, "integer")})`, resource.visible(viewer, sql`t`)])
      : matching(resource, viewer, new URLSearchParams(filter));
  const { count } = await only(
    pool,
    z.object({ count: z.number() }),
    sql`select count(*) as count from (select 1 from key_wallets t where ${where} limit ${MOST_LINES + 1}) t`,
  );
  if (count > MOST_LINES) throw new Fault(422, "import_too_long");
  if (filter !== undefined && count !== expected) throw new Fault(409, "count_changed", { data: { matching: count } });
  const found = await rows(
    pool,
    chosenRow,
    sql`select row_number() over (order by t.key, t.id) as n, t.key from key_wallets t where ${where} order by 1 limit ${MOST_LINES}`,
  );
  const lines = found.map(({ n, key }) => ({ n, title: key, key, amount, reason }));
  return keepImport(pool, viewer, MANY, { move }, lines);
}
