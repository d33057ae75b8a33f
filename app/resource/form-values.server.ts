import { z } from "zod";
import { type Declared, type Entity, fieldOf } from "~server/contract/entity";
import type { Field, RowsField } from "~server/contract/field-kinds";
import { plain } from "~server/contract/plain";
import { type RecordData, type Ref, refSchema } from "~server/contract/record";
import { shiftList, writeShifts } from "~server/contract/shifts";
import type { Context } from "~server/web/guard.server";
import type { FormValue } from "./form-control";

const formRows = z.array(z.record(z.string(), z.string()));
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const KOPECKS = 100;

/** A record's values as form controls hold them: money in UAH, decimals as the language writes them, relations by id. */
export function formValues(words: Wording, entity: Declared, record: RecordData): Record<string, FormValue> {
  return Object.fromEntries(
    entity.sections
      .flatMap((section) => section.fields)
      .map((name) => [name, formValue(fieldOf(entity, name), record[name], words)]),
  );
}

export type Wording = Pick<Context, "format" | "lang">;

/** One value as its control holds it. */
export function formValue(field: Field, value: unknown, words: Wording): FormValue {
  const point = (number: string) => (words.lang === "en" ? number : number.replace(".", ","));
  if (value === null || value === undefined || field.kind === "secret") return "";
  switch (field.kind) {
    case "money":
      return typeof value === "number" ? point((value / KOPECKS).toFixed(2)) : "";
    case "decimal":
      return point(plain(value));
    case "flag":
      return value === true ? "on" : "";
    case "ref":
    case "file":
      return String(refSchema.parse(value).id);
    case "shifts":
      return writeShifts(shiftList.parse(value));
    case "moment":
      return words.format.dateTime(plain(value));
    case "refs":
    case "files":
      return z
        .array(refSchema)
        .parse(value)
        .map((one) => String(one.id));
    case "choices":
      return z.array(z.string()).parse(value);
    case "rows":
      return rowsSchema.parse(value).map(
        (row): Record<string, string> => ({
          ...(field.identified ? { id: plain(row.id) } : {}),
          ...Object.fromEntries(
            Object.entries(field.of).map(([cell, kind]) => [cell, plain(formValue(kind, row[cell], words))]),
          ),
        }),
      );
    default:
      return plain(value);
  }
}

/** What a copy starts with: all but the identity of rows and what the service keeps in them, under a name that tells it from the first. */
export const copiedValues = (
  { t }: Pick<Context, "t">,
  entity: Entity,
  values: Record<string, FormValue>,
): Record<string, FormValue> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fieldOf(entity, name);
      const isName = name === entity.title && field.kind === "text" && !field.format;
      return [name, isName ? copiedName(t, plain(value), field.max) : copiedValue(field, value)];
    }),
  );

function copiedName(t: Context["t"], name: string, longest: number): string {
  const ending = ` ${t("resource:copy_ending")}`;
  return name.slice(0, longest - ending.length).trimEnd() + ending;
}

function copiedValue(field: Field, value: FormValue): FormValue {
  if (field.exclusive || field.kind === "file" || field.kind === "files") return "";
  return field.kind === "rows" ? copiedRows(field, value) : value;
}

const copiedRows = ({ of }: RowsField, value: FormValue) =>
  formRows
    .catch([])
    .parse(value)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([cell]) => of[cell] && !of[cell].readOnly)));

/** The related records that a record holds, by entity: they must be among the choices. */
export function refsIn(entity: Entity, record: RecordData): Record<string, Ref[]> {
  const found: Record<string, Ref[]> = {};
  const add = (to: string, value: unknown) => {
    const ref = refSchema.safeParse(value).data;
    if (ref && !found[to]?.some((one) => one.id === ref.id)) (found[to] ??= []).push(ref);
  };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === "ref") add(field.to, record[name]);
    if (field.kind === "refs")
      z.array(refSchema)
        .parse(record[name] ?? [])
        .forEach((ref) => add(field.to, ref));
    if (field.kind === "rows")
      for (const row of rowsSchema.parse(record[name] ?? []))
        for (const [cell, kind] of Object.entries(field.of)) if (kind.kind === "ref") add(kind.to, row[cell]);
  }
  return found;
}

/** Ids of related records in a form that came back, by entity. */
export function idsIn(entity: Declared, form: FormData): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === "ref" || field.kind === "refs") (found[field.to] ??= []).push(...form.getAll(name).map(plain));
    if (field.kind !== "rows") continue;
    const pattern = new RegExp(`^${name}\\[\\d+\\]\\.(\\w+)$`);
    form.forEach((value, key) => {
      const cell = field.of[pattern.exec(key)?.[1] ?? ""];
      if (cell?.kind === "ref") (found[cell.to] ??= []).push(plain(value));
    });
  }
  return found;
}
