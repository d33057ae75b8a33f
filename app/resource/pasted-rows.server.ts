import { detectDelimiter, parseCsv } from "hucre/csv";
import { callsOf } from "~server/contract/calls/entities";
import { entityNamed } from "~server/contract/entities";
import type { Entity } from "~server/contract/entity";
import { type CellField, editableCells, type RowsField } from "~server/contract/field-kinds";
import { MAX_ROWS } from "~server/contract/form-bounds";
import type { Ref } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { type NotTaken, notTaken } from "./not-taken";
import type { SentRow } from "./sent-rows.server";

/** The text field that a list of rows is pasted into, and its button's value. */
export const pasteOf = (list: string) => `paste_${list}`;

/** What was made of a pasted text; `faults`: what is wrong, by row and cell, in words. */
export interface Pasted {
  rows: SentRow[];
  faults: { row: number; cell: string; text: string }[];
}

/**
 * Rows of a pasted text: tabs, semicolons or commas between values, which stand in the order of the cells; a first line
 * that names the cells may order them otherwise. Relations and choices are written by their names.
 */
export async function pastedRows(
  context: Pick<Context, "api" | "t">,
  entity: Pick<Entity, "name">,
  list: string,
  field: RowsField,
  text: string,
): Promise<Pasted> {
  const cells = editableCells(field);
  const names = cells.map(([cell]) => context.t(`entities:${entity.name}.rows.${list}.${cell}`));
  const faults: Pasted["faults"] = [];
  const found = refsByName(context);
  const rows = await Promise.all(
    pastedTable(names, text).map(async (values, row) => {
      const made: SentRow = {};
      for (const [place, [cell, kind]] of cells.entries()) {
        const value = values[place] ?? "";
        const read = value === "" ? { value } : await readCell(context, kind, value, found);
        if ("value" in read) made[cell] = read.value;
        else {
          const name = shortly(value);
          made[cell] = "";
          made[notTaken(cell, read.fault)] = name;
          faults.push({ row, cell, text: context.t(`resource:paste.${read.fault}`, { name }) });
        }
      }
      return made;
    }),
  );
  return { rows, faults };
}

/**
 * Lines of a pasted text, in each the values by the columns `names`: a first line that names some of them orders them.
 * At most one line more than a list may have rows, so that there is something to say about it.
 */
export function pastedTable(names: readonly string[], text: string): string[][] {
  const [first = [], ...others] = linesOf(text);
  const order = first.map((head) => names.findIndex((name) => isSame(name, head)));
  const isHeading = order.length > 0 && order.every((place) => place >= 0) && new Set(order).size === order.length;
  const lines = isHeading ? others : first.length ? [first, ...others] : [];
  return lines
    .slice(0, MAX_ROWS + 1)
    .map((values) => names.map((_, place) => values[isHeading ? order.indexOf(place) : place] ?? ""));
}

/** Lines with something in them; a table that is copied has tabs between its values. */
function linesOf(text: string): string[][] {
  const heading = text.split(/[\r\n]+/).find((line) => /[^\s;,]/.test(line));
  if (heading === undefined) return [];
  const delimiter = heading.includes("\t") ? "\t" : detectDelimiter(heading);
  return parseCsv(text, { delimiter, maxRows: MAX_ROWS * 2 })
    .map((cells) => cells.map((cell) => String(cell ?? "").trim()))
    .filter((cells) => cells.some((cell) => cell !== ""));
}

type Found = (to: string, name: string) => Promise<Ref[]>;

/** Records of a kind by their whole name, each looked for once. */
function refsByName({ api }: Pick<Context, "api">): Found {
  const asked = new Map<string, Promise<Ref[]>>();
  return (to, name) => {
    const key = JSON.stringify([to, name.toLocaleLowerCase()]);
    const looked =
      asked.get(key) ??
      api
        .readOr({ items: [], more: false }, callsOf(entityNamed(to)).options, {}, { q: name })
        .then(({ items }) => items.filter(({ label }) => isSame(label, name)));
    asked.set(key, looked);
    return looked;
  };
}

async function readCell(
  { t }: Pick<Context, "t">,
  field: CellField,
  text: string,
  found: Found,
): Promise<{ value: string } | { fault: NotTaken }> {
  if (field.kind === "ref") {
    const [ref, other] = await found(field.to, text);
    if (ref && !other) return { value: String(ref.id) };
    return { fault: other ? "several" : "unknown" };
  }
  if (field.kind === "choice") {
    const option = field.options.find((one) => isSame(t(`options:${field.name}.${one}`), text) || one === text);
    return option ? { value: option } : { fault: "unknown" };
  }
  if (field.kind === "flag") return { value: /^(1|\+|x|х|так|tak|yes|true)$/i.test(text) ? "on" : "" };
  return { value: text };
}

/** As much of a name as tells which it is. */
const shortly = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const isSame = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
