import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { isUnlimited, type Viewer, visibleDevices } from "../../access";
import { type Db, only, rows } from "../../database/query";

const LOCAL = sql`(now() at time zone 'Europe/Kyiv')`;
const TODAY = sql`${LOCAL}::date`;
/** The whole hours of today that are over, as an interval since midnight in Kyiv. */
const HOURS = sql`(date_trunc('hour', ${LOCAL}) - ${TODAY}::timestamp)`;

/** The days on which a period of the dashboard, or the one before it, stops in the middle. */
const BROKEN = sql`(select distinct x.day from unnest(array[${TODAY}, ${TODAY} - 7, ${TODAY} - 30, (${TODAY} - interval '1 month')::date]) x(day))`;

/** Sales of a machine on a day until the last full hour of now, of vends whose hour is known. */
export const salesUntilNow = (device: SQL, day: SQL): SQL => sql`
  select sum(h.cash + h.cashless + h.other) as count, sum(h.amount) as amount from sales_by_device_hour h
  where h.device_id = ${device} and h.hour >= ${day}::timestamp at time zone 'Europe/Kyiv' and h.hour < (${day} + ${HOURS}) at time zone 'Europe/Kyiv'`;

const partRow = z.object({ day: z.string(), count: z.number(), amount: z.number() });
/** What was sold on a day until `until`, the last full hour of now. */
type Part = z.infer<typeof partRow>;
export interface Parts { until: string; parts: Part[] }

/** As many machines are added up while somebody waits; of more the sums are kept for a while. */
const FEW = 200;
const KEPT_MS = 5 * 60_000;
const kept = new WeakMap<Pool, Parts & { at: number }>();

/** Today, and the days that periods before it end on, each until the same hour; within what the viewer may see. */
export async function partsOf(pool: Pool, viewer: Viewer): Promise<Parts> {
  const { until, many } = await only(pool, z.object({ until: z.string(), many: z.boolean() }), sql`
    select to_char(${LOCAL}, 'HH24":00"') as until, (select count(*) > ${FEW} from (select 1 from devices limit ${FEW + 1}) x) as many`);
  if (!isUnlimited(viewer) || !many) return { until, parts: await addUp(pool, viewer) };
  const known = kept.get(pool);
  if (known?.until === until && Date.now() - known.at < KEPT_MS) return known;
  const made = { until, parts: await addUp(pool, viewer), at: Date.now() };
  kept.set(pool, made);
  return made;
}

const addUp = (db: Db, viewer: Viewer): Promise<Part[]> => rows(db, partRow, sql`
  select b.day, coalesce(sum(k.count), 0) as count, coalesce(sum(k.amount), 0) as amount
  from ${BROKEN} b left join (devices d cross join ${BROKEN} c cross join lateral (${salesUntilNow(sql`d.id`, sql`c.day`)}) k) on c.day = b.day and ${visibleDevices(viewer, sql`d`)}
  group by b.day`);
