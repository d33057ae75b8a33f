import { crewStock, warehouseStock } from "~server/contract/calls/logistics";
import { crew } from "~server/contract/entities/crews";
import { protectedLoader } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { moveLinks, quantityText } from "./place.server";

/** What lies at a warehouse, or with a crew, now. */
export const stockLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, t, format } = context;
  const entity = tabAt(context, "stock");
  const { items } = await api.readOr({ items: [] }, entity === crew ? crewStock : warehouseStock, { id: params.id });
  return {
    title: t(`stock:title.${entity.name}`),
    empty: { title: t(`stock:none.${entity.name}`), text: t(`stock:none_hint.${entity.name}`) },
    actions: t("stock:new_move"),
    moves: moveLinks(context, entity),
    columns: [
      { key: "ingredient", label: t("stock:ingredient") },
      { key: "quantity", label: t("stock:quantity"), align: "end" as const },
      { key: "moved_at", label: t("stock:moved_at") },
    ],
    rows: items.map((one) => ({
      id: String(one.ingredient.id),
      href: refHref(context, "ingredient", one.ingredient.id),
      cells: [
        { text: one.ingredient.label },
        { text: quantityText(context, one) },
        { text: format.dateTime(one.moved_at) },
      ],
    })),
  };
});
