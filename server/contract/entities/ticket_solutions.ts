import { defineEntity } from "../define-entity";
import { ref, text } from "../fields";

/** A ready answer; one without a category is offered for every ticket. */
export const ticketSolution = defineEntity({
  name: "ticket_solution",
  api: "/help_desk/solutions",
  paths: { list: "/help_desk/solutions", create: "/help_desk/solutions/create", view: "/help_desk/solution/view/{id}" },
  permission: "HELP_DESK",
  furtherPermission: "HELP_DESK_CONFIG",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    category: ref("ticket_category"),
    text: text({ required: true, max: 5000, multiline: true, hint: true }),
    note: text({ max: 500 }),
  },
  changes: ["category", "note"],
  sections: [{ name: "main", fields: ["name", "category", "text", "note"] }],
  list: { columns: ["name", "category", "text"], search: ["name", "text"], sort: "name", filters: ["category"] },
});
