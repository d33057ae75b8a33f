import { z } from "zod";
import type { Json } from "~server/contract/openapi/json";
import { DAYS, LETTERS, NUMBERS, wild } from "./texts";

/** What a call's field is declared to be (JSON Schema of OpenAPI). */
const declaredSchema = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
});
type DeclaredAs = z.infer<typeof declaredSchema>;

/** A field by the name under which a form or a query sends it. */
export interface Field {
  name: string;
  as: DeclaredAs;
}

/** Every field of what a call takes; of a list's rows those of the first. */
export function fieldsOf(schema: Json, prefix = ""): Field[] {
  const { properties, anyOf, allOf } = declaredSchema.parse(schema);
  const own = Object.entries(properties).flatMap(([name, raw]) => {
    const as = whole(declaredSchema.parse(raw));
    const row = declaredSchema.safeParse(as.items).data;
    if (row && Object.keys(row.properties).length) return fieldsOf(row, `${prefix}${name}[0].`);
    if (Object.keys(as.properties).length) return fieldsOf(as, `${prefix}${name}.`);
    return [{ name: prefix + name, as: row ?? as }];
  });
  const found = [...own, ...[...anyOf, ...allOf].flatMap((one) => fieldsOf(declaredSchema.parse(one), prefix))];
  return [...new Map(found.map((field) => [field.name, field])).values()];
}

/** Of a value that may be null, or written in two ways, the first way. */
const whole = (as: DeclaredAs): DeclaredAs => (as.anyOf.length ? declaredSchema.parse(as.anyOf[0]) : as);

/** Hands a list out piece by piece and begins anew at its end: a few for each field are all of it for many. */
export function inTurn<T>(all: readonly T[], seed: number): (count: number) => T[] {
  let at = seed % all.length;
  return (count) => {
    const given = Array.from({ length: Math.min(count, all.length) }, (_, i) => all[(at + i) % all.length] ?? all[0]);
    at += given.length;
    return given.flatMap((one) => (one === undefined ? [] : [one]));
  };
}

/** How many hostile values a field gets: `typed` ones that pretend to be of its kind, and any others. */
export interface Dose {
  typed: number;
  other: number;
}

/** Values that no whole number, no day and no instant may be missing: they have reached the database before. */
const KNOWN = { number: ["1e-10", "2147483648"], day: ["0000-01-01", "10000-01-01", "0000-01-01T00:00:00Z"], text: [] };

/** Values that a field must refuse, or take without harm. Deterministic by `seed`. */
export function hostileValues(seed: number, dose: Dose): (field: Field) => string[] {
  const [numbers, days, letters] = [inTurn(NUMBERS, seed), inTurn(DAYS, seed), inTurn(LETTERS, seed)];
  const others = inTurn([...NUMBERS, ...DAYS, ...LETTERS, ...wild(seed, 100)], seed * 7);
  return ({ name, as }) => {
    const kind = kindOf(name, as);
    const typed = { number: numbers, day: days, text: letters }[kind];
    return [...KNOWN[kind], ...beyond(as).slice(0, dose.typed), ...typed(dose.typed), ...others(dose.other)];
  };
}

function kindOf(name: string, { type, format }: DeclaredAs): "number" | "day" | "text" {
  if (type === "integer" || type === "number" || /_(min|max)$/.test(name)) return "number";
  return format === "date" || format === "date-time" || /_(from|to)$/.test(name) ? "day" : "text";
}

/** Just past the declared bounds, and the bounds themselves. */
const beyond = ({ minimum, maximum, maxLength }: DeclaredAs): string[] => [
  ...(maxLength === undefined ? [] : ["я".repeat(maxLength), "😀".repeat(maxLength)]),
  ...(maximum === undefined ? [] : [String(maximum + 1)]),
  ...(minimum === undefined ? [] : [String(minimum - 1), String(minimum)]),
  ...(maximum === undefined ? [] : [String(maximum)]),
];
