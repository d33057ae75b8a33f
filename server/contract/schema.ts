import { z } from "zod";
import { type Declared, editableFields, type Entity, type EntityAction, takenField } from "./entity";
import { type CellField, editableCells, type Field, type RowsField, type ShiftsField } from "./fields";
import { MAX_ROWS } from "./form-bounds";
import { FORMATS } from "./formats";
import { LARGEST_INTEGER } from "./query";
import { inOrder, isShift, overlap, parseShifts } from "./shifts";

/**
 * How values are written: people write money in UAH and decimals with a comma (`form`);
 * the API takes kopecks and points (`wire`).
 */
export type Notation = "form" | "wire";

/** Encodes a message and its number for zod: `min_value|0`. */
const say = (key: string, count?: number): string => (count === undefined ? key : `${key}|${count}`);

/** The message that {@link say} wrote. */
export function parseMessage(text: string): { key: string; count?: number } {
  const [key = "incorrect", count] = text.split("|");
  return count === undefined ? { key } : { key, count: Number(count) };
}

/** What is said where a schema has no message of its own; zod's sentences are for nobody who uses the product. */
export const keyOf = (issue: { input?: unknown }): string => (issue.input === undefined ? "required" : "incorrect");

const missingOr = (key: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? "required" : key),
});

const blank = (raw: unknown) => (typeof raw === "string" && raw.trim() === "" ? undefined : raw);

/** `undefined` for an empty optional value would drop the key; the database wants null. */
function optional(schema: z.ZodType, field: Field): z.ZodType {
  return z.preprocess(blank, field.required ? schema : schema.optional().transform((value) => value ?? null));
}

function toNumber(raw: unknown): unknown {
  if (typeof raw !== "string" || raw.trim() === "") return blank(raw);
  const digits = raw.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  return /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(digits) ? Number(digits) : NaN;
}

function number(field: { min?: number; max?: number; required?: true; kind: Field["kind"] }, scale: number, shown = 1) {
  return z
    .number(missingOr("incorrect"))
    .refine((value) => isOfScale(value, scale), "incorrect")
    .min(field.min ?? -2_147_483_648, say("min_value", (field.min ?? -2_147_483_648) / shown))
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

function textSchema(field: Field & { kind: "text" | "secret" }): z.ZodType {
  const format = Object.entries(FORMATS).find(([name]) => name === field.format)?.[1];
  if (format) return optional(formatted(format, field.max), field);
  // NUL cannot be stored by PostgreSQL; no other control sign belongs in a text either.
  const plain = z
    .string(missingOr("incorrect"))
    .trim()
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, "incorrect")
    .min(field.min ?? 0, say("min_length", field.min))
    .max(field.max, say("max_length", field.max));
  if (field.kind === "text" && field.format === "email")
    return optional(plain.toLowerCase().pipe(z.email("incorrect")), field);
  if (field.format === "url") return optional(plain.refine(isHttps, "https_only"), field);
  if (field.format === "digits") return optional(plain.regex(/^\d*$/, "digits_only"), field);
  if (field.format === "code") return optional(plain.regex(/^[^\s<>]*$/, "code_signs"), field);
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

/** A record as it is written: every editable field, checked and in wire units. */
export type Written = Record<string, unknown>;

/** The flag by which a record tells that it holds a secret. */
export const isSet = (name: string): string => `${name}_set`;

/** The flag that removes a secret on update. */
export const clearing = (name: string): string => `${name}_clear`;

/**
 * Schema of a record written by a form or a call. On update an empty secret is left out (keeps the old one)
 * and `version` says which state was edited.
 */
export function writtenSchema(entity: Declared, notation: Notation, purpose: Purpose): z.ZodType<Written> {
  const ofEntity = made.get(entity) ?? {};
  made.set(entity, ofEntity);
  return (ofEntity[`${notation} ${purpose}`] ??= makeSchema(entity, notation, purpose));
}

/** Schema of what an action takes along, as the API gets it; undefined when it takes nothing. */
export function takenSchema(entity: Entity, action: EntityAction): z.ZodType<Written> | undefined {
  const [name, field] = takenField(entity, action) ?? [];
  return name && field ? z.object({ [name]: fieldSchema(field, "wire") }) : undefined;
}

type Purpose = "create" | "update";

// Building one costs as much as parsing a form with it. Kept by the declaration itself: several forms may share a name.
const made = new WeakMap<Declared, Partial<Record<`${Notation} ${Purpose}`, z.ZodType<Written>>>>();

function makeSchema(entity: Declared, notation: Notation, purpose: Purpose): z.ZodType<Written> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of editableFields(entity)) {
    const stays = field.kind === "secret" && purpose === "update";
    if (stays && !field.required) shape[clearing(name)] = fieldSchema({ kind: "flag" }, notation);
    shape[name] = stays
      ? z.preprocess(blank, textSchema({ ...field, required: true }).optional())
      : fieldSchema(field, notation);
  }
  if (purpose === "update") shape.version = z.preprocess(toNumber, z.number(missingOr("incorrect")).int("incorrect"));
  return z.object(shape).superRefine((written, context) => {
    for (const [name, field] of editableFields(entity)) {
      if (field.kind !== "text" || !field.only || written[name] === null || written[field.only.field] === field.only.is)
        continue;
      context.addIssue({ code: "custom", message: field.only.refusal, path: [name] });
    }
  });
}
