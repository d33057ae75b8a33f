import { defineEntity } from "../define-entity";
import { TICKET_PRIORITIES } from "../enums";
import { ERROR_CODE_MAX } from "../error-code";
import { choice, flag, integer, ref, text } from "../fields";

/** People who can be responsible for tickets. */
export const RESPONSIBLE = { help_desk_responsible: "true", blocked: "false" } as const;

/** Opens one ticket for an error of a machine that lasts. Without a code or a manufacturer it is for any. */
export const ticketRule = defineEntity({
  name: "ticket_rule",
  api: "/help_desk/ticket_rules",
  paths: {
    list: "/help_desk/ticket_rules",
    create: "/help_desk/ticket_rules/create",
    view: "/help_desk/ticket_rule/view/{id}",
  },
  permission: "HELP_DESK",
  furtherPermission: "HELP_DESK_CONFIG",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    active: flag({ initial: "on" }),
    /** As machines send it, e.g. EFB; a beginning is enough (EF for everything about water). */
    error_code: text({ max: ERROR_CODE_MAX, format: "error_code" }),
    manufacturer: ref("device_manufacturer"),
    minutes: integer({ required: true, min: 0, max: 100_000, unit: "min" }),
    priority: choice("ticket_priority", TICKET_PRIORITIES, { required: true }),
    category: ref("ticket_category"),
    responsible: ref("user", { among: RESPONSIBLE }),
    opened_count: integer({ readOnly: true }),
  },
  changes: ["active", "manufacturer", "minutes", "priority", "category", "responsible"],
  consequences: ["active"],
  sections: [
    { name: "main", fields: ["name", "active"] },
    { name: "when", fields: ["error_code", "manufacturer", "minutes"] },
    { name: "ticket", fields: ["priority", "category", "responsible"] },
  ],
  list: {
    columns: [
      "name",
      "active",
      "error_code",
      "manufacturer",
      "minutes",
      "priority",
      "category",
      "responsible",
      "opened_count",
    ],
    usual: ["name", "active", "error_code", "manufacturer", "minutes", "priority", "category", "opened_count"],
    search: ["name", "error_code"],
    sort: "name",
    filters: ["active", "manufacturer", "priority", "category"],
    brief: ["active", "priority"],
  },
});
