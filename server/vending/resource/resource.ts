import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { ENTITIES } from "~server/contract/entities";
import type { Entity, EntityOf } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import type { RecordData } from "~server/contract/record";
import type { Written } from "~server/contract/schema";
import type { Fields, Values } from "~server/contract/values";
import { isUnlimited, type Viewer, type Visibility } from "../access";
import { always, type Db } from "../database/query";
import type { Importer } from "./import";

export interface WriteContext<F extends Fields = Fields> {
  viewer: Viewer;
  /** Absent on create. */
  id?: number;
  /** The record was deleted and comes back. */
  restored?: true;
  /** The record before an update, in `written`. */
  before?: { readonly [K in keyof F]: unknown };
}

/** What an action did: the fields it changed are found by comparing; `revealed` is shown once. */
export interface ActionResult {
  revealed?: string;
}

type Cases = Readonly<Record<string, (b: SQL) => SQL>>;

/** A value that follows from conditions; empty when none holds. */
export const oneOfCases = (cases: Cases) => ({
  cases,
  value: (b: SQL) =>
    sql`case ${sql.join(
      Object.entries(cases).map(([value, holds]) => sql`when ${holds(b)} then ${value}`),
      sql` `,
    )} end`,
});

/**
 * A column of the record that the row `t` belongs with, such as its location: the one whose `column` is `t`'s `link`.
 * Lists are filtered and sorted by it along that table's indexes.
 */
export interface Borrowed {
  table: string;
  column: string;
  link: string;
  value(b: SQL): SQL;
  /** Conditions by which a value that is worked out can be found by an index. */
  cases?: Cases;
  /** What the field is when there is no such record, or its value is empty. */
  absent?: string;
  /** What the field is ordered by, when not by its value. */
  order?(b: SQL): SQL;
  /** Of which rows `t` a viewer is told it, when not of all: to others it is empty, and nothing is found or ordered by it. */
  seen?: Visibility;
}

/** How a declared entity lies in the database, and where it does more than its declaration says. */
export interface Resource {
  entity: Entity;
  table: string;
  /** Columns of the table; true: never empty. */
  columns: ReadonlyMap<string, boolean>;
  /** Row-level restriction, part of every query. There is no default: each entity says whom it is for. */
  visible: Visibility;
  /** Whose name may be seen in other records and pickers, when those are more than may be looked into. */
  named?: Visibility;
  /** The editable field that decides what a limited person sees of these records: one that would leave their sight is refused beside it. */
  place?: string;
  /** Which records a record of the same kind may refer to, when not merely all others. */
  apart?(t: SQL, id: number): SQL;
  /** Read-only fields that are worked out: an expression over the row `t` (the id, for a relation), as the viewer may know it. */
  computed: Partial<Record<string, (t: SQL, viewer: Viewer) => SQL>>;
  /** Read-only fields that are a column of another table's record. */
  borrowed: Partial<Record<string, Borrowed>>;
  /** What lists are ordered by a field by, when not by its value; never empty. */
  orders: Partial<Record<string, (t: SQL) => SQL>>;
  /** Tables of nested rows, by field. */
  children: Record<string, { table: string; parent: string }>;
  /** Unique constraints and the field beside which their message stands; `error`: the specification's message for the whole answer. */
  uniques: Record<string, { field: string; key: string; error?: string }>;
  /** Checks and completes values before they are written; throws `invalid`. */
  prepare?(tx: Db, values: Written, context: WriteContext): Promise<void>;
  /** Runs in the transaction of the write, after it. */
  written?(tx: Db, id: number, values: Written, context: WriteContext): Promise<void>;
  /** Runs before a deletion, in its transaction; throws what stands in the way besides records that refer to this one. */
  removing?(tx: Db, id: number, viewer: Viewer): Promise<void>;
  /** Runs after a deletion, in its transaction, with the record as it was. */
  removed?(tx: Db, before: RecordData, viewer: Viewer): Promise<void>;
  /** How a file of records is saved, where one is imported. */
  importer?: Importer;
  /** `value` is what the action takes along, checked by its field. */
  actions: Record<string, (tx: Db, id: number, viewer: Viewer, value: unknown) => Promise<ActionResult>>;
  /** Actions that ask another service: no transaction waits for it, and the record does not change. */
  calls: Record<string, (db: Db, id: number, viewer: Viewer) => Promise<ActionResult>>;
}

type Spec = Pick<
  Resource,
  "visible" | "named" | "place" | "apart" | "prepare" | "written" | "removing" | "removed" | "importer"
> &
  Partial<Pick<Resource, "computed" | "borrowed" | "orders" | "uniques" | "actions" | "calls">> & {
    table: PgTable;
    children?: Partial<Record<string, { table: PgTable; parent: string }>>;
  };

/** The same, typed by the fields of the entity: hooks read the values it declares, and no other field can be named. */
interface SpecOf<F extends Fields>
  extends Omit<Spec, "place" | "computed" | "borrowed" | "orders" | "children" | "uniques" | "prepare" | "written"> {
  place?: keyof F & string;
  computed?: { [K in keyof F]?: Resource["computed"][string] };
  borrowed?: { [K in keyof F]?: Borrowed };
  orders?: { [K in keyof F]?: Resource["orders"][string] };
  children?: { [K in keyof F]?: { table: PgTable; parent: string } };
  uniques?: Record<string, Resource["uniques"][string] & { field: keyof F }>;
  prepare?(tx: Db, values: Values<F>, context: WriteContext<F>): Promise<void>;
  written?(tx: Db, id: number, values: Values<F>, context: WriteContext<F>): Promise<void>;
}

