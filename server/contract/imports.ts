import { z } from "zod";
import { changesSchema } from "./record";

/** Most rows of a file that is imported at once. */
export const IMPORT_ROWS = 5_000;
/** The same of records that are checked one by one, as forms are. */
export const MOST_RECORDS = 1_000;
/** Largest file, bytes. */
export const IMPORT_BYTES = 2 * 1024 * 1024;
/** What is sent to the API of it, bytes: a sign may take several in JSON. */
export const IMPORT_BODY_BYTES = 8 * 1024 * 1024;
/** Longest text of a cell. */
const CELL = 2_000;
/** Rows that a preview shows, and records of each outcome. */
export const PREVIEW_ROWS = 20;

/** Rows of a file as texts, by column; a column that the file has not is not there. */
export const importBody = z.object({
  rows: z
    .array(z.record(z.string().max(40), z.string().max(CELL)))
    .min(1)
    .max(IMPORT_ROWS),
});
export type ImportRows = z.infer<typeof importBody>["rows"];

/** What an import makes of the records: how many are new, how many change, and how many stay as they are. */
export const importCounts = z.object({
  made: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** A record that a file makes or changes. */
export const importedSchema = z.object({
  /** Where it stands in the file; the first row is 0. */
  index: z.number().int(),
  /** By what the file names it. */
  name: z.string(),
  outcome: z.enum(["made", "changed"]),
  /** Of one that changes: as its history would tell it. */
  changes: changesSchema,
});
export type Imported = z.infer<typeof importedSchema>;

/** A file that was read without a fault, and waits to be saved for a day; `done`: it was. */
export const importSchema = importCounts.extend({
  id: z.number().int(),
  entity: z.string(),
  total: z.number().int(),
  done: z.boolean(),
  /** The first of them, as the file has them. */
  rows: importBody.shape.rows,
  /** The first of what changes, and the first of what is new; none where nobody tells. */
  told: z.array(importedSchema),
});
export type ImportPreview = z.infer<typeof importSchema>;

/** Words that people write for yes and no, in the languages of the product and of spreadsheets. */
const YES = ["1", "true", "yes", "так", "tak", "+", "x", "on", "істина", "prawda"];
const NO = ["", "0", "false", "no", "ні", "nie", "-", "off", "хибність", "fałsz"];

/** A flag as a cell says it. */
export const flagCell = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => YES.includes(text) || NO.includes(text), "incorrect")
  .transform((text) => YES.includes(text));
