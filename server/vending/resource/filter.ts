import { type SQL, sql } from "drizzle-orm";
import type { Field, RowsField } from "~server/contract/field-kinds";
import { filtersOf, ME } from "~server/contract/filters";
import { fieldOf } from "~server/contract/entity";
import { FORMATS, normalOf } from "~server/contract/formats";
import { fieldSchema } from "~server/contract/field-schema";
import type { Viewer } from "../access";
import { anyOf, list } from "../database/query";
import { invalid } from "../fault";
import { DOCUMENT } from "../tables/common";
import { instantAt } from "../time";
import { columnName, isToldWhole, type Resource, stored } from "./resource";
import { childOf, documentOf } from "./select";

/** Asks for records without a value. */
export const NONE = "none";

/** One of some records, or none where that is asked for, too. */
export function isAmong(column: SQL, values: readonly (string | number)[]): SQL {
  const ids = values.filter((value) => value !== NONE);
  return anyOf([
    ...(ids.length ? [sql`${column} = any(${list(ids, "integer")})`] : []),
    ...(ids.length < values.length ? [sql`${column} is null`] : []),
  ]);
}

/** Text that contains another, for `ilike`. */
export const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Conditions for the search words: each must be found in some searched field. */
export function search(resource: Resource, viewer: Viewer, query: string, t: SQL): SQL[] {
  const document = documentOf(resource, viewer, t);
  const words = wordsOf(query).slice(0, 8);
  // Long words are rarer: where the first is missing, the others are not looked for.
  return words
    .sort((a, b) => b.length - a.length)
    .map((word) => anyOf(spellings(resource, word).map((one) => contains(document, one))));
}

