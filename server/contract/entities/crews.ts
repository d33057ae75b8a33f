import { defineEntity } from "../define-entity";
import { CREW_TYPES } from "../enums";
import { choice, integer, ref, refs, text } from "../fields";
import { FIGURE_NAMES, FIGURES } from "../figures";

/** Columns that are shown until a person chooses. */
const USUAL = ["name", "type", "members", "devices_count", "vehicles_count", "warehouse", "replacement_crews", "note"];

const STAND_INS = { type: "REPLACEMENT" };

/** People who serve machines together. */
export const crew = defineEntity({
  name: "crew",
  api: "/crews",
  paths: { list: "/crews", create: "/crew/create", view: "/crew/view/{id}" },
  permission: "CREW",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    type: choice("crew_type", CREW_TYPES, { required: true }),
    warehouse: ref("warehouse"),
    members: refs("user"),
    replacement_crews: refs("crew", { among: STAND_INS }),
    /** Serves in its place now: its machines are that crew's meanwhile. */
    replaced_by: ref("crew", { among: STAND_INS }),
    devices: refs("device"),
    note: text({ max: 1000, multiline: true }),
    devices_count: integer({ readOnly: true, derived: true }),
    vehicles_count: integer({ readOnly: true }),
    ...FIGURES,
  },
  changes: ["warehouse", "type", "replacement_crews", "note"],
  sections: [
    { name: "main", fields: ["name", "type", "warehouse", "note"] },
    { name: "people", fields: ["members", "replacement_crews", "replaced_by"] },
    { name: "devices", fields: ["devices"] },
  ],
  dated: ["devices", "type", "replaced_by"],
  tabs: ["summary", "data", "stock", "moves", "counts"],
  related: ["crew_vehicle"],
  list: {
    columns: [...USUAL, ...FIGURE_NAMES],
    usual: USUAL,
    search: ["name"],
    sort: "name",
    filters: ["type", "warehouse", "members", "devices", "replacement_crews", "devices_count"],
    scopes: [
      { name: "crews", where: { type: "CREW" } },
      { name: "replacement", where: { type: "REPLACEMENT" } },
    ],
    brief: ["type", "devices_count"],
  },
});
