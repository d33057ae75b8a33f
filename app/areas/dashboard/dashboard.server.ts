import { dashboard as dashboardCall } from "~server/contract/calls/dashboard";
import { paymentsToday } from "~server/contract/calls/payments";
import { allowed, CREW_MEMBER } from "~server/contract/permissions";
import { onlinePayments } from "~server/contract/reports/payments";
import type { Dashboard } from "~server/contract/sales";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorWords } from "~/areas/error-words.server";
import type { Tone } from "~/ui/tone";
import { attentionOf } from "./attention.server";
import { firstStepsOf } from "./first-steps.server";
import { dashboardLabels } from "./labels";
import { moneyOf } from "./money.server";
import { paymentsOf } from "./payments.server";

/** Loader of the dashboard: what needs somebody now, what machines earn, how they stand, what fails. */
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
    // Who drives a route begins there.
    route: allowed(context.me, [CREW_MEMBER]) ? t("frame:menu.my_route") : undefined,
    attention: attentionOf(context, dashboard, today),
    money: moneyOf(context, dashboard),
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
    labels: pick(t, dashboardLabels),
  };
});

const TONES: Record<Dashboard["states"][number]["state"], Tone> = {
  ONLINE: "ok",
  OFFLINE: "bad",
  NEVER: "neutral",
  errors: "bad",
  power: "bad",
  door: "warn",
  quiet: "warn",
  runs_out: "warn",
  out_of_work: "neutral",
};

/** Machines by state: each leads to the screen of states filtered by it. */
const statesOf = ({ t, format }: Context, { states }: Dashboard) =>
  states.map(({ state, count }) => ({
    label: t(`statuses:state.${state}`),
    tone: count === 0 ? ("neutral" as const) : TONES[state],
    count: format.number(count),
    href: `/devices_statuses?state=${state}`,
  }));

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
