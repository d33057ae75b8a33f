import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { SERVICE } from "../../access";
import { type Db, given, list, rows, run, transaction } from "../../database/query";
import { instantAt, TODAY } from "../../time";
import { bookMoves, type NewMove } from "./ledger";

const differenceRow = z.object({
  day: z.string(),
  ingredient: z.number(),
  used: z.number(),
  booked: z.number(),
  at: z.string(),
});
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
}

/** What vends of some days used, where that is not what was booked. A day that is over is booked at its end. */
const differences = (device: number, days: readonly string[]) => sql`
  select d.day, k.ingredient_id as ingredient, coalesce(x.used, 0) as used, coalesce(u.quantity, 0) as booked,
    least(now(), ${instantAt(sql`d.day + 1`)} - interval '1 second') as at
  from unnest(${list(days, "text")}::date[]) d(day) cross join stock_kept k
    left join lateral (
      select sum(n.count * c.quantity) as used
      from (select s.recipe_id, sum(s.count) as count from sales s where s.device_id = k.device_id and s.day = d.day and s.sold_at > k.since
        and s.sold_at >= ${instantAt(sql`d.day`)} and s.recipe_id is not null group by 1) n
      cross join lateral contents_on(n.recipe_id, d.day) c where c.ingredient_id = k.ingredient_id) x on true
    left join stock_used u on u.device_id = k.device_id and u.day = d.day and u.ingredient_id = k.ingredient_id
  where k.device_id = ${device} and coalesce(x.used, 0) <> coalesce(u.quantity, 0) order by 1, 2`;

function movesOf(device: number, differing: readonly z.infer<typeof differenceRow>[]): NewMove[] {
  const place = { kind: "DEVICE", id: device } as const;
  const [first] = differing;
  if (!first) return [];
  const common = { kind: "CONSUMPTION", short: "found", at: Date.parse(first.at) } as const;
  const linesOf = (sign: 1 | -1) =>
    differing.flatMap(({ ingredient, used, booked }) => {
      const quantity = Math.round((used - booked) * sign * 1000) / 1000;
      return quantity > 0 ? [{ ingredient, quantity }] : [];
    });
  const [more, less] = [linesOf(1), linesOf(-1)];
  return [
    ...(more.length ? [{ ...common, from: place, to: null, lines: more, key: randomUUID() }] : []),
    ...(less.length ? [{ ...common, from: null, to: place, lines: less, key: randomUUID() }] : []),
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
