import { z } from "zod";
import { moment } from "./record";

/** Most lines of a file or of a selection: a large customer's keys. */
export const MOST_LINES = 100_000;
/** Largest file of so many lines, and the same as JSON, bytes. */
export const IMPORT_FILE_BYTES = 12 * 1024 * 1024;
export const IMPORT_BYTES = 48 * 1024 * 1024;
/** Longest cell that is looked at, in signs. */
export const CELL_MAX = 1000;

/** Lines of a file: where each stands, and its cells as they were written, by field. */
export const linesSchema = z.object({
  lines: z
    .array(z.object({ line: z.number().int().min(1), cells: z.record(z.string(), z.string().max(CELL_MAX)) }))
    .max(MOST_LINES),
});
export type ImportLines = z.infer<typeof linesSchema>["lines"];

/** What is wrong with a line: with one of its cells, or with the whole. */
const fault = z.object({
  line: z.number().int(),
  /** How people know the line. */
  title: z.string(),
  field: z.string().nullable(),
  key: z.string(),
  count: z.number().optional(),
});
export type ImportFault = z.infer<typeof fault>;
/** Faults that are told one by one. */
export const MOST_FAULTS = 200;
/** Different texts of a field that are told. */
export const MOST_TEXTS = 4;

/** What would be done, or was: nothing before it is confirmed, and nothing while a line is faulty. */
export const importSchema = z.object({
  id: z.number().int(),
  kind: z.string(),
  /** All lines, and those of which nothing is made. */
  count: z.number().int(),
  faulty: z.number().int(),
  /** The first of them. */
  faults: z.array(fault),
  /** By field, kopecks: what the others add up to. */
  sums: z.record(z.string(), z.number().int()),
  /** By field: what all lines say there, the first of different texts. */
  texts: z.record(z.string(), z.array(z.string())),
  done_at: moment,
});
export type ImportState = z.infer<typeof importSchema>;
