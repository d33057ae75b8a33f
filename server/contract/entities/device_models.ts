import { defineEntity } from "../define-entity";
import { DEVICE_TYPES, INGREDIENT_TYPES } from "../enums";
import { choice, integer, ref, rows, text } from "../fields";

export const deviceModel = defineEntity({
  name: "device_model",
  api: "/device_models",
  paths: { list: "/device_models", create: "/device_model/create", view: "/device_model/view/{id}" },
  permission: "DEVICE_MANUFACTURER",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    manufacturer: ref("device_manufacturer", { required: true }),
    device_type: choice("device_type", DEVICE_TYPES, { required: true }),
    cells_count: integer({ min: 0, max: 1000, unit: "pc" }),
    /** By it a machine's face is drawn where the numbers of cells do not tell their shelves; more are not told apart on a screen. */
    cells_per_shelf: integer({ min: 1, max: 12, unit: "pc", hint: true }),
    /** Vends between two services that the maker asks for. */
    service_vends: integer({ min: 0, max: 1_000_000, unit: "vends" }),
    /** What a bunker holds of each ingredient of a type: g, ml or pieces. */
    bunkers: rows(
      {
        ingredient_type: choice("ingredient_type", INGREDIENT_TYPES, { required: true }),
        capacity: integer({ required: true, min: 1, max: 1_000_000 }),
      },
      { empty: "required", unique: "ingredient_type" },
    ),
    note: text({ max: 1000, multiline: true }),
    devices_count: integer({ readOnly: true }),
  },
  changes: ["manufacturer", "device_type", "cells_count", "cells_per_shelf", "service_vends", "note"],
  sections: [
    {
      name: "main",
      fields: ["name", "manufacturer", "device_type", "cells_count", "cells_per_shelf", "service_vends", "note"],
    },
    { name: "bunkers", fields: ["bunkers"] },
  ],
  related: ["device_manufacturer"],
  list: {
    columns: ["name", "manufacturer", "device_type", "cells_count", "service_vends", "devices_count"],
    search: ["name"],
    sort: "name",
    filters: ["manufacturer", "device_type"],
  },
});
