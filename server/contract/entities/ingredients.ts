import { defineEntity } from "../define-entity";
import { INGREDIENT_TYPES, INGREDIENT_UNITS, PRICE_TYPES } from "../enums";
import { choice, integer, money, text } from "../fields";

/** What each type is measured in. */
export const MEASURED_IN: Readonly<Record<string, readonly string[]>> = {
  SNACK: ["PC"],
  UNIT: ["PC"],
  DRY: ["G", "KG"],
  LIQUID: ["ML", "G", "KG"],
  EXTERNAL: INGREDIENT_UNITS,
};
/** What the price of each unit is for. */
export const PRICED_PER: Readonly<Record<string, string>> = {
  PC: "PER_PIECE",
  ML: "PER_100_ML",
  G: "PER_100_G",
  KG: "PER_100_G",
};

/** What drinks are made of and what cells hold. */
export const ingredient = defineEntity({
  name: "ingredient",
  api: "/ingredients",
  paths: { list: "/ingredients", create: "/ingredients/create", view: "/ingredients/view/{id}" },
  permission: "INGREDIENT",
  furtherPermission: "INGREDIENT_CREATE",
  title: "name",
  measure: "unit",
  fields: {
    name: text({ required: true, max: 120 }),
    type: choice("ingredient_type", INGREDIENT_TYPES, { required: true }),
    unit: choice("ingredient_unit", INGREDIENT_UNITS, { required: true }),
    price_type: choice("price_type", PRICE_TYPES, { required: true }),
    /** Kopecks per what `price_type` says. */
    price: money({ required: true }),
    pack_count: integer({ min: 1, max: 100_000, unit: "pc" }),
    weight: integer({ min: 0, max: 1_000_000, unit: "g" }),
    volume: integer({ min: 0, max: 1_000_000, unit: "ml" }),
  },
  changes: ["type", "price", "pack_count", "weight", "volume"],
  consequences: ["price"],
  sections: [
    { name: "main", fields: ["name", "type", "unit"] },
    { name: "price", fields: ["price_type", "price"] },
    { name: "pack", fields: ["pack_count", "weight", "volume"] },
  ],
  dated: ["price", "price_type", "unit"],
  list: {
    columns: ["name", "type", "unit", "price_type", "price", "pack_count", "weight", "volume"],
    search: ["name"],
    sort: "name",
    filters: ["type", "unit", "price_type", "price"],
    brief: ["price"],
  },
});
