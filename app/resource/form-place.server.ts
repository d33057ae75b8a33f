import { z } from "zod";
import type { Declared } from "~server/contract/entity";
import { editableCells, type RowsField } from "~server/contract/field-kinds";
import { INTENT } from "~server/contract/form-bounds";
import { plain } from "~server/contract/plain";
import { listsOf, rowsIn, type SentRow } from "./sent-rows.server";

/**
 * Where a person goes on in a form that comes back, so that a page of many rows does not begin at its top again: the
 * name of a control, of a list that has no rows left, or "" for what is said above the form.
 */
export type Place = string;

/** The first control of a row, or the list when it has no such row. */
export function rowPlace(list: string, field: RowsField, row: number, rows: number): Place {
  const [cell] = editableCells(field)[0] ?? [];
  return cell === undefined || rows === 0 ? list : `${list}[${Math.min(row, rows - 1)}].${cell}`;
}

const intent = z.object({
  type: z.enum(["insert", "remove"]),
  payload: z.object({ name: z.string(), index: z.number().optional() }),
});

/** What a button of a list's rows has asked for: `rows` as they were sent. */
export interface RowIntent {
  type: "insert" | "remove";
  list: string;
  field: RowsField;
  rows: SentRow[];
  /** The row in which the person goes on. */
  place: Place;
}

/** The wish for one row more or less; undefined where it is about no list of the form. */
export function rowIntent(entity: Declared, form: FormData): RowIntent | undefined {
  const asked = intent.safeParse(read(plain(form.get(INTENT)))).data;
  const [list, field] = listsOf(entity).find(([name]) => name === asked?.payload.name) ?? [];
  if (!asked || list === undefined || !field) return undefined;
  const { type, payload } = asked;
  const rows = rowsIn(form, list);
  const place =
    type === "insert"
      ? rowPlace(list, field, rows.length, rows.length + 1)
      : rowPlace(list, field, payload.index ?? 0, Math.max(0, rows.length - 1));
  return { type, list, field, rows, place };
}

function read(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The only thing that is wrong, or what tells of several. */
export function placeOfMistakes(mistakes: Readonly<Record<string, unknown>> | undefined | null): Place | undefined {
  const [first, ...others] = Object.keys(mistakes ?? {});
  return others.length ? "" : first;
}
