import { payments } from "~server/contract/calls/payments";
import { allowed } from "~server/contract/permissions";
import { onlinePayments } from "~server/contract/reports/payments";
import type { Context } from "~server/web/guard.server";
import { dayText } from "./day.server";
import { headOf, paymentPath, stateCell } from "./words.server";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A machine has no more of them in two days. */
const ASKED = "500";
const SHOWN = 8;

/** Online payments of a machine around a moment, such as when a customer complained: of that day and the one before, the nearest ones. */
export async function paymentsAround(context: Context, device: number, at: string) {
  if (!allowed(context.me, onlinePayments.needs)) return undefined;
  const { t, format } = context;
  const moment = Date.parse(at);
  const days = { from: dayText(moment - DAY_MS), to: dayText(moment) };
  const { items } = await context.api.read(payments, {}, { device, limit: ASKED, ...days });
  const near = [...items]
    .sort((a, b) => Math.abs(Date.parse(a.begun_at) - moment) - Math.abs(Date.parse(b.begun_at) - moment))
    .slice(0, SHOWN)
    .sort((a, b) => Date.parse(b.begun_at) - Date.parse(a.begun_at));
  return {
    all: `${onlinePayments.path}?${new URLSearchParams({ ...days, device: String(device) })}`,
    title: t("payments:around"),
    none: t("payments:around_none"),
    link: t("payments:back"),
    columns: [
      { key: "at", label: headOf(context, "at") },
      { key: "state", label: headOf(context, "payment_state") },
    ],
    rows: near.map((one) => ({
      id: String(one.id),
      href: paymentPath(one.id),
      cells: [
        { text: format.dateTime(one.begun_at), hint: one.name ?? one.selection ?? undefined },
        {
          ...stateCell(context, "payment_state", one.state),
          hint: [
            one.amount === null ? undefined : format.money(one.amount),
            one.refund ? t(`options:payback_state.${one.refund}`) : undefined,
          ]
            .filter(Boolean)
            .join(" · "),
        },
      ],
    })),
  };
}
