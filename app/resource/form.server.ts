import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import { editableFields, type Entity, fieldOf, tabPath } from "~server/contract/entity";
import { conflictSchema, type RecordData, recordSchema, type Ref, writtenAnswer } from "~server/contract/record";
import { plain } from "~server/contract/plain";
import { parseMessage, writtenSchema } from "~server/contract/schema";
import { type Context, protectedAction, protectedLoader, type WithForm } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts, messageText } from "~server/web/messages.server";
import { redirectWithToast, toastCookie } from "~server/web/toast.server";
import type { PostResult } from "~server/web/vending.server";
import { chosenRefs } from "./choices.server";
import { entityAt, requirementAt } from "./find-entity.server";
import { formLabels } from "./form-labels";
import { formSections, formValues, idsIn, refsIn, type Searches } from "./form-model.server";
import { toWire } from "./wire.server";
import { inWords } from "./show.server";

/** Limit of a form's body: the largest planogram with its thousand cells is far below. */
const FORM_BYTES = 1024 * 1024;

/** Loader of every create screen; `?copy=5` starts from another record. */
export const createLoader = protectedLoader(requirementAt("create"), async (context) => {
  const entity = entityAt(context.url, "create");
  const copied = context.url.searchParams.get("copy");
  const record = copied && /^\d{1,9}$/.test(copied) ? await context.api.get(`${entity.api}/${copied}`, recordSchema) : undefined;
  return {
    ...(await formModel(context, entity, undefined, record ? refsIn(entity, record) : {}, record && formValues(entity, record, context.lang))),
    title: context.t(`entities:${entity.name}.create`), listTitle: context.t(`entities:${entity.name}.many`), listHref: entity.paths.list,
  };
});

/** Loader of the form on a record's view screen. */
export const editLoader = protectedLoader(requirementAt("view"), async (context) => {
  const entity = entityAt(context.url, "view");
  const record = await context.api.get(`${entity.api}/${context.params.id}`, recordSchema);
  return formModel(context, entity, record, refsIn(entity, record), formValues(entity, record, context.lang));
});

async function formModel(context: Context, entity: Entity, record: RecordData | undefined, chosen: Record<string, Ref[]>, values: ReturnType<typeof formValues> = {}, searches: Searches = {}) {
  return {
    sections: await formSections(context, entity, record, chosen, searches),
    values,
    version: record?.version,
    searches,
    labels: pick(context.t, formLabels),
  };
}
export type FormModel = Awaited<ReturnType<typeof formModel>>;

/** What someone else saved meanwhile, field by field beside what is in the form. */
export interface Conflict { version: number; differences: { label: string; theirs: string; mine: string }[] }

/** What a form's action answers when it does not lead on. */
export interface FormAnswer {
  result?: SubmissionResult<string[]>;
  conflict?: Conflict;
  /** The form drawn anew: with other choices, when the person searched in a picker. */
  sections?: FormModel["sections"];
  searches?: Searches;
}

export const createAction = protectedAction(requirementAt("create"), (context) => {
  const entity = entityAt(context.url, "create");
  return save(context, entity, "create", entity.api);
}, { limit: FORM_BYTES });

export const editAction = protectedAction(requirementAt("view"), (context) => {
  const entity = entityAt(context.url, "view");
  return save(context, entity, "update", `${entity.api}/${context.params.id}`);
}, { limit: FORM_BYTES });

type Working = Context & WithForm;

async function save(context: Working, entity: Entity, purpose: "create" | "update", path: string) {
  const form = context.form();
  const searches = searchesIn(form);
  const submission = parseWithZod(form, { schema: writtenSchema(entity, "form", purpose), disableAutoCoercion: true });
  const answer = async (status: number, result: SubmissionResult<string[]>, more: FormAnswer = {}, headers?: HeadersInit) =>
    data<FormAnswer>({ result: withoutSecrets(entity, result), searches, sections: await sectionsFor(context, entity, purpose, form, searches), ...more }, { status, headers });

  if (form.has("find")) return answer(200, { ...submission.reply(), error: undefined, status: undefined });
  if (submission.status !== "success") {
    const reply = translated(context, submission.reply());
    return answer(submission.status === "error" ? 400 : 200, reply);
  }
  const outcome = await context.api.post(path, toWire(submission.value), writtenAnswer);
  if (outcome.ok) throw await done(context, entity, purpose, outcome.data.id);
  if (outcome.status === 409 && outcome.error === "conflict") {
    const conflict = conflictOf(context, entity, submission.value, outcome);
    return answer(409, submission.reply({ formErrors: [context.t("errors:conflict")] }), { conflict });
  }
  const fieldErrors = fieldTexts(context.t, outcome.fields);
  const hasFields = Object.keys(fieldErrors).length > 0;
  const headers = hasFields ? undefined : { "Set-Cookie": await toastCookie({ tone: "bad", text: errorText(context.t, outcome.error) }) };
  return answer(outcome.status, submission.reply(hasFields ? { fieldErrors } : { formErrors: [errorText(context.t, outcome.error)] }), {}, headers);
}

