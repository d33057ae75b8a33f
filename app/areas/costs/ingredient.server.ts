import { ingredientPrices } from "~server/contract/calls/costs";
import { PAST_PAGE } from "~server/contract/costs";
import { ingredient } from "~server/contract/entities/ingredients";
import { listRequirement } from "~server/contract/entity";
import { protectedLoader } from "~server/web/guard.server";
import { pageAskedAt, paginationOf } from "~/resource/pagination.server";
import { COSTS_PAGE, priceText } from "./words.server";

/** What an ingredient cost and what it was counted in, the latest first. */
export const pricesLoader = protectedLoader(listRequirement(ingredient), async (context) => {
  const { api, params, t, format } = context;
  const page = pageAskedAt(context, COSTS_PAGE);
  const { past, total } = await api.readOr({ past: [], total: 0 }, ingredientPrices, { id: params.id }, { page });
  return {
    title: t("costs:prices"),
    columns: [
      { key: "since", label: t("costs:since") },
      { key: "price", label: t("entities:ingredient.fields.price"), align: "end" as const },
      { key: "unit", label: t("entities:ingredient.fields.unit") },
    ],
    rows: past.map(({ from_at, price, price_type, unit }) => ({
      id: from_at ?? "always",
      cells: [
        { text: from_at === null ? t("costs:always") : format.dateTime(from_at) },
        { text: priceText(context, price, price_type) },
        { text: t(`options:ingredient_unit.${unit}`) },
      ],
    })),
    pagination:
      total > PAST_PAGE ? paginationOf(context, { items: past, total, page, limit: PAST_PAGE }, COSTS_PAGE) : undefined,
  };
});
