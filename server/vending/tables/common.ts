import { sql } from "drizzle-orm";
import { type AnyPgColumn, customType, index, integer, text, timestamp } from "drizzle-orm/pg-core";
import { type Entity, fieldOf } from "../../contract/entity";
import type { Field } from "../../contract/field-kinds";

/** The column that keeps what a search looks in. */
export const DOCUMENT = "search";

/** The searched texts of an entity in lower case, kept by the database: with an index words are found among any number of rows. */
export const documentOf = ({ list }: Entity) =>
  text()
    .notNull()
    .generatedAlwaysAs(sql.raw(`lower(${list.search.map((name) => `coalesce("${name}", '')`).join(" || ' ' || ")})`));

/** What is put aside of a search, which reads it all: little enough to cost it nothing, and to be put in its place in a few ms. */
const ASIDE_KB = 256;

/**
 * Indexes for a list that grows long: one for each column that is ordered by its own value, with the id that settles
 * ties, and one for the search. Rows that are `written` with every vend put their search aside and in its place many at
 * a time: else the search, which no vend changes, would be most of what a vend costs.
 */
export const listIndexes = (
  entity: Entity,
  table: string,
  t: Record<string, AnyPgColumn> & { id: AnyPgColumn; search: AnyPgColumn },
  written: "seldom" | "often" = "seldom",
) => [
  ...entity.list.columns.flatMap((name) => {
    const field = fieldOf(entity, name);
    const column = t[field.kind === "ref" ? `${name}_id` : name];
    return column && isShort(field)
      ? [index(`${table}_${name}_order`).on(field.kind === "text" ? sql`${column} collate "uk-x-icu"` : column, t.id)]
      : [];
  }),
  index(`${table}_search`)
    .using("gin", sql`${t.search} gin_trgm_ops`)
    .with(written === "often" ? { fastupdate: true, gin_pending_list_limit: ASIDE_KB } : { fastupdate: false }),
];

/** An index holds no more than 2.7 KB in an entry. */
const isShort = (field: Field) =>
  !["refs", "choices"].includes(field.kind) && !(field.kind === "text" && field.multiline);

/** Columns that every entity has; `version` grows with each change and guards against lost updates. */
export const entityColumns = {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  version: integer().notNull().default(1),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
};

export const instant = () => timestamp({ withTimezone: true });

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
