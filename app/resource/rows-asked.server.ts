import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { INTENT } from "~server/contract/form-bounds";
import { plain } from "~server/contract/plain";
import type { Context } from "~server/web/guard.server";
import { type Answer, drawAgain, type OpenForm, parsed, type Sent, untouched } from "./form-drawn.server";
import { type Place, placeOfMistakes, rowPlace } from "./form-place.server";
import { inWords } from "./form-words.server";
import { pastedRows, pasteOf } from "./pasted-rows.server";
import { listsOf, ROW_BUTTONS, rowsIn, withMoreRows, withoutEmptyRows, withRows } from "./sent-rows.server";

interface Said {
  error?: SubmissionResult<string[]>["error"];
  notice?: string | undefined;
  place?: Place | undefined;
}

/** Which row of the list a mistake is in; before all of them where it is in none. */
const rowOf = (list: string, name: string): number =>
  name.startsWith(`${list}[`) ? Number.parseInt(name.slice(list.length + 1), 10) : -1;

/** The form with the rows that one of its buttons asks for: one or some more, or those of a pasted text. Undefined where none does. */
export async function rowsAsked(context: Context, open: OpenForm, sent: Sent): Promise<Answer | undefined> {
  const { form } = sent;
  const lists = listsOf(open.entity);
  for (const [button, count] of Object.entries(ROW_BUTTONS)) {
    const [list, field] = lists.find(([list]) => list === form.get(button)) ?? [];
    if (list === undefined || !field) continue;
    const more = withMoreRows(form, list, field, count);
    const all = rowsIn(more, list).length;
    return again(more, { place: rowPlace(list, field, all - count, all) });
  }
  // Who saves with something pasted has not seen its rows yet.
  const [list, field] =
    lists.find(([list]) => list === form.get("paste_rows")) ??
    lists.find(([list]) => !form.has(INTENT) && plain(form.get(pasteOf(list))).trim() !== "") ??
    [];
  if (list === undefined || !field) return undefined;

  const { rows, faults } = await pastedRows(context, open.entity, list, field, plain(form.get(pasteOf(list))));
  if (!rows.length) return again(form, { error: { "": [context.t("resource:paste.nothing")] } });
  const kept = withoutEmptyRows(open.entity, form);
  const before = rowsIn(kept, list);
  const all = withRows(kept, list, [...before, ...rows]);
  all.delete(pasteOf(list));
  // All that is wrong with these rows at once, not only what their names say: others have not been looked at by who fills them in.
  const checked = Object.entries(inWords(context, open.entity, all, parsed(open, all).reply(), {}).error ?? {});
  const errors = {
    ...Object.fromEntries(checked.filter(([name]) => before.length <= rowOf(list, name))),
    ...Object.fromEntries(
      faults.map(({ row, cell, text }): [string, string[]] => [`${list}[${before.length + row}].${cell}`, [text]]),
    ),
  };
  const isFaulty = Object.keys(errors).length > 0;
  return again(all, {
    error: isFaulty ? errors : undefined,
    notice: isFaulty ? undefined : context.t("resource:paste.taken", { count: rows.length }),
    place: isFaulty ? placeOfMistakes(errors) : rowPlace(list, field, before.length, before.length + rows.length),
  });

  function again(drawn: FormData, { error, ...said }: Said) {
    const result = { ...untouched(open, drawn), error };
    return drawAgain(context, open, { ...sent, form: drawn, drawn: randomUUID() }, { result, ...said });
  }
}
