import { listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { allowed } from "~server/contract/permissions";
import { type Dashboard, dashboardSchema, type Period, PERIODS } from "~server/contract/sales";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { salesChart } from "~/areas/sales-chart.server";
import { toneOf } from "~/resource/tones";
import type { StatProps } from "~/ui/stat";
import { dashboardLabels } from "./labels";

/** Loader of the dashboard: sales of five periods beside the comparable ones before, machines by status, thirty days. */
export const dashboardLoader = protectedLoader("login", async (context) => {
  const { api, t, format } = context;
  const dashboard = await api.get("/dashboard", dashboardSchema);
  return {
    tiles: PERIODS.map((period) => tile(context, period, dashboard.sales[period])),
    sources: dashboard.sales.days30.sources.map(({ source, count, amount }) => ({
      id: source, cells: [{ text: t(`options:source.${source}`) }, { text: format.number(count) }, { text: format.money(amount) }, { text: share(format, amount, dashboard.sales.days30.amount) }],
    })),
    statuses: statuses(context, dashboard),
    chart: salesChart(context, dashboard.days),
    labels: pick(t, dashboardLabels),
  };
});

function tile({ t, format }: Context, period: Period, figure: Dashboard["sales"][Period]): StatProps {
  return {
    label: t(`dashboard:period.${period}`),
    value: format.money(figure.amount),
    unit: t("dashboard:vends", { count: figure.count, shown: format.number(figure.count) }),
    comparison: comparison({ t, format }, period, figure),
  };
}

function comparison({ t, format }: Pick<Context, "t" | "format">, period: Period, { amount, before }: Dashboard["sales"][Period]): StatProps["comparison"] {
  if (before.amount === 0) return { text: t("dashboard:nothing_before"), tone: "neutral" };
  const change = Math.round((amount / before.amount - 1) * 100);
  const text = t(`dashboard:against.${period}`, { change: `${change > 0 ? "+" : change < 0 ? "−" : ""}${format.number(Math.abs(change))} %` });
  // An unfinished day is always behind a whole one: that is no bad news.
  if (period === "today") return { text, tone: "neutral" };
  return { text, tone: change < 0 ? "bad" : "ok", icon: change < 0 ? "sort-down" : "sort-up" };
}

const share = (format: Context["format"], part: number, whole: number) => `${format.number(whole ? (part / whole) * 100 : 0, 1)} %`;

function statuses({ t, format, me }: Context, { statuses: counted }: Dashboard) {
  const mayList = allowed(me, listRequirement(device));
  return device.fields.status?.kind !== "choice" ? [] : device.fields.status.options.map((status) => ({
    label: t(`options:device_status.${status}`),
    tone: toneOf("device_status", status)?.tone ?? "neutral",
    count: format.number(counted.find((one) => one.status === status)?.count ?? 0),
    href: mayList ? `${device.paths.list}?hidden=false&status=${status}` : undefined,
  }));
}
