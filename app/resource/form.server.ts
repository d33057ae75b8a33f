import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import {
  changeRequirement,
  type Declared,
  editableFields,
  type Entity,
  fieldOf,
  recordApi,
  tabPath,
  tabsOf,
  viewPath,
} from "~server/contract/entity";
import {
  conflictSchema,
  createdAnswer,
  type RecordData,
  recordSchema,
  type Ref,
  refSchema,
  writtenAnswer,
} from "~server/contract/record";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { parseMessage, writtenSchema } from "~server/contract/schema";
import { type Context, protectedAction, protectedLoader, type WithForm } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts, messageText } from "~server/web/messages.server";
import { redirectWithToast, toastCookie } from "~server/web/toast.server";
import { noPermission, type Refusal } from "~server/web/vending.server";
import { chosenRefs } from "./choices.server";
import { entityAt, requirementAt } from "./find-entity.server";
import { fileBytes, fileFieldsOf, filesOf, type FormFiles, receiveFiles } from "./files.server";
import { formLabels } from "./form-labels";
import { copiedValues, formSections, formValues, idsIn, refsIn, type Searches } from "./form-model.server";
import { backParam } from "./list-query.server";
import {
  type Aside,
  asideIn,
  mayAdd,
  type NestedModel,
  nestedModel,
  onTop,
  setAside,
  takenUp,
  targetOf,
} from "./nested.server";
import { ofRecord } from "./of-record.server";
import { prefilled } from "./prefill.server";
import { toWire } from "./wire.server";
import { changesInWords } from "./changes.server";
import { withRefs } from "./choices.server";
import { inWords, shown } from "./show.server";

/** Limit of a form's body: the largest planogram with its thousand cells is far below. */
export const FORM_BYTES = 1024 * 1024;

/** Loader of every create screen; `?copy=5` starts from another record, `?location=5` with a field filled in. */
export const createLoader = protectedLoader(requirementAt("create"), async (context) => {
  const entity = entityAt(context.url, "create");
  const copied = context.url.searchParams.get("copy");
  const record =
    copied && /^\d{1,9}$/.test(copied) ? await context.api.get(`${entity.api}/${copied}`, recordSchema) : undefined;
  const filled = await prefilled(context, entity);
  const values = {
    ...initialValues(entity),
    ...(record && copiedValues(context, entity, formValues(context, entity, record))),
    ...filled.values,
  };
  return {
    ...(await formModel(
      context,
      entity,
      undefined,
      { ...(record && refsIn(entity, record)), ...filled.chosen },
      values,
    )),
    title: context.t(`entities:${entity.name}.create`),
    listTitle: context.t(`entities:${entity.name}.many`),
    listHref: entity.paths.list,
  };
});

/** Loader of the form on a record's view screen. */
export const editLoader = protectedLoader(requirementAt("view"), async (context) => {
  const entity = entityAt(context.url, "view");
  const record = await context.api.get(recordApi(entity, context.params.id ?? ""), recordSchema);
  if (!allowed(context.me, changeRequirement(entity)))
    return {
      ...(await formModel(context, readable(entity), record, {})),
      kept: {},
      facts: factsOf(context, entity, record, Object.keys(entity.fields)),
      changeable: false,
    };
  const inSections = entity.sections.flatMap((section) => section.facts ?? []);
  const facts = Object.entries(entity.fields)
    .filter(([name, field]) => field.readOnly && field.kind !== "flag" && !inSections.includes(name))
    .map(([name]) => name);
  return {
    ...(await formModel(context, entity, record, refsIn(entity, record), formValues(context, entity, record))),
    kept: keptOf(context, entity, record),
    facts: factsOf(context, entity, record, facts),
    changeable: true,
  };
});

const initialValues = (entity: Entity) =>
  Object.fromEntries(
    editableFields(entity).flatMap(([name, field]) =>
      field.kind === "choice" && field.initial ? [[name, field.initial]] : [],
    ),
  );

/** For people who may read a record but not change it: there is no form. */
const readable = (entity: Entity): Declared => ({ ...entity, sections: [] });

/** What a form is drawn from; without a record it is a new one's. */
export async function formModel(
  context: Context,
  entity: Declared,
  record: RecordData | undefined,
  chosen: Record<string, Ref[]>,
  values: ReturnType<typeof formValues> = {},
  searches: Searches = {},
) {
  return {
    sections: await formSections(context, entity, record, chosen, searches, record && filesOf(context, entity, record)),
    values,
    version: record?.version,
    searches,
    labels: pick(context.t, formLabels),
  };
}
export type FormModel = Awaited<ReturnType<typeof formModel>>;

interface Fact {
  label: string;
  value: string;
  href?: string;
  wide: boolean;
}

