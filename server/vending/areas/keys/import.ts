import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { KEY_TYPES } from "~server/contract/enums";
import type { ImportLines } from "~server/contract/drafts";
import { keyLine } from "~server/contract/wallet-imports";
import { PAYS_FROM } from "~server/contract/wallet-moves";
import type { Viewer } from "../../access";
import { companyStaff } from "../../access";
import { type Db, list, rows, run } from "../../database/query";
import { checkedLines, faultOf, type ImportKind, keepImport, linesOf } from "../../resource/drafts";
import { movesOfIssue } from "./issue";
import { writeMoves } from "./ledger";

const SHAPE =
  "n integer, title text, key text, client text, owner text, type text, original_balance bigint, original_bonus bigint, fault jsonb";
/** Movements written at once. */
const PART = 10_000;

const paying = (pocket: "main" | "bonus"): SQL =>
  list(
    KEY_TYPES.filter((type) => PAYS_FROM[type].includes(pocket)),
    "text",
  );

/** Lines with the clients they name; clients of one name cannot be told apart. */
const judged = (viewer: Viewer, id: number): SQL => sql`
  select x.*, case
      when x.fault_of_line is not null then x.fault_of_line
      when x.times > 1 then ${faultOf("repeats", "key")}
      when x.is_taken then ${faultOf("taken", "key")}
      when x.client is not null and x.clients is null then ${faultOf("client_unknown", "client")}
      when x.clients > 1 then ${faultOf("client_ambiguous", "client")}
      when x.original_balance > 0 and not x.type = any(${paying("main")}) then ${faultOf("wallet_no_money", "original_balance")}
      when x.original_bonus > 0 and not x.type = any(${paying("bonus")}) then ${faultOf("wallet_no_bonus", "original_bonus")}
    end as fault
  from (
    select l.n, l.title, l.key, l.client, l.owner, l.type, l.original_balance, l.original_bonus, l.fault as fault_of_line,
      count(*) over (partition by l.key) as times, w.id is not null as is_taken, c.id as client_id, c.clients
    from ${linesOf(id, SHAPE)} l left join key_wallets w on w.key = l.key
      left join (select lower(c.name) as name, min(c.id) as id, count(*) as clients from key_clients c where ${companyStaff(viewer, sql`c`)} group by 1) c on c.name = lower(l.client)) x`;

const madeRow = z.object({
  id: z.number(),
  type: z.enum(KEY_TYPES),
  original_balance: z.number(),
  original_bonus: z.number(),
});

/** New keys, each with what it is issued with. */
export const KEYS: ImportKind = {
  name: "wallets",
  sums: ["original_balance", "original_bonus"],
  texts: [],
  judged,
  async apply(tx, viewer, id) {
    const made = await rows(
      tx,
      madeRow,
      sql`insert into key_wallets (key, client_id, owner, type, original_balance, original_bonus)
      select j.key, j.client_id, j.owner, j.type, coalesce(j.original_balance, 0), coalesce(j.original_bonus, 0) from (${judged(viewer, id)}) j order by j.n
      returning id, type, original_balance, original_bonus`,
    );
    const author = { id: viewer.id, full_name: viewer.full_name };
    const moves = made.flatMap((wallet) => movesOfIssue(wallet.id, wallet, author));
    for (let from = 0; from < moves.length; from += PART) await writeMoves(tx, moves.slice(from, from + PART));
    await recordMade(
      tx,
      viewer,
      made.map((wallet) => wallet.id),
    );
  },
};

/** The beginning of each key's history, as a form would have written it. */
const recordMade = (tx: Db, { id, full_name }: Viewer, made: readonly number[]) =>
  run(
    tx,
    sql`insert into history (entity, entity_id, author_id, author, action, changes)
    select 'key_wallet', w.id, ${id}, ${full_name}, 'create', (
      select jsonb_agg(jsonb_build_object('field', x.field, 'before', null, 'after', x.value) order by x.nth)
      from (values (1, 'key', to_jsonb(w.key)), (2, 'client', case when c.id is not null then jsonb_build_object('id', c.id, 'label', c.name) end), (3, 'owner', to_jsonb(w.owner)),
        (4, 'type', to_jsonb(w.type)), (5, 'balance', to_jsonb(nullif(w.balance, 0))), (6, 'bonus_balance', to_jsonb(nullif(w.bonus_balance, 0))),
        (7, 'original_balance', to_jsonb(w.original_balance)), (8, 'original_bonus', to_jsonb(w.original_bonus))) x(nth, field, value) where x.value is not null)
    from key_wallets w left join key_clients c on c.id = w.client_id where w.id = any(${list(made, "integer")}) order by w.id`,
  );

/** New keys from a file. */
export const importKeys = (db: Db, viewer: Viewer, lines: ImportLines) =>
  keepImport(db, viewer, KEYS, {}, checkedLines(keyLine, "key", lines));
