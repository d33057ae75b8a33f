import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Field } from "~server/contract/field-kinds";
import { type HistoryPage, type Ref, refSchema } from "~server/contract/record";
import { everyone, type Viewer } from "../access";
import { type Db, list, rows } from "../database/query";
import { nameable, type Resource, resourceNamed } from "./resource";

type Entries = HistoryPage["items"];

/** History as its viewer may see it: a related record that is out of sight, or gone, is a number, as in the record itself. */
export async function withLabelsFor(db: Db, resource: Resource, viewer: Viewer, entries: Entries): Promise<Entries> {
  const named = new Map<string, Set<number>>();
  withRefs(resource, entries, (to, ref) => {
    named.set(to, (named.get(to) ?? new Set()).add(ref.id));
    return ref;
  });
  const seen = new Map<string, Set<number>>();
  for (const [to, ids] of named) seen.set(to, await visible(db, resourceNamed(to), viewer, ids));
  return withRefs(resource, entries, (to, ref) => (seen.get(to)?.has(ref.id) ? ref : { ...ref, label: `#${ref.id}` }));
}

async function visible(db: Db, target: Resource, viewer: Viewer, ids: Set<number>): Promise<Set<number>> {
  if (nameable(target) === everyone) return ids;
  const found = await rows(
    db,
    z.object({ id: z.number() }),
    sql`
    select r.id from ${sql.identifier(target.table)} r where r.id = any(${list([...ids], "integer")}) and ${nameable(target)(viewer, sql`r`)}`,
  );
  return new Set(found.map(({ id }) => id));
}

type Change = (to: string, ref: Ref) => Ref;

const withRefs = ({ entity }: Resource, entries: Entries, change: Change): Entries =>
  entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: valueWith(entity.fields[field], before, change),
      after: valueWith(entity.fields[field], after, change),
    })),
  }));

const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/** A value with each related record in it changed. */
function valueWith(field: Field | undefined, value: unknown, change: Change): unknown {
  switch (field?.kind) {
    case "ref":
      return withRef(field.to, value, change);
    case "refs":
      return z
        .array(z.unknown())
        .catch([])
        .parse(value)
        .map((one) => withRef(field.to, one, change));
    case "rows": {
      const given = rowsSchema.safeParse(value);
      return given.success
        ? given.data.map((row) =>
            Object.fromEntries(
              Object.entries(row).map(([name, cell]) => [name, valueWith(field.of[name], cell, change)]),
            ),
          )
        : value;
    }
    default:
      return value;
  }
}

function withRef(to: string, value: unknown, change: Change): unknown {
  const ref = refSchema.safeParse(value);
  return ref.success ? change(to, ref.data) : value;
}

/** A value as history keeps it: of related records what they are called, not what else they are known by, which is their own to tell. */
export const asKept = (field: Field, value: unknown): unknown =>
  value === null ? null : valueWith(field, value, (_, { about, ...ref }) => ref);