/** What stands below the fields of a section: what the service keeps beside them, and an action about them. */
export type Kept = Record<string, { facts: Fact[]; action?: { href: string; label: string } }>;

const keptOf = (context: Context, entity: Entity, record: RecordData): Kept =>
  Object.fromEntries(
    entity.sections.flatMap(({ name, facts = [], action }) =>
      facts.length || action
        ? [
            [
              name,
              {
                facts: factsOf(context, entity, record, facts),
                action:
                  action === undefined
                    ? undefined
                    : {
                        href: `${viewPath(entity, record.id)}/${action}`,
                        label: context.t(`entities:${entity.name}.actions.${action}.label`),
                      },
              },
            ],
          ]
        : [],
    ),
  );

/** Longer facts, in characters, take a line of their own. */
const LONG_FACT = 40;

/** What the service itself keeps of a record, where no tab before the form tells it; states that stand beside the title are not repeated. */
function factsOf(context: Context, entity: Entity, record: RecordData, names: readonly string[]): Fact[] {
  if (tabsOf(entity)[0] !== "data") return [];
  return names
    .filter((name) => record[name] !== undefined)
    .map((name) => {
      const { text, href } = shown(context, fieldOf(entity, name), record[name]);
      return {
        label: context.t(`entities:${entity.name}.fields.${name}`),
        value: text,
        href,
        wide: text.length > LONG_FACT,
      };
    });
}

/** What someone else saved meanwhile, field by field beside what is in the form. */
export interface Conflict {
  version: number;
  differences: { label: string; theirs: string; mine: string }[];
}

/** What a form's action answers when it does not lead on. */
export interface FormAnswer {
  result?: SubmissionResult<string[]>;
  conflict?: Conflict;
  /** The form drawn anew: with other choices, when the person searched in a picker. */
  sections?: FormModel["sections"];
  searches?: Searches;
  /** The state that is being edited, whoever has saved since. */
  version?: string;
  /** The form is for a record that another form lacks. */
  nested?: NestedModel;
  /** What was just made for this form. */
  notice?: string;
}

export const createAction = protectedAction(
  requirementAt("create"),
  (context) => {
    const entity = entityAt(context.url, "create");
    return saveForm(context, entity, {
      purpose: "create",
      path: entity.api,
      done: (id, _changed, title) => created(context, entity, { id, title }, dataPath(context, entity, id)),
    });
  },
  { limit: ({ url }) => FORM_BYTES + fileBytes(entityAt(url, "create")) },
);

export const editAction = protectedAction(
  requirementAt("change"),
  (context) => {
    const entity = entityAt(context.url, "view");
    return saveForm(context, entity, {
      purpose: "update",
      path: recordApi(entity, context.params.id ?? ""),
      done: (id, changed) =>
        redirectWithToast(dataPath(context, entity, id), {
          tone: changed ? "ok" : "info",
          key: changed ? "resource:updated" : "resource:unchanged",
        }),
    });
  },
  { limit: ({ url }) => FORM_BYTES + fileBytes(entityAt(url, "view")) },
);

type Working = Context & WithForm;

type Answer = ReturnType<typeof data<FormAnswer>>;

/** Where a form goes, what goes along with it, and where the person goes then; `changed`: whether saving made any difference. */
export interface Saving {
  purpose: "create" | "update";
  path: string;
  along?: Record<string, string>;
  done(id: number, changed: boolean, title?: string): Promise<Response>;
}

/** A form on its way: what it is a form of, and the forms that were set aside for it. */
interface Stage extends Omit<Saving, "done"> {
  entity: Declared;
  base: Declared;
  held: Aside[];
  done(id: number, changed: boolean, title?: string): Promise<Response | Answer>;
}

/** Checks a form, sends it on, and draws it again with what stands in the way. */
export async function saveForm(context: Working, entity: Declared, saving: Saving): Promise<Answer> {
  const stage = stageOf(context, entity, saving, asideIn(context.form()));
  if (!stage) throw await noPermission(context.request);
  if (context.form().has("drop")) return takeUp(context, entity, saving, stage.held);
  return saveStage(context, stage);
}

/** The form that lies on those set aside; undefined when this person may not make its record. */
function stageOf(context: Working, entity: Declared, saving: Saving, held: Aside[]): Stage | undefined {
  if (!held.length) return { ...saving, entity, base: entity, held };
  const below = onTop(entity, held.slice(0, -1));
  const top = below && targetOf(below, held.at(-1)?.field ?? "");
  if (!top || !mayAdd(context, top.name, held.length - 1)) return undefined;
  return {
    entity: top,
    base: entity,
    held,
    purpose: "create",
    path: top.api,
    done: (id) => takeUp(context, entity, saving, held, id),
  };
}

