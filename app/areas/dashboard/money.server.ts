import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { PAYMENT_SOURCES } from "~server/contract/enums";
import { allowed } from "~server/contract/permissions";
import { aggregatedSales, aggregatedSalesPerDevice } from "~server/contract/reports/sales";
import { type Dashboard, type Period, PERIODS } from "~server/contract/sales";
import type { Context } from "~server/web/guard.server";
import { dayText } from "~/areas/payments/day.server";
import { salesChart } from "~/areas/sales-chart.server";
import type { Cell } from "~/ui/data-cell";
import type { StatProps } from "~/ui/stat";
import { share } from "./share.server";

/** As much of the dashboard as there is for who sees money. */
type Money = Dashboard & { sales: NonNullable<Dashboard["sales"]>; until: string };
const hasMoney = (dashboard: Dashboard): dashboard is Money => dashboard.sales !== null && dashboard.until !== null;

/** What machines earn: five periods beside the comparable ones before, thirty days, payment sources, the best and the worst; each leads to its report. Null for who sees no money. */
export function moneyOf(context: Context, dashboard: Dashboard) {
  if (!hasMoney(dashboard)) return null;
  const { t, me } = context;
  const report = allowed(me, aggregatedSales.needs)
    ? {
        days: `${aggregatedSales.path}?${spanOf("days30")}`,
        machines: `${aggregatedSalesPerDevice.path}?${spanOf("days7")}`,
      }
    : undefined;
  return {
    tiles: PERIODS.map((period) => ({
      ...tile(context, period, dashboard),
      href: report && `${aggregatedSalesPerDevice.path}?${spanOf(period)}`,
    })),
    compared: t("dashboard:compared", { until: dashboard.until }),
    chart: salesChart(context, dashboard.days),
    sources: sourcesOf(context, dashboard),
    best: dashboard.best.map((one) => rankedRow(context, one)),
    worst: dashboard.worst.map((one) => rankedRow(context, one)),
    ranked: RANKED.map((key) => ({
      key,
      label: t(`dashboard:ranked.${key}`),
      align: key === "machine" ? undefined : ("end" as const),
    })),
    report,
  };
}

const DAY_MS = 86_400_000;
const DAYS_BACK = { today: [0, 0], yesterday: [1, 1], days7: [6, 0], days30: [29, 0] } as const;

/** A period as reports are asked for it. */
function spanOf(period: Period): string {
  const today = dayText(Date.now());
  const day = (back: number) => new Date(Date.parse(today) - back * DAY_MS).toISOString().slice(0, 10);
  const [from, to] =
    period === "month" ? [`${today.slice(0, 8)}01`, today] : DAYS_BACK[period].map((back) => day(back));
  return new URLSearchParams({ from: from ?? today, to: to ?? today }).toString();
}

function tile({ t, format }: Context, period: Period, { sales, until }: Money): StatProps {
  const { count, amount, compared } = sales[period];
  return {
    label: t(`dashboard:period.${period}`),
    value: format.money(amount),
    unit: t("dashboard:vends", { count, shown: format.number(count) }),
    comparison: comparison({ t, format }, period, compared, until),
  };
}

/** How a period stands to the one before it; of those that are not over, both until the last full hour. */
function comparison(
  { t, format }: Pick<Context, "t" | "format">,
  period: Period,
  { now, before }: Money["sales"][Period]["compared"],
  until: string,
): StatProps["comparison"] {
  if (before.amount === 0) return { text: t("dashboard:nothing_before"), tone: "neutral" };
  const change = Math.round((now.amount / before.amount - 1) * 100);
  return {
    text: t(`dashboard:against.${period}`, { change: format.change(change / 100), until }),
    tone: change < 0 ? "bad" : "ok",
    icon: change < 0 ? "sort-down" : "sort-up",
  };
}

/** Thirty days by payment source, and beside them what each source brought in the other periods. */
function sourcesOf({ t, format }: Context, { sales }: Money) {
  const of = (period: Period, source: string) =>
    sales[period].sources.find((one) => one.source === source)?.amount ?? 0;
  return PAYMENT_SOURCES.filter((source) => PERIODS.some((period) => of(period, source) !== 0)).map((source) => {
    const { count = 0, amount = 0 } = sales.days30.sources.find((one) => one.source === source) ?? {};
    return {
      id: source,
      cells: [
        { text: t(`options:source.${source}`) },
        { text: format.number(count) },
        { text: format.money(amount) },
        { text: share(format, amount, sales.days30.amount) },
        ...(["today", "yesterday", "days7", "month"] as const).map((period) => ({
          text: format.money(of(period, source)),
        })),
      ],
    };
  });
}

const RANKED = ["machine", "count", "amount", "change"] as const;

function rankedRow(
  { t, format, me }: Context,
  { device: one, location, count, amount, before }: Dashboard["best"][number],
) {
  const change = before > 0 ? Math.round((amount / before - 1) * 100) : null;
  const cells: Cell[] = [
    { text: one.label, hint: location ?? t("dashboard:no_location") },
    { text: format.number(count) },
    { text: format.money(amount) },
    change === null ? { text: "—" } : { text: format.change(change / 100), tone: change < 0 ? "bad" : "ok" },
  ];
  return {
    id: String(one.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, one.id) : undefined,
    cells,
  };
}
