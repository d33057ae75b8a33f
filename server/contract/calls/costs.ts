import { read } from "../call";
import { ingredientPricesSchema, recipeCostSchema } from "../costs";
import { ingredient } from "../entities/ingredients";
import { recipe } from "../entities/recipes";
import { listRequirement } from "../entity";
import { pageQuery } from "../query";

/** What portions cost follows from prices, and is for who may see those. */
export const recipeCost = read({
  path: "/recipes/{id}/cost",
  needs: [...listRequirement(recipe), ...listRequirement(ingredient)],
  about: recipe,
  evenDeleted: true,
  query: pageQuery,
  does: "What a portion of a recipe costs: today, ingredient by ingredient, and since when it cost what, 20 a page",
  answer: recipeCostSchema,
});
export const ingredientPrices = read({
  path: "/ingredients/{id}/prices",
  needs: listRequirement(ingredient),
  about: ingredient,
  evenDeleted: true,
  query: pageQuery,
  does: "Since when an ingredient cost what and was counted in what, 20 a page",
  answer: ingredientPricesSchema,
});
