import { type SQL, sql } from "drizzle-orm";
import type { Registry, Resource } from "./resource";
import { sortable } from "./select";

const t = sql`t`;

/** What a list is ordered by: this value, empty ones last, and then the id. */
export interface Order { value: SQL; descending: boolean }

/** The order that a list call asks for, or the declared one. */
export function orderOf(registry: Registry, resource: Resource, sort: string | undefined): Order {
  const wanted = sort && resource.entity.list.columns.includes(sort.replace(/^-/, "")) ? sort : resource.entity.list.sort;
  return { value: sortable(registry, resource, wanted.replace(/^-/, ""), t), descending: wanted.startsWith("-") };
}

export const orderBy = ({ value, descending }: Order): SQL => sql`${value} ${descending ? sql`desc` : sql`asc`} nulls last, t.id`;

/** A record's place in an order: the ordered value as the database writes it, and the id. */
export interface Place { value: string | null; id: number }

/** The ordered value as it stands in a {@link Place}. */
export const asText = ({ value }: Order) => sql`(${value})::text`;

/** One stretch of a walk through a list. */
export interface Stretch { where: SQL; order: SQL }

/**
 * The records after a place or, backwards, before it: first one stretch, then the next. Each is a plain range, which
 * an index can answer without reading what lies before it.
 */
export function stretches({ value, descending }: Order, place: Place, backwards: boolean): Stretch[] {
  const rises = descending === backwards;
  const [beyond, from] = rises ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
  const idBeyond = sql`t.id ${backwards ? sql`<` : sql`>`} ${place.id}`;
  const byId = backwards ? sql`t.id desc` : sql`t.id`;
  const byValue = sql`${value} ${rises ? sql`asc` : sql`desc`}, ${byId}`;
  if (place.value === null) {
    const empty = { where: sql`${value} is null and ${idBeyond}`, order: byId };
    return backwards ? [empty, { where: sql`${value} is not null`, order: byValue }] : [empty];
  }
  // Parameters without a type take that of the value they are compared with.
  const valued = { where: sql`${value} ${from} ${place.value} and (${value} ${beyond} ${place.value} or ${idBeyond})`, order: byValue };
  return backwards ? [valued] : [valued, { where: sql`${value} is null`, order: byId }];
}
