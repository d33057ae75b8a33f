import type { z } from "zod";
import { dashboard as dashboardCall } from "~server/contract/calls/dashboard";
import { paymentsToday } from "~server/contract/calls/payments";
import { listRequirement, viewPath } from "~server/contract/entity";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { device } from "~server/contract/entities/devices";
import { PAYMENT_SOURCES } from "~server/contract/enums";
import type { paymentsTodaySchema } from "~server/contract/payment-reads";
import { allowed } from "~server/contract/permissions";
import { onlinePayments } from "~server/contract/reports/payments";
import { type Dashboard, type Period, PERIODS } from "~server/contract/sales";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorWords } from "~/areas/error-words.server";
import { dayText } from "~/areas/payments/day.server";
import { salesChart } from "~/areas/sales-chart.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";
import type { StatProps } from "~/ui/stat";
import type { Tone } from "~/ui/tone";
import { firstStepsOf } from "./first-steps.server";
import { dashboardLabels } from "./labels";

/** Loader of the dashboard: sales of five periods beside the comparable ones before, how machines stand, what fails, who earns. */
export const dashboardLoader = protectedLoader("login", async (context) => {
  const { api, t } = context;
  const seesPayments = allowed(context.me, onlinePayments.needs);
  const [dashboard, today, firstSteps] = await Promise.all([
    api.read(dashboardCall, {}),
    seesPayments ? api.read(paymentsToday, {}) : undefined,
    firstStepsOf(context),
  ]);
  return {
    firstSteps,
    tiles: PERIODS.map((period) => tile(context, period, dashboard)),
    compared: t("dashboard:compared", { until: dashboard.until }),
    sources: sourcesOf(context, dashboard),
    states: statesOf(context, dashboard),
    errors: dashboard.errors.map((error) => ({
      id: error.raw,
      cells: [
        { text: error.code ?? error.raw },
        { text: errorWords(t, error) },
        { text: context.format.number(error.count) },
      ],
    })),
    errorsHref: "/devices_statuses?state=errors",
    payments: paymentsOf(context, dashboard, today),
    plan: planOf(context, dashboard),
    desks: desksOf(context, dashboard),
    best: dashboard.best.map((one) => rankedRow(context, one)),
    worst: dashboard.worst.map((one) => rankedRow(context, one)),
    ranked: RANKED.map((key) => ({
      key,
      label: t(`dashboard:ranked.${key}`),
      align: key === "machine" ? undefined : ("end" as const),
    })),
    chart: salesChart(context, dashboard.days),
    labels: pick(t, dashboardLabels),
  };
});

/** Fiscal desks that somebody must look at, each with what is wrong. */
const desksOf = ({ t }: Context, { desks }: Dashboard) =>
  desks.map(({ desk, alarm }) => ({
    href: viewPath(fiscalCashier, desk.id),
    label: desk.label,
    text: t(`options:desk_alarm.${alarm}`),
  }));

function tile({ t, format }: Context, period: Period, { sales, until }: Dashboard): StatProps {
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
  { now, before }: Dashboard["sales"][Period]["compared"],
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

const share = (format: Context["format"], part: number, whole: number) => format.percent(whole ? part / whole : 0, 1);

/** Thirty days by payment source, and beside them what each source brought in the other periods. */
function sourcesOf({ t, format }: Context, { sales }: Dashboard) {
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

const TONES: Record<Dashboard["states"][number]["state"], Tone> = {
  ONLINE: "ok",
  OFFLINE: "bad",
  NEVER: "neutral",
  errors: "bad",
  power: "bad",
  door: "warn",
  quiet: "warn",
  runs_out: "warn",
};

/** Machines by state: each leads to the screen of states filtered by it. */
const statesOf = ({ t, format }: Context, { states }: Dashboard) =>
  states.map(({ state, count }) => ({
    label: t(`statuses:state.${state}`),
    tone: count === 0 ? ("neutral" as const) : TONES[state],
    count: format.number(count),
    href: `/devices_statuses?state=${state}`,
  }));

type Today = z.infer<typeof paymentsTodaySchema>;

/** Online payments of today by state, and what waits for a person; else cashless vends of today, and why vends failed. Null where nobody pays so. */
function paymentsOf(context: Context, { payments }: Dashboard, today: Today | undefined) {
  const online = today && onlineOf(context, today);
  if (!payments && !online) return null;
  const { t, format } = context;
  const told = online?.states.length ? online.states : payments ? vendsOf(context, payments.states) : [];
  const failures = payments?.failures ?? [];
  return {
    all: online?.all,
    waiting: online?.waiting ?? [],
    states: told,
    failures: failures.map(({ code, count }) => ({
      id: code,
      cells: [
        { text: code || "—" },
        { text: code ? errorWords(t, { code: code.split("_")[0] ?? code }) : t("dashboard:payment.no_code") },
        { text: format.number(count) },
      ],
    })),
  };
}

/** Each state leads to the payments in it. */
function onlineOf({ t, format }: Context, { states, failed_refunds, differences }: Today) {
  const all = states.reduce((sum, { count }) => sum + count, 0);
  const day = dayText(Date.now());
  const list = (query: Record<string, string>) => `${onlinePayments.path}?${new URLSearchParams(query)}`;
  return {
    all: list({ from: day, to: day }),
    states: states.map(({ state, count }) => ({
      label: t(`options:payment_state.${state}`),
      tone: toneOf("payment_state", state)?.tone ?? ("neutral" as const),
      count: format.number(count),
      share: share(format, count, all),
      href: list({ from: day, to: day, payment_state: state }),
    })),
    waiting: [
      ...(failed_refunds
        ? [{ text: t("payments:waiting.refunds", { count: failed_refunds }), href: list({ payback_state: "failed" }) }]
        : []),
      ...(differences
        ? [{ text: t("payments:waiting.differences", { count: differences }), href: onlinePayments.path }]
        : []),
    ],
  };
}

function vendsOf({ t, format }: Context, states: NonNullable<Dashboard["payments"]>["states"]) {
  const all = states.reduce((sum, { count }) => sum + count, 0);
  return states.map(({ state, count }) => ({
    label: t(`dashboard:payment.${state}`),
    tone: state === "vend_success" ? ("ok" as const) : count ? ("bad" as const) : ("neutral" as const),
    count: format.number(count),
    share: share(format, count, all),
    href: undefined,
  }));
}

/** How this month's plan stands; null where there is none. */
function planOf({ t, format }: Context, { plan: known }: Dashboard) {
  if (!known) return null;
  const { plan, actual, done, expected } = known;
  return {
    label: t("plans:dashboard_of", { done: format.money(actual), plan: format.money(plan) }),
    text: done === null ? "—" : format.percent(done / 100, 1),
    share: (done ?? 0) / 100,
    tone: expected !== null && expected < plan ? ("warn" as const) : ("ok" as const),
    expected: expected === null ? "" : t("plans:dashboard_expected", { expected: format.money(expected) }),
  };
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
