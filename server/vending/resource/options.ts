import { sql } from "drizzle-orm";
import { z } from "zod";
import { type optionsSchema, refSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, type Db, list, rows } from "../database/query";
import { filters, search } from "./filter";
import type { Registry, Resource } from "./resource";
import { sortable } from "./select";

/** Longest list of choices given at once; beyond it a picker asks for words to search. */
const MOST = 50;
const t = sql`t`;

/** Choices of a picker: records found by `q` among those of the list's filters, or the ones with the given `ids` (to show what is chosen). */
export async function optionsOf(db: Db, registry: Registry, resource: Resource, viewer: Viewer, query: URLSearchParams): Promise<z.infer<typeof optionsSchema>> {
  const ids = z.array(z.coerce.number().int()).max(1000).catch([]).parse(query.getAll("ids"));
  const where = allOf([
    resource.visible(viewer, t),
    ...(ids.length ? [sql`t.id = any(${list(ids, "integer")})`] : [...search(registry, resource, query.get("q") ?? "", t), ...filters(resource, query, t, viewer)]),
  ]);
  const most = ids.length || MOST;
  const found = await rows(db, refSchema, sql`
    select t.id, t.${sql.identifier(resource.entity.title)} as label from ${sql.identifier(resource.table)} t
    where ${where} order by ${sortable(registry, resource, resource.entity.title, t)}, t.id limit ${most + 1}`);
  return { items: found.slice(0, most), more: found.length > most };
}
