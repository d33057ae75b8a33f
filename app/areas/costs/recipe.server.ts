import { recipeCost } from "~server/contract/calls/costs";
import { PAST_PAGE, type RecipeCost } from "~server/contract/costs";
import { ingredient } from "~server/contract/entities/ingredients";
import { recipe } from "~server/contract/entities/recipes";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pageAskedAt, paginationOf } from "~/resource/pagination.server";
import { refHref } from "~/resource/show.server";
import { COSTS_PAGE, priceText } from "./words.server";

/** What a portion of a recipe costs and what it did; null for people who may not see prices. */
export const recipeCostLoader = protectedLoader(listRequirement(recipe), async (context) => {
  const { api, me, params, t } = context;
  if (!allowed(me, listRequirement(ingredient))) return null;
  const page = pageAskedAt(context, COSTS_PAGE);
  const none = { day: "", cost: null, lines: [], past: [], total: 0 };
  const found = await api.readOr(none, recipeCost, { id: params.id }, { page });
  const isUnknown = found.cost === null && found.lines.length > 0;
  return {
    title: t("costs:title"),
    unknown: isUnknown ? { title: t("costs:unknown"), text: t("costs:unknown_hint") } : undefined,
    today: todayModel(context, found),
    past: { title: t("costs:past"), hint: t("costs:past_hint"), ...pastModel(context, found) },
    pagination:
      found.total > PAST_PAGE
        ? paginationOf(context, { items: found.past, total: found.total, page, limit: PAST_PAGE }, COSTS_PAGE)
        : undefined,
  };
});

const cell = (text: string | null | undefined) => ({ text: text ?? "—" });

/** Ingredient by ingredient, each with how much of it at what price, and the sum below. */
function todayModel(context: Context, { lines, cost }: RecipeCost) {
  const { t, format } = context;
  const costs = format.costs([cost, ...lines.map((line) => line.cost)]);
  return {
    columns: [
      { key: "ingredient", label: t("entities:recipe.rows.ingredients.ingredient") },
      { key: "cost", label: t("costs:line"), align: "end" as const },
    ],
    rows: lines.map(({ ingredient: { id, label }, quantity, unit, price, price_type }, index) => ({
      id: String(id),
      href: refHref(context, "ingredient", id),
      cells: [
        {
          text: label,
          hint:
            unit && price !== null && price_type
              ? t("costs:made_of", {
                  quantity: format.quantity(quantity, t(`options:ingredient_unit.${unit}`)),
                  price: priceText(context, price, price_type),
                })
              : format.number(quantity, 2),
        },
        cell(costs[index + 1]),
      ],
    })),
    foot: [{ text: t("costs:today") }, cell(costs[0])],
  };
}

/** Since when it cost what. */
function pastModel({ t, format }: Context, { past }: RecipeCost) {
  const costs = format.costs(past.map(({ cost }) => cost));
  return {
    columns: [
      { key: "since", label: t("costs:since") },
      { key: "cost", label: t("costs:cost"), align: "end" as const },
    ],
    rows: past.map(({ from_day }, index) => ({
      id: from_day ?? "always",
      cells: [
        { text: from_day === null ? t("costs:always") : format.date(`${from_day}T12:00:00Z`) },
        cell(costs[index]),
      ],
    })),
  };
}
