import { defineEntity } from "../define-entity";
import { ALL } from "../entity";
import { SHEET_STATUSES } from "../enums";
import { choice, day, decimal, flag, integer, ref, refs, rows, text } from "../fields";

/** What a crew does on a day: at which machines, in which order, with what it takes along (docs/decisions/040). */
export const routeSheet = defineEntity({
  name: "route_sheet",
  api: "/route_sheets",
  paths: { list: "/route_sheets", create: "/route_sheets/create", view: "/route_sheets/view/{id}" },
  permission: "CREW",
  title: "number",
  fields: {
    /** Its id in words: "№ 12". */
    number: text({ readOnly: true, max: 12, exclusive: true }),
    day: day({ required: true }),
    crew: ref("crew", { required: true }),
    /** Empty: the crew's. */
    warehouse: ref("warehouse", { hint: true }),
    vehicle: ref("crew_vehicle"),
    status: choice("route_sheet_status", SHEET_STATUSES, { readOnly: true }),
    note: text({ max: 1000, multiline: true }),
    stops: rows(
      {
        device: ref("device", { required: true }),
        fill: flag(),
        collect: flag(),
        clean: flag(),
        repair: flag(),
        audit: flag(),
        planogram: flag(),
        note: text({ max: 300 }),
      },
      { required: true, empty: "no_stops", unique: "device", identified: true },
    ),
    /** The machines of its stops, in their order. */
    devices: refs("device", { readOnly: true }),
    stops_count: integer({ readOnly: true }),
    served_count: integer({ readOnly: true, derived: true }),
    /** As proposed when it was written last; kilograms and cubic metres of what is known. */
    minutes: integer({ readOnly: true, unit: "min", derived: true }),
    kilometres: decimal({ scale: 1, readOnly: true, derived: true }),
    weight: decimal({ scale: 1, readOnly: true, unit: "kg", derived: true }),
    volume: decimal({ scale: 2, readOnly: true, unit: "m3", derived: true }),
    author: text({ readOnly: true, max: 200 }),
    approver: text({ readOnly: true, max: 200 }),
    cancel_reason: text({ readOnly: true, max: 500 }),
    /** What the viewer may do with it now. */
    submittable: flag({ readOnly: true, derived: true }),
    approvable: flag({ readOnly: true, derived: true }),
    cancelable: flag({ readOnly: true, derived: true }),
  },
  changes: ["day", "warehouse", "note"],
  sections: [
    { name: "main", fields: ["day", "crew", "warehouse", "vehicle", "note"] },
    { name: "stops", fields: ["stops"] },
  ],
  once: true,
  list: {
    columns: [
      "number",
      "day",
      "crew",
      "status",
      "stops_count",
      "served_count",
      "minutes",
      "kilometres",
      "weight",
      "vehicle",
    ],
    usual: ["number", "day", "crew", "status", "stops_count", "served_count", "minutes", "vehicle"],
    search: ["number", "note"],
    sort: "-day",
    filters: ["day", "crew", "status", "devices", "vehicle", "warehouse"],
    scopes: [
      ALL,
      { name: "drafts", where: { status: "DRAFT" } },
      { name: "to_approve", where: { status: "NEW" }, counted: true },
      { name: "loaded", where: { status: "LOADED" } },
      { name: "completed", where: { status: "COMPLETED" } },
    ],
    brief: ["day", "crew", "status"],
  },
  tabs: ["route_sheet", "data"],
  actions: [
    { name: "submit", when: { field: "submittable", is: true } },
    { name: "approve", when: { field: "approvable", is: true } },
    { name: "cancel", when: { field: "cancelable", is: true }, danger: true, single: true, takes: "cancel_reason" },
  ],
  // What was planned and what became of it stays known.
  deletable: false,
});
