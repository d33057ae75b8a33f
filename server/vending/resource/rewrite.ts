import { z } from "zod";
import { editableFields } from "~server/contract/entity";
import type { FieldMessages } from "~server/contract/envelope";
import { editableCells, type Field } from "~server/contract/field-kinds";
import { parseMessage } from "~server/contract/messages";
import type { RecordData } from "~server/contract/record";
import { type Purpose, type Written, writtenSchema } from "~server/contract/schema";
import type { Viewer } from "../access";
import type { Db } from "../database/query";
import { Fault } from "../fault";
import { readRecord } from "./read";
import { rowList } from "./relations";
import type { Resource } from "./resource";
import { updateIn } from "./write";

/** Writes some fields of a record as its form would, by what it was, with the rest of it as it is; tells whether anything changed. */
export async function rewrite(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  id: number,
  values: (was: Written) => Written,
): Promise<boolean> {
  const before = await readRecord(tx, resource, viewer, id);
  const was = writtenOf(resource, before);
  const after = { ...was, ...values(was), version: before.version };
  const { version } = await updateIn(tx, resource, viewer, id, checked(resource, "update", after));
  return version !== before.version;
}

/** Values of a record as its form is checked; throws 422 with what is wrong beside each: `name`, `cells[2].price`. */
export function checked({ entity }: Resource, purpose: Purpose, values: Written): Written {
  const said = Object.entries(filledIn(values)).map(([name, value]) => {
    const isRows = entity.fields[name]?.kind === "rows";
    return [name, isRows ? rowList.parse(value).map(filledIn) : value];
  });
  const parsed = writtenSchema(entity, "wire", purpose).safeParse(Object.fromEntries(said));
  if (parsed.success) return parsed.data;
  const fields: FieldMessages = {};
  for (const { path, message } of parsed.error.issues) (fields[pathOf(path)] ??= []).push(parseMessage(message));
  throw new Fault(422, "invalid", { fields });
}

/** What is empty is left out, as of a form. */
const filledIn = (values: Written): Written =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const pathOf = ([name = "", place, cell]: readonly PropertyKey[]): string =>
  cell === undefined || cell === "" ? String(name) : `${String(name)}[${String(place)}].${String(cell)}`;

/** A record that was read as it would be written; what is write-only stays as it is. */
function writtenOf({ entity }: Resource, record: RecordData): Written {
  return Object.fromEntries(
    editableFields(entity).flatMap(([name, field]) =>
      field.kind === "secret" ? [] : [[name, writtenValue(field, record[name])]],
    ),
  );
}

/** What a record holds by its id: another record, a file. */
const held = z.object({ id: z.number() });
function writtenValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case "ref":
    case "file":
      return held.nullish().parse(value)?.id ?? null;
    case "refs":
    case "files":
      return held
        .array()
        .parse(value)
        .map(({ id }) => id);
    case "rows":
      return rowList.parse(value).map((row) => ({
        ...(field.identified ? { id: row.id } : {}),
        ...Object.fromEntries(
          editableCells(field).flatMap(([name, cell]) => {
            const said = writtenValue(cell, row[name]);
            return said === null || said === undefined ? [] : [[name, said]];
          }),
        ),
      }));
    default:
      return value;
  }
}
