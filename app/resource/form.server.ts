import { randomUUID } from "node:crypto";
import { SINCE_NOW } from "./since-when.server";
import { callsOf, recordCallsOf } from "~server/contract/calls/entities";
import {
  changeForm,
  changeRequirement,
  type Declared,
  editableFields,
  type Entity,
  tabPath,
  tabsOf,
} from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import type { Ref } from "~server/contract/record";
import { idempotencyKey } from "~server/contract/stock";
import {
  type ActionContext,
  type Context,
  protectedAction,
  protectedLoader,
  type WithForm,
} from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { fileBytes } from "./files.server";
import { entityAt, requirementAt } from "./find-entity.server";
import { type Answer, formModel, type OpenForm } from "./form-drawn.server";
import type { FormValue } from "./form-control";
import { factsBelow, keptFields, keptOf } from "./form-facts.server";
import { type Saved, submitForm } from "./form-submit.server";
import { copiedValues, formValues, refsIn } from "./form-values.server";
import { backParam } from "./list-query.server";
import { ofRecord } from "./of-record.server";
import { recordOnTheWay } from "./on-the-way.server";
import { prefilled } from "./prefill.server";
import { startOf } from "./start-from.server";

/** Limit of a form's body: the largest planogram with its thousand cells is far below. */
export const FORM_BYTES = 1024 * 1024;

/** Loader of every create screen; `?copy=5` starts from another record, `?location=5` with a field filled in. */
export const createLoader = protectedLoader(requirementAt("create"), (context) =>
  createModel(context, entityAt(context.url, "create")),
);

/** What a create screen is drawn from; `begins`: what its form is filled in with, besides what the address says. */
export async function createModel(
  context: Context,
  entity: Entity,
  begins: { values?: Record<string, FormValue>; chosen?: Record<string, Ref[]> } = {},
) {
  const copied = context.url.searchParams.get("copy");
  const record =
    copied && /^\d{1,9}$/.test(copied) ? await context.api.read(callsOf(entity).read, { id: copied }) : undefined;
  const [filled, start] = await Promise.all([prefilled(context, entity), startOf(context, entity)]);
  const values = {
    ...initialValues(entity),
    ...(record && copiedValues(context, entity, formValues(context, entity, record))),
    ...begins.values,
    ...filled.values,
    ...start?.values,
  };
  const chosen = { ...(record && refsIn(entity, record)), ...begins.chosen, ...filled.chosen, ...start?.chosen };
  return {
    ...(await formModel(context, entity, undefined, chosen, values)),
    start: start?.model,
    title: context.t(`entities:${entity.name}.create`),
    listTitle: context.t(`entities:${entity.name}.many`),
    listHref: entity.paths.list,
    along: entity.once ? { key: randomUUID() } : undefined,
  };
}

/** The entity whose form an address is: `/crew/view/5/data`, but `/recipes/view/5`, which opens on it. */
function formAt({ url }: Pick<Context, "url">): Entity {
  const entity = entityAt(url, "view");
  const isOpenedOn = tabsOf(entity)[0] === "data";
  if (isOpenedOn === /\/data\/?$/.test(url.pathname)) throw notFound();
  return entity;
}

/** Loader of the form on a record's view screen. */
export const editLoader = protectedLoader(requirementAt("view"), async (context) => {
  const entity = formAt(context);
  const record = await context.api.read(recordCallsOf(entity).read, { id: context.params.id });
  if (!allowed(context.me, changeRequirement(entity)))
    return {
      ...(await formModel(context, readable(entity), record, {})),
      kept: {},
      facts: factsBelow(context, entity, record, Object.keys(entity.fields)),
      start: undefined,
      changeable: false,
    };
  const start = await startOf(context, entity, record);
  const chosen = refsIn(entity, record);
  for (const [to, refs] of Object.entries(start?.chosen ?? {}))
    chosen[to] = [...(chosen[to] ?? []), ...refs.filter(({ id }) => !chosen[to]?.some((one) => one.id === id))];
  return {
    ...(await formModel(context, changeForm(entity), record, chosen, {
      ...formValues(context, entity, record),
      ...start?.values,
      ...SINCE_NOW,
    })),
    start: start?.model,
    kept: keptOf(context, entity, record),
    facts: factsBelow(context, entity, record, keptFields(entity)),
    changeable: true,
  };
});

const initialValues = (entity: Entity): Record<string, FormValue> =>
  Object.fromEntries(
    editableFields(entity).flatMap(([name, field]): [string, FormValue][] => {
      if ((field.kind === "choice" || field.kind === "flag") && field.initial) return [[name, field.initial]];
      // The first row is there already: others go on from it.
      return field.kind === "rows" && field.grows ? [[name, [{}]]] : [];
    }),
  );

/** For people who may read a record but not change it: there is no form. */
const readable = (entity: Entity): Declared => ({ ...entity, sections: [] });

export const createAction = protectedAction(
  requirementAt("create"),
  (context) => {
    const entity = entityAt(context.url, "create");
    const key = idempotencyKey.catch(() => randomUUID()).parse(plain(context.form().get("key")));
    return saveForm(context, entity, {
      purpose: "create",
      call: callsOf(entity).create,
      along: entity.once ? { key } : undefined,
      done: ({ id, title }) => created(context, entity, { id, title }, dataPath(context, entity, id)),
    });
  },
  { limit: ({ url }) => FORM_BYTES + fileBytes(entityAt(url, "create")) },
);

export const editAction = protectedAction(
  requirementAt("change"),
  (context) => {
    const entity = formAt(context);
    return saveForm(context, changeForm(entity), {
      purpose: "update",
      call: recordCallsOf(entity).update,
      ids: { id: context.params.id },
      done: ({ id, changed, merged }) =>
        redirectWithToast(dataPath(context, entity, id), {
          tone: changed ? "ok" : "info",
          key: !changed ? "resource:unchanged" : merged ? "resource:merged" : "resource:updated",
        }),
    });
  },
  { limit: ({ url }) => FORM_BYTES + fileBytes(entityAt(url, "view")) },
);

/** Where a form goes, what goes along with it, and where the person goes when it was saved. */
export interface Saving extends Pick<OpenForm, "purpose" | "call" | "ids" | "along"> {
  done(saved: Saved): Promise<Response>;
}

/** Saves a form after the records that were missing for it; it is drawn again with what stands in the way. */
export async function saveForm(context: ActionContext, entity: Declared, { done, ...where }: Saving): Promise<Answer> {
  const form: OpenForm = { ...where, entity, first: entity, aside: [] };
  const onTheWay = await recordOnTheWay(context, form);
  if (onTheWay) return onTheWay;
  const outcome = await submitForm(context, form);
  if ("answer" in outcome) return outcome.answer;
  throw await done(outcome.saved);
}

/** The form of a record, with the list to go back to. */
function dataPath({ url }: Context, entity: Entity, id: number): string {
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
