import type { Entity } from "./entity";

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

/** Key of the name of a column or filter. */
export const columnKey = ({ name, isReport }: Pick<Listed, "name" | "isReport">, column: string): string =>
  isReport ? `reports:fields.${column}` : `entities:${name}.fields.${column}`;

/** Key of what a list or report is called. */
export const titleKey = ({ name, isReport }: Pick<Listed, "name" | "isReport">): string =>
  isReport ? `frame:menu.${name}` : `entities:${name}.many`;
