import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fieldOf } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import type { Viewer } from "../access";
import { allOf } from "../database/query";
import { type Borrowed, columnName, isToldWhole, type Resource, resourceNamed, stored } from "./resource";
import { collated, orderedBy, sortable } from "./select";

const t = sql`t`;
const r = sql`r`;

/**
 * What a list is ordered by: a value, empty ones last, and among equal ones the id. Where the value is that of another
 * table's record, that record's key comes between: then the list is walked along the other table's index.
 */
export interface Order {
  resource: Resource;
  descending: boolean;
  value: SQL;
  /** Null where the value is. */
  has: SQL;
  /** Whether records may be without a value. */
  gaps: boolean;
  through?: Through;
}

/** The other table of an order, `r`: its value and key, the key as the row `t` holds it (null without a value), and how the two belong together. */
interface Through {
  table: string;
  value: SQL;
  key: SQL;
  held: SQL;
  linked: SQL;
}

/** The order that a list call asks for: a field, falling with a `-` before it. */
export const orderOf = (resource: Resource, viewer: Viewer, sort: string): Order =>
  orderOn(resource, viewer, sort.replace(/^-/, ""), sort.startsWith("-"));

/** The order by one field. */
export function orderOn(resource: Resource, viewer: Viewer, name: string, descending = false): Order {
  const field = fieldOf(resource.entity, name);
  const value = sortable(resource, viewer, name, t);
  const through = throughOf(resource, viewer, name, field, value);
  return {
    resource,
    descending,
    value,
    has: through?.held ?? value,
    gaps: !resource.orders[name] && resource.columns.get(columnName(name, field)) !== true,
    through,
  };
}

function throughOf(resource: Resource, viewer: Viewer, name: string, field: Field, own: SQL): Through | undefined {
  const borrowed = resource.borrowed[name];
  if (borrowed)
    return field.kind === "ref" || !isToldWhole(viewer, borrowed) ? undefined : throughLender(borrowed, field, own);
  if (field.kind !== "ref" || resource.computed[name] || resource.orders[name]) return undefined;
  const target = resourceNamed(field.to);
  const held = stored(resource, name, field, t, viewer);
  return {
    table: target.table,
    value: orderedBy(viewer, target, r),
    key: sql`r.id`,
    held,
    linked: sql`${held} = r.id`,
  };
}

function throughLender({ table, column, link, value, order = value }: Borrowed, field: Field, own: SQL): Through {
  const [theirs, ours] = [sql`r.${sql.identifier(column)}`, sql`t.${sql.identifier(link)}`];
  return {
    table,
    value: field.kind === "text" ? collated(order(r)) : order(r),
    key: theirs,
    linked: sql`${ours} = ${theirs}`,
    held: sql`case when ${own} is not null then ${ours} end`,
  };
}

const way = (rises: boolean) => (rises ? sql`asc` : sql`desc`);
const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const heldBy = ({ through }: Order) => (through ? [through.held] : []);

/** The whole order in one clause, for few records; for many see {@link stretches}. */
export const orderBy = (order: Order): SQL =>
  list([order.value, ...heldBy(order), sql`t.id`].map((key) => sql`${key} ${way(!order.descending)} nulls last`));

/** A record's place in an order: the ordered value as the database writes it, the key of the record it comes from, and the id. */
export const placeSchema = z.object({ value: z.string().nullable(), held: z.number().nullable(), id: z.number() });
export type Place = z.infer<typeof placeSchema>;

const placeColumns = (value: SQL, held: SQL) => sql`(${value})::text as value, ${held} as held, t.id`;
const unheld = sql`null::integer`;

/** Asks for the place of one record. */
export const placeOf = ({ resource, value, through }: Order, where: SQL): SQL => sql`
  select ${placeColumns(value, through?.held ?? unheld)} from ${sql.identifier(resource.table)} t where ${where}`;

/** One stretch of a walk through a list: which records it holds, and how their places are asked for. */
export interface Stretch {
  where: SQL;
  places(limit: number, offset: number): SQL;
}

/**
 * The records of a list in its order, from a place (or the beginning) on or, backwards, before it (or the end): first one stretch, then the next. Each is
 * a plain range, which an index can answer without reading what lies before it.
 */
export function stretches(order: Order, where: SQL, place?: Place, backwards = false): Stretch[] {
  const rises = order.descending === backwards;
  const filled = (from?: Place): Stretch => ({
    where: allOf([where, sql`${order.has} is not null`]),
    places: order.through ? alongOther(order, order.through, where, rises, from) : alongOwn(order, where, rises, from),
  });
  const empty = (from?: Place): Stretch[] =>
    order.gaps
      ? [{ where: allOf([where, sql`${order.has} is null`]), places: withoutValue(order, where, rises, from) }]
      : [];
  const atEmpty = place?.value === null;
  if (backwards) return place && !atEmpty ? [filled(place)] : [...empty(place), filled()];
  return atEmpty ? empty(place) : [filled(place), ...empty()];
}

const beyond = (rises: boolean) => (rises ? sql`>` : sql`<`);
const idBeyond = (rises: boolean, place: Place | undefined) => (place ? [sql`t.id ${beyond(rises)} ${place.id}`] : []);
const page = (limit: number, offset: number) => sql`limit ${limit} offset ${offset}`;

// Parameters without a type take that of the value they are compared with.
const alongOwn =
  ({ resource, value, gaps }: Order, where: SQL, rises: boolean, place?: Place): Stretch["places"] =>
  (limit, offset) =>
    sql`
  select ${placeColumns(value, unheld)} from ${sql.identifier(resource.table)} t
  where ${allOf([where, ...(gaps ? [sql`${value} is not null`] : []), ...(place ? [sql`(${value}, t.id) ${beyond(rises)} (${place.value}, ${place.id})`] : [])])}
  order by ${value} ${way(rises)}, t.id ${way(rises)} ${page(limit, offset)}`;

/** Each record of the other table gives at most as many rows as are asked for; so the walk ends where the page does. */
const alongOther =
  (
    { resource }: Order,
    { table, value, key, linked }: Through,
    where: SQL,
    rises: boolean,
    place?: Place,
  ): Stretch["places"] =>
  (limit, offset) => {
    const [from, inside] = place
      ? [[place.value, place.held].map((one) => sql`${one}`), idBeyond(rises, place)]
      : [[], []];
    const within = from.length ? [sql`(${value}, ${key}) ${beyond(rises)}= (${list(from)})`] : [];
    const rest = inside.map((id) => sql`((${value}, ${key}) ${beyond(rises)} (${list(from)}) or ${id})`);
    return sql`
    select ${placeColumns(value, key)} from ${sql.identifier(table)} r
    cross join lateral (select t.id from ${sql.identifier(resource.table)} t where ${allOf([linked, where, ...rest])} order by t.id ${way(rises)} limit ${limit + offset}) t
    where ${allOf([sql`${value} is not null`, ...within])}
    order by ${list([value, key, sql`t.id`].map((one) => sql`${one} ${way(rises)}`))} ${page(limit, offset)}`;
  };

const withoutValue =
  ({ resource, has }: Order, where: SQL, rises: boolean, place?: Place): Stretch["places"] =>
  (limit, offset) =>
    sql`
  select ${placeColumns(sql`null`, unheld)} from ${sql.identifier(resource.table)} t where ${allOf([where, sql`${has} is null`, ...idBeyond(rises, place)])}
  order by ${has} ${way(rises)}, t.id ${way(rises)} ${page(limit, offset)}`;
