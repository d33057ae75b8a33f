import { receipt as receiptCall } from "~server/contract/calls/fiscal";
import type { Context } from "~server/web/guard.server";
import { qrPath } from "~/areas/qr-codes/qr.server";
import { receiptRow } from "./receipts.server";
import { RECEIPTS_PATH, refCell, serviceWords, stateTone } from "./words.server";

/** A receipt: what it says, how far it got, and what returns it. */
export async function receiptModel(context: Context) {
  const { api, params, t, format } = context;
  const { receipt, others } = await api.read(receiptCall, { receipt: params.receipt });
  const title = t("fiscal:receipt_no", { id: receipt.id });
  const ref = (label: string, entity: string, of: typeof receipt.desk) => ({ label, ...refCell(context, entity, of) });
  const isOpen = receipt.state === "error" || receipt.state === "listed";
  return {
    heading: title,
    back: { href: RECEIPTS_PATH, label: t("fiscal:receipts_title") },
    state: {
      tone: stateTone(receipt.state),
      title: t(`fiscal:state.${receipt.state}`),
      text: receipt.why
        ? t(`fiscal:why.${receipt.why}`)
        : receipt.error && receipt.state !== "done"
          ? serviceWords(context, receipt.error)
          : undefined,
    },
    about: [
      { label: t("fiscal:column.what"), text: receipt.name },
      { label: t("fiscal:kind_label"), text: t(`fiscal:kind.${receipt.kind}`) },
      { label: t("fiscal:column.amount"), text: format.money(receipt.amount) },
      ...(receipt.returned ? [{ label: t("fiscal:returned_label"), text: format.money(receipt.returned) }] : []),
      { label: t("fiscal:payment_label"), text: t(`fiscal:payment.${receipt.payment}`) },
      { label: t("fiscal:column.sold_at"), text: format.dateTime(receipt.sold_at) },
      { label: t("fiscal:done_at"), text: receipt.done_at ? format.dateTime(receipt.done_at) : "—" },
      { label: t("fiscal:fiscal_code"), text: receipt.fiscal_code ?? "—" },
      ref(t("fiscal:column.machine"), "device", receipt.device),
      ref(t("entities:device.fields.location"), "location", receipt.location),
      ref(t("entities:location.fields.fiscal_cashier"), "fiscal_cashier", receipt.desk),
    ],
    link: receipt.tax_url && { href: receipt.tax_url, label: t("fiscal:tax_page") },
    qr: receipt.tax_url ? { ...qrPath(receipt.tax_url), label: title } : null,
    decide: isOpen
      ? {
          id: String(receipt.id),
          send: t("fiscal:decision.send"),
          settle: t("fiscal:decision.settle"),
          hint: t("fiscal:decision_hint"),
        }
      : undefined,
    others: others.length
      ? {
          caption: t(receipt.kind === "sell" ? "fiscal:its_returns" : "fiscal:its_original"),
          columns: (["receipt", "sold_at", "what", "machine", "state", "amount"] as const).map((key) => ({
            key,
            label: t(`fiscal:column.${key}`),
            align: key === "amount" ? ("end" as const) : undefined,
          })),
          rows: others.map((one) => ({ ...receiptRow(context, one), selectLabel: undefined })),
        }
      : undefined,
  };
}
export type ReceiptModel = Awaited<ReturnType<typeof receiptModel>>;
