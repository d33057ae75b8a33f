import { z } from "zod";
import { INGREDIENT_UNITS, SHEET_STATUSES, type SheetStatus, WRITE_OFF_REASONS } from "./enums";
import { toNumber } from "./field-schema";
import { expected, LEFT_REASONS, STOP_TASKS } from "./needs";
import { formKey, idAsked, wrong } from "./query";
import { moment, refSchema } from "./record";

/**
 * What moves a route sheet on: from which statuses to which, and who does it. A dispatcher has CREW and sees the sheet;
 * the crew is whoever belongs to the sheet's crew, or to the one that stands in for it.
 *
 * submit: the amounts are kept as they are proposed now. approve: stock is reserved at the warehouse; of another person
 * than the author, where the settings want that. accept: the crew has it on its phone. load: what was really taken moves
 * from the warehouse to the crew. complete: what is brought back moves to the warehouse; every machine was served.
 * complete_partly: the same, with a reason of each machine that was not. cancel: with a reason; what was reserved is free.
 */
export const SHEET_STEPS = {
  submit: { from: ["DRAFT"], to: "NEW", by: "dispatcher" },
  approve: { from: ["NEW"], to: "APPROVED", by: "dispatcher" },
  accept: { from: ["APPROVED"], to: "ACCEPTED", by: "crew" },
  load: { from: ["ACCEPTED"], to: "LOADED", by: "store" },
  complete: { from: ["LOADED"], to: "COMPLETED", by: "both" },
  complete_partly: { from: ["LOADED"], to: "PARTLY_COMPLETED", by: "both" },
  cancel: { from: ["DRAFT", "NEW", "APPROVED", "ACCEPTED"], to: "CANCELED", by: "dispatcher" },
} as const satisfies Record<
  string,
  { from: readonly SheetStatus[]; to: SheetStatus; by: "dispatcher" | "crew" | "both" | "store" }
>;
/** `both`: the crew, or a dispatcher who enters what is on paper; `store`: besides, whoever keeps the warehouse. */
export type SheetStep = keyof typeof SHEET_STEPS;
/** A sheet that holds its machines: none of them stands on another. */
export const OPEN_STATUSES = ["DRAFT", "NEW", "APPROVED", "ACCEPTED", "LOADED"] as const satisfies SheetStatus[];
/** Those that a crew works on. */
export const CREW_STATUSES = ["APPROVED", "ACCEPTED", "LOADED"] as const satisfies SheetStatus[];

/** Of a machine on a sheet. */
export const STOP_STATUSES = ["unserved", "service", "served"] as const;
/** What is to be done at a machine. */
export const SHEET_TASKS = [...STOP_TASKS, "audit", "planogram"] as const;
export const UNSERVED_REASONS = [
  "closed",
  "no_access",
  "no_time",
  "no_goods",
  "broken",
  "not_needed",
  "other",
] as const;

