import { locationFiscal } from "~server/contract/calls/fiscal";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { listRequirement } from "~server/contract/entity";
import { FISCAL_OPERATIONS, type LocationFiscal, locationFiscalQuery } from "~server/contract/fiscal";
import { allowed } from "~server/contract/permissions";
import { sensible } from "~server/contract/query";
import type { Context } from "~server/web/guard.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import { receiptPath, refCell, stateCell } from "./words.server";

/** A location's fiscal settings, and what its desk did for it. */
export async function operationsModel(context: Context) {
  const { api, params, url, t, format } = context;
  const asked = sensible(locationFiscalQuery, url.searchParams);
  const found = await api.read(locationFiscal, { id: params.id }, asked);
  const { settings } = found;
  return {
    settings: {
      title: t("resource:section.fiscal"),
      items: [
        {
          label: t("entities:location.fields.fiscal_enabled"),
          text: t(settings.enabled ? "resource:yes" : "resource:no"),
        },
        { label: t("entities:location.fields.fiscal_cashier"), ...refCell(context, "fiscal_cashier", settings.desk) },
        { label: t("fiscal:registered_since"), text: settings.since ? format.dateTime(settings.since) : "—" },
        {
          label: t("entities:location.fields.fiscal_tax_code"),
          text: settings.tax_code === null ? "—" : String(settings.tax_code),
        },
        { label: t("entities:location.fields.fiscal_footer"), text: settings.footer ?? "—" },
      ],
    },
    views: {
      label: t("fiscal:column.what"),
      tabs: [
        {
          href: withParams(url, { type: "", page: "" }),
          label: t("fiscal:view.all"),
          current: asked.type === undefined,
        },
        ...FISCAL_OPERATIONS.map((type) => ({
          href: withParams(url, { type, page: "" }),
          label: t(`fiscal:type.${type}`),
          current: asked.type === type,
        })),
      ],
    },
    period: {
      from: asked.from ?? "",
      to: asked.to ?? "",
      fromLabel: t("sales:from"),
      toLabel: t("sales:to"),
      show: t("sales:show"),
      type: asked.type,
    },
    empty: { title: t("fiscal:no_operations"), text: settings.enabled ? undefined : t("fiscal:not_enabled") },
    table: {
      caption: t("fiscal:operations"),
      columns: (["at", "type", "machine", "state", "receipt", "amount"] as const).map((key) => ({
        key,
        label: t(`fiscal:column.${key}`),
        align: key === "amount" ? ("end" as const) : undefined,
      })),
      rows: found.items.map((one, index) => ({ id: String(index), cells: cellsOf(context, one) })),
    },
    pagination: paginationOf(context, found),
  };
}
export type OperationsModel = Awaited<ReturnType<typeof operationsModel>>;

function cellsOf(context: Context, one: LocationFiscal["items"][number]) {
  const { t, format, me } = context;
  const isReceipt = one.receipt !== null;
  const href =
    one.receipt !== null && allowed(me, listRequirement(fiscalCashier))
      ? receiptPath(one.receipt)
      : (one.tax_url ?? undefined);
  return [
    { text: format.dateTime(one.at) },
    { text: t(`fiscal:type.${one.type}`), hint: one.name ?? undefined },
    isReceipt ? refCell(context, "device", one.device) : { text: "—" },
    stateCell(context, { ...one, why: null }),
    isReceipt ? { text: one.fiscal_code ?? `№ ${one.receipt}`, href, hint: undefined } : { text: "—" },
    { text: one.amount === null ? "—" : format.money(one.amount) },
  ];
}
