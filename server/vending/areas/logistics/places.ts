import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../access";
import { anyOf } from "../../database/query";
import { nameable, type Resource, resourceNamed } from "../../resource/resource";
import { titleOf } from "../../resource/select";

const ENTITY_OF = { WAREHOUSE: "warehouse", CREW: "crew", DEVICE: "device" } as const;
const KINDS = Object.entries(ENTITY_OF);

/** Whether a place, said by its kind and id, is there and may be seen. */
const inSight = (viewer: Viewer, kind: SQL, id: SQL): SQL =>
  anyOf(
    KINDS.map(([name, entity]) => {
      const { table, visible } = resourceNamed(entity);
      return sql`(${kind} = ${name} and exists (select 1 from ${sql.identifier(table)} p where p.id = ${id} and ${visible(viewer, sql`p`)}))`;
    }),
  );

/** Moves `m` of which the viewer may see a side. */
export const movesInSight = (viewer: Viewer): SQL =>
  sql`(${inSight(viewer, sql`m.from_place`, sql`m.from_id`)} or ${inSight(viewer, sql`m.to_place`, sql`m.to_id`)})`;

const named = (viewer: Viewer, entity: string, resource: Resource, id: SQL): SQL => sql`
  (select json_build_object('entity', ${entity}::text, 'id', p.id, 'label', case when ${nameable(resource)(viewer, sql`p`)} then ${titleOf(resource, sql`p`)} end)
    from ${sql.identifier(resource.table)} p where p.id = ${id})`;

/** A place by its kind and id as {@link placeSchema} has it; one that the viewer may not see keeps its name to itself, and one that is gone has none. */
export const placeNamed = (viewer: Viewer, kind: SQL, id: SQL): SQL =>
  sql`(case ${kind} ${sql.join(
    KINDS.map(
      ([name, entity]) =>
        sql`when ${name} then coalesce(${named(viewer, entity, resourceNamed(entity), id)}, json_build_object('entity', ${entity}::text, 'id', ${id}, 'label', null))`,
    ),
    sql` `,
  )} end)`;
