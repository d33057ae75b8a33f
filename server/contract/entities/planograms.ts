import { defineEntity } from "../define-entity";
import { integer, money, ref, rows, text } from "../fields";

/** What a machine sells: a recipe, a price and a capacity for each cell. */
export const planogram = defineEntity({
  name: "planogram",
  api: "/planograms",
  paths: { list: "/planograms", create: "/planograms/create", view: "/planogram/view/{id}" },
  permission: "PLANOGRAM",
  title: "name",
  tabs: ["data", "prices"],
  dated: ["cells"],
  fields: {
    name: text({ required: true, max: 120 }),
    device_model: ref("device_model"),
    description: text({ max: 1000, multiline: true }),
    /** `cell` is the machine's selection id (EVA-DTS PA101). */
    cells: rows(
      {
        cell: text({ required: true, max: 12 }),
        recipe: ref("recipe", { required: true }),
        price: money({ required: true }),
        capacity: integer({ min: 0, max: 100_000, unit: "pc" }),
      },
      {
        required: true,
        empty: "no_recipes",
        unique: "cell",
        grows: { cell: "next", price: "same" },
        face: { number: "cell", product: "recipe", price: "price", capacity: "capacity" },
        model: "device_model",
      },
    ),
  },
  changes: ["device_model", "description"],
  sections: [
    { name: "main", fields: ["name", "device_model", "description"] },
    { name: "cells", fields: ["cells"] },
  ],
  list: {
    columns: ["name", "device_model", "cells", "description"],
    search: ["name"],
    sort: "name",
    filters: ["device_model", "cells"],
  },
});
