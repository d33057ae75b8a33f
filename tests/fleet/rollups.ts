import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import type { Pool } from "pg";
import { PAYMENT_SOURCES } from "~server/contract/enums";
import { rows } from "~server/vending/database/query";
import { foldSales } from "~server/vending/areas/sales/fold";
import { ALL_ROLLUPS, ROLLUPS, type Rollup, soldIn } from "~server/vending/areas/sales/rollups";
import type { Step } from "~server/vending/areas/sales/spans";
import { localTime } from "~server/vending/time";

const OF_SALES = sql`select s.day, s.placement_id, s.recipe_id, case when s.recipe_id is null then coalesce(s.selection, '') else '' end as selection, s.source, s.count, s.amount from sales s
  union all select f.day, f.placement_id, f.recipe_id, case when f.recipe_id is null then coalesce(f.selection, '') else '' end, 'failed', 1, 0 from failed_vends f`;
const TERRITORY = sql`concat_ws('/', coalesce(p.project_id, 0), coalesce(p.company_id, 0), coalesce(p.franchise_id, 0), coalesce(p.division_id, 0), coalesce(p.location_group_id, 0), coalesce(p.crew_id, 0))`;

const sumRow = z.object({ of: z.string(), sums: z.array(z.number()) });
const UNPAID = ["test", "free", "failed"];
const SOURCES = [...PAYMENT_SOURCES, "failed"];

/** At any time, and whether changes wait to be folded in or not: some days of the last weeks, whatever begins or ends among them. */
export async function checkRollups(pool: Pool, draw: () => number, when: string): Promise<void> {
  if (draw() < 0.3) await foldSales(pool);
  const back = Math.floor(draw() * 40);
  const day = (ago: number) => localTime(Date.now() - ago * 86_400_000).slice(0, 10);
  const step = STEPS[Math.floor(draw() * STEPS.length)];
  await expectRollups(pool, day(back), day(Math.floor(draw() * back)), step, when);
}

const STEPS = [undefined, "day", "week", "month"] as const;

/** What every rollup says of some days, by its keys and step, is what the single sales and failed vends say. */
async function expectRollups(pool: Pool, from: string, to: string, step: Step | undefined, when: string) {
  for (const rollup of ALL_ROLLUPS) {
    const [fast, slow] = await Promise.all([
      fastly(pool, rollup, from, to, step),
      slowly(pool, rollup, from, to, step),
    ]);
    expect([when, rollup, step, from, to, fast]).toEqual([when, rollup, step, from, to, slow]);
  }
}

/** The keys that both say in the same words; names of products are those of the day, so they are left out. */
const keysOf = (rollup: Rollup, step: Step | undefined, begin: ReturnType<typeof sql>) => {
  const keys: readonly string[] = ROLLUPS[rollup];
  const place = keys.includes("placement_id") ? sql`x.placement_id::text` : TERRITORY;
  const product = keys.includes("recipe_id") ? sql`coalesce(x.recipe_id, 0)::text || '|' || x.selection` : sql`''`;
  return sql`${step ? begin : sql`''`} || '|' || ${place} || '|' || ${product}`;
};

async function fastly(pool: Pool, rollup: Rollup, from: string, to: string, step: Step | undefined) {
  const sums = SOURCES.flatMap((source) => [
    sql`sum(x.${sql.identifier(`${source}_count`)})`,
    ...(UNPAID.includes(source) ? [] : [sql`sum(x.${sql.identifier(`${source}_amount`)})`]),
  ]);
  const keys: readonly string[] = ROLLUPS[rollup];
  const place = keys.includes("placement_id") ? sql`` : sql`join territories p on p.id = x.territory_id`;
  const found = await rows(
    pool,
    sumRow,
    sql`select ${keysOf(rollup, step, sql`x.from_day::text`)} as of, json_build_array(${sql.join(sums, sql`, `)}) as sums from ${soldIn(rollup, from, to, step)} x ${place} group by 1`,
  );
  return asText(found);
}

async function slowly(pool: Pool, rollup: Rollup, from: string, to: string, step: Step | undefined) {
  const sums = SOURCES.flatMap((source) => [
    sql`coalesce(sum(x.count) filter (where x.source = ${source}), 0)`,
    ...(UNPAID.includes(source) ? [] : [sql`coalesce(sum(x.amount) filter (where x.source = ${source}), 0)`]),
  ]);
  const found = await rows(
    pool,
    sumRow,
    sql`select ${keysOf(rollup, step, sql`date_trunc(${step ?? "day"}, x.day::timestamp)::date::text`)} as of, json_build_array(${sql.join(sums, sql`, `)}) as sums
    from (${OF_SALES}) x join placements p on p.id = x.placement_id where x.day between ${from} and ${to} group by 1`,
  );
  return asText(found);
}

/** Lines that say something, in the order of their text. */
const asText = (found: readonly z.infer<typeof sumRow>[]) =>
  found
    .filter(({ sums }) => sums.some((sum) => sum !== 0))
    .map(({ of, sums }) => `${of}: ${sums.join(" ")}`)
    .sort();
