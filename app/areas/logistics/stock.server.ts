import { stockSchema } from "~server/contract/stock";
import { protectedLoader } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";
import { moveLinks, placeApi, placeAt, placeRequirement, quantityText } from "./place.server";

/** What lies at a warehouse, or with a crew, now. */
export const stockLoader = protectedLoader(placeRequirement, async (context) => {
  const { api, t, format } = context;
  const { items } = await api.get(placeApi(context, "/stock"), stockSchema);
  const { name } = placeAt(context);
  return {
    title: t(`stock:title.${name}`), empty: { title: t(`stock:none.${name}`), text: t(`stock:none_hint.${name}`) }, actions: t("stock:new_move"), moves: moveLinks(context),
    columns: [{ key: "ingredient", label: t("stock:ingredient") }, { key: "quantity", label: t("stock:quantity"), align: "end" as const }, { key: "moved_at", label: t("stock:moved_at") }],
    rows: items.map((one) => ({
      id: String(one.ingredient.id), href: refHref(context, "ingredient", one.ingredient.id),
      cells: [{ text: one.ingredient.label }, { text: quantityText(context, one) }, { text: format.dateTime(one.moved_at) }],
    })),
  };
});
