import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Dashboard, type DeviceSales, PERIODS, type Period } from "~server/contract/sales";
import { type Viewer, visibleDevices } from "../../access";
import { type Db, only, rows } from "../../database/query";
import { deviceResource } from "../objects/resources";

const TODAY = sql`(now() at time zone 'Europe/Kyiv')::date`;
const SOURCES_PAID = sql`s.source not in ('test', 'free')`;

/** Days of a period, and of the comparable one before it: the same weekdays, or the same days of the month before. */
const SPANS: Record<Period, { days: SQL; before: SQL }> = {
  today: { days: sql`s.day = ${TODAY}`, before: sql`s.day = ${TODAY} - 7` },
  yesterday: { days: sql`s.day = ${TODAY} - 1`, before: sql`s.day = ${TODAY} - 8` },
  days7: { days: sql`s.day between ${TODAY} - 6 and ${TODAY}`, before: sql`s.day between ${TODAY} - 13 and ${TODAY} - 7` },
  days30: { days: sql`s.day between ${TODAY} - 29 and ${TODAY}`, before: sql`s.day between ${TODAY} - 59 and ${TODAY} - 30` },
  month: {
    days: sql`s.day between date_trunc('month', ${TODAY})::date and ${TODAY}`,
    before: sql`s.day between (date_trunc('month', ${TODAY}) - interval '1 month')::date and (${TODAY} - interval '1 month')::date`,
  },
};

const sum = (column: "count" | "amount", when: SQL) => sql`coalesce(sum(s.${sql.identifier(column)}) filter (where ${when}), 0)`;

const sourceRow = z.object({ source: z.string(), figures: z.record(z.string(), z.object({ count: z.number(), amount: z.number(), before_count: z.number(), before_amount: z.number() })) });

/** Rollup rows of the last two months that the viewer may see. */
const recent = (viewer: Viewer) => sql`sales_by_device_day s join devices d on d.id = s.device_id
  where ${visibleDevices(viewer, sql`d`)} and ${SOURCES_PAID} and s.day between (${TODAY} - interval '2 months')::date and ${TODAY}`;

/** What the dashboard shows: five periods, thirty days, machines by status. Reads rollups only. */
export async function dashboardOf(db: Db, viewer: Viewer): Promise<Dashboard> {
  const figures = sql.join(PERIODS.flatMap((period) => {
    const { days, before } = SPANS[period];
    return [sql`${period}::text, json_build_object('count', ${sum("count", days)}, 'amount', ${sum("amount", days)}, 'before_count', ${sum("count", before)}, 'before_amount', ${sum("amount", before)})`];
  }), sql`, `);
  const bySource = await rows(db, sourceRow, sql`select s.source, json_build_object(${figures}) as figures from ${recent(viewer)} group by s.source order by s.source`);
  return { sales: salesOf(bySource), days: await lastDays(db, viewer), statuses: await statusesOf(db, viewer) };
}

function salesOf(bySource: z.infer<typeof sourceRow>[]): Dashboard["sales"] {
  const figure = (period: Period) => {
    const parts = bySource.map((row) => ({ source: row.source, ...(row.figures[period] ?? { count: 0, amount: 0, before_count: 0, before_amount: 0 }) }));
    const total = (key: "count" | "amount" | "before_count" | "before_amount") => parts.reduce((all, part) => all + part[key], 0);
    return {
      count: total("count"), amount: total("amount"), before: { count: total("before_count"), amount: total("before_amount") },
      sources: parts.filter((part) => part.count !== 0).map(({ source, count, amount }) => ({ source, count, amount })),
    };
  };
  return { today: figure("today"), yesterday: figure("yesterday"), days7: figure("days7"), days30: figure("days30"), month: figure("month") };
}

const dayRow = z.object({ day: z.string(), sources: z.record(z.string(), z.object({ count: z.number(), amount: z.number() })) });

/** Days from..to, none left out, each with its sales by source. */
function daily(db: Db, from: SQL, to: SQL, ofDay: SQL): Promise<z.infer<typeof dayRow>[]> {
  return rows(db, dayRow, sql`
    select n.day::date::text as day, coalesce((
      select json_object_agg(x.source, json_build_object('count', x.count, 'amount', x.amount)) from (
        select s.source, sum(s.count) as count, sum(s.amount) as amount ${ofDay} group by s.source order by s.source) x), '{}') as sources
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') n(day) order by n.day`);
}

const lastDays = (db: Db, viewer: Viewer) => daily(db, sql`(${TODAY} - 29)`, TODAY, sql`
  from sales_by_device_day s join devices d on d.id = s.device_id where s.day = n.day::date and ${SOURCES_PAID} and ${visibleDevices(viewer, sql`d`)}`);

function statusesOf(db: Db, viewer: Viewer): Promise<Dashboard["statuses"]> {
  const status = deviceResource.computed.status?.(sql`d`) ?? sql`'NEVER'`;
  return rows(db, z.object({ status: z.string(), count: z.number() }), sql`
    select x.status, count(*) as count from (select ${status} as status from devices d where not d.hidden and ${visibleDevices(viewer, sql`d`)}) x group by x.status order by x.status`);
}

const productRow = z.object({ selection: z.string().nullable(), name: z.string().nullable(), recipe: z.string().nullable(), count: z.number(), amount: z.number() });

/** Sales of one machine between two days (Europe/Kyiv, both included), by day and by product; the recipe is today's planogram's. */
export async function deviceSales(db: Db, deviceId: number, span: { from?: string; to?: string }): Promise<DeviceSales> {
  const to = span.to ? sql`${span.to}::date` : TODAY;
  const from = span.from ? sql`${span.from}::date` : sql`(${to} - 29)`;
  const days = await daily(db, from, to, sql`from sales_by_device_day s where s.device_id = ${deviceId} and s.day = n.day::date and ${SOURCES_PAID}`);
  const products = await rows(db, productRow, sql`
    select nullif(s.selection, '') as selection, max(s.name) as name, sum(s.count) as count, sum(s.amount) as amount,
      (select r.name from devices d join planogram_cells c on c.planogram_id = d.planogram_id join recipes r on r.id = c.recipe_id
        where d.id = ${deviceId} and c.cell = s.selection) as recipe
    from sales_by_product_day s where s.device_id = ${deviceId} and s.day between ${from} and ${to} group by s.selection order by sum(s.amount) desc, s.selection`);
  const edges = await only(db, z.object({ from: z.string(), to: z.string() }), sql`select ${from}::text as from, ${to}::text as to`);
  const total = days.flatMap((day) => Object.values(day.sources)).reduce((all, one) => ({ count: all.count + one.count, amount: all.amount + one.amount }), { count: 0, amount: 0 });
  return { ...edges, total, days, products };
}
