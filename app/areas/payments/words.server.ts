import { columnKey } from "~server/contract/listed";
import type { PaymentRow } from "~server/contract/payment-reads";
import { ENDS, type Place } from "~server/contract/payments";
import { onlinePayments } from "~server/contract/reports/payments";
import type { Context } from "~server/web/guard.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";

export const paymentPath = (id: number): string => `/online_payments/${id}`;
/** What a column of the report is called. */
export const headOf = ({ t }: Pick<Context, "t">, name: string): string => t(columnKey(onlinePayments, name));

/** A stage or an end in words. */
export const placeText = ({ t }: Pick<Context, "t">, place: Place): string =>
  ENDS.some((end) => end === place) ? t(`options:payment_state.${place}`) : t(`options:payment_stage.${place}`);

export const stateCell = ({ t }: Pick<Context, "t">, choice: string, value: string | null): Cell =>
  value === null ? { text: "—" } : { text: t(`options:${choice}.${value}`), ...toneOf(choice, value) };

const COLUMNS = ["at", "payment_state", "product", "price", "paid", "refunded"] as const;

/** Payments as a short table, for screens of what they belong to. */
export function shortTable(context: Context, items: readonly PaymentRow[]) {
  const { t, format } = context;
  const money = (value: number | null) => ({ text: value === null ? "—" : format.money(value) });
  return {
    columns: COLUMNS.map((key) => ({
      key,
      label: headOf(context, key),
      align: ["price", "paid", "refunded"].includes(key) ? ("end" as const) : undefined,
      brief: key === "payment_state" || undefined,
    })),
    rows: items.map((one) => ({
      id: String(one.id),
      href: paymentPath(one.id),
      cells: [
        { text: format.dateTime(one.begun_at) },
        {
          ...stateCell(context, "payment_state", one.state),
          hint: one.counter ? t(`options:payment_counter.${one.counter}`) : undefined,
        },
        { text: one.is_test ? t("payments:test") : (one.name ?? one.selection ?? "—") },
        money(one.amount),
        money(one.paid),
        { ...money(one.refunded), hint: one.refund ? t(`options:payback_state.${one.refund}`) : undefined },
      ],
    })),
  };
}
