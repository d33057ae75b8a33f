import { sql } from "drizzle-orm";
import { z } from "zod";
import { type optionsSchema, refSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, type Db, list, rows } from "../database/query";
import { filters, search } from "./filter";
import { find, pageOf } from "./find";
import { orderOn } from "./order";
import type { Registry, Resource } from "./resource";
import { titleOf } from "./select";

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
  const order = orderOn(registry, resource, resource.entity.title);
  const chosen = await pageOf(db, order, where, await find(db, resource, where, "few"), most + 1, 0);
  const found = await rows(db, refSchema, sql`
    select t.id, ${titleOf(resource, t)} as label from unnest(${list(chosen, "integer")}) with ordinality as chosen(id, place)
    join ${sql.identifier(resource.table)} t on t.id = chosen.id order by chosen.place`);
  return { items: found.slice(0, most), more: found.length > most };
}
