import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { given, rows } from "../../database/query";
import { localTime } from "../../time";
import type { RollupDifference } from "../sales/check";
import { shifted } from "../sales/spans";
import { daysOf, firstKept, foldDays, type Made } from "./days";

/** Machines that are compared at once. */
const AT_ONCE = 100;

/** Compares the days of machines that are over, from a day on, with the events they are made of, as far as these are kept, and answers what differs. */
export async function checkDays(pool: Pool, since: string): Promise<RollupDifference[]> {
  await foldDays(pool);
  const today = localTime(Date.now()).slice(0, 10);
  const kept = shifted(await firstKept(pool), 1);
  const from = since > kept ? since : kept;
  const found = new Map<string, RollupDifference>();
  const machines = await rows(
    pool,
    z.object({ device: z.number() }),
    sql`select id as device from devices order by id`,
  );
  for (let at = 0; at < machines.length; at += AT_ONCE) {
    const some = machines.slice(at, at + AT_ONCE).map(({ device }) => ({ device, from }));
    const right = (await daysOf(pool, some)).filter(({ day }) => day < today);
    for (const one of await differing(pool, right)) {
      const key = `${one.span} ${one.measure}`;
      const known = found.get(key) ?? { table: "device_days", ...one, keys: 0, rollup: 0, sales: 0 };
      found.set(key, {
        ...known,
        keys: known.keys + 1,
        rollup: known.rollup + one.rollup,
        sales: known.sales + one.sales,
      });
    }
  }
  return [...found.values()].sort((one, other) => (one.span < other.span ? -1 : 1));
}

const differingRow = z.object({ span: z.string(), measure: z.string(), rollup: z.number(), sales: z.number() });

/** What stored days say otherwise; a day that is not there before its machine was known says nothing. */
const differing = (pool: Pool, days: readonly Made[]) =>
  rows(
    pool,
    differingRow,
    sql`
    select k.day::text as span, m.key as measure, coalesce((to_jsonb(d)->>m.key)::bigint, 0) as rollup, m.value::bigint as sales
    from ${given(
      days.map(({ device, day, sums }) => ({ device, day, sums })),
      "device integer, day date, sums jsonb",
    )}
      cross join lateral jsonb_each_text(k.sums) m left join device_days d on d.device_id = k.device and d.day = k.day
    where coalesce((to_jsonb(d)->>m.key)::bigint, 0) <> m.value::bigint
      and k.day >= (select min(x.day) from device_days x where x.device_id = k.device)`,
  );
