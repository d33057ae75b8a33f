import { data } from "@remix-run/node";
import { decideReceipts, deskReceipts, receipts } from "~server/contract/calls/fiscal";
import { type Receipt, receiptsQuery } from "~server/contract/fiscal";
import { plain } from "~server/contract/plain";
import { sensible } from "~server/contract/query";
import type { ActionContext, Context } from "~server/web/guard.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import { receiptPath, refCell, stateCell } from "./words.server";

const NONE = { items: [], total: 0, capped: false, page: 1, limit: 50 };
const VIEWS = ["not_fiscalised", "waiting", "queued", "sent", "done", "settled", "cancelled"] as const;

/** Receipts of a desk, or of all: what an accountant must look at comes first. */
export async function receiptsModel(context: Context) {
  const { api, params, url, t } = context;
  const asked = sensible(receiptsQuery, url.searchParams);
  const state = asked.state ?? (params.id === undefined ? "not_fiscalised" : undefined);
  const query = { ...asked, state };
  const list =
    params.id === undefined
      ? await api.readOr(NONE, receipts, {}, query)
      : await api.readOr(NONE, deskReceipts, { id: params.id }, query);
  const open = list.items.some(isOpen);
  return {
    heading: params.id === undefined ? t("fiscal:receipts_title") : undefined,
    hint: state === "not_fiscalised" ? t("fiscal:not_fiscalised_hint") : undefined,
    period: {
      label: t("sales:period"),
      from: asked.from ?? "",
      to: asked.to ?? "",
      fromLabel: t("sales:from"),
      toLabel: t("sales:to"),
      show: t("sales:show"),
      state: asked.state,
    },
    views: {
      label: t("fiscal:column.state"),
      tabs: [
        ...(params.id === undefined
          ? []
          : [
              {
                href: withParams(url, { state: "", page: "" }),
                label: t("fiscal:view.all"),
                current: state === undefined,
              },
            ]),
        ...VIEWS.map((view) => ({
          href: withParams(url, { state: view, page: "" }),
          label: t(`fiscal:view.${view}`),
          current: state === view,
        })),
      ],
    },
    empty: {
      title: t("fiscal:no_receipts"),
      text: state === "not_fiscalised" ? t("fiscal:all_fiscalised") : undefined,
    },
    table: {
      caption: t("fiscal:receipts"),
      columns: (["receipt", "sold_at", "what", "machine", "state", "amount"] as const).map((key) => ({
        key,
        label: t(`fiscal:column.${key}`),
        align: key === "amount" ? ("end" as const) : undefined,
      })),
      rows: list.items.map((one) => receiptRow(context, one)),
      selection: open
        ? { name: "receipt", label: t("fiscal:choose"), all: t("fiscal:choose_all"), form: "decide" }
        : undefined,
    },
    decide: open
      ? {
          send: t("fiscal:decision.send"),
          settle: t("fiscal:decision.settle"),
          hint: t("fiscal:decision_hint"),
          action: `${url.pathname}${url.search}`,
        }
      : undefined,
    pagination: paginationOf(context, list),
  };
}
export type ReceiptsModel = Awaited<ReturnType<typeof receiptsModel>>;

const isOpen = ({ state }: Receipt) => state === "error" || state === "listed";

export function receiptRow(context: Context, one: Receipt) {
  const { t, format } = context;
  return {
    id: String(one.id),
    href: receiptPath(one.id),
    ...(isOpen(one) && { selectLabel: t("fiscal:receipt_no", { id: one.id }) }),
    cells: [
      { text: `№ ${one.id}`, hint: one.fiscal_code ?? undefined },
      { text: format.dateTime(one.sold_at) },
      { text: one.name, hint: `${t(`fiscal:kind.${one.kind}`)} · ${t(`fiscal:payment.${one.payment}`)}` },
      { ...refCell(context, "device", one.device), hint: one.location?.label },
      stateCell(context, one),
      {
        text: format.money(one.kind === "return" ? -one.amount : one.amount),
        hint: one.returned ? t("fiscal:returned", { amount: format.money(one.returned) }) : undefined,
      },
    ],
  };
}

/** Sends what was chosen, or takes it for seen to. */
export async function decide({ api, t, form, url }: ActionContext) {
  const asked = new URLSearchParams([
    ["decision", plain(form().get("decision"))],
    ...form()
      .getAll("receipt")
      .map((one): [string, string] => ["receipt", plain(one)]),
  ]);
  const outcome = await api.change(decideReceipts, {}, asked);
  if (!outcome.ok) {
    const [first] = Object.values(fieldTexts(t, outcome.fields)).flat();
    return data(
      { error: asked.has("receipt") ? (first ?? errorText(t, outcome.error)) : t("fiscal:choose_some") },
      { status: outcome.status },
    );
  }
  throw await redirectWithToast(`${url.pathname}${url.search}`, {
    tone: "ok",
    text: t(`fiscal:decided.${plain(form().get("decision"))}`, { count: outcome.data.count }),
  });
}
