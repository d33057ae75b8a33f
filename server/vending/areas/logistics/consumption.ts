import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { SERVICE } from "../../access";
import { type Db, given, list, rows, run, transaction } from "../../database/query";
import { dayOf, instantAt, type Moment, TODAY } from "../../time";
import { bookMoves, type NewMove } from "./ledger";

const differenceRow = z.object({
  day: z.string(),
  ingredient: z.number(),
  used: z.number(),
  booked: z.number(),
  /** Of the difference, what vends used before somebody looked what lies there: it was missing then already. */
  late: z.number(),
  at: z.string(),
});
type Difference = z.infer<typeof differenceRow>;
const dueRow = z.object({ device: z.number() });

/** Machines whose days are settled in one go. */
const AT_ONCE = 100;

/**
 * Books what vends of a machine used and was not booked yet, by what the recipes had in them on their day: also what came
 * late, and backwards what turned out not to have been. The machine's row is locked by the caller, or nobody waits for it.
 * `upto`: days before this one alone.
 */
export async function settleConsumption(tx: Db, device: number, upto?: SQL): Promise<void> {
  const kept = await rows(
    tx,
    z.object({ ingredient_id: z.number() }),
    sql`select ingredient_id from stock_kept where device_id = ${device} order by ingredient_id for update`,
  );
  const due = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`delete from stock_due where device_id = ${device} ${upto ? sql`and day < ${upto}` : sql``} returning day`,
  );
  if (!kept.length || !due.length) return;
  const days = [...new Set(due.map(({ day }) => day))].toSorted();
  const differing = await rows(tx, differenceRow, differences(device, days));
  await bookMoves(
    tx,
    SERVICE,
    days.flatMap((day) =>
      movesOf(
        device,
        differing.filter((one) => one.day === day),
      ),
    ),
  );
  await run(
    tx,
    sql`insert into stock_used as u (device_id, day, ingredient_id, quantity)
    select ${device}::integer, k.day, k.ingredient, k.used from ${given(differing, "day date, ingredient integer, used numeric")}
    on conflict (device_id, day, ingredient_id) do update set quantity = excluded.quantity`,
  );
  await run(
    tx,
    sql`update stock_kept p set counted_used = p.counted_used + k.late from ${given(differing, "day date, ingredient integer, late numeric")}
    where p.device_id = ${device} and p.ingredient_id = k.ingredient and ${dayOf(sql`p.counted_at`)} = k.day`,
  );
}

/**
 * Somebody looked what lies in a machine: what vends before `at` are told of later was missing then already. All that is
 * known until now was settled by the caller.
 */
export function keepCounted(tx: Db, device: number, at: Moment, ingredients: readonly number[]): Promise<number> {
  const moment = sql`${new Date(at).toISOString()}::timestamptz`;
  return run(
    tx,
    sql`update stock_kept k set counted_at = ${moment}, counted_used = ${usedUntil(moment)}
    where k.device_id = ${device} and k.ingredient_id = any(${list(ingredients, "integer")}) and coalesce(k.counted_at < ${moment}, true)`,
  );
}

/** What vends of the day of a moment used of the kept ingredient `k` until that moment. */
const usedUntil = (at: SQL): SQL => sql`coalesce((
  select sum(s.count * c.quantity) from sales s cross join lateral contents_on(s.recipe_id, s.day) c
  where s.device_id = k.device_id and s.day = ${dayOf(at)} and s.sold_at > k.since and s.sold_at <= ${at} and s.recipe_id is not null
    and c.ingredient_id = k.ingredient_id), 0)`;

/** What vends of some days used, where that is not what was booked. A day that is over is booked at its end. */
const differences = (device: number, days: readonly string[]) => sql`
  select d.day, k.ingredient_id as ingredient, coalesce(x.used, 0) as used, coalesce(u.quantity, 0) as booked, l.late,
    least(now(), ${instantAt(sql`d.day + 1`)} - interval '1 second') as at
  from unnest(${list(days, "text")}::date[]) d(day) cross join stock_kept k
    left join lateral (
      select sum(n.count * c.quantity) as used
      from (select s.recipe_id, sum(s.count) as count from sales s where s.device_id = k.device_id and s.day = d.day and s.sold_at > k.since
        and s.sold_at >= ${instantAt(sql`d.day`)} and s.recipe_id is not null group by 1) n
      cross join lateral contents_on(n.recipe_id, d.day) c where c.ingredient_id = k.ingredient_id) x on true
    left join stock_used u on u.device_id = k.device_id and u.day = d.day and u.ingredient_id = k.ingredient_id
    cross join lateral (select case when k.counted_at is null or d.day > ${dayOf(sql`k.counted_at`)} then 0
      when d.day < ${dayOf(sql`k.counted_at`)} then coalesce(x.used, 0) - coalesce(u.quantity, 0)
      else ${usedUntil(sql`k.counted_at`)} - k.counted_used end as late) l
  where k.device_id = ${device} and (coalesce(x.used, 0) <> coalesce(u.quantity, 0) or l.late <> 0) order by 1, 2`;

/** What lay there already without what is told late was found by whoever looked: that difference is taken back. */
function movesOf(device: number, differing: readonly Difference[]): NewMove[] {
  const place = { kind: "DEVICE", id: device } as const;
  const [first] = differing;
  if (!first) return [];
  const [into, outOf] = [
    { from: null, to: place },
    { from: place, to: null },
  ];
  const moveOf = (
    kind: "CONSUMPTION" | "COUNT",
    way: typeof into | typeof outOf,
    amountOf: (one: Difference) => number,
  ): NewMove[] => {
    const lines = differing.flatMap((one) => {
      const quantity = Math.round(amountOf(one) * 1000) / 1000;
      return quantity > 0 ? [{ ingredient: one.ingredient, quantity }] : [];
    });
    return lines.length ? [{ kind, ...way, lines, short: "found", at: Date.parse(first.at), key: randomUUID() }] : [];
  };
  return [
    ...moveOf("COUNT", into, ({ late }) => late),
    ...moveOf("CONSUMPTION", outOf, ({ used, booked }) => used - booked),
    ...moveOf("CONSUMPTION", into, ({ used, booked }) => booked - used),
    ...moveOf("COUNT", outOf, ({ late }) => -late),
  ];
}

/** Books the consumption of days that are over. Other processes may do the same: a machine is settled by one. */
export async function settlePast(pool: Pool): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const due = await rows(
      pool,
      dueRow,
      sql`select distinct device_id as device from stock_due where day < ${TODAY} order by 1 limit ${AT_ONCE}`,
    );
    for (const { device } of due) await transaction(pool, (tx) => settleConsumption(tx, device, TODAY));
    found = due.length;
  }
}
