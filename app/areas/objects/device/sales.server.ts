import { deviceSaleList, deviceSales } from "~server/contract/calls/sales";
import { pageQuery, sensible } from "~server/contract/query";
import type { DeviceSales, SaleList } from "~server/contract/sales";
import { createRequirement, viewPath } from "~server/contract/entity";
import { refund } from "~server/contract/entities/refunds";
import { allowed } from "~server/contract/permissions";
import { device } from "~server/contract/entities/devices";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { holderWords } from "~/areas/holder-words.server";
import { saleReceiptCell } from "~/areas/fiscal/words.server";
import { salesChart } from "~/areas/sales-chart.server";
import type { Cell } from "~/ui/data-cell";
import { paginationOf } from "~/resource/pagination.server";
import { DEVICE } from "./device.server";
import { differenceCells, differenceColumns, tallyText } from "./differences.server";
import { salesLabels } from "./labels";
import { askedPeriod, periodModel } from "~/report/period.server";

const NO_SALES = { from: "", to: "", total: 0, capped: false, page: 1, limit: 1, items: [] };

/** The sales tab: a period, its days, its products, and each sale. */
export const salesLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, url, t, format } = context;
  const asked = askedPeriod(context);
  const { page } = sensible(pageQuery, url.searchParams);
  const [sales, list] = await Promise.all([
    api.read(deviceSales, { id: params.id }, asked.query),
    api.readOr(NO_SALES, deviceSaleList, { id: params.id }, { ...asked.query, page }),
  ]);
  const hasReceipts = list.items.some(({ receipt }) => receipt !== null);
  return {
    period: periodModel(context, asked, sales),
    total: tallyText(context, sales.total),
    isEmpty: sales.total.count === 0 && list.items.length === 0,
    chart: salesChart(context, sales.days),
    telemetry: telemetryModel(context, sales),
    unrated: sales.unrated.length
      ? t("sales:without_rate", {
          amounts: sales.unrated.map(({ currency, amount }) => format.moneyIn(currency, amount)).join(", "),
        })
      : undefined,
    recipesMissing: recipesMissing(context, sales.products),
    products: sales.products.map((one) => ({
      id: `${one.selection ?? "-"}/${one.recipe ?? "-"}`,
      muted: one.selection === null,
      cells: [
        { text: one.selection ?? "—" },
        productCell(context, one),
        { text: format.number(one.count) },
        { text: format.money(one.amount) },
      ],
    })),
    foot: [
      { text: t("sales:total") },
      { text: "" },
      { text: format.number(sales.total.count) },
      { text: format.money(sales.total.amount) },
    ],
    returns: mayReturn(context) ? t("entities:refund.many") : undefined,
    hasReceipts,
    list: list.items.map((one) => saleRow(context, one, hasReceipts)),
    pagination: paginationOf(context, list),
    labels: pick(t, salesLabels),
  };
});

/** How the sales are known, where telemetry told of any, and the periods in which audits say something else. */
function telemetryModel(context: Context, { known, beyond, differences }: DeviceSales) {
  const { t, format, params } = context;
  if (known.told.count === 0 && differences.length === 0) return undefined;
  const base = `${viewPath(device, params.id ?? "")}/audits`;
  return {
    title: t("audits:telemetry.title"),
    about: [
      { label: t("audits:telemetry.events"), value: tallyText(context, known.told) },
      { label: t("audits:telemetry.booked"), value: tallyText(context, known.untold) },
      { label: t("audits:telemetry.alone"), value: tallyText(context, known.audits) },
      { label: t("audits:telemetry.beyond"), value: tallyText(context, beyond) },
    ],
    hint: t("audits:telemetry.hint"),
    periods: { href: `${base}/periods${context.url.search}`, label: t("audits:period.open") },
    columns: [{ key: "period", label: t("audits:telemetry.period") }, ...differenceColumns(context)],
    rows: differences.flatMap(({ file_id, from, to, currency, sources }) =>
      sources.map((one) => ({
        id: `${file_id}/${to}/${one.source}`,
        href: `${base}/${file_id}`,
        cells: [
          {
            text: t(from === null ? "audits:telemetry.since" : "audits:telemetry.span", {
              from: from === null ? "" : format.dateTime(from),
              to: format.dateTime(to),
            }),
          },
          ...differenceCells(context, one, currency),
        ],
      })),
    ),
  };
}

