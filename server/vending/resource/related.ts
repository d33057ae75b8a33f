import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Related } from "~server/contract/lists";
import { listRequirement } from "~server/contract/entity";
import { referrersOf } from "~server/contract/filters";
import { allowed } from "~server/contract/permissions";
import { COUNT_CAP, refSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { type Db, only, rows } from "../database/query";
import { matching } from "./read";
import { type Resource, resourceNamed, resources } from "./resource";
import { aboutFor, titleOf } from "./select";

const FIRST = 5;

/** What refers to a record, as the viewer would see it in each entity's list; entities the viewer may not list are left out. */
export async function relatedTo(db: Db, target: Resource, id: number, viewer: Viewer): Promise<Related> {
  const entities = resources().map(({ entity }) => entity);
  const items: Related["items"] = [];
  for (const { entity, name } of referrersOf(entities, target.entity)) {
    if (!allowed(viewer, listRequirement(entity))) continue;
    const resource = resourceNamed(entity.name);
    const from = sql`from ${sql.identifier(resource.table)} t where ${matching(resource, viewer, new URLSearchParams({ [name]: String(id) }))}`;
    const { count } = await only(
      db,
      z.object({ count: z.number() }),
      sql`select count(*) as count from (select 1 ${from} limit ${COUNT_CAP + 1}) capped`,
    );
    const about = aboutFor(viewer, resource, sql`t`);
    const first = count
      ? await rows(
          db,
          refSchema,
          sql`select t.id, ${titleOf(resource, sql`t`)} as label${about ? sql`, ${about} as about` : sql``} ${from} order by t.id limit ${FIRST}`,
        )
      : [];
    items.push({
      entity: entity.name,
      field: name,
      total: Math.min(count, COUNT_CAP),
      capped: count > COUNT_CAP,
      first,
    });
  }
  return { items };
}
