import { z } from "zod";
import { type Declared, editableFields, type Entity, type EntityAction, onlyOf, takenField } from "./entity";
import { blank, fieldSchema, type Notation, textSchema, toNumber } from "./field-schema";
import { missingOr } from "./messages";

/** A record as it is written: every editable field, checked and in wire units. */
export type Written = Record<string, unknown>;

/** The flag by which a record tells that it holds a secret. */
export const isSet = (name: string): string => `${name}_set`;

/**
 * Since when a change of dated fields holds: `now`, `always` or a moment, as an instant or as a clock in Kyiv shows it;
 * now when it is left out. A form asks for the moment in a field of its own.
 */
export const HOLDS_FROM = "holds_from";
export const HOLDS_FROM_AT = "holds_from_at";
export const HOLDS = ["now", "at", "always"] as const;
/** Nobody here knows of anything before that year, and databases do not know of the year 0. */
const EARLIEST = "2000";
/** Whatever stands beyond is to come; clocks of the year 10000 cannot be read. */
const LATEST = "2200";
const heldMoment = z.iso
  .datetime({ offset: true, local: true, ...missingOr("incorrect") })
  .refine((moment) => moment >= EARLIEST, "before_2000")
  .refine((moment) => moment < LATEST, "not_in_future");
export const holdsFromSchema = z.union([z.enum(["now", "always"]), heldMoment], missingOr("incorrect")).default("now");

/** The flag that removes a secret on update. */
export const clearing = (name: string): string => `${name}_clear`;

/**
 * Schema of a record written by a form or a call. On update an empty secret is left out (keeps the old one)
 * and `version` says which state was edited. Imported are records without secrets: a file that lies about holds none.
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

export type Purpose = "create" | "update" | "import";

// Building one costs as much as parsing a form with it. Kept by the declaration itself: several forms may share a name.
const made = new WeakMap<Declared, Partial<Record<`${Notation} ${Purpose}`, z.ZodType<Written>>>>();

function makeSchema(entity: Declared, notation: Notation, purpose: Purpose): z.ZodType<Written> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of editableFields(entity)) {
    if ((field.fixed && purpose === "update") || (field.kind === "secret" && purpose === "import")) continue;
    const stays = field.kind === "secret" && purpose === "update";
    if (stays && !field.required) shape[clearing(name)] = fieldSchema({ kind: "flag" }, notation);
    shape[name] = stays
      ? z.preprocess(blank, textSchema({ ...field, required: true }).optional())
      : fieldSchema(field, notation);
  }
  if (entity.dated && notation === "wire") shape[HOLDS_FROM] = z.preprocess(blank, holdsFromSchema);
  const asksSince = entity.dated && notation === "form" && purpose === "update";
  if (asksSince) {
    shape[HOLDS_FROM] = z.preprocess(blank, z.enum(HOLDS, missingOr("incorrect")).default("now"));
    shape[HOLDS_FROM_AT] = z.preprocess(blank, heldMoment.optional());
  }
  if (purpose === "update") shape.version = z.preprocess(toNumber, z.number(missingOr("incorrect")).int("incorrect"));
  const schema = z.object(shape).superRefine((written, context) => {
    if (asksSince && written[HOLDS_FROM] === "at" && written[HOLDS_FROM_AT] === undefined)
      context.addIssue({ code: "custom", message: "required", path: [HOLDS_FROM_AT] });
    const { of = [], refusal = "" } = entity.atLeastOne ?? {};
    const asked = of.filter((name) => shape[name]);
    if (asked.length && asked.every((name) => written[name] === null))
      context.addIssue({ code: "custom", message: refusal, path: [asked.at(-1) ?? ""] });
    for (const [name, field] of editableFields(entity)) {
      const only = onlyOf(field);
      if (!only || written[name] === null || written[only.field] === only.is) continue;
      context.addIssue({ code: "custom", message: only.refusal, path: [name] });
    }
  });
  if (!asksSince) return schema;
  // A moment that somebody named is meant, whatever stands in the choice above it; unless it was always so.
  return schema.transform(({ [HOLDS_FROM]: since, [HOLDS_FROM_AT]: at, ...written }) => ({
    ...written,
    [HOLDS_FROM]: since === "always" ? since : (at ?? "now"),
  }));
}
