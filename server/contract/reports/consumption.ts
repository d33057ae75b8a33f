import { OF_SALES } from "./common";
import { defineReport } from "./report";

export const consumptionIngredients = defineReport({
  name: "consumption_ingredients",
  needs: ["REPORT"],
  facts: "ingredients",
  rows: ["ingredient", "unit"],
  by: { cuts: ["device", "location", "crew"], most: 1, usual: [] },
  beside: ["ingredient_type"],
  measures: ["used", "packs", "used_cost", "uncosted_doses", "loaded", "wasted", "left_over"],
  further: ["used_paid", "used_free", "used_test", "doses"],
  sort: "ingredient",
  filters: [...OF_SALES, "ingredient", "ingredient_type"],
  drill: { report: "consumption_ingredients", by: "device" },
});
