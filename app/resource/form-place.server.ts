import { z } from "zod";
import type { Declared } from "~server/contract/entity";
import { editableCells, type RowsField } from "~server/contract/field-kinds";
import { INTENT } from "~server/contract/form-bounds";
import { plain } from "~server/contract/plain";
import { listsOf, rowsIn } from "./sent-rows.server";

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

const removal = z.object({ type: z.literal("remove"), payload: z.object({ name: z.string(), index: z.number() }) });

/** After a row was removed: the one that stands in its place now. */
export function placeAfterRemoval(entity: Declared, form: FormData): Place | undefined {
  const asked = removal.safeParse(read(plain(form.get(INTENT)))).data?.payload;
  const [list, field] = listsOf(entity).find(([name]) => name === asked?.name) ?? [];
  if (!asked || list === undefined || !field) return undefined;
  return rowPlace(list, field, asked.index, Math.max(0, rowsIn(form, list).length - 1));
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
