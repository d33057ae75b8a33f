import { sql } from "drizzle-orm";
import { z } from "zod";
import { editableFields } from "~server/contract/entity";
import type { FieldMessages } from "~server/contract/envelope";
import { editableCells, type Field } from "~server/contract/field-kinds";
import { type RecordData, refSchema } from "~server/contract/record";
import type { Written } from "~server/contract/schema";
import { isUnlimited, type Viewer } from "../access";
import { type Db, list, rows } from "../database/query";
import { invalid } from "../fault";
import { nameable, type Resource, resourceNamed } from "./resource";

/** Nested rows as they are written or read. */
export const rowList = z.array(z.record(z.string(), z.unknown()));

/**
 * Every related id must exist and be the viewer's to see: crafted ids get the message of a wrong value. What a field
 * held before may stay, or a person of limited view could change nothing else either.
 */
export async function checkRelations(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  values: Written,
  before: Partial<RecordData> = {},
  fields = editableFields(resource.entity),
  missing = "incorrect",
): Promise<void> {
  const wanted = fields.flatMap(([name, field]) => {
    const held = heldRefs(field, before[name]);
    return relations(name, field, values[name]).filter(({ to, id }) => !held.has(`${to} ${id}`));
  });
  const messages: FieldMessages = {};
  for (const to of new Set(wanted.map((one) => one.to))) {
    const mine = wanted.filter((one) => one.to === to);
    const known = await nameableOf(
      tx,
      resourceNamed(to),
      viewer,
      mine.map((one) => one.id),
    );
    for (const one of mine) if (!known.has(one.id)) messages[one.path] = [{ key: one.missing ?? missing }];
  }
  if (Object.keys(messages).length) throw invalid(messages);
}

/** What only the company sets is as it was after the write of a franchise's person, and empty in a new record. */
export function checkCompanyOnly(
  { entity }: Resource,
  viewer: Viewer,
  values: Written,
  before: Partial<RecordData> = {},
): void {
  if (viewer.franchises === null) return;
  const changed = editableFields(entity).filter(([name, field]) => {
    const was = field.kind === "ref" ? refSchema.safeParse(before[name]).data?.id : before[name];
    return field.companyOnly && (values[name] ?? null) !== (was ?? null);
  });
  if (changed.length) throw invalid(Object.fromEntries(changed.map(([name]) => [name, [{ key: "company_only" }]])));
}

/** Nobody takes away what they do not see: hidden records stay in a list, whatever comes from the form. */
export async function keepUnseen(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  values: Written,
  before: RecordData,
): Promise<void> {
  if (isUnlimited(viewer)) return;
  for (const [name, field] of editableFields(resource.entity)) {
    if (field.kind !== "refs") continue;
    const kept = z.array(z.number()).parse(values[name]);
    const missing = refSchema
      .array()
      .parse(before[name])
      .map(({ id }) => id)
      .filter((id) => !kept.includes(id));
    const seen = await nameableOf(tx, resourceNamed(field.to), viewer, missing);
    values[name] = [...kept, ...missing.filter((id) => !seen.has(id))];
  }
}

/** Those of these records that the viewer may know. */
async function nameableOf(tx: Db, target: Resource, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  const seen = await rows(
    tx,
    z.object({ id: z.number() }),
    sql`
    select t.id from ${sql.identifier(target.table)} t where t.id = any(${list(ids, "integer")}) and ${nameable(target)(viewer, sql`t`)}`,
  );
  return new Set(seen.map(({ id }) => id));
}

/** What a field of a record as it was read refers to. */
function heldRefs(field: Field, value: unknown): Set<string> {
  if (field.kind === "ref" || field.kind === "refs")
    return new Set(
      [value]
        .flat()
        .flatMap((one) => refSchema.safeParse(one).data ?? [])
        .map(({ id }) => `${field.to} ${id}`),
    );
  if (field.kind !== "rows" || !Array.isArray(value)) return new Set();
  return new Set(
    rowList
      .parse(value)
      .flatMap((row) => Object.entries(field.of).flatMap(([cell, kind]) => [...heldRefs(kind, row[cell])])),
  );
}

function relations(
  name: string,
  field: Field,
  value: unknown,
): { to: string; id: number; path: string; missing?: string }[] {
  if (field.kind === "ref" && typeof value === "number")
    return [{ to: field.to, id: value, path: name, missing: field.missing }];
  if (field.kind === "refs")
    return z
      .array(z.number())
      .parse(value)
      .map((id) => ({ to: field.to, id, path: name }));
  if (field.kind !== "rows") return [];
  return rowList
    .parse(value)
    .flatMap((row, index) =>
      editableCells(field).flatMap(([cell, kind]) => relations(`${name}[${index}].${cell}`, kind, row[cell])),
    );
}
