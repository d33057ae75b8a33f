import { crewCounts, warehouseCounts } from "~server/contract/calls/logistics";
import { crew } from "~server/contract/entities/crews";
import { pageQuery, sensible } from "~server/contract/query";
import type { StockCount } from "~server/contract/stock-lists";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { paginationOf } from "~/resource/pagination.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import type { Cell } from "~/ui/data-cell";
import { batchText, newCountPath, quantityText } from "./place.server";

const PAGE = 50;

/** Counts of a warehouse or of what a crew has, and what they found. */
export const countsLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, url, t, format } = context;
  const entity = tabAt(context, "counts");
  const { page } = sensible(pageQuery, url.searchParams);
  const counts = await api.readOr(
    { items: [], total: 0 },
    entity === crew ? crewCounts : warehouseCounts,
    { id: params.id },
    { page },
  );
  return {
    title: t("stock:counts"),
    empty: { title: t("stock:no_counts"), text: t("stock:no_counts_hint") },
    create: { href: newCountPath(context, entity), label: t("stock:new_count") },
    columns: ["at", "counted", "differences", "comment", "author"].map((key) => ({ key, label: t(`stock:${key}`) })),
    rows: counts.items.map((one) => ({
      id: String(one.id),
      cells: [
        { text: format.dateTime(one.at) },
        { text: t("stock:lines_count", { count: one.lines.length }) },
        differencesCell(context, one),
        { text: one.comment ?? "—" },
        { text: one.author ?? "—" },
      ],
    })),
    pagination: paginationOf(context, { ...counts, page, limit: PAGE }),
  };
});

/** What was found to be more or less than the sheet said. */
function differencesCell(context: Context, { lines }: StockCount): Cell {
  const { t, format } = context;
  const differing = lines.filter(({ expected, counted }) => expected !== counted);
  if (!differing.length) return { text: t("stock:no_differences"), tone: "ok" };
  const more = differing.map((line) => {
    const quantity = Math.round((line.counted - line.expected) * 1000) / 1000;
    const of = line.batch === null && line.expires_on === null ? "" : ` (${batchText(context, line)})`;
    const said = quantityText(context, { quantity: line.expected, unit: line.unit });
    return `${line.ingredient.label}${of}: ${quantity > 0 ? "+" : ""}${quantityText(context, { quantity, unit: line.unit })} (${t("stock:instead_of", { quantity: said })})`;
  });
  return {
    text: t("stock:differing", { count: differing.length, n: format.number(differing.length) }),
    tone: "warn",
    more,
  };
}
