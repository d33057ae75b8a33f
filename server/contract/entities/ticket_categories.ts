import { defineEntity } from "../define-entity";
import { integer, text } from "../fields";

/** What tickets are about; solutions are offered by it. */
export const ticketCategory = defineEntity({
  name: "ticket_category",
  api: "/help_desk/categories",
  paths: {
    list: "/help_desk/categories",
    create: "/help_desk/categories/create",
    view: "/help_desk/category/view/{id}",
  },
  permission: "HELP_DESK",
  furtherPermission: "HELP_DESK_CONFIG",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    description: text({ max: 1000, multiline: true }),
    solutions_count: integer({ readOnly: true }),
    open_tickets_count: integer({ readOnly: true }),
  },
  sections: [{ name: "main", fields: ["name", "description"] }],
  list: {
    columns: ["name", "description", "solutions_count", "open_tickets_count"],
    search: ["name", "description"],
    sort: "name",
    filters: ["name"],
  },
});
