import { deskState } from "~server/contract/calls/fiscal";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { tabPath, viewPath } from "~server/contract/entity";
import type { Desk, DeskOperationSaid } from "~server/contract/fiscal";
import type { Context } from "~server/web/guard.server";
import { qrPath } from "~/areas/qr-codes/qr.server";
import type { Cell } from "~/ui/data-cell";
import { alarmTone, RECEIPTS_PATH, receiptPath, serviceWords } from "./words.server";

/** A desk: its shift with its sums, its queue, what it was asked for. */
export async function deskModel(context: Context) {
  const { api, params, t, format } = context;
  const id = params.id ?? "";
  const desk = await api.read(deskState, { id });
  const here = viewPath(fiscalCashier, id);
  const receipts = tabPath(fiscalCashier, id, "receipts");
  const { queue, shift, receipt } = desk;
  return {
    notices: noticesOf(context, desk),
    actions: actionsOf(context, desk, here),
    tiles: [
      {
        label: t("fiscal:desk_state"),
        value: t(`options:cash_desk_state.${desk.state}`),
        unit:
          desk.state === "OPEN" && shift?.opened_at
            ? t("fiscal:since", { at: format.dateTime(shift.opened_at) })
            : undefined,
      },
      {
        label: t("fiscal:queue"),
        value: format.number(queue.count),
        unit: queue.oldest_at ? t("fiscal:oldest", { age: format.age(queue.oldest_at) }) : undefined,
        href: receipts,
      },
      {
        label: t("fiscal:not_fiscalised"),
        value: format.number(queue.errors + queue.listed),
        unit: t("fiscal:refused_count", { count: queue.errors }),
        href: `${receipts}?state=not_fiscalised`,
      },
      ...(shift ? [{ label: t("fiscal:sum.balance"), value: format.money(shift.balance) }] : []),
    ],
    shift: {
      title: t("fiscal:shift"),
      none: t("fiscal:no_shift"),
      items: shift ? shiftItems(context, desk, shift) : [],
    },
    receipt: receipt && {
      title: t("fiscal:last_receipt"),
      href: receiptPath(receipt.id),
      label: t("fiscal:receipt_no", { id: receipt.id }),
      at: receipt.done_at ? format.dateTime(receipt.done_at) : "",
      link: receipt.tax_url && { href: receipt.tax_url, label: t("fiscal:tax_page") },
      qr: receipt.tax_url ? qrPath(receipt.tax_url) : null,
    },
    operations: {
      title: t("fiscal:operations"),
      none: t("fiscal:no_operations"),
      columns: (["at", "what", "outcome", "amount", "author"] as const).map((key) => ({
        key,
        label: t(`fiscal:column.${key}`),
        align: key === "amount" ? ("end" as const) : undefined,
      })),
      rows: desk.operations.map((one) => ({ id: String(one.id), cells: operationCells(context, one) })),
    },
    all: { href: RECEIPTS_PATH, label: t("fiscal:all_not_fiscalised") },
  };
}
export type DeskModel = Awaited<ReturnType<typeof deskModel>>;

function noticesOf(context: Context, { alarm, complete, error, next_at }: Desk) {
  const { t, format } = context;
  const said = error && { text: serviceWords(context, error.text), at: format.dateTime(error.at) };
  return [
    ...(complete ? [] : [{ tone: "warn" as const, title: t("errors:desk_incomplete"), text: undefined }]),
    ...(alarm
      ? [{ tone: alarmTone(alarm), title: t(`options:desk_alarm.${alarm}`), text: t(`fiscal:alarm_hint.${alarm}`) }]
      : []),
    ...(said
      ? [
          {
            tone: error.over ? ("neutral" as const) : ("bad" as const),
            title: t(error.over ? "fiscal:error_over" : "fiscal:error_now", { at: said.at }),
            text: [said.text, next_at ? t("fiscal:next_try", { at: format.dateTime(next_at) }) : ""]
              .filter(Boolean)
              .join(" · "),
          },
        ]
      : []),
  ];
}

function actionsOf({ t }: Context, { state }: Desk, here: string) {
  const action = (name: string) => ({
    href: `${here}/${name}`,
    label: t(`entities:fiscal_cashier.actions.${name}.label`),
  });
  const cash = (name: string, type: string) => ({
    href: `${here}/cash/${type}`,
    label: t(`entities:fiscal_cashier.shortcuts.${name}`),
  });
  return [
    state === "OPEN" ? action("close") : action("open"),
    action("test_access"),
    ...(state === "OPEN" ? [action("x_report"), cash("cash_in", "service_in"), cash("cash_out", "service_out")] : []),
  ];
}

function shiftItems({ t, format }: Context, { ours }: Desk, shift: NonNullable<Desk["shift"]>) {
  const sum = (
    name: "cash_sales" | "card_sales" | "cash_returns" | "card_returns" | "service_in" | "service_out" | "balance",
  ) => ({
    label: t(`fiscal:sum.${name}`),
    value: format.money(shift[name]),
  });
  return [
    { label: t("fiscal:shift_serial"), value: shift.serial === null ? "—" : format.number(shift.serial) },
    { label: t("fiscal:opened_at"), value: shift.opened_at ? format.dateTime(shift.opened_at) : "—" },
    { label: t("fiscal:closed_at"), value: shift.closed_at ? format.dateTime(shift.closed_at) : "—" },
    sum("cash_sales"),
    sum("card_sales"),
    sum("cash_returns"),
    sum("card_returns"),
    sum("service_in"),
    sum("service_out"),
    sum("balance"),
    {
      label: t("fiscal:ours"),
      value: t("fiscal:ours_value", { count: ours.count, amount: format.money(ours.amount) }),
    },
    { label: t("fiscal:refreshed_at"), value: format.dateTime(shift.refreshed_at) },
  ];
}

const OUTCOME = { queued: "neutral", sent: "info", done: "ok", error: "bad" } as const;

function operationCells(context: Context, one: DeskOperationSaid): Cell[] {
  const { t, format } = context;
  return [
    { text: format.dateTime(one.at) },
    { text: t(`fiscal:operation.${one.type}`), hint: one.reason ?? undefined },
    {
      text: t(`fiscal:outcome.${one.state}`),
      badge: true,
      tone: OUTCOME[one.state],
      hint: one.error && one.state !== "done" ? serviceWords(context, one.error) : resultWords(context, one),
    },
    { text: one.amount === null ? "—" : format.money(one.amount) },
    { text: one.author ?? t("fiscal:by_clock") },
  ];
}

/** What an operation came to, of what is worth a line. */
function resultWords({ t, format }: Context, { type, result }: DeskOperationSaid): string | undefined {
  if (!result) return undefined;
  const number = (name: string) => (typeof result[name] === "number" ? result[name] : 0);
  if (type === "x_report")
    return t("fiscal:x_report", {
      sells: format.number(number("sells")),
      returns: format.number(number("returns")),
      cash: format.money(number("cash_sales") - number("cash_returns")),
      cards: format.money(number("card_sales") - number("card_returns")),
      balance: format.money(number("balance")),
    });
  if (type === "test_access")
    return t(result.is_test === true ? "fiscal:register_test" : "fiscal:register", {
      number: String(result.fiscal_number ?? "—"),
    });
  return undefined;
}
