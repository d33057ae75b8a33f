import { z } from "zod";
import { createRequirement, type Declared, editableFields, type Entity } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import type { Field } from "~server/contract/field-kinds";
import { isWithinBounds } from "~server/contract/form-bounds";
import { plain } from "~server/contract/plain";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { heldOf, isEntry } from "~server/web/held";
import type { Place } from "./form-place.server";
import { fileInputs, fileMemory, type FormFiles } from "./files.server";

/**
 * A form set aside while a record that it needs is made: which of its fields asked (`location`, `cells.recipe`), and
 * what was typed. Several can lie on each other; they travel in the form's hidden field `held`, nothing is kept here.
 */
export interface Aside {
  field: string;
  entries: [string, string][];
}

const asides = z.array(
  z.object({ field: z.string(), entries: z.array(z.custom<[string, string]>(isEntry)).refine(isWithinBounds) }),
);
/** A record for a record for a record: deeper nobody still knows where they are. */
const DEEPEST = 3;

/** The forms set aside, the first at the bottom; anything unreadable counts as none. */
export function asideIn(form: FormData): Aside[] {
  try {
    return asides.parse(JSON.parse(plain(form.get("held")) || "[]")).slice(0, DEEPEST);
  } catch {
    return [];
  }
}

function relationOf(entity: Declared, path: string): Field | undefined {
  const [name = "", cell] = path.split(".");
  const field = editableFields(entity).find(([one]) => one === name)?.[1];
  return cell === undefined ? field : field?.kind === "rows" ? field.of[cell] : undefined;
}

/** The entity that a relation field of a form is chosen from. */
export function targetOf(entity: Declared, path: string): Entity | undefined {
  const field = relationOf(entity, path);
  return field?.kind === "ref" || field?.kind === "refs" ? entityNamed(field.to) : undefined;
}

/** The entity of the form that lies on those set aside; undefined when one of them is not what it says. */
export function onTop(entity: Declared, held: readonly Aside[]): Declared | undefined {
  return held.reduce<Declared | undefined>((below, { field }) => below && targetOf(below, field), entity);
}

/** Whether a person may make the record that a field lacks, from a form that lies on `depth` others. */
export const mayAdd = ({ me }: Pick<Context, "me">, to: string, depth: number): boolean => {
  const entity = entityNamed(to);
  return depth < DEEPEST && !entity.singleton && allowed(me, createRequirement(entity));
};

/** Sets a form aside: its texts and uploaded files, without anything like a password. */
export function setAside(entity: Declared, field: string, form: FormData, files: FormFiles): Aside {
  const dropped = new Set([
    "held",
    "add_new",
    ...Object.keys(files).flatMap((name) => Object.values(fileInputs(name))),
    ...editableFields(entity)
      .filter(([, one]) => one.kind === "secret")
      .map(([name]) => name),
  ]);
  const entries = heldOf(form).filter(([name]) => !dropped.has(name));
  for (const [name, known] of Object.entries(files))
    for (const file of known) entries.push([fileInputs(name).known, fileMemory(file)]);
  return { field, entries };
}

/** A form taken up again, with the new record chosen in the field that asked for it, and that field. */
export function takenUp(
  entity: Declared,
  { field, entries }: Aside,
  id: number | undefined,
): { form: FormData; place: Place } {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const [rows = "", cell] = field.split(".");
  const place = cell === undefined ? field : `${rows}[${rowFor(form, rows, cell)}].${cell}`;
  if (id === undefined) return { form, place };
  if (cell === undefined && relationOf(entity, field)?.kind === "refs") form.append(field, String(id));
  else form.set(place, String(id));
  return { form, place };
}

/** The first row whose cell is still empty, or one more. */
function rowFor(form: FormData, rows: string, cell: string): number {
  const numbers = [...form.keys()].flatMap((name) => {
    const found = name.startsWith(`${rows}[`) ? /^\[(\d+)\]\./.exec(name.slice(rows.length))?.[1] : undefined;
    return found === undefined ? [] : [Number(found)];
  });
  const empty = [...new Set(numbers)].sort((a, b) => a - b).find((row) => !plain(form.get(`${rows}[${row}].${cell}`)));
  return empty ?? Math.max(-1, ...numbers) + 1;
}

/** What a form says while it is for the sake of another. */
export interface NestedModel {
  held: string;
  depth: number;
  title: string;
  hint: string;
  back: string;
}

export function nestedModel(
  { t }: Pick<Context, "t">,
  entity: Declared,
  held: readonly Aside[],
): NestedModel | undefined {
  const last = held.at(-1);
  const below = onTop(entity, held.slice(0, -1));
  const top = onTop(entity, held);
  if (!last || !below || !top) return undefined;
  const [name = "", cell] = last.field.split(".");
  const field = t(`entities:${below.name}.${cell === undefined ? `fields.${name}` : `rows.${name}.${cell}`}`);
  return {
    held: JSON.stringify(held),
    depth: held.length,
    title: t(`entities:${top.name}.create`),
    hint: t("resource:add_new.for", { field }),
    back: t("resource:add_new.back"),
  };
}
