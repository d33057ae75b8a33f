import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Declared } from "~server/contract/entity";
import { editableCells, type Field } from "~server/contract/field-kinds";
import { plain } from "~server/contract/plain";
import { conflictSchema } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import type { Refusal } from "~server/web/outcome.server";
import { withRefs } from "./choices.server";
import { keepOf, type OpenField, questionOf } from "./conflict-question.server";
import { filesOf, type FormFiles } from "./files.server";
import { asWhole, type Base, baseIn, mergeable, type Part, type Parts, partsOf, writeBase } from "./form-base.server";
import type { Sent } from "./form-drawn.server";
import { mergeParts, type Open } from "./form-merge.server";
import { formValue, type Wording } from "./form-values.server";

/** A form put together with what someone else saved meanwhile. */
export interface Merged {
  sent: Sent;
  /** What both changed and nobody has chosen from: the question, as HTML. */
  question?: string;
}

/** Puts a form together with the record that overtook it; `mine` as it was sent. */
export async function merge(
  context: Context,
  entity: Declared,
  sent: Sent,
  mine: Record<string, unknown>,
  refusal: Refusal,
): Promise<Merged> {
  const { current } = conflictSchema.parse(refusal.data);
  const own = await withRefs(context.api, entity, mine);
  const opened = baseIn(sent.form);
  const base: Record<string, Base[string]> = {};
  const changed: MergedField[] = [];
  const open: OpenField[] = [];
  for (const [name, field] of mergeable(entity)) {
    const was = opened[name] ?? new Map<string, string>();
    const partsIn = (values: Record<string, unknown>) => {
      const parts = partsOf(context, field, values[name]);
      return was.has("") ? asWhole(parts) : parts;
    };
    const theirs = partsIn(current);
    const merged = mergeParts({ base: was, theirs, mine: partsIn(own), ordered: field.kind === "rows" }, (part) =>
      chosen(sent.form, name, part),
    );
    base[name] = merged.base;
    if (merged.taken) changed.push({ name, field, value: wholeOf(field, merged.parts, theirs) });
    open.push(...merged.open.map((part) => ({ name, field, part })));
  }

  const known = bothOf(filesOf(context, entity, current), sent.files);
  const together = withMerged(context, sent, changed, known);
  together.form.set("base", writeBase(base));
  // While something is open the form stays one of the state before: nobody saves it without having chosen.
  if (!open.length) together.form.set("version", String(current.version));
  return { sent: together, question: open.length ? questionOf(context, entity, open, known) : undefined };
}

const bothOf = (saved: FormFiles, sent: FormFiles): FormFiles =>
  Object.fromEntries(Object.entries(saved).map(([name, files]) => [name, [...files, ...(sent[name] ?? [])]]));

interface MergedField {
  name: string;
  field: Field;
  value: unknown;
}

/** What was chosen holds against what stood there then: after another change it is asked for once more. */
function chosen(form: FormData, name: string, open: Open): "theirs" | "mine" | undefined {
  const { input, theirs, mine } = keepOf(name, open);
  const answer = plain(form.get(input));
  if (answer === theirs) return "theirs";
  return answer === mine ? "mine" : undefined;
}

/** A field's value from its parts; a row keeps the identity under which it is saved. */
function wholeOf(field: Field, parts: ReadonlyMap<string, Part>, theirs: Parts): unknown {
  const values = [...parts].map(([key, { value }]) => {
    if (field.kind !== "rows" || !field.identified) return value;
    const row = rowSchema.parse(value);
    return { ...row, id: rowSchema.safeParse(theirs.get(key)?.value).data?.id ?? row.id };
  });
  return parts.has("") ? values[0] : values;
}

const rowSchema = z.record(z.string(), z.unknown());

/** The form with what came of some fields in place of what it had. */
function withMerged(words: Wording, sent: Sent, merged: readonly MergedField[], known: FormFiles): Sent {
  if (!merged.length) return sent;
  const names = new Set(merged.map(({ name }) => name));
  const form = new FormData();
  for (const [key, value] of sent.form) if (!names.has(key.replace(/\[.*/, ""))) form.append(key, value);
  const files = { ...sent.files };
  for (const { name, field, value } of merged) {
    for (const [key, text] of entriesOf(words, name, field, value)) form.append(key, text);
    if (field.kind === "file" || field.kind === "files")
      files[name] = [value].flat().flatMap((id) => known[name]?.find((file) => file.id === id) ?? []);
  }
  // A browser still has the form with other values.
  return { form, files, drawn: randomUUID() };
}

/** A value as a form sends it. */
function entriesOf(words: Wording, name: string, field: Field, value: unknown): [string, string][] {
  if (field.kind === "file" || field.kind === "files") return [value].flat().map((id) => [name, plain(id)]);
  const held = formValue(field, value, words);
  if (typeof held === "string") return field.kind === "flag" && !held ? [] : [[name, held]];
  return held.flatMap((one, index): [string, string][] => {
    if (typeof one === "string") return [[name, one]];
    const cells = field.kind === "rows" ? ["id", ...editableCells(field).map(([cell]) => cell)] : [];
    return cells.flatMap((cell) => (one[cell] === undefined ? [] : [[`${name}[${index}].${cell}`, one[cell]]]));
  });
}
