import type { Change, Id } from "~server/contract/call";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { type Declared, editableFields } from "~server/contract/entity";
import { plain } from "~server/contract/plain";
import type { RecordData, Ref } from "~server/contract/record";
import { writtenSchema } from "~server/contract/schema";
import type { Context } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { chosenRefs } from "./choices.server";
import { filesOf, type FormFiles } from "./files.server";
import { baseOf } from "./form-base.server";
import type { FormValue } from "./form-control";
import { formLabels } from "./form-labels";
import { type Place, placeOfMistakes } from "./form-place.server";
import { formSections, type Searches } from "./form-model.server";
import { idsIn } from "./form-values.server";
import { type Aside, type NestedModel, nestedModel } from "./nested.server";

/** What a form is drawn from at first; without a record it is a new one's. */
export async function formModel(
  context: Context,
  entity: Declared,
  record: RecordData | undefined,
  chosen: Record<string, Ref[]>,
  values: Record<string, FormValue> = {},
) {
  const files = record && filesOf(context, entity, record);
  const searches: Searches = {};
  return {
    sections: await formSections(context, {
      ...{ entity, record, chosen, searches, files },
      held: { values, mistakes: {} },
    }),
    values,
    version: record?.version,
    base: record && baseOf(context, entity, record),
    searches,
    labels: pick(context.t, formLabels),
  };
}
export type FormModel = Awaited<ReturnType<typeof formModel>>;

/** The form that a person has before them: where it goes, what goes along, and the forms it lies on. */
export interface OpenForm {
  entity: Declared;
  purpose: "create" | "update";
  /** Only a change must tell the version it led to: what is made besides records, a stock move, has none. */
  call: Change<string, unknown, { id: number; version?: number; title?: string }>;
  ids?: Readonly<Record<string, Id | undefined>>;
  along?: Record<string, string>;
  /** Of the form at the bottom. */
  first: Declared;
  aside: Aside[];
}

/** What a form's action answers when it does not lead on. */
export interface FormAnswer {
  result?: SubmissionResult<string[]>;
  /** What two people changed, to be chosen from: HTML of the server. */
  question?: string;
  /** The form drawn anew: with other choices, when the person searched in a picker. */
  sections?: FormModel["sections"];
  searches?: Searches;
  /** The state that is being edited, whoever has saved since, and what stood in it. */
  version?: string;
  base?: string;
  /** The form is for a record that another form lacks. */
  nested?: NestedModel;
  /** Tells a form with other rows than were sent from the one that a browser still has. */
  drawn?: string;
  /** What was just made for this form. */
  notice?: string;
  /** Where the person goes on. */
  place?: Place | undefined;
}

export type Answer = ReturnType<typeof data<FormAnswer>>;

/** What a form holds after it was sent: texts, and the files that were uploaded. */
export interface Sent {
  form: FormData;
  files: FormFiles;
  /** Of a form with other rows than were sent. */
  drawn?: string;
}

/** Draws a form that was sent once more, with what is to be said about it. */
export async function drawAgain(
  context: Context,
  { entity, purpose, first, aside }: OpenForm,
  { form, files, drawn }: Sent,
  { result, ...more }: FormAnswer & Required<Pick<FormAnswer, "result">>,
  { status = 200, headers }: ResponseInit = {},
): Promise<Answer> {
  const searches = searchesIn(form);
  // Of a record that is changed only which one it is matters here: its values are in the form. One that stands alone is the first.
  const record = purpose === "update" ? { id: Number(context.params.id ?? 1), version: 0, title: "" } : undefined;
  const chosen = await chosenIn(context, entity, form);
  return data<FormAnswer>(
    {
      result: withoutSecrets(entity, result),
      searches,
      drawn,
      sections: await formSections(context, {
        ...{ entity, record, chosen, searches, files, depth: aside.length },
        held: { values: result.initialValue ?? {}, mistakes: result.error ?? {} },
      }),
      version: record && plain(form.get("version")),
      base: record && plain(form.get("base")),
      nested: nestedModel(context, first, aside),
      ...more,
      place: more.place ?? placeOfMistakes(result.error),
    },
    { status, headers },
  );
}

/** Reads a form by its declaration; conform's own guesses at kinds of values are off. */
export const parsed = ({ entity, purpose }: Pick<OpenForm, "entity" | "purpose">, form: FormData) =>
  parseWithZod(form, { schema: writtenSchema(entity, "form", purpose), disableAutoCoercion: true });

/** A form as it stands, without anything being said about it. */
export const untouched = (open: OpenForm, form: FormData): SubmissionResult<string[]> => ({
  ...parsed(open, form).reply(),
  error: undefined,
  status: undefined,
});

/** What is typed into the pickers' search boxes: `find_<entity>`. */
function searchesIn(form: FormData): Searches {
  return Object.fromEntries(
    [...form]
      .filter(([name, value]) => name.startsWith("find_") && value !== "")
      .map(([name, value]) => [name.slice("find_".length), plain(value).slice(0, 100)]),
  );
}

async function chosenIn({ api }: Context, entity: Declared, form: FormData): Promise<Record<string, Ref[]>> {
  const chosen: Record<string, Ref[]> = {};
  for (const [to, ids] of Object.entries(idsIn(entity, form))) chosen[to] = await chosenRefs(api, to, ids);
  return chosen;
}

/** A password never travels back into a page. */
function withoutSecrets(entity: Declared, result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const secrets = editableFields(entity)
    .filter(([, field]) => field.kind === "secret")
    .map(([name]) => name);
  // Forms set aside are given back by themselves (`nested`).
  const left = new Set([...secrets, "held"]);
  const initialValue = Object.fromEntries(
    Object.entries(result.initialValue ?? {}).filter(([name]) => !left.has(name)),
  );
  return { ...result, initialValue };
}
