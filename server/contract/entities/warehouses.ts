import { defineEntity } from "../define-entity";
import { decimal, integer, moment, ref, rows, text } from "../fields";

/** Where ingredients are kept; what lies there follows from the stock moves alone. */
export const warehouse = defineEntity({
  name: "warehouse",
  api: "/warehouses",
  paths: { list: "/warehouses", create: "/warehouses/create", view: "/warehouses/view/{id}" },
  permission: "WAREHOUSE",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    address: text({ max: 240 }),
    /** Where rounds begin and end; WGS 84, degrees. */
    latitude: decimal({ scale: 6, min: -90, max: 90 }),
    longitude: decimal({ scale: 6, min: -180, max: 180 }),
    responsible: ref("user"),
    note: text({ max: 1000, multiline: true }),
    /** What it should never have less of: where it has, the purchase list says so. */
    minimums: rows(
      {
        ingredient: ref("ingredient", { required: true }),
        minimum: decimal({ required: true, unitOf: "ingredient", scale: 3, min: 0.001, max: 1_000_000 }),
      },
      { empty: "no_lines", unique: "ingredient" },
    ),
    /** Kinds of ingredients in stock. */
    ingredients_count: integer({ readOnly: true }),
    crews_count: integer({ readOnly: true }),
    last_move_at: moment(),
  },
  changes: ["responsible", "note"],
  sections: [
    { name: "main", fields: ["name", "address", "latitude", "longitude", "responsible", "note"] },
    { name: "minimums", fields: ["minimums"] },
  ],
  tabs: ["data", "stock", "moves", "counts"],
  list: {
    columns: ["name", "address", "responsible", "ingredients_count", "crews_count", "last_move_at", "note"],
    search: ["name", "address"],
    sort: "name",
    filters: ["responsible", "ingredients_count", "last_move_at"],
  },
});