/** Back to the form that was set aside last, with the record made for it. */
async function takeUp(context: Working, entity: Declared, saving: Saving, held: Aside[], id?: number): Promise<Answer> {
  const [last, rest] = [held.at(-1), held.slice(0, -1)];
  const stage = stageOf(context, entity, saving, rest);
  if (!last || !stage) throw await noPermission(context.request);
  const form = takenUp(stage.entity, last, id);
  const { files } = await receiveFiles({ ...context, form: () => form }, stage.entity);
  const target = targetOf(stage.entity, last.field);
  const made = target && id !== undefined ? (await chosenRefs(context.api, target.name, [String(id)]))[0] : undefined;
  return draw(
    context,
    stage,
    form,
    files,
    200,
    untouched(stage, form),
    target && made && { notice: ofRecord(context.t, "resource:add_new.added", target, made.label) },
  );
}

/** A form as it stands, without anything being said about it. */
function untouched({ entity, purpose }: Stage, form: FormData): SubmissionResult<string[]> {
  const submission = parseWithZod(form, { schema: writtenSchema(entity, "form", purpose), disableAutoCoercion: true });
  return { ...submission.reply(), error: undefined, status: undefined };
}

async function draw(
  context: Working,
  stage: Stage,
  form: FormData,
  files: FormFiles,
  status: number,
  result: SubmissionResult<string[]>,
  more: FormAnswer = {},
  headers?: HeadersInit,
): Promise<Answer> {
  const { entity, purpose, base, held } = stage;
  const searches = searchesIn(form);
  const sections = await sectionsFor(context, entity, purpose, form, searches, files, held.length);
  const version = purpose === "update" ? plain(form.get("version")) : undefined;
  return data<FormAnswer>(
    {
      result: withoutSecrets(entity, result),
      searches,
      sections,
      version,
      nested: nestedModel(context, base, held),
      ...more,
    },
    { status, headers },
  );
}

/** A form is set aside, and the empty one of the record that it lacks takes its place. */
async function beginNew(context: Working, stage: Stage, form: FormData, files: FormFiles): Promise<Answer> {
  const field = plain(form.get("add_new"));
  const target = targetOf(stage.entity, field);
  if (!target || !mayAdd(context, target.name, stage.held.length)) throw await noPermission(context.request);
  const next: Stage = {
    ...stage,
    entity: target,
    purpose: "create",
    held: [...stage.held, setAside(stage.entity, field, form, files)],
  };
  const empty = new FormData();
  return draw(context, next, empty, {}, 200, untouched(next, empty));
}

/** Only a change must tell the version it led to: what is made besides records, a stock move, has none. */
const ANSWERS: Record<Saving["purpose"], z.ZodType<{ id: number; version?: number; title?: string }>> = {
  create: createdAnswer,
  update: writtenAnswer,
};

async function saveStage(context: Working, stage: Stage): Promise<Answer> {
  const { entity, purpose, path, along = {} } = stage;
  const { form, files, errors } = await receiveFiles(context, entity);
  const answer = (status: number, result: SubmissionResult<string[]>, more: FormAnswer = {}, headers?: HeadersInit) =>
    draw(context, stage, form, files, status, result, more, headers);

  if (form.has("add_new")) return beginNew(context, stage, form, files);
  if (form.has("find") || isSearchByEnter(form)) return answer(200, untouched(stage, form));
  const submission = parseWithZod(form, { schema: writtenSchema(entity, "form", purpose), disableAutoCoercion: true });
  if (submission.status !== "success") {
    const reply = translated(context, submission.reply());
    return answer(submission.status === "error" ? 400 : 200, {
      ...reply,
      ...(reply.status === "error" ? { error: { ...reply.error, ...errors } } : {}),
    });
  }
  if (Object.keys(errors).length) return answer(400, submission.reply({ fieldErrors: errors }));
  const outcome = await context.api.post(path, toWire({ ...submission.value, ...along }), ANSWERS[purpose]);
  if (outcome.ok) {
    const { id, version, title } = outcome.data;
    const next = await stage.done(id, plain(form.get("version")) !== String(version), title);
    if (next instanceof Response) throw next;
    return next;
  }
  if (outcome.status === 409 && outcome.error === "conflict") {
    const conflict = await conflictOf(context, entity, submission.value, outcome);
    useTheirFiles(context, entity, files, outcome);
    return answer(409, submission.reply({ formErrors: [context.t("errors:conflict")] }), { conflict });
  }
  const fieldErrors = fieldTexts(context.t, outcome.fields);
  const hasFields = Object.keys(fieldErrors).length > 0;
  const headers = hasFields
    ? undefined
    : { "Set-Cookie": await toastCookie({ tone: "bad", text: errorText(context.t, outcome.error) }) };
  return answer(
    outcome.status,
    submission.reply(hasFields ? { fieldErrors } : { formErrors: [errorText(context.t, outcome.error)] }),
    {},
    headers,
  );
}

