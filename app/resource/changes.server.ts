import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Field, RowsField } from "~server/contract/field-kinds";
import { plain } from "~server/contract/plain";
import { type Ref, refSchema } from "~server/contract/record";
import { cellsInWords, inWords, rowsSchema, shown, shownCell, type Words } from "./show.server";

/** One thing that differs, in readable words: a field, a row of its list, or a cell of that row. */
export interface ChangeLine {
  label: string;
  before: string;
  after: string;
}

const NOTHING = "—";

/** A field's change line by line: nested rows by row and cell, lists of related records by what was added and removed. */
export function changesInWords(
  words: Words,
  entityName: string,
  name: string,
  field: Field,
  before: unknown,
  after: unknown,
): ChangeLine[] {
  const label = words.t(`entities:${entityName}.fields.${name}`);
  const lines = linesOf(words, entityName, name, label, field, before, after);
  return (
    lines ?? [
      {
        label,
        before: inWords(words, entityName, name, field, before),
        after: inWords(words, entityName, name, field, after),
      },
    ]
  );
}

function linesOf(
  words: Words,
  entityName: string,
  name: string,
  label: string,
  field: Field,
  before: unknown,
  after: unknown,
): ChangeLine[] | undefined {
  if (field.kind === "refs") {
    const [was, is] = [refList.safeParse(before ?? []), refList.safeParse(after ?? [])];
    return was.success && is.success ? listLines(label, was.data.map(named), is.data.map(named)) : undefined;
  }
  if (field.kind === "choices") {
    const [was, is] = [textList.safeParse(before ?? []), textList.safeParse(after ?? [])];
    const option = (value: string): Named => ({ key: value, text: words.t(`options:${field.name}.${value}`) });
    return was.success && is.success ? listLines(label, was.data.map(option), is.data.map(option)) : undefined;
  }
  if (field.kind !== "rows") return undefined;
  const [was, is] = [rowsSchema.safeParse(before ?? []), rowsSchema.safeParse(after ?? [])];
  return was.success && is.success
    ? rowLines({ words, place: `${entityName}.rows.${name}`, label, field }, was.data, is.data)
    : undefined;
}

const refList = z.array(refSchema);
const textList = z.array(z.string());

interface Named {
  key: string;
  text: string;
}
const named = ({ id, label }: Ref): Named => ({ key: String(id), text: label });

/** What left a list and what came into it, side by side. */
function listLines(label: string, before: Named[], after: Named[]): ChangeLine[] {
  const without = (list: Named[], other: Named[]) =>
    list
      .filter(({ key }) => !other.some((one) => one.key === key))
      .map(({ text }) => text)
      .join(", ") || NOTHING;
  const [removed, added] = [without(before, after), without(after, before)];
  return removed === NOTHING && added === NOTHING ? [] : [{ label, before: removed, after: added }];
}

type Row = Record<string, unknown>;
interface Rows {
  words: Words;
  place: string;
  label: string;
  field: RowsField;
}

/** Rows are the same when their identity or their unique cell is; where neither is declared, by position. */
function keyOf({ identified, unique }: RowsField, row: Row, index: number): string {
  if (identified && row.id) return plain(row.id);
  const value = unique === undefined ? undefined : row[unique];
  return value === undefined ? `#${index + 1}` : JSON.stringify(refSchema.safeParse(value).data?.id ?? value);
}

function rowLines(rows: Rows, before: Row[], after: Row[]): ChangeLine[] {
  const byKey = (list: Row[]) => new Map(list.map((row, index) => [keyOf(rows.field, row, index), { row, index }]));
  const [was, is] = [byKey(before), byKey(after)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)];
    const here = now ?? old;
    if (!here) return [];
    const label = `${rows.label}: ${nameOf(rows, here.row, here.index)}`;
    if (old && now) return cellLines(rows, label, old.row, now.row);
    const inFull = (one: typeof here | undefined) =>
      one ? cellsInWords(rows.words, rows.place, rows.field, one.row) : NOTHING;
    return [{ label, before: inFull(old), after: inFull(now) }];
  });
  const inOrder = (keys: Iterable<string>) =>
    [...keys]
      .filter((key) => was.has(key) && is.has(key))
      .flatMap((key) => was.get(key) ?? [])
      .map(({ row, index }) => nameOf(rows, row, index))
      .join(", ");
  const [order, newOrder] = [inOrder(was.keys()), inOrder(is.keys())];
  return order === newOrder
    ? changed
    : [
        ...changed,
        { label: `${rows.label}: ${rows.words.t("resource:history.order")}`, before: order, after: newOrder },
      ];
}

/** How people know a row: by its unique cell, else by its number. */
export function nameOf({ words, field }: Pick<Rows, "words" | "field">, row: Row, index: number): string {
  const cell = field.of[field.unique ?? ""];
  return cell ? shown(words, cell, row[field.unique ?? ""]).text : String(index + 1);
}

const cellLines = ({ words, place, field }: Rows, label: string, before: Row, after: Row): ChangeLine[] =>
  Object.entries(field.of).flatMap(([cell, kind]) => {
    // What the service keeps in a row stands in no form.
    if (kind.readOnly || isDeepStrictEqual(before[cell] ?? null, after[cell] ?? null)) return [];
    const [was, is] = [before, after].map((row) => shownCell(words, field, row, cell));
    return was === undefined || is === undefined || was === is
      ? []
      : [{ label: `${label}, ${words.t(`entities:${place}.${cell}`)}`, before: was, after: is }];
  });
