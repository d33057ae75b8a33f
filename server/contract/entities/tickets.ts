import { defineEntity } from "../define-entity";
import { RESPONSIBLE_STATES, TICKET_PRIORITIES, TICKET_STATUSES, TICKET_TYPES } from "../enums";
import { ERROR_CODE_MAX } from "../error-code";
import { choice, files, flag, integer, moment, ref, text } from "../fields";
import { ATTACHMENT_TYPES } from "../files";
import { SERVER_MESSAGES } from "../envelope";
import { RESPONSIBLE } from "./ticket_rules";

/** Files of one message, and what each may weigh. */
export const TICKET_FILES = { most: 5, maxBytes: 4 * 1024 * 1024 } as const;

/** A question or a problem that support works on. What is said about it: server/contract/help-desk.ts. */
export const ticket = defineEntity({
  name: "ticket",
  api: "/help_desk/tickets",
  paths: { list: "/help_desk/tickets", create: "/help_desk/tickets/create", view: "/help_desk/tickets/view/{id}" },
  permission: "HELP_DESK",
  title: "subject",
  fields: {
    subject: text({ required: true, max: 200 }),
    type: choice("ticket_type", TICKET_TYPES, { required: true, initial: "GENERAL" }),
    category: ref("ticket_category"),
    priority: choice("ticket_priority", TICKET_PRIORITIES, { required: true, initial: "MEDIUM" }),
    /** Needed for a problem of a device; a general question may be about one too. */
    device: ref("device"),
    error_code: text({
      max: ERROR_CODE_MAX,
      format: "error_code",
      hint: true,
      only: { field: "type", is: "DEVICE_PROBLEM", refusal: "code_needs_problem" },
    }),
    client_phone: text({ max: 30, format: "phone" }),
    description: text({ max: 5000, multiline: true }),
    /** Of the ticket and of all its messages. */
    files: files({ types: ATTACHMENT_TYPES, maxBytes: TICKET_FILES.maxBytes, most: TICKET_FILES.most }),
    responsible: ref("user", { among: RESPONSIBLE, missing: SERVER_MESSAGES.noResponsible }),
    number: integer({ readOnly: true }),
    status: choice("ticket_status", TICKET_STATUSES, { readOnly: true }),
    /** A status of the company's own; `status` is then what it counts as. */
    state: ref("ticket_state", { readOnly: true }),
    /** Seconds; runs while work goes on. */
    time_spent: integer({ readOnly: true, unit: "duration" }),
    author: ref("user", { readOnly: true }),
    location: ref("location", { readOnly: true, derived: true }),
    opened_at: moment(),
    /** When the next target is missed: the first answer, then the solution. */
    due_at: moment({ derived: true, deadline: true }),
    last_message_at: moment({ derived: true }),
    resolved_at: moment({ derived: true }),
    open: flag({ readOnly: true, derived: true }),
    waiting_for_us: flag({ readOnly: true, derived: true }),
    overdue: flag({ readOnly: true, derived: true }),
    /** Its responsible person can be responsible no longer. */
    hand_over: flag({ readOnly: true, derived: true }),
    /** Nobody's, or of somebody who can be responsible no longer: whoever may be responsible takes it. */
    free: flag({ readOnly: true, derived: true }),
    responsible_state: choice("responsible_state", RESPONSIBLE_STATES, { readOnly: true, derived: true }),
  },
  imports: false,
  changes: ["category", "priority", "type"],
  consequences: ["priority"],
  sections: [
    { name: "main", fields: ["subject", "type", "category", "priority"] },
    { name: "problem", fields: ["device", "error_code", "client_phone", "description", "files"] },
    { name: "work", fields: ["responsible"] },
  ],
  list: {
    columns: [
      "subject",
      "number",
      "status",
      "state",
      "priority",
      "due_at",
      "responsible",
      "device",
      "location",
      "category",
      "last_message_at",
      "client_phone",
      "time_spent",
      "opened_at",
    ],
    usual: ["subject", "status", "priority", "due_at", "responsible", "device", "last_message_at"],
    search: ["subject", "number", "client_phone", "device", "description"],
    sort: "-last_message_at",
    filters: [
      "status",
      "state",
      "priority",
      "responsible",
      "category",
      "device",
      "location",
      "type",
      "client_phone",
      "error_code",
      "opened_at",
      "overdue",
    ],
    scopes: [
      { name: "open", where: { open: "true" }, counted: true },
      { name: "mine", where: { open: "true", responsible: "me" }, counted: true },
      { name: "unassigned", where: { open: "true", responsible: "none" }, sort: "priority", counted: true },
      { name: "waiting_for_us", where: { open: "true", waiting_for_us: "true" }, sort: "due_at", counted: true },
      { name: "overdue", where: { open: "true", overdue: "true" }, sort: "priority", counted: true },
      { name: "hand_over", where: { open: "true", hand_over: "true" }, sort: "priority", counted: true },
    ],
    brief: ["status", "priority", "due_at"],
    closer: { status: "state" },
  },
  tabs: ["conversation", "data"],
  related: ["ticket_rule", "alert_rule"],
  actions: [
    { name: "take", when: { field: "free", is: true, refusal: "taken_already" } },
    { name: "assign", takes: "responsible" },
    { name: "set_status", takes: "status" },
    { name: "set_state", takes: "state" },
  ],
  deletable: false,
});