async function sectionsFor(context: Working, entity: Entity, purpose: "create" | "update", form: FormData, searches: Searches) {
  const chosen: Record<string, Ref[]> = {};
  for (const [to, ids] of Object.entries(idsIn(entity, form))) chosen[to] = await chosenRefs(context.api, to, ids);
  const record = purpose === "update" ? recordSchema.parse({ id: 0, version: 0, title: "" }) : undefined;
  return formSections(context, entity, record, chosen, searches);
}

/** What is typed into the pickers' search boxes: `find_<entity>`. */
function searchesIn(form: FormData): Searches {
  return Object.fromEntries([...form].filter(([name, value]) => name.startsWith("find_") && value !== "").map(([name, value]) => [name.slice("find_".length), plain(value).slice(0, 100)]));
}

function done(context: Working, entity: Entity, purpose: "create" | "update", id: number): Promise<Response> {
  const { url, form } = context;
  const toast = { tone: "ok" as const, key: purpose === "create" ? "resource:created" : "resource:saved" };
  if (form().get("then") === "another") return redirectWithToast(`${entity.paths.create}?after=${id}`, toast);
  const back = url.searchParams.get("back");
  return redirectWithToast(tabPath(entity, id, "data") + (back ? `?back=${encodeURIComponent(back)}` : ""), toast);
}

/** Messages in the person's language in place of the schema's keys. */
function translated({ t }: Working, reply: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const error = Object.entries(reply.error ?? {}).map(([name, messages]): [string, string[]] => [name, (messages ?? []).map((message) => messageText(t, parseMessage(message)))]);
  return { ...reply, error: Object.fromEntries(error) };
}

/** A password never travels back into a page. */
function withoutSecrets(entity: Entity, result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const secrets = editableFields(entity).filter(([, field]) => field.kind === "secret").map(([name]) => name);
  const initialValue = Object.fromEntries(Object.entries(result.initialValue ?? {}).filter(([name]) => !secrets.includes(name)));
  return { ...result, initialValue };
}

function conflictOf(context: Working, entity: Entity, mine: Record<string, unknown>, refusal: Extract<PostResult<unknown>, { ok: false }>): Conflict {
  const { current } = conflictSchema.parse(refusal.data);
  const theirValues = formValues(entity, current, context.lang);
  const myRecord = z.record(z.string(), z.unknown()).parse(mine);
  const differences = editableFields(entity).flatMap(([name, field]) => {
    const theirs = inWords(context, entity.name, name, field, current[name]);
    const own = myWords(context, entity, name, myRecord[name]);
    const same = JSON.stringify(theirValues[name]) === JSON.stringify(comparable(fieldOf(entity, name).kind, myRecord[name]));
    return field.kind === "secret" || same || theirs === own ? [] : [{ label: context.t(`entities:${entity.name}.fields.${name}`), theirs, mine: own }];
  });
  return { version: current.version, differences };
}

/** What is in the form, as it was typed: relations there are only ids, which the form itself shows by name. */
function myWords(context: Working, entity: Entity, name: string, value: unknown): string {
  const field = fieldOf(entity, name);
  if (field.kind === "ref" || field.kind === "refs" || field.kind === "rows") return context.t("resource:as_in_form");
  return inWords(context, entity.name, name, field, value);
}

const comparable = (kind: string, value: unknown) => {
  if (kind === "ref") return plain(value);
  if (kind === "refs") return Array.isArray(value) ? value.map(plain) : [];
  return value;
};

