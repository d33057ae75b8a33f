import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fieldOf } from "~server/contract/entity";
import type { Field, RowsField } from "~server/contract/fields";
import { filtersOf, ME } from "~server/contract/filters";
import { fieldSchema } from "~server/contract/schema";
import type { Viewer } from "../access";
import { anyOf } from "../database/query";
import { invalid } from "../fault";
import { columnName, type Registry, type Resource, resourceNamed, stored } from "./resource";
import { childOf } from "./select";

const TIME_ZONE = "Europe/Kyiv";
/** Asks for records without a value. */
export const NONE = "none";

const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Conditions for the search words: each word must be found in at least one searched field. */
export function search(registry: Registry, resource: Resource, query: string, t: SQL): SQL[] {
  return query.split(/\s+/).filter(Boolean).slice(0, 8).map((word) =>
    anyOf(resource.entity.list.search.map((name) => {
      const field = fieldOf(resource.entity, name);
      const matches = (value: SQL) => sql`${value} ilike ${like(word)}`;
      if (field.kind === "ref") return sql`${stored(resource, name, field, t)} in ${labelled(registry, field.to, matches)}`;
      return resource.searched[name]?.(t, matches) ?? matches(sql`${stored(resource, name, field, t)}::text`);
    })));
}

/** Records whose label matches: found once for a query, not once a row. */
function labelled(registry: Registry, to: string, matches: (value: SQL) => SQL): SQL {
  const target = resourceNamed(registry, to);
  return sql`(select r.id from ${sql.identifier(target.table)} r where ${matches(sql`r.${sql.identifier(target.entity.title)}`)})`;
}

/** Conditions for the filters in a query string; unknown names are ignored, bad values answered with `invalid`. */
export function filters(resource: Resource, query: URLSearchParams, t: SQL, viewer: Pick<Viewer, "id">): SQL[] {
  const asked = new URLSearchParams([...query].map(([name, value]) => [name, value === ME && isPerson(resource, name) ? String(viewer.id) : value]));
  return filtersOf(resource.entity).flatMap(({ name, field }) => condition(resource, name, field, asked, t));
}

const isPerson = (resource: Resource, name: string): boolean => {
  const field = resource.entity.fields[name];
  return field?.kind === "ref" && field.to === "user";
};

function condition(resource: Resource, name: string, field: Field, query: URLSearchParams, t: SQL): SQL[] {
  const values = query.getAll(name).filter((value) => value !== "");
  const value = field.kind === "rows" ? t : stored(resource, name, field, t);
  switch (field.kind) {
    case "integer": case "decimal": case "money": return range(value, field, name, query, "min", "max", (bound) => sql`${bound}`);
    case "day": return range(value, { kind: "day" }, name, query, "from", "to", (bound) => sql`${bound}::date`);
    case "moment": return range(sql`(${value} at time zone ${TIME_ZONE})::date`, { kind: "day" }, name, query, "from", "to", (bound) => sql`${bound}::date`);
    case "text": case "secret": return values.slice(0, 1).map((text) => sql`${value} ilike ${like(text)}`);
    case "flag": return values.slice(0, 1).map((text) => sql`${value} = ${text === "true"}`);
    case "choice": return values.length ? [oneOf(value, values.map((one) => checked({ ...field, required: true }, name, one)))] : [];
    case "ref": return values.length ? [oneOf(value, values.map((one) => (one === NONE ? NONE : checked({ kind: "ref", to: field.to, required: true }, name, one))))] : [];
    case "choices": return values.map((one) => sql`${checked({ kind: "choice", name: field.name, options: field.options, required: true }, name, one)} = any(${value})`);
    case "refs": return values.map((one) => sql`${checked({ kind: "ref", to: field.to, required: true }, name, one)}::integer = any(${value})`);
    case "file": case "files": case "shifts": return [];
    case "rows": return values.map((one) => holds(resource, name, field, one, t));
  }
}

function checked(field: Field, name: string, raw: string): unknown {
  const parsed = fieldSchema(field, "wire").safeParse(raw);
  if (!parsed.success) throw invalid({ [name]: [{ key: "incorrect" }] });
  return parsed.data;
}

function range(value: SQL, field: Field, name: string, query: URLSearchParams, low: string, high: string, bound: (value: unknown) => SQL): SQL[] {
  return ([[low, sql`>=`], [high, sql`<=`]] as const).flatMap(([suffix, operator]) => {
    const raw = query.get(`${name}_${suffix}`);
    if (!raw) return [];
    const { required: _, ...free } = field;
    return [sql`${value} ${operator} ${bound(checked(free, `${name}_${suffix}`, raw))}`];
  });
}

function oneOf(value: SQL, wanted: unknown[]): SQL {
  return anyOf(wanted.map((one) => (one === NONE ? sql`${value} is null` : sql`${value} = ${one}`)));
}

/** Records whose nested rows hold a record of the first related kind. */
function holds(resource: Resource, name: string, field: RowsField, raw: string, t: SQL): SQL {
  const [cellName, cell] = Object.entries(field.of).find(([, one]) => one.kind === "ref") ?? [];
  if (!cellName || !cell) throw new Error(`filter ${resource.entity.name}.${name}: its rows hold no relation`);
  const child = childOf(resource, name);
  return sql`exists (select 1 from ${sql.identifier(child.table)} c where c.${sql.identifier(child.parent)} = ${t}.id
    and c.${sql.identifier(columnName(cellName, cell))} = ${checked({ ...cell, required: true }, name, raw)})`;
}

/** Page, size and order of a list call. */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  limit: z.coerce.number().int().min(1).max(1000).catch(50),
  sort: z.string().optional(),
  q: z.string().max(200).catch(""),
});
