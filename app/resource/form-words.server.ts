import type { SubmissionResult } from "@conform-to/react";
import type { Declared } from "~server/contract/entity";
import { editableCells } from "~server/contract/field-kinds";
import { parseMessage } from "~server/contract/messages";
import type { Context } from "~server/web/guard.server";
import { messageText } from "~server/web/messages.server";
import { NOT_TAKEN, notTaken } from "./not-taken";
import { listsOf, rowsIn } from "./sent-rows.server";

/** Messages in the person's language in place of the schema's keys, and what was wrong with files. */
export function inWords(
  { t }: Pick<Context, "t">,
  entity: Declared,
  form: FormData,
  reply: SubmissionResult<string[]>,
  fileErrors: Record<string, string[]>,
): SubmissionResult<string[]> {
  const error = Object.entries(reply.error ?? {}).map(([name, messages]): [string, string[]] => [
    name,
    (messages ?? []).map((message) => messageText(t, parseMessage(message))),
  ]);
  const isRefused = reply.status === "error";
  return {
    ...reply,
    error: {
      ...(isRefused ? repeatsIn({ t }, entity, form) : {}),
      ...Object.fromEntries(error),
      ...(isRefused ? notTakenIn({ t }, entity, form) : {}),
      ...(isRefused ? fileErrors : {}),
    },
  };
}

/** What was pasted and could not be taken, beside the cells in which still nothing is chosen. */
function notTakenIn({ t }: Pick<Context, "t">, entity: Declared, form: FormData): Record<string, string[]> {
  const said = listsOf(entity).flatMap(([list, field]) =>
    rowsIn(form, list).flatMap((row, index) =>
      editableCells(field).flatMap(([cell]) =>
        NOT_TAKEN.flatMap((why): [string, string[]][] => {
          const name = row[notTaken(cell, why)];
          return name && !row[cell]?.trim()
            ? [[`${list}[${index}].${cell}`, [t(`resource:paste.${why}`, { name })]]]
            : [];
        }),
      ),
    ),
  );
  return Object.fromEntries(said);
}

/** Rows that say again what another says, which the schema comes to only when nothing else is wrong with them. */
function repeatsIn({ t }: Pick<Context, "t">, entity: Declared, form: FormData): Record<string, string[]> {
  const said = listsOf(entity).flatMap(([list, { unique }]) => {
    const values = unique ? rowsIn(form, list).map((row) => row[unique]?.trim() ?? "") : [];
    return values.flatMap((value, index): [string, string[]][] =>
      value && values.indexOf(value) < index ? [[`${list}[${index}].${unique}`, [t("errors:repeats")]]] : [],
    );
  });
  return Object.fromEntries(said);
}
