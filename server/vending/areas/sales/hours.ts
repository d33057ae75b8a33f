import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Viewer, visibleDevices } from "../../access";
import { type Db, only, rows } from "../../database/query";
import { clockTime, instantAt, TODAY } from "../../time";

const NOW = clockTime(sql`now()`);
/** The whole hours of today that are over, as an interval since midnight in Kyiv. */
const HOURS = sql`(date_trunc('hour', ${NOW}) - ${TODAY}::timestamp)`;

/** The days on which a period of the dashboard, or the one before it, stops in the middle. */
const BROKEN = sql`(select distinct x.day from unnest(array[${TODAY}, ${TODAY} - 7, ${TODAY} - 30, (${TODAY} - interval '1 month')::date]) x(day))`;

/** Sales of a machine on a day until the last full hour of now, of vends whose hour is known. */
export const salesUntilNow = (device: SQL, day: SQL): SQL => sql`
  select sum(h.cash + h.cashless + h.other) as count, sum(h.amount) as amount from sales_by_device_hour h
  where h.device_id = ${device} and h.hour >= ${instantAt(day)} and h.hour < ${instantAt(sql`${day} + ${HOURS}`)}`;

const partRow = z.object({ day: z.string(), count: z.number(), amount: z.number() });
/** What was sold on a day until `until`, the last full hour of now. */
type Part = z.infer<typeof partRow>;
export interface Parts {
  until: string;
  parts: Part[];
}

/** As many machines are added up while somebody waits; of more the sums are kept for a while, for all who may see the same. */
const FEW = 200;
const KEPT_MS = 5 * 60_000;
const kept = new WeakMap<Pool, { until: string; sums: Map<string, { at: number; parts: Promise<Part[]> }> }>();

/** Today, and the days that periods before it end on, each until the same hour; within what the viewer may see. */
export async function partsOf(pool: Pool, viewer: Viewer): Promise<Parts> {
  const { until, many } = await only(
    pool,
    z.object({ until: z.string(), many: z.boolean() }),
    sql`
    select to_char(${NOW}, 'HH24":00"') as until, (select count(*) > ${FEW} from (select 1 from devices d where ${visibleDevices(viewer, sql`d`)} limit ${FEW + 1}) x) as many`,
  );
  return { until, parts: await (many ? keptSum(pool, viewer, until) : addUp(pool, viewer)) };
}

/** The sum of a moment ago, if there is one; those who ask at once wait for the same. */
function keptSum(pool: Pool, viewer: Viewer, until: string): Promise<Part[]> {
  const known = kept.get(pool);
  const sums = known?.until === until ? known.sums : new Map<string, { at: number; parts: Promise<Part[]> }>();
  kept.set(pool, { until, sums });
  const who = JSON.stringify([viewer.access, viewer.franchises]);
  const last = sums.get(who);
  if (last && Date.now() - last.at < KEPT_MS) return last.parts;
  const parts = addUp(pool, viewer);
  sums.set(who, { at: Date.now(), parts });
  parts.catch(() => sums.delete(who));
  return parts;
}

const addUp = (db: Db, viewer: Viewer): Promise<Part[]> =>
  rows(
    db,
    partRow,
    sql`
  select b.day, coalesce(sum(k.count), 0) as count, coalesce(sum(k.amount), 0) as amount
  from ${BROKEN} b left join (devices d cross join ${BROKEN} c cross join lateral (${salesUntilNow(sql`d.id`, sql`c.day`)}) k) on c.day = b.day and ${visibleDevices(viewer, sql`d`)}
  group by b.day`,
  );
