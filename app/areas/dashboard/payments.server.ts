import type { z } from "zod";
import type { paymentsTodaySchema } from "~server/contract/payment-reads";
import { onlinePayments } from "~server/contract/reports/payments";
import type { Dashboard } from "~server/contract/sales";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import { dayText } from "~/areas/payments/day.server";
import { toneOf } from "~/resource/tones";
import { share } from "./share.server";

export type Today = z.infer<typeof paymentsTodaySchema>;

/** Online payments of today by state; else cashless vends of today, and why vends failed. Null where nobody pays so. */
export function paymentsOf(context: Context, { payments }: Dashboard, today: Today | undefined) {
  const online = today && onlineOf(context, today);
  if (!payments && !online) return null;
  const { t, format } = context;
  const told = online?.states.length ? online.states : payments ? vendsOf(context, payments.states) : [];
  const failures = payments?.failures ?? [];
  return {
    all: online?.all,
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
function onlineOf({ t, format }: Context, { states }: Today) {
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