/** What is looked for: a phone is one word, however it is written, and the mark of a number alone says nothing. */
export function wordsOf(query: string): string[] {
  const { phone } = FORMATS;
  if (phone.pattern.test(phone.normal(query))) return [query.replace(/[\s()-]/g, "")];
  return query.split(/\s+/).filter((word) => word !== "" && !/^[№#]+$/.test(word));
}

/** A word as it was typed, and as the formats of the searched fields and numbers with a mark are written; in lower case. */
export function spellings({ entity }: Resource, word: string): string[] {
  const fields = entity.list.search.map((name) => fieldOf(entity, name));
  const normal = fields.map((field) => normalOf(formatOf(field), word));
  const [, number] = /^[№#]+(\d.*)$/.exec(word) ?? [];
  const marked = number === undefined ? [] : [`№ ${number}`, ...(fields.some(isNumber) ? [number] : [])];
  return [...new Set([word, ...normal, ...marked].map((one) => one.toLowerCase()))];
}

const isNumber = ({ kind }: Field) => kind === "integer";

const formatOf = (field: Field) => (field.kind === "text" ? field.format : undefined);

/** An index of trigrams finds words of three letters and more. */
const contains = (document: SQL, word: string) =>
  word.length < 3 ? holdsText(document, word) : sql`${document} like lower(${like(word)})`;
/** Looks twice as fast as `like` does, where no index helps. */
const holdsText = (lower: SQL, text: string) => sql`strpos(${lower}, lower(${text})) > 0`;

/** Conditions for the filters in a query string; unknown names are ignored, bad values answered with `invalid`. */
export function filters(resource: Resource, query: URLSearchParams, t: SQL, viewer: Viewer): SQL[] {
  const asked = new URLSearchParams(
    [...query].map(([name, value]) => [name, value === ME && isPerson(resource, name) ? String(viewer.id) : value]),
  );
  return filtersOf(resource.entity).flatMap(({ name, field }) => condition(resource, viewer, name, field, asked, t));
}

const isPerson = (resource: Resource, name: string): boolean => {
  const field = resource.entity.fields[name];
  return field?.kind === "ref" && field.to === "user";
};

function condition(
  resource: Resource,
  viewer: Viewer,
  name: string,
  field: Field,
  query: URLSearchParams,
  t: SQL,
): SQL[] {
  const values = query.getAll(name).filter((value) => value !== "");
  const holds = (test: (value: SQL) => SQL, equal?: string) => where(resource, viewer, name, field, t, test, equal);
  const equals = (one: unknown) =>
    one === NONE || one === resource.borrowed[name]?.absent
      ? isEmpty(resource, viewer, name, field, t)
      : holds((value) => sql`${value} = ${one}`, String(one));
  switch (field.kind) {
    case "integer":
    case "money":
      return ends({ kind: field.kind, max: field.max }, name, query, "min", "max").map(([end, bound]) =>
        holds((value) => (end === "low" ? sql`${value} >= ${bound}` : sql`${value} <= ${bound}`)),
      );
    case "decimal":
      return ends({ kind: field.kind, scale: field.scale }, name, query, "min", "max").map(([end, bound]) =>
        holds((value) => (end === "low" ? sql`${value} >= ${bound}` : sql`${value} <= ${bound}`)),
      );
    case "day":
      return ends({ kind: "day" }, name, query, "from", "to").map(([end, bound]) =>
        holds((value) => (end === "low" ? sql`${value} >= ${bound}::date` : sql`${value} <= ${bound}::date`)),
      );
    case "moment":
      return ends({ kind: "day" }, name, query, "from", "to").map(([end, bound]) =>
        holds((value) =>
          end === "low"
            ? sql`${value} >= ${instantAt(sql`${bound}::date`)}`
            : sql`${value} < ${instantAt(sql`${bound}::date + 1`)}`,
        ),
      );
    case "text":
    case "secret":
      return values
        .slice(0, 1)
        .flatMap((text) => [
          ...inDocument(resource, name, text, t),
          holds((value) => holdsText(sql`lower(${value})`, text)),
        ]);
    case "flag":
      return values.slice(0, 1).map((text) => equals(text === "true"));
    case "choice":
      return values.length
        ? [anyOf(values.map((one) => equals(checked({ ...field, required: true }, name, one))))]
        : [];
    case "ref":
      return values.length
        ? [
            anyOf(
              values.map((one) =>
                equals(one === NONE ? NONE : checked({ kind: "ref", to: field.to, required: true }, name, one)),
              ),
            ),
          ]
        : [];
    case "choices":
      return values.map((one) =>
        holds(
          (value) =>
            sql`${checked({ kind: "choice", name: field.name, options: field.options, required: true }, name, one)} = any(${value})`,
        ),
      );
    case "refs":
      return values.map((one) =>
        holds(
          (value) => sql`${checked({ kind: "ref", to: field.to, required: true }, name, one)}::integer = any(${value})`,
        ),
      );
    case "file":
    case "files":
    case "shifts":
      return [];
    case "rows":
      return values.map((one) => hasRow(resource, name, field, one, t));
  }
}

/** What a searched field holds the document holds too, and that has an index. */
const inDocument = (resource: Resource, name: string, text: string, t: SQL) =>
  resource.columns.has(DOCUMENT) && resource.entity.list.search.includes(name)
    ? [contains(sql`${t}.${sql.identifier(DOCUMENT)}`, text)]
    : [];

/** Rows whose field passes a test that nothing empty passes: of a borrowed one those whose lender does, found by its indexes. */
function where(
  resource: Resource,
  viewer: Viewer,
  name: string,
  field: Field,
  t: SQL,
  test: (value: SQL) => SQL,
  equal = "",
): SQL {
  const borrowed = resource.borrowed[name];
  if (!borrowed || !isToldWhole(viewer, borrowed)) return test(stored(resource, name, field, t, viewer));
  return sql`${t}.${sql.identifier(borrowed.link)} in (select b.${sql.identifier(borrowed.column)} from ${sql.identifier(borrowed.table)} b where ${borrowed.cases?.[equal]?.(sql`b`) ?? test(borrowed.value(sql`b`))})`;
}

function isEmpty(resource: Resource, viewer: Viewer, name: string, field: Field, t: SQL): SQL {
  const borrowed = resource.borrowed[name];
  if (!borrowed || !isToldWhole(viewer, borrowed)) return sql`${stored(resource, name, field, t, viewer)} is null`;
  return sql`not exists (select 1 from ${sql.identifier(borrowed.table)} b where b.${sql.identifier(borrowed.column)} = ${t}.${sql.identifier(borrowed.link)} and ${borrowed.value(sql`b`)} is not null)`;
}

/** When a day begins. */

/** A filter's value by its field; one that makes no sense is refused beside its name. */
export function checked(field: Field, name: string, raw: string): unknown {
  const parsed = fieldSchema(field, "wire").safeParse(raw);
  if (!parsed.success) throw invalid({ [name]: [{ key: "incorrect" }] });
  return parsed.data;
}

/** The ends of a range that are given. */
function ends(
  field: Field,
  name: string,
  query: URLSearchParams,
  low: string,
  high: string,
): ["low" | "high", unknown][] {
  const { required: _, ...free } = field;
  return (
    [
      ["low", `${name}_${low}`],
      ["high", `${name}_${high}`],
    ] as const
  ).flatMap(([end, param]): ["low" | "high", unknown][] => {
    const raw = query.get(param);
    return raw ? [[end, checked(free, param, raw)]] : [];
  });
}

/** Records whose nested rows hold a record of the first related kind. */
function hasRow(resource: Resource, name: string, field: RowsField, raw: string, t: SQL): SQL {
  const [cellName, cell] = Object.entries(field.of).find(([, one]) => one.kind === "ref") ?? [];
  if (!cellName || !cell) throw new Error(`filter ${resource.entity.name}.${name}: its rows hold no relation`);
  const child = childOf(resource, name);
  return sql`exists (select 1 from ${sql.identifier(child.table)} c where c.${sql.identifier(child.parent)} = ${t}.id
    and c.${sql.identifier(columnName(cellName, cell))} = ${checked({ ...cell, required: true }, name, raw)})`;
}
