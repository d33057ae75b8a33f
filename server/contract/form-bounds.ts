import { z } from "zod";

/**
 * How large a form may be, whoever sends it. Checked before anything is laid out by its names: one name such as
 * `ingredients[99999999].quantity` would otherwise make a list of as many rows.
 */
export const FORM_BOUNDS = {
  /** A person may choose 10,000 records of a kind. */
  fields: 12_000,
  /** Rows of one list; beyond {@link MAX_ROWS} a form still comes back with a word beside it. */
  rows: 1_000,
  /** Signs of one value: ten times the longest that is kept. A longer one costs more to send back than to refuse. */
  text: 100_000,
} as const;

/** Rows that a record's list may have. */
export const MAX_ROWS = 500;

// `programs[0].shifts[0].start` is as deep as a form goes.
const NAME = /^\w{1,80}(?:\.\w{1,80}|\[\d{0,4}\]){0,5}$/;
const ROW = /\[(\d+)\]/g;
const RESERVED = /(?:^|\.)(?:__proto__|constructor|prototype)(?:[.[]|$)/;

/** What the buttons of a form's rows say (conform's intents); anything else of the kind would be obeyed unchecked. */
export const INTENT = "__intent__";
const rowIntent = z.strictObject({
  type: z.enum(["insert", "remove"]),
  payload: z.strictObject({
    name: z.string().regex(NAME),
    index: z.number().int().min(0).max(FORM_BOUNDS.rows).optional(),
  }),
});

/** What conform says to itself: which fields were looked at. */
const STATE = "__state__";
const formState = z.strictObject({ validated: z.record(z.string(), z.boolean()) });

/** Forms that were set aside, in one value; each is held against the bounds of its own when it is taken up. */
const HELD = "held";

/** Whether a form may be laid out by its names, and its values given back. */
export function isWithinBounds(entries: Iterable<readonly [name: string, value: unknown]>): boolean {
  let fields = 0;
  let furthest = -1;
  for (const [name, value] of entries) {
    if (++fields > FORM_BOUNDS.fields || !NAME.test(name) || RESERVED.test(name)) return false;
    if (name !== HELD && typeof value === "string" && value.length > FORM_BOUNDS.text) return false;
    if (name === INTENT && !isJson(value, rowIntent)) return false;
    if (name === STATE && !isJson(value, formState)) return false;
    for (const [, row] of name.matchAll(ROW)) furthest = Math.max(furthest, Number(row));
  }
  // Every row has a field at least: a row further than that is not filled in, it is only there to be counted to.
  return furthest < Math.min(fields, FORM_BOUNDS.rows);
}

function isJson(value: unknown, schema: z.ZodType): boolean {
  if (typeof value !== "string") return false;
  if (value === "") return true;
  if (isTooDeep(value)) return false;
  try {
    return schema.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

/** Levels of the deepest JSON that anybody sends us. */
const JSON_DEPTH = 20;

/** Whether a JSON text is nested deeper than anybody means it: seen before it is parsed. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [sign] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") depth--;
    if (depth > JSON_DEPTH) return true;
  }
  return false;
}

/** Whether a body has more fields than a form may, told by what stands between them: before they are taken apart. */
export function hasTooManyFields(body: Buffer, between: "&" | "Content-Disposition:"): boolean {
  let fields = 0;
  for (let at = body.indexOf(between); at >= 0; at = body.indexOf(between, at + between.length))
    if (++fields > FORM_BOUNDS.fields) return true;
  return false;
}