const quantity = z.number().nullable();
/** Of a slot, in its ingredient's unit; of a cell pieces. What nobody said is null. */
const fillSchema = z.object({
  slot: z.string(),
  ingredient: refSchema.nullable(),
  unit: z.enum(INGREDIENT_UNITS),
  capacity: z.number(),
  /** What should be in it by what is known. */
  level: quantity,
  proposed: z.number(),
  found: quantity,
  put: quantity,
  taken: quantity,
  thrown: quantity,
});
export type SheetFill = z.infer<typeof fillSchema>;
const stopSchema = z.object({
  id: z.number(),
  device: refSchema,
  location: refSchema.nullable(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  /** How to get in, by the location's note. */
  way_in: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ...expected,
  tasks: z.array(z.enum(SHEET_TASKS)),
  note: z.string().nullable(),
  /** Open errors and tickets of the machine. */
  errors: z.array(z.string()),
  tickets: z.array(refSchema),
  status: z.enum(STOP_STATUSES),
  begun_at: moment,
  served_at: moment,
  served_by: z.string().nullable(),
  reason: z.enum(UNSERVED_REASONS).nullable(),
  remark: z.string().nullable(),
  cleaned: z.boolean(),
  thrown_reason: z.enum(WRITE_OFF_REASONS).nullable(),
  collected: z.boolean(),
  bag: z.string().nullable(),
  fills: z.array(fillSchema),
  /** Ids of photos that the crew took there. */
  photos: z.array(z.number()),
});
export type SheetStop = z.infer<typeof stopSchema>;

/** Of an ingredient over the whole sheet: what is to be taken, what was, what went into machines, what came back. */
const loadSchema = z.object({
  ingredient: refSchema,
  unit: z.enum(INGREDIENT_UNITS),
  picked: z.number(),
  /** Packs that hold it, of so much each; null where nobody said. */
  packs: z.number().nullable(),
  pack: z.number().nullable(),
  /** At the warehouse, not expired and not reserved for other sheets. */
  free: z.number(),
  loaded: quantity,
  /** Into machines, less what was taken out of them. */
  put: z.number(),
  returned: quantity,
});
export type SheetLoad = z.infer<typeof loadSchema>;

/** A whole sheet as it is worked on. */
export const sheetSchema = z.object({
  id: z.number(),
  number: z.string(),
  day: z.string(),
  status: z.enum(SHEET_STATUSES),
  crew: refSchema,
  warehouse: refSchema.nullable(),
  vehicle: refSchema.nullable(),
  note: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  minutes: z.number().nullable(),
  kilometres: z.number().nullable(),
  weight: z.number().nullable(),
  volume: z.number().nullable(),
  max_weight: z.number().nullable(),
  max_volume: z.number().nullable(),
  exceeds: z.array(z.enum(LEFT_REASONS)),
  may: z.array(z.enum(["accept", "load", "complete", "serve"])),
  stops: z.array(stopSchema),
  loads: z.array(loadSchema),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** Sheets that a warehouse has to get ready: approved, or with the crew already. */
export const GIVEN_OUT = ["APPROVED", "ACCEPTED"] as const satisfies SheetStatus[];
export const warehouseSheetsSchema = z.object({
  items: z.array(sheetSchema.pick({ id: true, number: true, day: true, status: true, crew: true })),
});

/** Open sheets of the person's crews, the earliest first. */
export const myRouteSchema = z.object({ items: z.array(sheetSchema) });

/** As people write it; an empty field of a form was not filled in. */
const amountIfSaid = z.preprocess(toNumber, z.number(wrong).min(0, wrong).max(1_000_000, wrong).optional());
const linesOf = <S extends z.ZodRawShape>(shape: S) => z.array(z.object(shape)).max(500, wrong).default([]);
const words = z.string(wrong).trim().max(500, wrong).optional();
const flag = z.literal("on", wrong).optional();

/** Photos of one machine, of one entry, and the bytes of each as a phone takes it. */
export const STOP_PHOTOS = { most: 12, atOnce: 3, maxBytes: 7 * 1024 * 1024 } as const;
/** Days for which an entry may wait for a network. */
const WAITS_DAYS = 7;
const entry = {
  key: formKey,
  /** Seconds since it was made, where it could not be sent at once: a clock on the road may be wrong, a pause is not. */
  waited: z.coerce
    .number(wrong)
    .int(wrong)
    .min(0, wrong)
    .max(WAITS_DAYS * 86_400, wrong)
    .default(0),
};
export const beginForm = z.object(entry);
export type BeginForm = z.infer<typeof beginForm>;

/** What was really taken along of each ingredient. */
export const loadForm = z.object({
  key: formKey,
  loads: linesOf({ ingredient: idAsked, quantity: amountIfSaid }),
});
/** What is brought back, and why machines were not served. */
export const completeForm = z.object({
  key: formKey,
  returns: linesOf({ ingredient: idAsked, quantity: amountIfSaid }),
  unserved: linesOf({ stop: idAsked, reason: z.enum(UNSERVED_REASONS, wrong) }),
});
/**
 * What was done at a machine: of each slot what was found, put in, taken back out and thrown away; `collected`: its
 * cash was taken out, in a bag of that number. With a `reason` nothing was done.
 */
export const serveForm = z.object({
  ...entry,
  fills: linesOf({
    slot: z.string(wrong).min(1, wrong).max(40, wrong),
    found: amountIfSaid,
    put: amountIfSaid,
    taken: amountIfSaid,
    thrown: amountIfSaid,
  }),
  thrown_reason: z.enum(WRITE_OFF_REASONS, wrong).optional(),
  cleaned: flag,
  collected: flag,
  bag: z.string(wrong).trim().max(60, wrong).optional(),
  note: words,
  reason: z.enum(UNSERVED_REASONS, wrong).optional(),
});
export type ServeForm = z.infer<typeof serveForm>;
