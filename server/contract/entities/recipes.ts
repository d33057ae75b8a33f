import { defineEntity } from "../define-entity";
import { decimal, integer, ref, rows, text } from "../fields";

/** A drink or an item and what goes into one portion; machines know it by its item number. */
export const recipe = defineEntity({
  name: "recipe",
  api: "/recipes",
  paths: { list: "/recipes", create: "/recipes/create", view: "/recipes/view/{id}" },
  permission: "RECIPE",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    item_number: integer({ required: true, min: 1, max: 99_999, code: true, exclusive: true }),
    description: text({ max: 1000, multiline: true }),
    /** Quantity per portion in the ingredient's own unit. */
    ingredients: rows(
      {
        ingredient: ref("ingredient", { required: true }),
        quantity: decimal({ required: true, unitOf: "ingredient", scale: 2, min: 0.01, max: 100_000 }),
      },
      { required: true, empty: "no_ingredients", unique: "ingredient" },
    ),
  },
  changes: ["description"],
  sections: [
    { name: "main", fields: ["name", "item_number", "description"] },
    { name: "ingredients", fields: ["ingredients"] },
  ],
  dated: ["ingredients"],
  list: {
    columns: ["name", "item_number", "ingredients", "description"],
    search: ["name", "item_number"],
    sort: "name",
    filters: ["item_number", "ingredients"],
  },
});
