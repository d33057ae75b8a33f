import type pg from "pg";
import type { Browser } from "./browser";
import { timeCalls } from "./lists";

/** The dashboard and the wall with so many sales behind them. */
export interface Behind { sales: number; rows: number; dashboard: number; wall: number }

/** Times that each is asked for first: the rollup of days is made anew, and caches fill. */
const WARM_UP = 3;

const CALLS = [{ title: "dashboard", path: "/" }, { title: "wall", path: "/devices_statuses" }];

/** Answer times, ms, with as many sales as the rollup of the filled network stands for. */
export async function measureBehind(pool: pg.Pool, browser: Browser): Promise<Behind> {
  const { rows } = await pool.query<{ sales: number; rows: number }>("select sum(count)::float8 as sales, count(*)::float8 as rows from sales_by_device_day");
  await timeCalls(browser, CALLS, WARM_UP);
  const [dashboard, wall] = await timeCalls(browser, CALLS);
  return { sales: rows[0]?.sales ?? 0, rows: rows[0]?.rows ?? 0, dashboard: dashboard?.p50 ?? NaN, wall: wall?.p50 ?? NaN };
}

/** What so many sales would take: the time of the last two sizes grows with their rows, which grow with the sales. */
export function computed(sales: number, before: Behind, last: Behind): Behind {
  const rows = (last.rows / last.sales) * sales;
  const share = (rows - before.rows) / (last.rows - before.rows);
  return { sales, rows, dashboard: before.dashboard + (last.dashboard - before.dashboard) * share, wall: before.wall + (last.wall - before.wall) * share };
}
