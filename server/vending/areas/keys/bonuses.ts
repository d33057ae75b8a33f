import { sql } from "drizzle-orm";
import { z } from "zod";
import { KEY_MOVE_TYPES, KEY_MOVES, type KeyMove, VEND_MOVES } from "~server/contract/key-moves";
import { shiftList } from "~server/contract/shifts";
import { type Db, given, list, rows, run } from "../../database/query";
import type { Moment } from "../../time";
import { lockWallets, type NewMove, writeLocked } from "./ledger";
import { type Occurrence, occurrenceOf } from "./occurrences";

/** A vend that was booked or taken back: of which wallet, and when it was made. */
export interface Vended {
  wallet: number;
  at: Moment;
}

const isVend = (type: KeyMove): boolean => VEND_MOVES.some((one) => one === type);
/** Vends that took money; what was vended for nothing earns nothing. */
const PAID = sql`${list(
  KEY_MOVE_TYPES.filter((type) => isVend(type) && KEY_MOVES[type].pocket !== "none"),
  "text",
)}`;

/**
 * Books what bonus programs owe for vends that were just booked or taken back, in the same transaction, and as its last
 * work: rows of programs are locked. What a key earned in an occurrence of a shift follows from its movements alone, so
 * neither the order of vends nor how often this is called changes it. A bonus that is not earned any more is taken back
 * as far as the bonus balance, less what is held of it, goes. Programs are those that the key's client of then has now;
 * where their hours changed, an occurrence that shares time with another one that has its bonus earns none.
 */
export async function settleBonuses(tx: Db, vends: readonly Vended[]): Promise<void> {
  if (!vends.length) return;
  const touched = await touchedBy(tx, vends);
  if (!touched.length) return;
  await lockWallets(tx, [...new Set(touched.map(({ wallet }) => wallet))]);
  const moves = owed(await standingOf(tx, touched));
  await writeLocked(tx, moves);
  await keepLast(tx, moves);
}

const programRow = z.object({
  wallet: z.number(),
  client: z.number(),
  at: z.coerce.date(),
  program: z.number(),
  shifts: shiftList,
});

interface Touched extends Occurrence {
  wallet: number;
  client: number;
  program: number;
}

/** The occurrences of shifts that vends fall in, each once, for the programs of whose key it was then. */
async function touchedBy(tx: Db, vends: readonly Vended[]): Promise<Touched[]> {
  const told = vends.map(({ wallet, at }) => ({ wallet, at: new Date(at).toISOString() }));
  const found = await rows(
    tx,
    programRow,
    sql`
    select distinct on (m.wallet_id, m.at, p.id) m.wallet_id as wallet, m.client_id as client, m.at, p.id as program, p.shifts
    from ${given(told, "wallet integer, at timestamptz")} join key_moves m on m.wallet_id = k.wallet and m.at = k.at
      join key_client_programs p on p.key_client_id = m.client_id
    where m.type = any(${PAID}) and m.reverses_id is null`,
  );
  const all = found.flatMap(({ at, shifts, ...of }): Touched[] => {
    const during = occurrenceOf(shifts, at.getTime());
    return during ? [{ ...of, ...during }] : [];
  });
  const byKey = new Map(all.map((one) => [[one.wallet, one.program, one.begin].join(), one]));
  return [...byKey.values()].sort(
    (a, b) => a.wallet - b.wallet || a.begin - b.begin || a.end - b.end || a.program - b.program,
  );
}

const standingRow = z.object({
  nth: z.number(),
  wallet: z.number(),
  client: z.number(),
  program: z.number(),
  shiftAt: z.coerce.date(),
  shiftEnd: z.coerce.date(),
  /** What is left to be taken back from, kopecks. */
  spendable: z.number(),
  bonus: z.number(),
  /** When the vends reached the thresholds; null: they do not. */
  reached_at: z.coerce.date().nullable(),
  /** Rows that were booked for it, what they add up to, and what the first of them gave. */
  booked: z.number(),
  granted: z.number(),
  first: z.number().nullable(),
  /** Hours changed: another occurrence that shares time with it has its bonus. */
  is_earned: z.boolean(),
});
/** No shift is longer, whatever the clock does in it. */
const LONGEST_SHIFT = sql`interval '25 hours'`;