/** Files that were not chosen here are the record's: what someone else put there meanwhile stays. */
function useTheirFiles(context: Working, entity: Declared, files: FormFiles, refusal: Refusal): void {
  const theirs = filesOf(context, entity, conflictSchema.parse(refusal.data).current);
  for (const [name, field] of fileFieldsOf(entity)) {
    const fresh = (files[name] ?? []).filter((file) => file.fresh);
    const current = theirs[name] ?? [];
    files[name] = field.kind === "files" ? [...current, ...fresh] : fresh.length ? fresh : current;
  }
}

async function sectionsFor(
  context: Working,
  entity: Declared,
  purpose: "create" | "update",
  form: FormData,
  searches: Searches,
  files: FormFiles,
  depth: number,
) {
  const chosen: Record<string, Ref[]> = {};
  for (const [to, ids] of Object.entries(idsIn(entity, form))) chosen[to] = await chosenRefs(context.api, to, ids);
  const record = purpose === "update" ? recordSchema.parse({ id: 0, version: 0, title: "" }) : undefined;
  return formSections(context, entity, record, chosen, searches, files, depth);
}

/** What is typed into the pickers' search boxes: `find_<entity>`. */
function searchesIn(form: FormData): Searches {
  return Object.fromEntries(
    [...form]
      .filter(([name, value]) => name.startsWith("find_") && value !== "")
      .map(([name, value]) => [name.slice("find_".length), plain(value).slice(0, 100)]),
  );
}

/** Enter presses the hidden first button: with words in a search box, or just taken out of it, that is a search and not a wish to save. */
const isSearchByEnter = (form: FormData): boolean =>
  form.has("enter") && [...form].some(([name, value]) => /^(find|found)_/.test(name) && value !== "");

/** The form of a record, with the list to go back to. */
function dataPath({ url }: Working, entity: Entity, id: number): string {
  const back = url.searchParams.get("back");
  return tabPath(entity, id, "data") + (back === null ? "" : backParam(back));
}

/** After a new record: to `next`, or to another empty form when the person asked for one. */
export function created(
  { form, t }: WithForm & Pick<Context, "t">,
  entity: Entity,
  { id, title = `#${id}` }: { id: number; title?: string },
  next: string,
): Promise<Response> {
  const isAnother = form().get("then") === "another";
  return redirectWithToast(isAnother ? `${entity.paths.create}?after=${id}` : next, {
    tone: "ok",
    text: ofRecord(t, "resource:created", entity, title),
  });
}

/** Messages in the person's language in place of the schema's keys. */
function translated({ t }: Working, reply: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const error = Object.entries(reply.error ?? {}).map(([name, messages]): [string, string[]] => [
    name,
    (messages ?? []).map((message) => messageText(t, parseMessage(message))),
  ]);
  return { ...reply, error: Object.fromEntries(error) };
}

/** A password never travels back into a page. */
function withoutSecrets(entity: Declared, result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const secrets = editableFields(entity)
    .filter(([, field]) => field.kind === "secret")
    .map(([name]) => name);
  const initialValue = Object.fromEntries(
    Object.entries(result.initialValue ?? {}).filter(([name]) => !secrets.includes(name)),
  );
  return { ...result, initialValue };
}

async function conflictOf(
  context: Working,
  entity: Declared,
  mine: Record<string, unknown>,
  refusal: Refusal,
): Promise<Conflict> {
  const { current } = conflictSchema.parse(refusal.data);
  const own = await withRefs(context.api, entity, mine);
  const differences = editableFields(entity).flatMap(([name, field]) => {
    if (field.kind === "secret") return [];
    const label = context.t(`entities:${entity.name}.fields.${name}`);
    // A file of the form is only a number yet; the form itself shows it by name.
    if (field.kind === "file" || field.kind === "files")
      return sameFiles(current[name], mine[name])
        ? []
        : [
            {
              label,
              before: inWords(context, entity.name, name, field, current[name]),
              after: context.t("resource:as_in_form"),
            },
          ];
    return changesInWords(context, entity.name, name, field, current[name], own[name]).filter(
      ({ before, after }) => before !== after,
    );
  });
  return {
    version: current.version,
    differences: differences.map(({ label, before, after }) => ({ label, theirs: before, mine: after })),
  };
}

const sameFiles = (theirs: unknown, mine: unknown): boolean =>
  JSON.stringify([theirs ?? []].flat().map((one) => refSchema.parse(one).id)) ===
  JSON.stringify([mine ?? []].flat().map(Number));
