import type { Entity } from "./entity";
import { allowed, type Holder } from "./permissions";

/** What columns, filters and files are drawn from: a list of records, or a report. */
export interface Listed extends Pick<Entity, "name" | "fields"> {
  /**
   * `ways`: parameters besides filters that change what the rows say, and their values. `several`: choices of which a
   * filter takes more than one.
   */
  list: Pick<Entity["list"], "columns" | "usual" | "filters" | "sort" | "scopes"> & {
    several?: string[];
    ways?: Readonly<Record<string, readonly string[]>>;
  };
  isReport?: true;
}

/** The columns that somebody may choose from. */
export const columnsFor = ({ list, fields }: Listed, holder: Holder): string[] =>
  list.columns.filter((name) => fields[name]?.seenWith?.some((code) => allowed(holder, [code])) ?? true);

/** Key of the name of a column or filter. */
export const columnKey = ({ name, isReport }: Pick<Listed, "name" | "isReport">, column: string): string =>
  isReport ? `reports:fields.${column}` : `entities:${name}.fields.${column}`;

/** Key of what a list or report is called. */
export const titleKey = ({ name, isReport }: Pick<Listed, "name" | "isReport">): string =>
  isReport ? `frame:menu.${name}` : `entities:${name}.many`;
