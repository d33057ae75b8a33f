import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Entity } from "~server/contract/entity";
import type { Field } from "~server/contract/fields";
import { refSchema, type usageSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { anyOf, type Db, only, rows } from "../database/query";
import { columnName, type Registry, type Resource } from "./resource";
import { childOf, titleOf } from "./select";

type Usage = z.infer<typeof usageSchema>["usedBy"];

/** Everything that refers to the record, by entity: how many, and the first five that the viewer may see. */
export async function usageOf(db: Db, registry: Registry, target: Resource, id: number, viewer: Viewer): Promise<Usage> {
  const found: Usage = [];
  for (const resource of registry.values()) {
    const uses = Object.entries(resource.entity.fields).flatMap(([name, field]) => refersTo(resource, name, field, target.entity.name, id));
    if (!uses.length) continue;
    const where = anyOf(uses);
    const { total } = await only(db, z.object({ total: z.number() }), sql`select count(*) as total from ${sql.identifier(resource.table)} t where ${where}`);
    if (total) found.push({ entity: resource.entity.name, total, items: await rows(db, refSchema, firstFive(resource, where, viewer)) });
  }
  return found;
}

const firstFive = (resource: Resource, where: SQL, viewer: Viewer) => sql`
  select t.id, ${titleOf(resource, sql`t`)} as label from ${sql.identifier(resource.table)} t
  where ${where} and ${resource.visible(viewer, sql`t`)} order by t.id limit 5`;

function refersTo(resource: Resource, name: string, field: Field, to: string, id: number): SQL[] {
  // What a record takes over from another, or works out, is no use of its own.
  if (field.readOnly) return [];
  if (field.kind === "ref" && field.to === to) return [sql`t.${sql.identifier(columnName(name, field))} = ${id}`];
  if (field.kind === "refs" && field.to === to) return [sql`${id} = any(t.${sql.identifier(name)})`];
  if (field.kind !== "rows") return [];
  const child = childOf(resource, name);
  return Object.entries(field.of).filter(([, cell]) => cell.kind === "ref" && cell.to === to).map(([cellName, cell]) =>
    sql`exists (select 1 from ${sql.identifier(child.table)} c where c.${sql.identifier(child.parent)} = t.id and c.${sql.identifier(columnName(cellName, cell))} = ${id})`);
}

/** The entities whose records can refer to `name`: their forms need its choices. */
export const holders = (registry: Registry, name: string): Entity[] =>
  [...registry.values()].map(({ entity }) => entity).filter((entity) => Object.values(entity.fields).some((field) => relates(field, name)));

function relates(field: Field, name: string): boolean {
  if (field.kind === "rows") return Object.values(field.of).some((cell) => relates(cell, name));
  return (field.kind === "ref" || field.kind === "refs") && field.to === name;
}
