import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Field } from "~server/contract/field-kinds";
import { refSchema, type useSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { anyOf, type Db, only, rows } from "../database/query";
import { columnName, type Resource, resources } from "./resource";
import { childOf, titleOf } from "./select";

/** What refers to a record: whether anything does, and what of it the viewer may see. */
export interface Usage {
  used: boolean;
  usedBy: z.infer<typeof useSchema>[];
}

/** Everything that refers to the record, by entity and field. */
export async function usageOf(db: Db, target: Resource, id: number, viewer: Viewer): Promise<Usage> {
  const usage: Usage = { used: false, usedBy: [] };
  for (const resource of resources())
    for (const [name, field] of Object.entries(resource.entity.fields))
      for (const where of refersTo(resource, name, field, target.entity.name, id)) {
        const seen = sql`${where} and ${resource.visible(viewer, sql`t`)}`;
        const from = sql`from ${sql.identifier(resource.table)} t`;
        const { used, total } = await only(
          db,
          counted,
          sql`select exists (select 1 ${from} where ${where}) as used, (select count(*) ${from} where ${seen}) as total`,
        );
        usage.used ||= used;
        if (total)
          usage.usedBy.push({
            entity: resource.entity.name,
            field: name,
            total,
            items: await rows(
              db,
              refSchema,
              sql`select t.id, ${titleOf(resource, sql`t`)} as label ${from} where ${seen} order by t.id limit 5`,
            ),
          });
      }
  return usage;
}

const counted = z.object({ used: z.boolean(), total: z.number() });

function refersTo(resource: Resource, name: string, field: Field, to: string, id: number): SQL[] {
  // What a record takes over from another, or works out, is no use of its own.
  if (field.readOnly) return [];
  if (field.kind === "ref" && field.to === to) return [sql`t.${sql.identifier(columnName(name, field))} = ${id}`];
  if (field.kind === "refs" && field.to === to) return [sql`${id} = any(t.${sql.identifier(name)})`];
  if (field.kind !== "rows") return [];
  const child = childOf(resource, name);
  const cells = Object.entries(field.of)
    .filter(([, cell]) => cell.kind === "ref" && cell.to === to)
    .map(
      ([cellName, cell]) =>
        sql`exists (select 1 from ${sql.identifier(child.table)} c where c.${sql.identifier(child.parent)} = t.id and c.${sql.identifier(columnName(cellName, cell))} = ${id})`,
    );
  return cells.length ? [anyOf(cells)] : [];
}
