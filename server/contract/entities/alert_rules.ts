import { ALERT_CAUSES, ALERT_CHANNELS, ALERT_LEVELS, type AlertCause } from "../alerts";
import { defineEntity } from "../define-entity";
import { REGIONS, TICKET_PRIORITIES } from "../enums";
import { ERROR_CODE_MAX } from "../error-code";
import { choice, choices, flag, integer, money, ref, refs, secret, text } from "../fields";
import { MAIL_LANGUAGES } from "../subscriptions";
import { RESPONSIBLE } from "./ticket_rules";

const of = (is: AlertCause) => ({ only: { field: "cause", is, refusal: "alert_other_cause" } });

/** What is watched, of which machines, and who is told how (docs/decisions/045). Without machines chosen it is for all in work. */
export const alertRule = defineEntity({
  name: "alert_rule",
  api: "/alert_rules",
  paths: { list: "/alert_rules", create: "/alert_rules/create", view: "/alert_rules/view/{id}" },
  permission: "HELP_DESK",
  furtherPermission: "HELP_DESK_CONFIG",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    /** A rule that is made is wanted: one that told nobody until it was opened again would be taken for a broken one. */
    active: flag({ initial: "on" }),
    cause: choice("alert_cause", ALERT_CAUSES, { required: true }),
    /** As machines send it; a beginning is enough. Without one, any error. */
    error_code: text({ max: ERROR_CODE_MAX, format: "error_code", ...of("error") }),
    // Empty, what is usual: `ALERT_LIMITS`.
    temperature_limit: integer({ min: -50, max: 200, unit: "celsius", hint: true, ...of("temperature") }),
    failed_percent: integer({ min: 1, max: 99, unit: "percent", hint: true, ...of("failed_vends") }),
    cash_limit: money({ min: 1_00, hint: true, ...of("cash") }),
    payment_percent: integer({ min: 1, max: 99, unit: "percent", hint: true, ...of("payment") }),
    /** So long the cause lasts before it is told. */
    minutes: integer({ required: true, min: 0, max: 10_080, unit: "min" }),
    level: choice("alert_level", ALERT_LEVELS, { required: true, initial: "warning" }),
    projects: refs("project", { hint: true }),
    crews: refs("crew"),
    models: refs("device_model"),
    regions: choices("region", REGIONS),
    locations: refs("location"),
    devices: refs("device"),
    channels: choices("alert_channel", ALERT_CHANNELS, { empty: "alert_channels" }),
    /** Told by the bell and by e-mail; without any, by the bell everybody who may see the machine's state. */
    people: refs("user"),
    language: choice("language", MAIL_LANGUAGES, { required: true, initial: "uk" }),
    webhook: text({ max: 500, format: "url" }),
    webhook_secret: secret({ min: 8, max: 200 }),
    ticket_priority: choice("ticket_priority", TICKET_PRIORITIES, { hint: true }),
    category: ref("ticket_category"),
    responsible: ref("user", { among: RESPONSIBLE }),
    /** By the clock; nothing is told between them. */
    quiet_from: text({ max: 5, format: "time", hint: true }),
    quiet_to: text({ max: 5, format: "time" }),
    wait_seconds: integer({ min: 0, max: 3600, unit: "s", hint: true }),
    gather_minutes: integer({ min: 1, max: 1440, unit: "min", hint: true }),
    /** 0: never. */
    repeat_minutes: integer({ min: 0, max: 10_080, unit: "min", hint: true }),
    open_count: integer({ readOnly: true, derived: true }),
  },
  sections: [
    { name: "main", fields: ["name", "active", "level"] },
    {
      name: "when",
      fields: [
        ...["cause", "error_code", "temperature_limit", "failed_percent", "cash_limit", "payment_percent"],
        "minutes",
      ],
    },
    { name: "machines", fields: ["projects", "crews", "models", "regions", "locations", "devices"] },
    { name: "channels", fields: ["channels", "people", "language", "webhook", "webhook_secret"] },
    { name: "ticket", fields: ["ticket_priority", "category", "responsible"] },
    { name: "pace", fields: ["quiet_from", "quiet_to", "wait_seconds", "gather_minutes", "repeat_minutes"] },
  ],
  changes: [
    ...([
      "active",
      "level",
      "minutes",
      "projects",
      "crews",
      "models",
      "regions",
      "locations",
      "devices",
      "channels",
      "people",
      "language",
    ] as const),
    ...(["ticket_priority", "category", "responsible", "wait_seconds", "gather_minutes", "repeat_minutes"] as const),
  ],
  list: {
    columns: ["name", "active", "cause", "minutes", "level", "channels", "people", "open_count"],
    search: ["name", "error_code"],
    sort: "name",
    filters: ["active", "cause", "level"],
    brief: ["cause", "level"],
  },
});
