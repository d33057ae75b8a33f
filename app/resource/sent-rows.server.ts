import type { RowsField } from "~server/contract/field-kinds";
import { editableFields, type Declared } from "~server/contract/entity";
import { plain } from "~server/contract/plain";
import { isNotTaken } from "./not-taken";

/** A row of a form as it was sent, by cell. */
export type SentRow = Record<string, string>;

/** Rows of a list in a form, in their order. */
export function rowsIn(form: FormData, list: string): SentRow[] {
  const found = new Map<number, SentRow>();
  for (const [name, value] of form) {
    const [, index, cell] = patternOf(list).exec(name) ?? [];
    if (index === undefined || cell === undefined) continue;
    const row = found.get(Number(index)) ?? {};
    row[cell] = plain(value);
    found.set(Number(index), row);
  }
  return [...found].sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** The form with these rows in place of those that it had. */
export function withRows(form: FormData, list: string, rows: readonly SentRow[]): FormData {
  const changed = new FormData();
  for (const [name, value] of form) if (!patternOf(list).test(name)) changed.append(name, value);
  for (const [index, row] of rows.entries())
    for (const [cell, value] of Object.entries(row)) changed.append(`${list}[${index}].${cell}`, value);
  return changed;
}

const patternOf = (list: string) => new RegExp(`^${list}\\[(\\d+)\\]\\.(\\w+)$`);

/** What rows were added with, unseen in the form: a row that says no more is as good as empty. */
export const madeWith = (list: string) => `made_${list}`;

/** Lists of rows of a form's fields. */
export const listsOf = (entity: Declared): [string, RowsField][] =>
  editableFields(entity).flatMap(([name, field]) => (field.kind === "rows" ? [[name, field]] : []));

/** The form without rows in which nothing was filled in. */
export function withoutEmptyRows(entity: Declared, form: FormData): FormData {
  return listsOf(entity).reduce((left, [list, field]) => {
    const made = new Set(plain(left.get(madeWith(list))).split(/\r?\n/));
    const rows = rowsIn(left, list);
    const filled = rows.filter(
      (row) => !isEmpty(row) && !(isOnlySuggested(field, row) && made.has(suggested(field, row))),
    );
    return filled.length === rows.length ? left : withRows(left, list, filled);
  }, form);
}

/** A name that could not be taken fills no cell: who clears the others has taken the row away. */
const isEmpty = (row: SentRow): boolean =>
  Object.entries(row).every(([name, value]) => value.trim() === "" || isNotTaken(name));
const isOnlySuggested = ({ grows }: RowsField, row: SentRow): boolean =>
  grows !== undefined && Object.entries(row).every(([cell, value]) => value.trim() === "" || cell in grows);
const suggested = ({ grows = {} }: RowsField, row: SentRow): string =>
  Object.keys(grows)
    .map((cell) => row[cell] ?? "")
    .join("\t");

/** Rows that buttons add at once; thirty where they go on from the last. */
export const ROW_BUTTONS = { more_rows: 10, many_rows: 30 } as const;

/** The form with more rows, in which stands what follows from the last that says something; empty ones after it make room for them. */
export function withMoreRows(form: FormData, list: string, field: RowsField, count: number): FormData {
  const sent = rowsIn(form, list);
  const filled = field.grows ? sent.findLastIndex((row) => !isEmpty(row)) + 1 : 0;
  const rows = filled ? sent.slice(0, filled) : sent;
  const cells = Object.keys(field.of);
  for (let n = 0; n < count; n++)
    rows.push({ ...Object.fromEntries(cells.map((cell) => [cell, ""])), ...grownFrom(field, rows.at(-1)) });
  const changed = withRows(form, list, rows);
  changed.set(madeWith(list), alsoMade(form, list, field, rows.slice(-count)));
  return changed;
}

/** What follows from a row for the one after it: the next number, the same price. */
export const grownFrom = ({ grows = {} }: RowsField, last: SentRow = {}): SentRow =>
  Object.fromEntries(
    Object.entries(grows).map(([cell, how]) => [
      cell,
      how === "next" ? nextNumber(last[cell] ?? "") : (last[cell] ?? ""),
    ]),
  );

/** What rows were added with, these too. */
export const alsoMade = (form: FormData, list: string, field: RowsField, rows: readonly SentRow[]): string =>
  [plain(form.get(madeWith(list))), ...rows.map((row) => suggested(field, row))].filter(Boolean).join("\n");

/** "A09" after "A08"; nothing after what ends in no number. */
function nextNumber(cell: string): string {
  const [, before, number] = /^(.*?)(\d{1,9})$/.exec(cell.trim()) ?? [];
  return number === undefined ? "" : `${before}${String(Number(number) + 1).padStart(number.length, "0")}`;
}
