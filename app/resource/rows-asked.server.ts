import { randomUUID } from "node:crypto";
import { plain } from "~server/contract/plain";
import type { Context } from "~server/web/guard.server";
import { type Answer, drawAgain, type OpenForm, type Sent, untouched } from "./form-drawn.server";
import { pastedRows, pasteOf } from "./pasted-rows.server";
import { listsOf, rowsIn, withMoreRows, withoutEmptyRows, withRows } from "./sent-rows.server";

/** The form with the rows that one of its buttons asks for: some more, or those of a pasted text. Undefined where none does. */
export async function rowsAsked(context: Context, open: OpenForm, sent: Sent): Promise<Answer | undefined> {
  const { form } = sent;
  const lists = listsOf(open.entity);
  const more = lists.find(([list]) => list === form.get("more_rows"));
  if (more) return again(withMoreRows(form, ...more));
  const [list, field] = lists.find(([list]) => list === form.get("paste_rows")) ?? [];
  if (list === undefined || !field) return undefined;

  const { rows, faults } = await pastedRows(context, open.entity, list, field, plain(form.get(pasteOf(list))));
  if (!rows.length) return again(form, { error: { "": [context.t("resource:paste.nothing")] } });
  const kept = withoutEmptyRows(open.entity, form);
  const before = rowsIn(kept, list);
  const all = withRows(kept, list, [...before, ...rows]);
  all.delete(pasteOf(list));
  const errors = faults.map(({ row, cell, text }): [string, string[]] => [
    `${list}[${before.length + row}].${cell}`,
    [text],
  ]);
  return again(all, {
    error: errors.length ? Object.fromEntries(errors) : undefined,
    notice: context.t("resource:paste.taken", { count: rows.length }),
  });

  function again(drawn: FormData, { error, notice }: { error?: Record<string, string[]>; notice?: string } = {}) {
    const result = { ...untouched(open, drawn), error };
    return drawAgain(context, open, { ...sent, form: drawn, drawn: randomUUID() }, { result, notice });
  }
}
