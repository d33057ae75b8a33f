import { editableFields, type Entity, fieldOf } from "./entity";
import { editableCells, type Field } from "./field-kinds";

/** A column of a file of records. `of`: it is a cell of the record's nested rows, each of which is a line of the file. */
export interface ImportColumn {
  name: string;
  field: Field;
  of?: { list: string; cell: string };
}

/** Kinds of fields that a cell of a file can say. */
const SAID_BY_CELLS: readonly Field["kind"][] = [
  ...(["text", "integer", "decimal", "money", "flag", "choice", "choices", "day", "ref", "refs", "shifts"] as const),
];

/**
 * Columns of a file of records, by which many are made and changed at once: none of entities that nobody could make by
 * them, or whose records are made once. Secrets are in no file.
 */
export function importColumns(entity: Entity): readonly ImportColumn[] {
  const known = columns.get(entity) ?? columnsOf(entity);
  columns.set(entity, known);
  return known;
}
// Asked for row by row.
const columns = new WeakMap<Entity, readonly ImportColumn[]>();

function columnsOf(entity: Entity): readonly ImportColumn[] {
  if (entity.imports !== undefined)
    return (entity.imports || []).map((name) => ({ name, field: fieldOf(entity, name) }));
  const fields = editableFields(entity);
  const isWhole = fields.every(([, { kind, required }]) => !required || kind !== "file");
  const isKnown = identityOf(entity).every((name) => fields.some(([one]) => one === name));
  if (!isWhole || !isKnown || entity.singleton || entity.once || entity.titleWith) return [];
  return fields.flatMap(([name, field]): ImportColumn[] =>
    field.kind === "rows"
      ? editableCells(field).map(([cell, kind]) => ({
          name: `${name}.${cell}`,
          field: kind,
          of: { list: name, cell },
        }))
      : SAID_BY_CELLS.includes(field.kind)
        ? [{ name, field }]
        : [],
  );
}

/** Fields by which a row of a file is its record. */
export const identityOf = ({ importsBy, title }: Pick<Entity, "importsBy" | "title">): readonly string[] =>
  importsBy ?? [title];

/** Whether a file may have several lines of a record, one for each of its nested rows. */
export const hasLines = (entity: Entity): boolean => importColumns(entity).some(({ of }) => of !== undefined);
