import { z } from "zod";
import { REGIONS } from "./enums";
import { devicesAsked } from "./needs";
import { formNumber, idAsked, limitAsked, pageAsked, wrong } from "./query";
import { moment } from "./record";
import { FAILURES, MAIL_LANGUAGES } from "./subscriptions";

/** Alerts: what they are of and how they are told (docs/decisions/045). Times in minutes unless the name says another unit. */

/** Who may see alerts. */
export const ALERTS_SEEN = ["DEVICE_STATUS"] as const;
/** Screens of alerts. */
export const ALERTS = "/alerts";
export const alertPath = (id: number | string): string => `${ALERTS}/view/${id}`;

/** What an alert is of; those above silence those that follow from them ({@link SILENCED_BY}). */
export const ALERT_CAUSES = [
  "power",
  "offline",
  "error",
  "temperature",
  "door",
  "quiet",
  "failed_vends",
  "runs_out",
  "cash",
  "held_audit",
  "desk",
  "payment",
] as const;
export type AlertCause = (typeof ALERT_CAUSES)[number];

/** What a machine goes through anyway while another cause lasts: one that has no power is offline, one that is offline tells nothing new. */
export const SILENCED_BY: Partial<Record<AlertCause, readonly AlertCause[]>> = {
  offline: ["power"],
  error: ["power", "offline"],
  temperature: ["power", "offline"],
  door: ["power", "offline"],
  quiet: ["power", "offline", "error"],
  failed_vends: ["power", "error"],
  runs_out: ["power", "offline"],
};

export const ALERT_LEVELS = ["critical", "warning", "info"] as const;
export const ALERT_CHANNELS = ["bell", "email", "webhook", "ticket"] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];
export const ALERT_STATES = ["open", "acknowledged", "closed"] as const;
/** How far an alert reaches: one place (or one desk, one bank), a city, a region, everywhere. */
export const ALERT_SCOPES = ["place", "city", "region", "network"] as const;
export type AlertScope = (typeof ALERT_SCOPES)[number];
/** What is told of an alert: that there is one, that it reaches further, that it still lasts, that it is over. */
export const ALERT_NEWS = ["opened", "grown", "repeated", "closed"] as const;
export type AlertNews = (typeof ALERT_NEWS)[number];
/** The same, by the names of notices and of what is posted. */
export const ALERT_NOTICES = {
  opened: "alertOpened",
  grown: "alertGrown",
  repeated: "alertRepeated",
  closed: "alertClosed",
} as const satisfies Record<AlertNews, string>;

/** What a rule goes by where it does not say: usual values of the process industry's alarm systems. */
export const ALERT_DEFAULTS = { waitSeconds: 30, gatherMinutes: 5, repeatMinutes: 240 } as const;

/** Beyond it a rule of this cause tells, where it does not say: °C, percent of a day's vends, kopecks in the box, percent of an hour's payments. */
export const ALERT_LIMITS = { temperature: 12, failed_vends: 20, cash: 2_000_00, payment: 30 } as const;

/** An alert in a list. Instants in UTC. */
export const alertSchema = z.object({
  id: z.number().int(),
  /** The rule's name then; the rule is null where the viewer may not see rules, or there is none any more. */
  name: z.string(),
  rule: z.number().int().nullable(),
  cause: z.enum(ALERT_CAUSES),
  level: z.enum(ALERT_LEVELS),
  state: z.enum(ALERT_STATES),
  scope: z.enum(ALERT_SCOPES),
  /** Of a place its name and city, of a city that. */
  place: z.string().nullable(),
  region: z.enum(REGIONS).nullable(),
  /** Machines (desks, providers) that the viewer may see: of an open one those that go on, of a closed one all. */
  count: z.number().int(),
  /** The first of them, by what people know them by. */
  first: z.string().nullable(),
  /** When the first of its causes began. */
  since: z.string(),
  opened_at: z.string(),
  told_at: moment,
  acknowledged_at: moment,
  acknowledged_by: z.string().nullable(),
  closed_at: moment,
  ticket: z.number().int().nullable(),
});
export type Alert = z.infer<typeof alertSchema>;

