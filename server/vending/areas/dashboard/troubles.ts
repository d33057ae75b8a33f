import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Dashboard, dashboardSchema } from "~server/contract/sales";
import { byDevice, isUnlimited, type Viewer, visibleDevices } from "../../access";
import { type Db, only, rows } from "../../database/query";
import { instantAt, TODAY } from "../../time";
import { lastNetworkDays } from "../sales/rollups";

const MAX_CODES = 10;

/** Open errors of the machines that the viewer may see, by code, the commonest first. */
export const errorsOf = (db: Db, viewer: Viewer): Promise<Dashboard["errors"]> =>
  rows(
    db,
    dashboardSchema.shape.errors.element,
    sql`
  select e.code, min(e.raw) as raw, count(*) as count from device_errors e join devices d on d.id = e.device_id
  where e.open and not d.hidden and ${visibleDevices(viewer, sql`d`)} group by e.code, case when e.code is null then e.raw end order by count(*) desc, min(e.raw) limit ${MAX_CODES}`,
  );

const CASHLESS = sql`('cashless1', 'cashless2')`;

/** What became of cashless payments today: vends that were paid so, and those that failed with what machines say of it. Null where nobody pays so. */
export async function paymentsOf(db: Db, viewer: Viewer): Promise<Dashboard["payments"]> {
  const today = sql`s.day = ${TODAY} and s.source in ${CASHLESS}`;
  const { sold, ever } = await only(
    db,
    z.object({ sold: z.number(), ever: z.boolean() }),
    isUnlimited(viewer)
      ? sql`select coalesce(sum(s.count) filter (where ${today}), 0) as sold, count(*) > 0 as ever from ${lastNetworkDays(60)} s where s.source in ${CASHLESS}`
      : sql`select coalesce((select sum(s.count) from sales_by_device_day s where ${today} and ${byDevice()(viewer, sql`s`)}), 0) as sold,
        exists (select 1 from sales_by_device_day s where s.source in ${CASHLESS} and s.day > ${TODAY} - 60 and ${byDevice()(viewer, sql`s`)}) as ever`,
  );
  const failures = await rows(
    db,
    z.object({ code: z.string(), count: z.number() }),
    sql`
    select coalesce(e.data->>'code', '') as code, count(*) as count from device_events e
    where e.kind = 'vend_failed' and e.at >= ${instantAt(TODAY)} and e.data->>'source' in ${CASHLESS} and ${byDevice()(viewer, sql`e`)} group by 1 order by count(*) desc, 1 limit ${MAX_CODES}`,
  );
  if (!ever && !failures.length) return null;
  const failed = failures.reduce((all, { count }) => all + count, 0);
  return {
    states: [
      { state: "vend_success", count: sold },
      { state: "vend_fail", count: failed },
    ],
    failures,
  };
}
