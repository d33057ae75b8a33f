import * as calls from "~server/contract/calls/costs";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { costOfRecipe, pricesOfIngredient } from "./costs";

/** What portions and ingredients cost, and what they did. */
export function answerCosts({ read }: Answers, { pool }: Deps): void {
  read(calls.recipeCost, ({ param, query }) => costOfRecipe(pool, param("id"), query.page));
  read(calls.ingredientPrices, ({ param, query }) => pricesOfIngredient(pool, param("id"), query.page));
}