export const alertsQuery = z.object({
  state: z.enum(["open", "acknowledged", "closed", "all"], wrong).default("open"),
  cause: z.enum(ALERT_CAUSES, wrong).optional(),
  level: z.enum(ALERT_LEVELS, wrong).optional(),
  /** Alerts of this machine. */
  device: idAsked.optional(),
  /** Alerts that opened this ticket or go on in it. */
  ticket: idAsked.optional(),
  page: pageAsked,
  limit: limitAsked(500),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;
export const alertsSchema = z.object({
  items: z.array(alertSchema),
  total: z.number().int(),
  /** Of each state that is not closed, whatever else is asked for. */
  open: z.number().int(),
  acknowledged: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type Alerts = z.infer<typeof alertsSchema>;

/** A machine, a fiscal desk or a payment provider of an alert; `id`: of the first two. */
const alertSubject = z.object({
  kind: z.enum(["device", "desk", "payment"]),
  id: z.number().int().nullable(),
  label: z.string(),
  place: z.string().nullable(),
  since: z.string(),
  ended_at: moment,
  /** It comes and goes. */
  flapping: z.boolean(),
});
/** What was told; `to`: of an e-mail its person, where the viewer may see people; `people`: how many bells. */
const alertMessage = z.object({
  id: z.number().int(),
  news: z.enum(ALERT_NEWS),
  channel: z.enum(ALERT_CHANNELS),
  to: z.string().nullable(),
  people: z.number().int().nullable(),
  at: z.string(),
  state: z.enum(["WAIT", "SENT", "FAILED"]),
  error: z.string().nullable(),
});
export const alertDetailsSchema = alertSchema.extend({
  /** At most {@link MOST_SUBJECTS} of `count`, those that go on first. */
  subjects: z.array(alertSubject),
  /** The latest, at most 100. */
  messages: z.array(alertMessage),
});
export type AlertDetails = z.infer<typeof alertDetailsSchema>;
export const MOST_SUBJECTS = 200;

/** Alerts that somebody has taken note of: `1,2,3`. Those that are closed or acknowledged stay as they are. */
export const acknowledgeBody = z.object({ ids: devicesAsked });
export const acknowledged = z.object({ count: z.number().int() });

/** What is told outside: of the machines those that its reader may see, at most {@link MOST_TOLD}. */
export const alertLetterSchema = z.object({
  alert: z.number().int(),
  news: z.enum(ALERT_NEWS),
  name: z.string(),
  cause: z.enum(ALERT_CAUSES),
  level: z.enum(ALERT_LEVELS),
  scope: z.enum(ALERT_SCOPES),
  place: z.string().nullable(),
  region: z.string().nullable(),
  opened_at: z.string(),
  at: z.string(),
  count: z.number().int(),
  machines: z.array(z.object({ label: z.string(), place: z.string().nullable(), since: z.string() })),
});
export type AlertLetter = z.infer<typeof alertLetterSchema>;
export const MOST_TOLD = 50;

/** An e-mail that is due, for whoever sends it; `lease` names this attempt. */
export const alertMailSchema = z.object({
  id: z.number().int(),
  lease: z.number().int(),
  email: z.string(),
  full_name: z.string(),
  lang: z.enum(MAIL_LANGUAGES),
  letter: alertLetterSchema,
});
export type AlertMail = z.infer<typeof alertMailSchema>;
export const claimedAlertMail = z.object({ mail: alertMailSchema.nullable() });
export const alertMailSettled = z.object({
  id: idAsked,
  lease: formNumber(1, 1_000),
  /** None: it went out. `final`: no other attempt makes sense. */
  failure: z.enum(FAILURES, wrong).optional(),
  final: z.enum(["true", "false"], wrong).default("false"),
});