/** Binds a declaration to its table and checks at boot that they agree. */
export function defineResource<const F extends Fields>(entity: EntityOf<F>, spec: SpecOf<F>): Resource;
export function defineResource(entity: Entity, spec: Spec): Resource {
  const tableName = (table: PgTable) => getTableConfig(table).name;
  const resource: Resource = {
    computed: {},
    borrowed: {},
    orders: {},
    uniques: {},
    actions: {},
    calls: {},
    ...spec,
    entity,
    table: tableName(spec.table),
    columns: new Map(getTableConfig(spec.table).columns.map((column) => [column.name, column.notNull])),
    children: Object.fromEntries(
      Object.entries(spec.children ?? {}).flatMap(([field, child]) =>
        child ? [[field, { ...child, table: tableName(child.table) }]] : [],
      ),
    ),
  };
  for (const [name, field] of Object.entries(entity.fields)) {
    const stored =
      field.kind === "rows"
        ? resource.children[name]
        : (resource.computed[name] ?? resource.borrowed[name] ?? resource.columns.has(columnName(name, field)));
    if (!stored) throw new Error(`resource ${entity.name}: field "${name}" is nowhere in ${resource.table}`);
  }
  for (const action of entity.actions ?? [])
    if (!resource.actions[action.name] && !resource.calls[action.name])
      throw new Error(`resource ${entity.name}: action "${action.name}" does nothing`);
  if (Boolean(entity.imports) !== (resource.importer !== undefined))
    throw new Error(`resource ${entity.name}: is a file of it imported in a way of its own, or not?`);
  bound.set(entity.name, resource);
  return resource;
}

/** A computed field: how many rows of a table that the viewer may see refer to the record by a column. */
export const countOf =
  (table: string, column: string, visible: Visibility) =>
  (t: SQL, viewer: Viewer): SQL =>
    sql`(select count(*) from ${sql.identifier(table)} x where x.${sql.identifier(column)} = ${t}.id and ${visible(viewer, sql`x`)})`;

/** How many of the rows whose ids the record lists the viewer may see. */
export const countListed =
  (table: string, column: string, visible: Visibility) =>
  (t: SQL, viewer: Viewer): SQL => {
    const ids = sql`${t}.${sql.identifier(column)}`;
    return isUnlimited(viewer)
      ? sql`cardinality(${ids})`
      : sql`(select count(*) from ${sql.identifier(table)} x where x.id = any(${ids}) and ${visible(viewer, sql`x`)})`;
  };

/** The column of a field: `<name>_id` for a relation or a file, else the same name. */
export const columnName = (name: string, field: Field): string =>
  field.kind === "ref" || field.kind === "file" ? `${name}_id` : name;

/** The stored value of a field on the row `t`. */
export function stored(resource: Resource, name: string, field: Field, t: SQL, viewer: Viewer): SQL {
  const borrowed = resource.borrowed[name];
  if (borrowed) return toldTo(viewer, borrowed, t, borrowedValue(borrowed, t));
  return resource.computed[name]?.(t, viewer) ?? sql`${t}.${sql.identifier(columnName(name, field))}`;
}

export function borrowedValue(borrowed: Borrowed, t: SQL): SQL {
  const found = fromLender(borrowed, borrowed.value, t);
  return borrowed.absent === undefined ? found : sql`coalesce(${found}, ${borrowed.absent})`;
}

/** What a borrowed field of the row `t` is ordered by. */
export const borrowedOrder = (viewer: Viewer, borrowed: Borrowed, t: SQL): SQL =>
  toldTo(viewer, borrowed, t, fromLender(borrowed, borrowed.order ?? borrowed.value, t));

/** Whether a viewer is told a borrowed field of every row, so that the lender's index may lead to them. */
export const isToldWhole = (viewer: Viewer, { seen }: Borrowed): boolean => !seen || seen(viewer, sql`t`) === always;
const toldTo = (viewer: Viewer, borrowed: Borrowed, t: SQL, value: SQL): SQL =>
  !borrowed.seen || isToldWhole(viewer, borrowed)
    ? value
    : sql`(case when ${borrowed.seen(viewer, t)} then ${value} end)`;

const fromLender = ({ table, column, link }: Borrowed, value: (b: SQL) => SQL, t: SQL) =>
  sql`(select ${value(sql`b`)} from ${sql.identifier(table)} b where b.${sql.identifier(column)} = ${t}.${sql.identifier(link)})`;

/** Which of a resource's records the viewer may know by name. */
export const nameable = ({ named, visible }: Resource): Visibility => named ?? visible;

const bound = new Map<string, Resource>();

/** The resource of an entity, if there is one of that name. */
export const resourceCalled = (name: string): Resource | undefined => bound.get(name);

export function resourceNamed(name: string): Resource {
  const resource = resourceCalled(name);
  if (!resource) throw new Error(`entity ${name} has no resource`);
  return resource;
}

/** The resources of all declared entities, in their order; all are bound once `all-resources.ts` was loaded. */
export const resources = (): Resource[] => ENTITIES.map(({ name }) => resourceNamed(name));