/** The recipe of the planogram, else the machine's own name; a selection without a recipe is said to have none. */
export function productCell(
  { t }: Pick<Context, "t">,
  { selection, recipe, name }: Pick<DeviceSales["products"][number], "selection" | "recipe" | "name">,
) {
  if (selection === null) return { text: t("audits:unassigned") };
  return recipe ? { text: recipe } : { text: name ?? "—", hint: t("sales:no_recipe") };
}

/** What the specification says of products without a recipe, with their names; undefined where every product has one. */
export function recipesMissing(
  { t }: Pick<Context, "t">,
  products: readonly Pick<DeviceSales["products"][number], "selection" | "recipe" | "name">[],
): string | undefined {
  const names = products
    .filter(({ selection, recipe }) => selection !== null && recipe === null)
    .map(({ selection, name }) => [selection, name].filter(Boolean).join(" "));
  return names.length ? t("sales:recipes_missing", { products: names.join(", ") }) : undefined;
}

/** What a sale was paid in, where that is not the hryvnia; without a rate its money is in no sum. */
function foreignText(
  { t, format }: Context,
  { currency, foreign_amount, amount }: SaleList["items"][number],
): string | undefined {
  if (currency === null || !foreign_amount) return undefined;
  return t(amount === 0 ? "sales:unrated" : "sales:by_rate", { amount: format.moneyIn(currency, foreign_amount) });
}

/** How a sale was paid; with a card whose it was first, as far as the person may see it. */
function paidCell(context: Context, { source, paid_with, holder }: SaleList["items"][number]): Cell {
  const { t } = context;
  const { names, href } = holderWords(context, holder);
  const card = paid_with ? t(`options:event_kind.${paid_with}`) : undefined;
  const by = t(`options:source.${source}`);
  return names.length
    ? { text: names.join(" · "), href, hint: [by, card].filter(Boolean).join(" · ") }
    : { text: by, hint: card };
}

/** A vend, or what an audit counted between two reads: then the row leads to its file. */
function saleRow(context: Context, sale: SaleList["items"][number], hasReceipts: boolean) {
  const { t, format, params } = context;
  const { id, at, selection, count, amount, file_id, untold, price_guessed } = sale;
  return {
    id,
    href: file_id === null ? undefined : `${viewPath(device, params.id ?? "")}/audits/${file_id}`,
    cells: [
      { text: format.dateTime(at), hint: file_id === null ? undefined : t(untold ? "sales:untold" : "sales:by_audit") },
      { text: selection ?? "—" },
      productCell(context, sale),
      paidCell(context, sale),
      { text: format.number(count) },
      {
        text: format.money(amount),
        hint: price_guessed ? t("audits:price_guessed") : foreignText(context, sale),
      },
      ...(mayReturn(context) ? [returnCell(context, sale)] : []),
      ...(hasReceipts ? [saleReceiptCell(context, sale.receipt)] : []),
    ],
  };
}

const mayReturn = ({ me }: Pick<Context, "me">) => allowed(me, createRequirement(refund));

/** Where the money of a sale is given back; of what brought none there is nothing to return. */
function returnCell({ t, params }: Context, { id, amount }: SaleList["items"][number]): Cell {
  if (amount <= 0) return { text: "" };
  const asked = new URLSearchParams({ device: params.id ?? "", subject: `sale:${id}` });
  return { text: t("refunds:return"), href: `${refund.paths.create}?${asked}` };
}
