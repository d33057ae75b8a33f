import { z } from "zod";
import { type CellField, editableCells, type Field, type RowsField, type ShiftsField } from "./field-kinds";
import { MAX_ROWS } from "./form-bounds";
import { FORMATS } from "./formats";
import { LARGEST_INTEGER } from "./query";
import { inOrder, isShift, overlap, parseShifts } from "./shifts";
import { missingOr, say } from "./messages";

/**
 * How values are written: people write money in UAH and decimals with a comma (`form`);
 * the API takes kopecks and points (`wire`).
 */
export type Notation = "form" | "wire";

/** An empty text is no value. */
export const blank = (raw: unknown) => (typeof raw === "string" && raw.trim() === "" ? undefined : raw);

/** `undefined` for an empty optional value would drop the key; the database wants null. */
function optional(schema: z.ZodType, field: Field): z.ZodType {
  return z.preprocess(blank, field.required ? schema : schema.optional().transform((value) => value ?? null));
}

/** A number as people write it: with a comma, and blanks between thousands. What is none comes back as NaN. */
export function toNumber(raw: unknown): unknown {
  if (typeof raw !== "string" || raw.trim() === "") return blank(raw);
  const digits = raw.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  return /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(digits) ? Number(digits) : NaN;
}

/** The smallest whole number that a column keeps. */
const SMALLEST = -LARGEST_INTEGER - 1;

function number(field: { min?: number; max?: number; required?: true; kind: Field["kind"] }, scale: number, shown = 1) {
  return z
    .number(missingOr("incorrect"))
    .refine((value) => isOfScale(value, scale), "incorrect")
    .min(field.min ?? SMALLEST, say("min_value", (field.min ?? SMALLEST) / shown))
    .max(field.max ?? LARGEST_INTEGER, say("max_value", (field.max ?? LARGEST_INTEGER) / shown));
}

/** Whether a number has no more digits after the point: the nearest such number is the number itself. */
const isOfScale = (value: number, scale: number): boolean => Number(value.toFixed(scale)) === value;

function moneySchema(field: CellField & { kind: "money" }, notation: Notation): z.ZodType {
  const kopecks = number(field, 0, 100);
  if (notation === "wire")
    return z.preprocess(toNumber, field.required ? kopecks : kopecks.optional().transform((v) => v ?? null));
  const toKopecks = (raw: unknown) => {
    const uah = toNumber(raw);
    return typeof uah !== "number" ? uah : isOfScale(uah, 2) ? Math.round(uah * 100) : NaN;
  };
  return z.preprocess(toKopecks, field.required ? kopecks : kopecks.optional().transform((v) => v ?? null));
}

const formatted = ({ normal, pattern }: (typeof FORMATS)[keyof typeof FORMATS], most: number | undefined) =>
  z
    .string(missingOr("incorrect"))
    .transform(normal)
    .pipe(
      z
        .string()
        .regex(pattern, "incorrect")
        .max(most ?? Infinity, say("max_length", most)),
    );

/** Addresses that the product calls: https only, with no password inside. */
const isHttps = (raw: string) =>
  URL.canParse(raw) &&
  new URL(raw).protocol === "https:" &&
  new URL(raw).username === "" &&
  new URL(raw).password === "";

/** Schema of a text or a secret. */
export function textSchema(field: Field & { kind: "text" | "secret" }): z.ZodType {
  const format = Object.entries(FORMATS).find(([name]) => name === field.format)?.[1];
  if (format) return optional(formatted(format, field.max), field);
  // NUL cannot be stored by PostgreSQL; no other control sign belongs in a text either.
  const plain = z
    .string(missingOr("incorrect"))
    .trim()
    // A browser without scripts ends lines with two signs, a script with one: the text is the same.
    .overwrite((text) => text.replaceAll("\r\n", "\n"))
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, "incorrect")
    .min(field.min ?? 0, say("min_length", field.min))
    .max(field.max, say("max_length", field.max));
  if (field.kind === "text" && field.format === "email")
    return optional(plain.toLowerCase().pipe(z.email("incorrect")), field);
  if (field.format === "url") return optional(plain.refine(isHttps, "https_only"), field);
  if (field.format === "digits") return optional(plain.regex(/^\d*$/, "digits_only"), field);
  if (field.format === "code") return optional(plain.regex(/^[^\s<>]*$/, "code_signs"), field);
  // HTTP Basic ends the login at the first colon (RFC 7617).
  if (field.format === "login") return optional(plain.regex(/^[^:]*$/, "no_colon"), field);
  return optional(plain, field);
}

