import { z } from "zod";
import { INGREDIENT_UNITS, REGIONS } from "./enums";
import type { Field } from "./field-kinds";
import { integer, money, moment as momentField, ref, text } from "./fields";
import type { Listed } from "./listed";
import { moment, refSchema } from "./record";
import { day, idAsked, limitAsked, pageAsked, wordsAsked, wrong } from "./query";

/** What machines need, and the rounds that are proposed for it. Money in kopecks, instants in UTC, weights in g, volumes in ml. */

/** Who may see needs and plans. */
export const NEEDS_SEEN = ["CREW"] as const;
/** Rows of a page, at most. */
export const MOST_NEEDS = 500;

/** What machines are narrowed to. */
export const needsFilter = z.object({
  crew: idAsked.optional(),
  warehouse: idAsked.optional(),
  project: idAsked.optional(),
  region: z.enum(REGIONS, wrong).optional(),
  /** Machines that want some of it. */
  ingredient: idAsked.optional(),
  /** Machines that somebody should come to by the end of this day; without one, all. It is a day of the coming week. */
  until: day.optional(),
  /** Machines whose box holds so much cash that it is worth collecting. */
  cash: z.literal("1", wrong).optional(),
});
export const needsQuery = needsFilter.extend({ q: wordsAsked, page: pageAsked, limit: limitAsked(MOST_NEEDS) });
export type NeedsQuery = z.infer<typeof needsQuery>;

/** So much of an ingredient; `packs`: as many as hold it, null where nobody said what a pack has. `guessed`: reckoned by sales, for nobody told a level. */
const wanted = z.object({
  ingredient: refSchema,
  unit: z.enum(INGREDIENT_UNITS),
  amount: z.number(),
  packs: z.number().nullable(),
  guessed: z.boolean(),
});
export type Wanted = z.infer<typeof wanted>;

export const needSchema = z.object({
  device: refSchema,
  location: refSchema.nullable(),
  city: z.string().nullable(),
  crew: refSchema.nullable(),
  /** Lost until the end of `until` (of tomorrow, when none is asked), if nobody comes. */
  lost: z.number(),
  /** Since when it is thought to sell nothing: offline, without power, or unusually quiet. */
  stopped_since: moment,
  /** When the first slot runs out; when a third of the takings is lost, and since when that is likely. */
  first_out_at: moment,
  stops_at: moment,
  stops_early_at: moment,
  /** It sells nothing: an error blocks it. */
  blocked: z.boolean(),
  /** Slots that it has, those of which nobody told the level, and those whose books contradict what was found or sold. */
  slots: z.number(),
  unknown: z.number(),
  drifting: z.number(),
  errors: z.array(z.object({ raw: z.string(), code: z.string().nullable(), text: z.string().nullable() })),
  cash: z.number().nullable(),
  until_service: z.number().nullable(),
  next_service_on: z.string().nullable(),
  last_visit_at: moment,
  /** Days of its best cycle. */
  cycle: z.number(),
  wants: z.array(wanted),
});
export type Need = z.infer<typeof needSchema>;

