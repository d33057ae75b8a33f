import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Entity } from "~server/contract/entity";
import type { Field } from "~server/contract/fields";
import type { Written } from "~server/contract/schema";
import type { Viewer, Visibility } from "../access";
import type { Db } from "../database/query";

export interface WriteContext {
  viewer: Viewer;
  /** Absent on create. */
  id?: number;
}

/** What an action did: the fields it changed are found by comparing; `revealed` is shown once. */
export interface ActionResult { revealed?: string }

/** How a declared entity lies in the database, and where it does more than its declaration says. */
export interface Resource {
  entity: Entity;
  table: string;
  /** Row-level restriction, part of every query. There is no default: each entity says whom it is for. */
  visible: Visibility;
  /** Read-only fields that are not columns: an expression over the row `t` (the id, for a relation). */
  computed: Record<string, (t: SQL) => SQL>;
  /** How search finds a computed field, where that is cheaper than computing it for every row. */
  searched: Record<string, (t: SQL, matches: (value: SQL) => SQL) => SQL>;
  /** Tables of nested rows, by field. */
  children: Record<string, { table: string; parent: string }>;
  /** Unique constraints and the field beside which their message stands. */
  uniques: Record<string, { field: string; key: string }>;
  /** Checks and completes values before they are written; throws `invalid`. */
  prepare?(tx: Db, values: Written, context: WriteContext): Promise<void>;
  /** Runs in the transaction of the write, after it. */
  written?(tx: Db, id: number, values: Written, context: WriteContext): Promise<void>;
  /** Runs before a deletion, in its transaction; throws what stands in the way besides records that refer to this one. */
  removing?(tx: Db, id: number, viewer: Viewer): Promise<void>;
  /** `value` is what the action takes along, checked by its field. */
  actions: Record<string, (tx: Db, id: number, viewer: Viewer, value: unknown) => Promise<ActionResult>>;
}

type Spec = Pick<Resource, "visible" | "prepare" | "written" | "removing"> &
  Partial<Pick<Resource, "computed" | "searched" | "uniques" | "actions">> & { table: PgTable; children?: Record<string, { table: PgTable; parent: string }> };

/** Binds a declaration to its table and checks at boot that they agree. */
export function defineResource(entity: Entity, spec: Spec): Resource {
  const tableName = (table: PgTable) => getTableConfig(table).name;
  const resource: Resource = {
    computed: {}, searched: {}, uniques: {}, actions: {},
    ...spec,
    entity,
    table: tableName(spec.table),
    children: Object.fromEntries(Object.entries(spec.children ?? {}).map(([field, child]) => [field, { ...child, table: tableName(child.table) }])),
  };
  const columns = new Set(getTableConfig(spec.table).columns.map((column) => column.name));
  for (const [name, field] of Object.entries(entity.fields)) {
    const stored = field.kind === "rows" ? resource.children[name] : (resource.computed[name] ?? columns.has(columnName(name, field)));
    if (!stored) throw new Error(`resource ${entity.name}: field "${name}" is nowhere in ${resource.table}`);
  }
  for (const action of entity.actions ?? [])
    if (!resource.actions[action.name]) throw new Error(`resource ${entity.name}: action "${action.name}" does nothing`);
  return resource;
}

/** A computed field: how many rows of a table refer to the record by a column. */
export const countOf = (table: string, column: string) => (t: SQL): SQL =>
  sql`(select count(*) from ${sql.identifier(table)} x where x.${sql.identifier(column)} = ${t}.id)`;

/** The column of a field: `<name>_id` for a relation or a file, else the same name. */
export const columnName = (name: string, field: Field): string => (field.kind === "ref" || field.kind === "file" ? `${name}_id` : name);

/** The stored value of a field on the row `t`. */
export function stored(resource: Resource, name: string, field: Field, t: SQL): SQL {
  return resource.computed[name]?.(t) ?? sql`${t}.${sql.identifier(columnName(name, field))}`;
}

/** All resources by entity name; filled once at boot. */
export type Registry = ReadonlyMap<string, Resource>;

export function resourceNamed(registry: Registry, name: string): Resource {
  const resource = registry.get(name);
  if (!resource) throw new Error(`no resource "${name}"`);
  return resource;
}
