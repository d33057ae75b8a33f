import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type optionsSchema, refSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, anyOf, type Db, list, rows } from "../database/query";
import { filters, search as containing } from "./filter";
import { find, pageOf } from "./find";
import { orderOn } from "./order";
import { nameable, type Resource } from "./resource";
import { aboutFor, titleOf } from "./select";

/** Longest list of choices given at once; beyond it a picker asks for words to search. */
const MAX_OPTIONS = 50;
const t = sql`t`;

/** Records found by words and filters; those known by name alone, by their name alone. */
function found(resource: Resource, viewer: Viewer, query: URLSearchParams): SQL {
  const words = query.get("q") ?? "";
  const visible = resource.visible(viewer, t);
  const seen = allOf([visible, ...containing(resource, viewer, words, t), ...filters(resource, query, t, viewer)]);
  if (!resource.named) return seen;
  return anyOf([
    seen,
    allOf([
      sql`(${visible}) is not true`,
      resource.named(viewer, t),
      ...containing(titleOnly(resource), viewer, words, t),
    ]),
  ]);
}

const titleOnly = (resource: Resource): Resource => ({
  ...resource,
  columns: new Map(),
  entity: { ...resource.entity, list: { ...resource.entity.list, search: [resource.entity.title] } },
});

/** The record `for` chooses among others of its kind: never itself, nor what stands below it. */
const apart = (resource: Resource, id: number | undefined): SQL[] =>
  id === undefined ? [] : [resource.apart?.(t, id) ?? sql`t.id <> ${id}`];

/** Choices of a picker: records found by `q` among those of the list's filters, or the ones with the given `ids` (to show what is chosen). */
export async function optionsOf(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  { ids, for: chooser }: { ids: number[]; for?: number },
  search: URLSearchParams,
): Promise<z.infer<typeof optionsSchema>> {
  const where = ids.length
    ? allOf([nameable(resource)(viewer, t), sql`t.id = any(${list(ids, "integer")})`])
    : allOf([found(resource, viewer, search), ...apart(resource, chooser)]);
  const most = ids.length || MAX_OPTIONS;
  const order = orderOn(resource, viewer, resource.entity.title);
  const chosen = await pageOf(db, order, where, await find(db, resource, where, "few"), most + 1, 0);
  const { measure } = resource.entity;
  const told = aboutFor(viewer, resource, t);
  const about = told ? sql`, ${told} as about` : sql``;
  const unit = measure ? sql`, t.${sql.identifier(measure)} as unit` : sql``;
  const items = await rows(
    db,
    refSchema,
    sql`
    select t.id, ${titleOf(resource, t)} as label${about}${unit} from unnest(${list(chosen, "integer")}) with ordinality as chosen(id, place)
    join ${sql.identifier(resource.table)} t on t.id = chosen.id order by chosen.place`,
  );
  return { items: items.slice(0, most), more: items.length > most };
}