/** Machines by urgency, and what all of them want together. */
export const needsSchema = z.object({
  until: z.string(),
  items: z.array(needSchema),
  /** Of every machine that the filters leave, whatever the page. */
  wants: z.array(wanted),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type Needs = z.infer<typeof needsSchema>;

const choices = z.object({ items: z.array(refSchema), more: z.boolean() });
export const needsChoicesSchema = z.object({
  crew: choices,
  warehouse: choices,
  project: choices,
  ingredient: choices,
});
export type NeedsChoices = z.infer<typeof needsChoicesSchema>;

const columns: Record<string, Field> = {
  device: ref("device"),
  location: ref("location"),
  city: text({ max: 400, readOnly: true }),
  crew: ref("crew"),
  lost: money({ readOnly: true }),
  first_out_at: momentField(),
  stops_early_at: momentField(),
  stops_at: momentField(),
  wants: text({ max: 400, readOnly: true }),
  errors: text({ max: 400, readOnly: true }),
  unknown: integer({ readOnly: true }),
  drifting: integer({ readOnly: true }),
  cash: money({ readOnly: true }),
  until_service: integer({ readOnly: true }),
  last_visit_at: momentField(),
};
/** Needs as a table for files. */
export const needsTable: Listed = {
  name: "needs",
  isReport: true,
  fields: columns,
  list: { columns: Object.keys(columns), filters: [], sort: "lost" },
};

/** Machines by their ids, as addresses write them: `1,2,3`. */
export const devicesAsked = z
  .string(wrong)
  .regex(/^\d{1,9}(,\d{1,9}){0,199}$/, wrong)
  .transform((ids) => [...new Set(ids.split(",").map(Number))]);
/** A day of a crew; tomorrow when none is named. With `devices`, these and no others are put in order. */
export const roundQuery = z.object({ crew: idAsked, day: day.optional(), devices: devicesAsked.optional() });

/** What is to be done at a stop. */
export const STOP_TASKS = ["fill", "collect", "clean", "repair"] as const;
/** Why a machine is proposed: it would lose sales, an error, its service is due, nobody knows what is in it and its cycle is over, it stands beside the way, somebody chose it. */
export const STOP_REASONS = ["sales", "errors", "service", "unknown", "near", "chosen"] as const;
/** Why a machine that is worth a visit is left for another day. */
export const LEFT_REASONS = ["minutes", "hours", "weight", "volume"] as const;

/** A day's hours of the place where a machine stands, by the clock ("08:00"; null: midnight), and when a crew is expected there. */
export const expected = {
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
  /** All day. */
  closed: z.boolean(),
  /** Minute of the day in Kyiv; null where the way is not known. */
  due_at: z.number().nullable(),
  /** The place is closed by then. */
  late: z.boolean(),
};

const stop = z.object({
  device: refSchema,
  location: refSchema.nullable(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ...expected,
  /** How long the crew stays. */
  minutes: z.number(),
  reason: z.enum(STOP_REASONS),
  /** Lost if it is served a day later. */
  avoided: z.number(),
  tasks: z.array(z.enum(STOP_TASKS)),
  /** Open tickets of the machine. */
  tickets: z.array(z.number()),
  /** What fills it to the brim at that time, by slot. */
  fills: z.array(
    z.object({
      slot: z.string(),
      ingredient: z.number().nullable(),
      capacity: z.number(),
      level: z.number().nullable(),
      amount: z.number(),
    }),
  ),
});
export type Stop = z.infer<typeof stop>;

/** A round that is proposed to a crew. */
export const roundSchema = z.object({
  crew: refSchema,
  day: z.string(),
  warehouse: refSchema.nullable(),
  /** Whether the round begins and ends at the warehouse: where that has no coordinates, at the first stop. */
  from_warehouse: z.boolean(),
  vehicle: refSchema.extend({ weight: z.number().nullable(), volume: z.number().nullable() }).nullable(),
  /** In order. */
  stops: z.array(stop),
  /** Their locations have no coordinates. */
  unplaced: z.array(stop),
  left: z.array(z.object({ device: refSchema, location: z.string().nullable(), reason: z.enum(LEFT_REASONS) })),
  load: z.array(wanted.extend({ weight: z.number().nullable(), volume: z.number().nullable() })),
  /** Of what is known; kilograms and cubic metres. */
  weight: z.number(),
  volume: z.number(),
  /** Minutes, and kilometres. */
  drive: z.number(),
  /** Before places open. */
  waiting: z.number(),
  service: z.number(),
  kilometres: z.number(),
  /** What is exceeded all the same, because somebody chose the machines. */
  exceeds: z.array(z.enum(LEFT_REASONS)),
});
export type Round = z.infer<typeof roundSchema>;

/** How a slot of a machine will be; vends and levels as in `device-state.ts`. */
export const slotForecastSchema = z.object({
  slot: z.string(),
  level: z.number().nullable(),
  per_day: z.number(),
  runs_out_at: moment,
  early_at: moment,
  late_at: moment,
  vends_left: z.number().nullable(),
  lost_per_day: z.number(),
  /** By how much the books were contradicted; null: they agree. */
  drift: z.number().nullable(),
  drifting: z.boolean(),
});
export type SlotForecast = z.infer<typeof slotForecastSchema>;
export const deviceForecastSchema = z.object({
  /** The moment that levels are of. */
  told_at: z.string(),
  first_out_at: moment,
  stops_at: moment,
  stops_early_at: moment,
  per_day: z.number(),
  /** Lost until the end of today and of each of the next seven days, if nobody comes. */
  lost: z.array(z.number()),
  cycle: z.number(),
  slots: z.array(slotForecastSchema),
});
export type DeviceForecast = z.infer<typeof deviceForecastSchema>;