const id = z.preprocess(
  toNumber,
  z.number(missingOr("incorrect")).int("incorrect").min(1, "incorrect").max(LARGEST_INTEGER, "incorrect"),
);
const asList = (raw: unknown): unknown[] => (raw === undefined || raw === "" ? [] : [raw].flat());

/** People write "08:00–16:00, 22–6"; the wire has a list of `{start,end}` in minutes. No shifts at all has a message of its own. */
function shiftsSchema(field: ShiftsField, notation: Notation): z.ZodType {
  const number = z.preprocess(toNumber, z.number("incorrect"));
  const list = z
    .array(z.object({ start: number, end: number }, "incorrect").refine(isShift, "incorrect"), "incorrect")
    .max(24, "incorrect")
    .refine((shifts) => !field.required || shifts.length > 0, "no_shifts")
    .refine((shifts) => !overlap(shifts), "shifts_overlap")
    .transform(inOrder);
  const read = (raw: unknown) => (typeof raw === "string" ? (parseShifts(raw) ?? raw) : (raw ?? []));
  return z.preprocess(notation === "form" ? read : (raw) => raw ?? [], list);
}

function rowsSchema(field: RowsField, notation: Notation): z.ZodType {
  const cells: [string, z.ZodType][] = editableCells(field).map(([name, cell]) => [name, fieldSchema(cell, notation)]);
  const row = z.object(
    Object.fromEntries(field.identified ? [["id", z.preprocess(blank, id.optional())], ...cells] : cells),
    "incorrect",
  );
  return z
    .preprocess(
      (raw) => asList(raw),
      z.array(row, missingOr("incorrect")).max(MAX_ROWS, say("too_many_rows", MAX_ROWS)),
    )
    .superRefine((list, context) => {
      if (field.required && list.length === 0) context.addIssue({ code: "custom", message: field.empty });
      const seen = new Set<string>();
      list.forEach((one, index) => {
        const value = field.unique ? String(one[field.unique]) : String(index);
        if (seen.has(value))
          context.addIssue({ code: "custom", message: "repeats", path: [index, field.unique ?? ""] });
        seen.add(value);
      });
    });
}

/** Years that a calendar shows and the database keeps. */
const isInCalendar = (day: string): boolean => day >= "1900" && day < "2200";

/** Schema of one field's value as it comes out of a form or a form-urlencoded call. */
export function fieldSchema(field: Field, notation: Notation): z.ZodType {
  switch (field.kind) {
    case "text":
    case "secret":
      return textSchema(field);
    case "integer":
      return z.preprocess(toNumber, optional(number(field, 0), field));
    case "decimal":
      return z.preprocess(toNumber, optional(number(field, field.scale), field));
    case "money":
      return moneySchema(field, notation);
    case "flag":
      return z.preprocess((raw) => raw === "on" || raw === "true" || raw === true, z.boolean());
    case "choice":
      return optional(z.enum(field.options, missingOr("incorrect")), field);
    case "choices":
      return z.preprocess(asList, z.array(z.enum(field.options, "incorrect")));
    case "day":
      return optional(z.iso.date(missingOr("incorrect")).refine(isInCalendar, "incorrect"), field);
    case "moment":
      return z.unknown();
    case "ref":
      return field.required ? z.preprocess(blank, id) : z.preprocess(blank, id.optional()).transform((v) => v ?? null);
    case "file":
      return field.required ? z.preprocess(blank, id) : z.preprocess(blank, id.optional()).transform((v) => v ?? null);
    case "files":
      return z.preprocess(asList, z.array(id).max(1000, "too_many_files"));
    case "shifts":
      return shiftsSchema(field, notation);
    case "refs":
      return z.preprocess(asList, z.array(id).max(10_000, "incorrect"));
    case "rows":
      return rowsSchema(field, notation);
  }
}
