import { data } from "@remix-run/node";
import { callsOf } from "~server/contract/calls/entities";
import { actionRequirement, actionsOf, DELETE, type Entity, listRequirement, viewPath } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import { filtersOf, relatedTo } from "~server/contract/filters";
import { allowed, type Requirement } from "~server/contract/permissions";
import { type Uses, usageSchema } from "~server/contract/record";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { notFound } from "~server/web/screens.server";
import { orWithout } from "~server/web/without.server";
import { redirectWithToast } from "~server/web/toast.server";
import { reminderOf } from "./concern.server";
import { entityAt } from "./find-entity.server";
import { listHref } from "./list-query.server";
import { ofRecord } from "./of-record.server";
import { refHref } from "./show.server";
import { takenControl, takenErrors, takenValue } from "./taken.server";
import { actionKey } from "./view.server";

function actionAt({ url, params }: Pick<Context, "url" | "params">) {
  const entity = entityAt(url, "view");
  const action = actionsOf(entity).find((one) => one.name === params.action);
  const call = action && callsOf(entity).actions.get(action.name);
  if (!call) throw notFound();
  return { entity, action, call };
}

const requirement = (at: Pick<Context, "url" | "params">): Requirement => {
  const { entity, action } = actionAt(at);
  return actionRequirement(entity, action);
};

/** Loader of the page that asks before something is done to a record. */
export const confirmLoader = protectedLoader(requirement, async (context) => {
  const { t, api, params } = context;
  const { entity, action } = actionAt(context);
  const record = await api.read(callsOf(entity).read, { id: params.id });
  const key = actionKey(entity, action);
  const deletion = action.name === DELETE.name ? callsOf(entity).deleted : undefined;
  const usage = deletion
    ? await orWithout(api.read(deletion.usage, { id: params.id }), { usedBy: [] })
    : { usedBy: [] };
  return {
    usedBy: shownUses(context, entity, usage.usedBy),
    question: ofRecord(t, `${key}.question`, entity, record.title),
    hint: t(`${key}.hint`, { title: record.title }),
    confirm: t(`${key}.label`),
    danger: action.danger === true,
    taken: await takenControl(context, entity, action),
    reminder: await reminderOf(context, entity, action.concern, record.id),
    cancel: { label: t("resource:cancel"), href: viewPath(entity, record.id) },
    labels: {
      refused: errorText(t, "in_use"),
      in_use: t("resource:in_use_by"),
      back: t("resource:to_record"),
      shown_once: t("resource:shown_once"),
      done: t("resource:done"),
    },
  };
});

/** What the confirm page shows after the action did not simply succeed: what stands in the way, or what is shown once. */
export interface ActionAnswer {
  error?: string;
  usedBy?: {
    entity: string;
    total: string;
    items: { label: string; href?: string }[];
    all: { label: string; href: string }[];
  }[];
  revealed?: string;
  /** What is wrong with what the action takes along. */
  taken?: string[];
  /** What was sent of it. */
  sent?: string[];
}

/** Lists of all that refer to the record in question, one for each field by which they can, for people who may see them. */
function allUses(
  { t, me, params }: Pick<Context, "t" | "me" | "params">,
  target: Entity,
  user: Entity,
): { label: string; href: string }[] {
  if (user.singleton || !allowed(me, listRequirement(user))) return [];
  const uses = filtersOf(user).filter(({ field }) => relatedTo(field) === target.name && !field.readOnly);
  return uses.map(({ name }) => ({
    href: listHref(user, new URLSearchParams({ [name]: params.id ?? "" })),
    label:
      uses.length > 1
        ? `${t("resource:show_all")} · ${t(`entities:${user.name}.fields.${name}`)}`
        : t("resource:show_all"),
  }));
}

/** What refers to the record in question, with the way to it. */
const shownUses = (context: Context, entity: Entity, uses: Uses): NonNullable<ActionAnswer["usedBy"]> =>
  uses.map((one) => ({
    entity: context.t(`entities:${one.entity}.many`),
    total: context.format.number(one.total),
    all: allUses(context, entity, entityNamed(one.entity)),
    items: one.items.map((item) => ({
      label: item.label || context.t(`entities:${one.entity}.many`),
      href: refHref(context, entityNamed(one.entity).name, item.id),
    })),
  }));

export const confirmAction = protectedAction(requirement, async (context) => {
  const { t, api, params } = context;
  const { entity, action, call } = actionAt(context);
  const { sent, body, errors } = takenValue(context, entity, action, context.form());
  if (errors) return data<ActionAnswer>({ taken: errors, sent }, { status: 422 });
  const outcome = await api.change(call, { id: params.id }, new URLSearchParams(body));
  if (!outcome.ok) {
    const taken = takenErrors(context, action, outcome);
    if (taken) return data<ActionAnswer>({ taken, sent }, { status: outcome.status });
    const usedBy = shownUses(context, entity, usageSchema.safeParse(outcome.data).data?.usedBy ?? []);
    // What is wrong with some value says more than that something is.
    const [said] = Object.values(fieldTexts(t, outcome.fields)).flat();
    return data<ActionAnswer>({ error: said ?? errorText(t, outcome.error), usedBy }, { status: outcome.status });
  }
  if (outcome.data.revealed !== undefined) return data<ActionAnswer>({ revealed: outcome.data.revealed });
  const next = action.name === "delete" ? entity.paths.list : viewPath(entity, params.id ?? "");
  throw await redirectWithToast(next, { tone: "ok", text: ofRecord(t, `${actionKey(entity, action)}.done`, entity) });
});
