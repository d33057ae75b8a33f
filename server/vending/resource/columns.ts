import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { editableFields, type Entity } from "~server/contract/entity";
import { editableCells, type Field, type RowsField } from "~server/contract/field-kinds";
import type { Written } from "~server/contract/schema";
import { type Db, list, run } from "../database/query";
import { rowList } from "./relations";
import { columnName, type Resource } from "./resource";
import { childOf } from "./select";

/** Columns of the record itself, with their values; a secret that was left empty is left alone. */
export function plainColumns(entity: Entity, values: Written): [string, SQL][] {
  return editableFields(entity)
    .filter(([name, field]) => field.kind !== "rows" && values[name] !== undefined)
    .map(([name, field]) => [columnName(name, field), toColumn(field, values[name])]);
}

function toColumn(field: Field, value: unknown): SQL {
  if (field.kind === "refs" || field.kind === "files") return list(z.array(z.number()).parse(value), "integer");
  if (field.kind === "choices") return list(z.array(z.string()).parse(value), "text");
  if (field.kind === "shifts") return sql`${JSON.stringify(value)}::jsonb`;
  return sql`${value}`;
}

/** Nested rows as they were sent. */
export async function writeRows(tx: Db, resource: Resource, id: number, values: Written): Promise<void> {
  for (const [name, field] of editableFields(resource.entity)) {
    if (field.kind !== "rows") continue;
    const child = childOf(resource, name);
    const written = rowList.parse(values[name]).map((row, position): Placed => ({ row, position }));
    const kept = field.identified ? await keepRows(tx, child, field, id, written) : [];
    await run(
      tx,
      sql`delete from ${sql.identifier(child.table)} where ${sql.identifier(child.parent)} = ${id}
      ${kept.length ? sql`and not id = any(${list(kept, "integer")})` : sql``}`,
    );
    const cells = editableCells(field);
    const lines = written
      .filter(({ row }) => row.id === undefined)
      .map(
        ({ row, position }) =>
          sql`(${sql.join([sql`${id}`, sql`${position}`, ...cells.map(([cell, kind]) => toColumn(kind, row[cell]))], sql`, `)})`,
      );
    const names = [child.parent, "position", ...cells.map(([cell, kind]) => columnName(cell, kind))].map((column) =>
      sql.identifier(column),
    );
    if (lines.length)
      await run(
        tx,
        sql`insert into ${sql.identifier(child.table)} (${sql.join(names, sql`, `)}) values ${sql.join(lines, sql`, `)}`,
      );
  }
}

interface Placed {
  row: Record<string, unknown>;
  position: number;
}

/** Updates the rows that are there already, and so leaves their identity and their read-only cells alone; answers their ids. */
async function keepRows(
  tx: Db,
  child: { table: string; parent: string },
  field: RowsField,
  id: number,
  written: Placed[],
): Promise<number[]> {
  const kept: number[] = [];
  for (const { row, position } of written) {
    if (row.id === undefined) continue;
    const set = editableCells(field).map(
      ([cell, kind]) => sql`${sql.identifier(columnName(cell, kind))} = ${toColumn(kind, row[cell])}`,
    );
    const known =
      typeof row.id === "number" &&
      !kept.includes(row.id) &&
      (await run(
        tx,
        sql`
      update ${sql.identifier(child.table)} set position = ${position}, ${sql.join(set, sql`, `)} where id = ${row.id} and ${sql.identifier(child.parent)} = ${id}`,
      ));
    // Somebody removed it meanwhile, and this person keeps it: it is written as a new one.
    if (!known || typeof row.id !== "number") delete row.id;
    else kept.push(row.id);
  }
  return kept;
}
