import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { seesMoney } from "~server/contract/permissions";
import { type Dashboard, PERIODS, type Period } from "~server/contract/sales";
import type { Pool } from "pg";
import { byDevice, isUnlimited, type Viewer, visibleDevices } from "../../access";
import { type Db, rows } from "../../database/query";
import { TODAY } from "../../time";
import { alarmedDesks } from "../fiscal/alarms";
import { stateCounts } from "../fleet/statuses";
import { statusOf } from "../objects/resources";
import { planOfNow } from "../plans/plans";
import { lastNetworkDays } from "../sales/rollups";
import { type Parts, partsOf } from "../sales/hours";
import { isPaid } from "../sales/paid";
import { tally } from "../sales/tally";
import { attentionOf } from "./attention";
import { rankingOf } from "./ranking";
import { errorsOf, paymentsOf } from "./troubles";

const DAY_MS = 86_400_000;

/** First and last day of a period, and of the comparable one before it: the same weekdays, or the same days of the month before. Of both last days the same hours count. */
const SPANS: Record<Period, [SQL, SQL, SQL, SQL]> = {
  today: [TODAY, TODAY, sql`${TODAY} - 7`, sql`${TODAY} - 7`],
  yesterday: [sql`${TODAY} - 1`, sql`${TODAY} - 1`, sql`${TODAY} - 8`, sql`${TODAY} - 8`],
  days7: [sql`${TODAY} - 6`, TODAY, sql`${TODAY} - 13`, sql`${TODAY} - 7`],
  days30: [sql`${TODAY} - 29`, TODAY, sql`${TODAY} - 59`, sql`${TODAY} - 30`],
  month: [
    sql`date_trunc('month', ${TODAY})::date`,
    TODAY,
    sql`(date_trunc('month', ${TODAY}) - interval '1 month')::date`,
    sql`(${TODAY} - interval '1 month')::date`,
  ],
};

const spanRow = z.object({
  period: z.enum(PERIODS),
  first: z.string(),
  last: z.string(),
  first_before: z.string(),
  last_before: z.string(),
});
const figureRow = z.object({ day: z.string(), source: z.string(), count: z.number(), amount: z.number() });
type Span = z.infer<typeof spanRow>;
type Figure = z.infer<typeof figureRow>;

const visibleSales = byDevice();

/** What the dashboard shows, all of it within what the viewer may see. Reads rollups only, and those once. */
export async function dashboardOf(pool: Pool, viewer: Viewer): Promise<Dashboard> {
  const [money, statuses, counts, errors, payments, plan, desks, attention] = await Promise.all([
    seesMoney(viewer) ? moneyOf(pool, viewer) : { until: null, sales: null, days: [], best: [], worst: [] },
    statusesOf(pool, viewer),
    stateCounts(pool, viewer),
    errorsOf(pool, viewer),
    paymentsOf(pool, viewer),
    planOfNow(pool, viewer),
    alarmedDesks(pool, viewer),
    attentionOf(pool, viewer),
  ]);
  return { ...money, statuses, states: counts.states, errors, payments, plan, desks, attention };
}

/** What machines earn, for who sees money. */
async function moneyOf(
  pool: Pool,
  viewer: Viewer,
): Promise<Pick<Dashboard, "until" | "sales" | "days" | "best" | "worst">> {
  const [spans, figures, broken, ranking] = await Promise.all([
    rows(
      pool,
      spanRow,
      sql.join(
        PERIODS.map((period) => {
          const [first, last, firstBefore, lastBefore] = SPANS[period];
          return sql`select ${period}::text as period, ${first} as first, ${last} as last, ${firstBefore} as first_before, ${lastBefore} as last_before`;
        }),
        sql` union all `,
      ),
    ),
    figuresOf(pool, viewer),
    partsOf(pool, viewer),
    rankingOf(pool, viewer),
  ]);
  return { until: broken.until, sales: salesOf(spans, figures, broken), days: lastDays(spans, figures), ...ranking };
}

/** From the first of last month, or thirty days before the last thirty. */
const MOST_DAYS = 62;
const RECENT = sql`s.day between ${TODAY} - ${MOST_DAYS - 1}::integer and ${TODAY} and ${isPaid(sql`s.source`)}`;

/** Days by source: added up already for who may see everything, else over the viewer's machines. */
const figuresOf = (db: Db, viewer: Viewer) =>
  rows(
    db,
    figureRow,
    isUnlimited(viewer)
      ? sql`select s.day, s.source, s.count, s.amount from ${lastNetworkDays(MOST_DAYS)} s order by s.day, s.source`
      : sql`select s.day, s.source, sum(s.count) as count, sum(s.amount) as amount from sales_by_device_day s where ${RECENT} and ${visibleSales(viewer, sql`s`)} group by s.day, s.source order by s.day, s.source`,
  );

const between = (figures: Figure[], first: string, last: string) =>
  figures.filter(({ day }) => day >= first && day <= last);

function salesOf(spans: Span[], figures: Figure[], { parts }: Parts): NonNullable<Dashboard["sales"]> {
  /** Whole days, and of the last one what was sold until the last full hour. */
  const untilNow = (first: string, last: string) =>
    tally([...figures.filter(({ day }) => day >= first && day < last), ...parts.filter(({ day }) => day === last)]);
  const figure = (period: Period) => {
    const { first, last, first_before, last_before } = spanOf(spans, period);
    const now = between(figures, first, last);
    const sources = [...new Set(now.map(({ source }) => source))]
      .sort()
      .map((source) => ({ source, ...tally(now.filter((one) => one.source === source)) }));
    const compared =
      period === "yesterday"
        ? { now: tally(now), before: tally(between(figures, first_before, last_before)) }
        : { now: untilNow(first, last), before: untilNow(first_before, last_before) };
    return { ...tally(now), compared, sources: sources.filter(({ count }) => count !== 0) };
  };
  return {
    today: figure("today"),
    yesterday: figure("yesterday"),
    days7: figure("days7"),
    days30: figure("days30"),
    month: figure("month"),
  };
}

function lastDays(spans: Span[], figures: Figure[]): Dashboard["days"] {
  const { first } = spanOf(spans, "days30");
  return Array.from({ length: 30 }, (_, index) => {
    const day = new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10);
    return {
      day,
      sources: Object.fromEntries(
        figures.filter((one) => one.day === day).map(({ source, count, amount }) => [source, { count, amount }]),
      ),
    };
  });
}

function spanOf(spans: Span[], period: Period): Span {
  const span = spans.find((one) => one.period === period);
  if (!span) throw new Error(`no span of ${period}`);
  return span;
}

function statusesOf(db: Db, viewer: Viewer): Promise<Dashboard["statuses"]> {
  return rows(
    db,
    z.object({ status: z.string(), count: z.number() }),
    sql`
    select x.status, count(*) as count from (select ${statusOf(sql`d`)} as status from devices d where not d.hidden and ${visibleDevices(viewer, sql`d`)}) x group by x.status order by x.status`,
  );
}
