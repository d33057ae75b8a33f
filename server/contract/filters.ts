import { type Entity, fieldOf } from "./entity";
import type { Listed } from "./listed";
import type { Field } from "./field-kinds";

/** In a filter by people: whoever looks at the list. */
export const ME = "me";

/** A filter of a list: its field and the names of its parameters (two for a range). */
export interface Filter {
  name: string;
  field: Field;
  params: string[];
}

/** Ends of a range, as endings of the parameters' names. */
export const rangeEnds = (field: Field): readonly [string, string] | undefined => {
  if (field.kind === "integer" || field.kind === "decimal" || field.kind === "money") return ["min", "max"];
  return field.kind === "day" || field.kind === "moment" ? ["from", "to"] : undefined;
};

/** The related entity of a filter, if it is one by relation; for nested rows the first related kind. */
export function relatedTo(field: Field): string | undefined {
  if (field.kind === "ref" || field.kind === "refs") return field.to;
  if (field.kind !== "rows") return undefined;
  for (const cell of Object.values(field.of)) if (cell.kind === "ref") return cell.to;
  return undefined;
}

/** Everything a list can be filtered by: its declared filters, what its scopes fix, and every relation. */
export function filtersOf(entity: Listed): Filter[] {
  const relations = Object.keys(entity.fields).filter((name) => relatedTo(fieldOf(entity, name)) !== undefined);
  const names = new Set([
    ...entity.list.filters,
    ...(entity.list.scopes ?? []).flatMap((scope) => Object.keys(scope.where)),
    ...relations,
  ]);
  return [...names].map((name) => {
    const field = fieldOf(entity, name);
    return { name, field, params: rangeEnds(field)?.map((end) => `${name}_${end}`) ?? [name] };
  });
}

/** Where an entity refers to another: a filter of its list by the other's id. */
export interface Referrer {
  entity: Entity;
  name: string;
  field: Field;
}

/** Every place from which records of `target` can be referred to. Nested rows count by their first related kind, as their filter does; what is read from them says it no second time. */
export const referrersOf = (entities: readonly Entity[], target: Entity): Referrer[] =>
  entities
    .filter((entity) => !entity.singleton)
    .flatMap((entity) =>
      filtersOf(entity)
        .filter(({ field }) => relatedTo(field) === target.name && !(field.kind === "refs" && field.readOnly))
        .map(({ name, field }) => ({ entity, name, field })),
    );

/**
 * The one way to write what a list is asked for, whatever order it was written in: search words, filters, and the
 * sort when it is not the declared one. Page, size, columns and the days of a report are no part of it.
 */
export function filterIdentity(entity: Listed, query: URLSearchParams): string {
  const ways = Object.keys(entity.list.ways ?? {});
  const known = new Set(["q", ...ways, ...filtersOf(entity).flatMap(({ params }) => params)]);
  const pairs = [...query]
    .map(([name, value]): [string, string] => [name, value.trim().replace(/\s+/g, " ")])
    .filter(([name, value]) => known.has(name) && value !== "");
  const sort = query.get("sort") ?? "";
  if (sort !== entity.list.sort && entity.list.columns.includes(sort.replace(/^-/, ""))) pairs.push(["sort", sort]);
  const unique = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
  // Which cut comes first is part of what is asked; of values of a filter any will do.
  const keyOf = ([name, value]: [string, string]) => (ways.includes(name) ? name : `${name}=${value}`);
  return new URLSearchParams(
    unique.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)),
  ).toString();
}
