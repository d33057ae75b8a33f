import type { Entity } from "~server/contract/entity";
import { hasLines, identityOf, importColumns } from "~server/contract/import-columns";
import type { ImportRows } from "~server/contract/imports";
import { dayOf, keyed } from "./import-cells";
import type { RowFault } from "./import";
import { nameColumn } from "./import-faults";

/** A record as a file tells of it: on one line, or on one for each of its nested rows. */
export interface FileRecord {
  /** Its identity, as {@link keyOf} has it; empty when its line names none. */
  key: string;
  /** Place of its first line, which says its own columns. */
  index: number;
  row: ImportRows[number];
  /** Lines that say something of nested rows, by list; of a list without columns in the file there is nothing. */
  lists: Map<string, Line[]>;
}
export interface Line {
  index: number;
  row: ImportRows[number];
}

/** Stands between the parts of an identity; in no text (field-schema.ts). */
export const BETWEEN = "\u001f";

/** By which a row is its record; empty when it says nothing of that. */
export function keyOf(entity: Entity, row: ImportRows[number]): string {
  const parts = identityOf(entity).map((name) => keyed(dayOf(row[name] ?? "")));
  return parts.some((part) => part !== "") ? parts.join(BETWEEN) : "";
}

/**
 * Records of a file, in its order. Lines of the same record may stand anywhere, those below one that is named need not
 * name it again; what they say of the record itself is nothing, or the same.
 */
export function gathered(entity: Entity, rows: ImportRows): { records: FileRecord[]; faults: RowFault[] } {
  const columns = importColumns(entity);
  const records: FileRecord[] = [];
  const faults: RowFault[] = [];
  const byKey = new Map<string, FileRecord>();
  const isNested = hasLines(entity);
  for (const [index, row] of rows.entries()) {
    const key = keyOf(entity, row);
    const saysRow = isNested && columns.some(({ name, of }) => of && (row[name] ?? "").trim() !== "");
    const known = key === "" && saysRow ? records.at(-1) : byKey.get(key);
    if (known && !saysRow) {
      faults.push({ index, column: nameColumn(entity), message: { key: "repeats" } });
      continue;
    }
    if (known)
      for (const { name, of } of columns) {
        const text = (row[name] ?? "").trim();
        if (!of && text !== "" && keyed(text) !== keyed(known.row[name] ?? ""))
          faults.push({ index, column: name, message: { key: "differs_above" } });
      }
    const record = known ?? { key, index, row, lists: new Map<string, Line[]>() };
    if (!known) {
      records.push(record);
      if (key !== "") byKey.set(key, record);
    }
    for (const { name, of } of columns) {
      if (!of || row[name] === undefined) continue;
      const lines = record.lists.get(of.list) ?? [];
      record.lists.set(of.list, lines);
      if (row[name].trim() !== "" && lines.at(-1)?.index !== index) lines.push({ index, row });
    }
  }
  return { records, faults };
}
