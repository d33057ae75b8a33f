import type { z } from "zod";
import { purchaseList, stockBatches } from "~server/contract/calls/logistics";
import { callsOf } from "~server/contract/calls/entities";
import { listRequirement, tabPath } from "~server/contract/entity";
import { warehouse } from "~server/contract/entities/warehouses";
import { sensible } from "~server/contract/query";
import { batchesQuery, type batchesSchema, purchaseQuery } from "~server/contract/stock-lists";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { notFound } from "~server/web/screens.server";
import { refHref } from "~/resource/show.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { stockListLabels } from "./labels";
import { ledgerScreen } from "./lines.server";
import { batchText, placeCell, quantityText } from "./place.server";

const LISTS = ["moves", "expiring", "purchase"] as const;
type List = (typeof LISTS)[number];

/** One of the lists over all places: the ledger, what expires, what to buy. */
export const listLoader = protectedLoader(listRequirement(warehouse), async (context) => {
  const { t, url } = context;
  const list = LISTS.find((one) => url.pathname.replace(/(\.data|\/)$/, "") === `/stock/${one}`);
  if (!list) throw notFound();
  const common = {
    title: t(`stock:list.${list}`),
    description: t(`stock:list_hint.${list}`),
    tabs: LISTS.map((one) => ({ href: `/stock/${one}`, label: t(`stock:list.${one}`), current: one === list })),
    empty: { title: t(`stock:list_none.${list}`), text: t(`stock:list_none_hint.${list}`) },
    labels: pick(t, stockListLabels),
  };
  if (list === "moves") return { ...common, ...(await ledgerScreen(context)) };
  const asked = await askedOf(context, list, url);
  return { ...common, asked, ...(list === "expiring" ? await expiringTable(context) : await purchaseTable(context)) };
});

/** The form above a list: which warehouse, and how many days ahead. */
async function askedOf({ api, t }: Context, list: List, url: URL) {
  const { items } = await api.read(callsOf(warehouse).list, {}, { limit: "200" });
  const usual = list === "expiring" ? batchesQuery.parse({}).within : purchaseQuery.parse({}).days;
  return {
    warehouse: {
      label: t("entities:stock_line.fields.warehouse"),
      value: url.searchParams.get("warehouse") ?? "",
      options: items.map(({ id, title }) => ({ value: String(id), label: title })),
    },
    days: { label: t(`stock:days.${list}`), value: url.searchParams.get("days") ?? String(usual) },
  };
}

const columnsOf = ({ t }: Context, keys: readonly string[], ends: readonly string[]): Column[] =>
  keys.map((key) => ({ key, label: t(`stock:${key}`), align: ends.includes(key) ? "end" : undefined }));

async function expiringTable(context: Context): Promise<{ columns: Column[]; rows: Row[] }> {
  const { api, t, url } = context;
  const asked = new URLSearchParams(url.searchParams);
  asked.set("within", asked.get("days") ?? "");
  const { items } = await api.read(stockBatches, {}, sensible(batchesQuery, asked));
  return {
    columns: columnsOf(context, ["ingredient", "batch", "days_left", "quantity", "place", "write_off"], ["quantity"]),
    rows: items.map((one, index) => ({
      id: String(index),
      href: refHref(context, "ingredient", one.ingredient.id),
      cells: [
        { text: one.ingredient.label },
        { text: batchText(context, one) },
        one.days < 0
          ? { text: t("stock:expired"), tone: "bad", badge: true }
          : { text: t("stock:days_count", { count: one.days }), ...(one.days <= 7 ? ({ tone: "warn" } as const) : {}) },
        { text: quantityText(context, one) },
        placeCell(context, one.place, "RECEIPT"),
        writeOffCell(context, one),
      ],
    })),
  };
}

type Expiring = z.infer<typeof batchesSchema>["items"][number];

/** What lies at a warehouse is written off there: the form is filled in. */
function writeOffCell({ t }: Context, { place, ingredient, batch, expires_on, quantity }: Expiring): Cell {
  if (place.entity !== "warehouse") return { text: "—" };
  const filled = new URLSearchParams({
    kind: "WRITE_OFF",
    ingredient: String(ingredient.id),
    batch: batch ?? "",
    expires_on: expires_on ?? "",
    quantity: String(quantity),
  });
  return {
    text: t("options:move_kind.WRITE_OFF"),
    href: `${tabPath(warehouse, place.id, "moves")}/new?${filled.toString()}`,
  };
}

async function purchaseTable(context: Context): Promise<{ columns: Column[]; rows: Row[] }> {
  const { api, t, format, url } = context;
  const { items } = await api.read(purchaseList, {}, sensible(purchaseQuery, url.searchParams));
  return {
    columns: columnsOf(
      context,
      ["warehouse", "ingredient", "free", "minimum", "rate", "lasts", "buy", "cost"],
      ["free", "minimum", "rate", "buy", "cost"],
    ),
    rows: items.map((one): Row => {
      const of = (quantity: number) => quantityText(context, { quantity, unit: one.unit });
      const buy: Cell = { text: of(one.buy) };
      return {
        id: `${one.warehouse.id}-${one.ingredient.id}`,
        cells: [
          { text: one.warehouse.label, href: refHref(context, "warehouse", one.warehouse.id) },
          { text: one.ingredient.label, href: refHref(context, "ingredient", one.ingredient.id) },
          { text: of(one.free), hint: one.reserved ? t("stock:reserved", { quantity: of(one.reserved) }) : undefined },
          { text: one.minimum === null ? "—" : of(one.minimum) },
          { text: one.rate ? of(one.rate) : "—" },
          one.lasts === null
            ? { text: "—" }
            : { text: t("stock:days_count", { count: Math.floor(one.lasts) }), tone: one.lasts < 3 ? "bad" : "warn" },
          one.packs === null || one.pack === null
            ? buy
            : { ...buy, hint: t("stock:packs", { count: one.packs, pack: of(one.pack) }) },
          { text: one.cost === null ? "—" : format.money(one.cost) },
        ],
      };
    }),
  };
}
