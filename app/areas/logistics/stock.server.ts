import { stockSchema } from "~server/contract/stock";
import { protectedLoader } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";
import { moveLinks, quantityText, WAREHOUSE, warehouseApi } from "./warehouse.server";

/** What lies at a warehouse now. */
export const stockLoader = protectedLoader(WAREHOUSE, async (context) => {
  const { api, t, format } = context;
  const { items } = await api.get(warehouseApi(context, "/stock"), stockSchema);
  return {
    title: t("stock:title"), empty: { title: t("stock:none"), text: t("stock:none_hint") }, actions: t("stock:new_move"), moves: moveLinks(context),
    columns: [{ key: "ingredient", label: t("stock:ingredient") }, { key: "quantity", label: t("stock:quantity"), align: "end" as const }, { key: "moved_at", label: t("stock:moved_at") }],
    rows: items.map((one) => ({
      id: String(one.ingredient.id), href: refHref(context, "ingredient", one.ingredient.id),
      cells: [{ text: one.ingredient.label }, { text: quantityText(context, one) }, { text: format.dateTime(one.moved_at) }],
    })),
  };
});
