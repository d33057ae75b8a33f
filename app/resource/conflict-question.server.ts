import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Declared } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import type { Context } from "~server/web/guard.server";
import { changesInWords, nameOf } from "./changes.server";
import { type Choice, ConflictNotice } from "./conflict";
import type { FormFiles } from "./files.server";
import { brief, type Part } from "./form-base.server";
import { type Open, ORDER } from "./form-merge.server";
import { rowsSchema } from "./show.server";

/** A part of a field that two people changed. */
export interface OpenField {
  name: string;
  field: Field;
  part: Open;
}

/** The input by which is chosen what stays, and its answers; they hold against what is saved at that time. */
export const keepOf = (name: string, { key, theirs }: Open) => ({
  // A row's name may be anything, a bracket too.
  input: key === "" ? `keep_${name}` : `keep_${name}_${brief(key)}`,
  theirs: `theirs ${theirs?.digest ?? "-"}`,
  mine: `mine ${theirs?.digest ?? "-"}`,
});

/** What both changed, each with both its values to choose from, as HTML. */
export const questionOf = (context: Context, entity: Declared, open: readonly OpenField[], files: FormFiles): string =>
  renderToStaticMarkup(
    createElement(ConflictNotice, {
      title: context.t("resource:conflict_title"),
      hint: context.t("resource:conflict_hint"),
      choices: open.map((one) => choiceOf(context, entity, one, files)),
    }),
  );

function choiceOf(context: Context, entity: Declared, { name, field, part }: OpenField, files: FormFiles): Choice {
  const { t } = context;
  const { input, theirs, mine } = keepOf(name, part);
  const words = inTwo(context, entity, { name, field, part }, files);
  return {
    name: input,
    label: words.label,
    options: [
      { value: theirs, label: t("resource:theirs", { value: words.theirs }) },
      { value: mine, label: t("resource:mine", { value: words.mine }) },
    ],
  };
}

interface InTwo {
  label: string;
  theirs: string;
  mine: string;
}

/** Both values in words. */
function inTwo(context: Context, entity: Declared, { name, field, part }: OpenField, files: FormFiles): InTwo {
  const label = context.t(`entities:${entity.name}.fields.${name}`);
  if (field.kind === "file") {
    const chosen = (one: Part | undefined) => files[name]?.find(({ id }) => id === one?.value)?.label ?? "—";
    return { label, theirs: chosen(part.theirs), mine: chosen(part.mine) };
  }
  if (field.kind !== "rows") return { label, ...joined(label, part.theirs?.value, part.mine?.value) };
  const named = (row: Record<string, unknown>, place: number) => nameOf({ words: context, field }, row, place);
  if (part.key === ORDER) {
    const inOrder = (one: Part | undefined) => rowsSchema.parse(one?.value).map(named).join(", ");
    const title = `${label}: ${context.t("resource:history.order")}`;
    return { label: title, theirs: inOrder(part.theirs), mine: inOrder(part.mine) };
  }
  const here = part.theirs ?? part.mine;
  const [row = {}] = rowsSchema.parse([here?.value]);
  const title = `${label}: ${named(row, here?.place ?? 0)}`;
  const gone = context.t("resource:no_row");
  const { theirs, mine } = joined(title, rowOf(part.theirs), rowOf(part.mine));
  return { label: title, theirs: part.theirs ? theirs : gone, mine: part.mine ? mine : gone };

  function joined(above: string, before: unknown, after: unknown): Omit<InTwo, "label"> {
    const lines = changesInWords(context, entity.name, name, field, before, after);
    const told = (which: "before" | "after") =>
      lines
        .map((line) => (line.label === above ? line[which] : `${line.label.replace(`${above}, `, "")}: ${line[which]}`))
        .join("; ");
    return { theirs: told("before"), mine: told("after") };
  }
}

const rowOf = (part: Part | undefined): unknown[] => (part ? [part.value] : []);