/** What the vends of occurrences come to, and what was booked for them. A vend is its rows in both pockets; what was given back of it does not count. */
async function standingOf(tx: Db, touched: readonly Touched[]) {
  const asked = touched.map(({ begin, end, ...one }, nth) => ({
    ...one,
    nth,
    begin: new Date(begin).toISOString(),
    end: new Date(end).toISOString(),
  }));
  return rows(
    tx,
    standingRow,
    sql`
    with asked as materialized (
      select k.*, p.bonus, p.sales_amount, p.sales_count from ${given(asked, 'nth integer, wallet integer, client integer, program integer, begin timestamptz, "end" timestamptz')}
        join key_client_programs p on p.id = k.program),
    vends as (
      select a.nth, coalesce(m.authorisation_id::text, m.id::text) as vend, min(m.at) as at, -sum(m.amount + coalesce(r.amount, 0)) as taken
      from asked a join key_moves m on m.wallet_id = a.wallet and m.at >= a.begin and m.at < a."end" and m.client_id = a.client
        left join lateral (select sum(r.amount) as amount from key_moves r where r.reverses_id = m.id) r on true
      where m.type = any(${PAID}) and m.reverses_id is null group by 1, 2),
    run as (
      select nth, at, count(*) over so_far as count, sum(taken) over so_far as taken
      from vends where taken > 0 window so_far as (partition by nth order by at, vend))
    select a.nth, a.wallet, a.client, a.program, a.begin as "shiftAt", a."end" as "shiftEnd", a.bonus, v.reached_at, b.booked, b.granted, b.first, o.is_earned,
      w.bonus_balance - (
        select coalesce(sum(h.bonus), 0) from authorisations h where h.wallet_id = w.id and h.state = 'held' and h.expires_at > now()) as spendable
    from asked a join key_wallets w on w.id = a.wallet
      left join lateral (
        select min(run.at) as reached_at from run
        where run.nth = a.nth and run.count >= coalesce(a.sales_count, 1) and run.taken >= coalesce(a.sales_amount, 0)) v on true
      left join lateral (
        select count(*) as booked, coalesce(sum(m.amount), 0) as granted, (array_agg(m.amount order by m.id))[1] as first
        from key_moves m where m.wallet_id = a.wallet and m.program_id = a.program and m.shift_at = a.begin) b on true
      left join lateral (
        select exists (
          select 1 from key_moves m
          where m.wallet_id = a.wallet and m.program_id = a.program and m.shift_at <> a.begin and m.shift_at > a.begin - ${LONGEST_SHIFT} and m.shift_at < a."end"
            and coalesce(m.shift_end, m.at) > a.begin
          group by m.shift_at having sum(m.amount) > 0) as is_earned) o on true
    order by a.nth`,
  );
}

/** The rows that make what is booked what it should be. */
function owed(standing: readonly z.infer<typeof standingRow>[]): NewMove[] {
  const spendable = new Map(standing.map((one) => [one.wallet, one.spendable]));
  return standing.flatMap(({ wallet, client, program, bonus, reached_at, booked, granted, ...of }): NewMove[] => {
    const left = spendable.get(wallet) ?? 0;
    // What was granted once is worth what it was then, whatever the program gives now.
    const due = reached_at && (granted > 0 || !of.is_earned) ? (of.first ?? bonus) : 0;
    const amount = Math.max(due - granted, Math.min(0, -left));
    if (amount === 0) return [];
    spendable.set(wallet, left + amount);
    const key = `bonus ${program} ${of.shiftAt.toISOString()}${booked ? ` ${booked + 1}` : ""}`;
    const at = booked || !reached_at ? Date.now() : reached_at.getTime();
    return [
      {
        wallet,
        client,
        type: "bonus",
        amount,
        at,
        key,
        program,
        shiftAt: of.shiftAt.getTime(),
        shiftEnd: of.shiftEnd.getTime(),
      },
    ];
  });
}

/** Keeps when each program gave something last. */
async function keepLast(tx: Db, moves: readonly NewMove[]): Promise<void> {
  const last = new Map<number, Moment>();
  for (const { program = 0, amount, at } of moves)
    if (amount > 0) last.set(program, Math.max(at, last.get(program) ?? 0));
  if (!last.size) return;
  const told = [...last].map(([program, at]) => ({ program, at: new Date(at).toISOString() }));
  // In the order of their ids, so that two who settle wait for each other and nothing else.
  await run(
    tx,
    sql`select 1 from key_client_programs where id = any(${list([...last.keys()], "integer")}) order by id for no key update`,
  );
  await run(
    tx,
    sql`
    update key_client_programs p set last_bonus_at = greatest(p.last_bonus_at, k.at)
    from ${given(told, "program integer, at timestamptz")} where p.id = k.program`,
  );
}
