import { defineEntity } from "../define-entity";
import { STATE_COLOURS, TICKET_STATUSES } from "../enums";
import { choice, integer, text } from "../fields";

/** A status of the company's own, which counts as one of the eight built-in ones. */
export const ticketState = defineEntity({
  name: "ticket_state",
  api: "/help_desk/ticket_states",
  paths: {
    list: "/help_desk/ticket_states",
    create: "/help_desk/ticket_states/create",
    view: "/help_desk/ticket_state/view/{id}",
  },
  permission: "HELP_DESK",
  furtherPermission: "HELP_DESK_CONFIG",
  title: "name",
  colour: "colour",
  fields: {
    name: text({ required: true, max: 60 }),
    counts_as: choice("ticket_status", TICKET_STATUSES, { required: true }),
    colour: choice("state_colour", STATE_COLOURS, { required: true }),
    /** Place among the states that are offered. */
    position: integer({ required: true, min: 0, max: 100_000 }),
    note: text({ max: 500 }),
    tickets_count: integer({ readOnly: true }),
  },
  changes: ["colour", "note"],
  sections: [{ name: "main", fields: ["name", "counts_as", "colour", "position", "note"] }],
  list: {
    columns: ["name", "counts_as", "colour", "position", "tickets_count", "note"],
    search: ["name"],
    sort: "position",
    filters: ["counts_as", "colour"],
  },
});
