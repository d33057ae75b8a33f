import type pg from "pg";
import { LIMITED_PEOPLE } from "./fill";
import { Caller, median } from "./lists";

/** The dashboard, also of people who may not see every place, and the states with so many sales behind them. */
export interface Behind {
  sales: number;
  rows: number;
  ms: Record<string, number>;
}

/** Times that each is asked for first: the rollup of days is made anew, and caches fill. */
const WARM_UP = 3;
const TIMES = 41;

/** Answer times of the API, ms, with as many sales as the rollup of the filled network stands for. */
export async function measureBehind(
  pool: pg.Pool,
  api: string,
  person: { email: string; password: string },
): Promise<Behind> {
  const { rows } = await pool.query<{ sales: number; rows: number }>(
    "select sum(count)::float8 as sales, count(*)::float8 as rows from sales_by_device_day",
  );
  const ms: Behind["ms"] = {};
  for (const [who, email] of [
    ["all", person.email],
    ...LIMITED_PEOPLE.map(([email, mode]) => [mode, email]),
  ] as const) {
    const caller = await new Caller(api).signIn({ ...person, email });
    ms[`dashboard, ${who}`] = await timeOf(caller, "/dashboard");
    if (who === "all") ms.states = await timeOf(caller, "/devices/states");
  }
  return { sales: rows[0]?.sales ?? 0, rows: rows[0]?.rows ?? 0, ms };
}

async function timeOf(caller: Caller, path: string): Promise<number> {
  const times = [];
  for (let time = 0; time < WARM_UP + TIMES; time++) {
    const start = performance.now();
    await caller.get(path);
    if (time >= WARM_UP) times.push(performance.now() - start);
  }
  return median(times);
}

/** What so many sales would take: the times of the last two sizes grow with their rows, which grow with the sales. */
export function computed(sales: number, before: Behind, last: Behind): Behind {
  const rows = (last.rows / last.sales) * sales;
  const share = (rows - before.rows) / (last.rows - before.rows);
  const beyond = (from: number, to: number) => from + (to - from) * share;
  return {
    sales,
    rows,
    ms: Object.fromEntries(
      Object.entries(last.ms).map(([screen, to]) => [screen, beyond(before.ms[screen] ?? NaN, to)]),
    ),
  };
}
