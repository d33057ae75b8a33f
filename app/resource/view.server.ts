import { redirect } from "@remix-run/node";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { callsOf, recordCallsOf } from "~server/contract/calls/entities";
import {
  actionRequirement,
  actionsOf,
  createRequirement,
  deletedPath,
  type Entity,
  type EntityAction,
  fieldOf,
  tabPath,
  tabsOf,
  viewPath,
} from "~server/contract/entity";
import { ENTITIES } from "~server/contract/entities";
import type { Neighbours } from "~server/contract/lists";
import { referrersOf } from "~server/contract/filters";
import { allowed } from "~server/contract/permissions";
import type { RecordData } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import type { Tab } from "~/ui/tabs";
import type { BadgeProps } from "~/ui/badge";
import { type Reminder, reminderOf } from "./concern.server";
import { entityAt, requirementAt } from "./find-entity.server";
import { backHref, backParam, backQuery } from "./list-query.server";
import { ViewFrame } from "./view";
import { viewLabels } from "./view-labels";

/** Loader of the frame around a record's tabs: title, state, actions. */
export const viewLoader = protectedLoader(requirementAt("view"), (context) => viewOf(context));

/** What else stands above a record's tabs: beside its title, and below it. */
export interface Head {
  badges: (BadgeProps & { href?: string })[];
  below: ReactNode;
}

/** The frame around a record's tabs, drawn; `headOf` adds to what all records have. */
export async function viewOf(context: Context, headOf?: (context: Context, record: RecordData) => Promise<Head>) {
  const entity = entityAt(context.url, "view");
  if (entity.name === "user" && String(context.me.id) === context.params.id) throw redirect("/profile");
  const ids = { id: context.params.id };
  const back = context.url.searchParams.get("back");
  const [record, neighbours] = await Promise.all([
    context.api.read(recordCallsOf(entity).read, ids).catch((answer: unknown) => findDeleted(context, entity, answer)),
    back === null || entity.singleton
      ? undefined
      : context.api.readOr(
          { previous: null, next: null },
          callsOf(entity).neighbours,
          ids,
          backQuery(entity, context.url).query,
        ),
  ]);
  const [reminder, head] = await Promise.all([
    reminderOf(context, entity, entity.concern, record.id),
    headOf?.(context, record),
  ]);
  const model = viewModel(context, entity, record, neighbours, reminder);
  const html = renderToStaticMarkup(createElement(ViewFrame, { model, head }));
  return drawnOnServer(context.request, { title: titleOf(model), html }, "html");
}

/** A record's tabs are told apart: "Sales · A-101 · Machines"; the first one is the record itself. */
const titleOf = ({ here, title, single, list }: ViewModel) =>
  [here, title, single ? undefined : list.label].filter(Boolean).join(" · ");

/** The address of a record that was deleted leads to what is left of it. */
async function findDeleted({ api, params }: Context, entity: Entity, answer: unknown): Promise<never> {
  const { deleted } = callsOf(entity);
  if (!(answer instanceof Response) || answer.status !== 404 || !deleted) throw answer;
  const { id } = await api.read(deleted.read, { id: params.id });
  throw redirect(deletedPath(entity, id));
}

function viewModel(
  context: Context,
  entity: Entity,
  record: RecordData,
  neighbours: Neighbours | undefined,
  reminder: Reminder | undefined,
) {
  const { t, url } = context;
  return {
    title: entity.singleton ? t(`entities:${entity.name}.many`) : record.title || String(record.id),
    list: { label: t(`entities:${entity.name}.many`), href: backHref(entity, url.searchParams.get("back")) },
    single: entity.singleton === true,
    about: entity.singleton ? t(`entities:${entity.name}.about`) : undefined,
    neighbours: (["previous", "next"] as const).flatMap((side) => {
      const to = neighbours?.[side];
      return to
        ? [{ side, href: besides(context, entity, to.id), label: t(`resource:${side}_record`, { title: to.label }) }]
        : [];
    }),
    badges: badgesOf(context, entity, record),
    shortcuts: (entity.shortcuts ?? []).map(({ name, path }) => ({
      href: `${viewPath(entity, record.id)}/${path}`,
      label: t(`entities:${entity.name}.shortcuts.${name}`),
    })),
    actions: actionsOf(entity)
      .filter((action) => isOffered(action, record) && allowed(context.me, actionRequirement(entity, action)))
      .map((action) => ({
        label: t(`${actionKey(entity, action)}.label`),
        href: `${viewPath(entity, record.id)}/${action.name}`,
        danger: action.danger === true,
      })),
    copy:
      !entity.singleton && allowed(context.me, createRequirement(entity))
        ? { label: t("resource:copy"), href: `${entity.paths.create}?copy=${record.id}` }
        : undefined,
    reminder,
    ...tabs(context, entity, record.id),
    labels: pick(t, viewLabels),
  };
}
export type ViewModel = ReturnType<typeof viewModel>;

export const isOffered = ({ when }: EntityAction, record: RecordData) => !when || record[when.field] === when.is;

/** Where the texts of an action stand: deletion is the same for all. */
export const actionKey = (entity: Entity, { name }: Pick<EntityAction, "name">) =>
  name === "delete" ? "resource:delete" : `entities:${entity.name}.actions.${name}`;

/** What an action is called. */
export const actionLabel = ({ t }: Pick<Context, "t">, entity: Entity, action: EntityAction): string =>
  action.writes
    ? t("resource:bulk.change_field", { field: t(`entities:${entity.name}.fields.${action.takes}`) })
    : t(`${actionKey(entity, action)}.label`);

const keepBack = (url: URL) => {
  const back = url.searchParams.get("back");
  return back === null ? "" : backParam(back);
};

/** Tabs of a record: its own, as far as they are for this person, what refers to it, its past. */
const allTabs = ({ me }: Pick<Context, "me">, entity: Entity): string[] => [
  ...tabsOf(entity).filter((tab) => allowed(me, entity.tabNeeds?.[tab] ?? "login")),
  ...(referrersOf(ENTITIES, entity).length && !entity.singleton ? ["related"] : []),
  "history",
];

/** What follows the beginning of a view's address: the same at each of its addresses. */
const tailOf = (pathname: string) => pathname.replace(/^.*(?=\/view\/)/, "");

function currentTab(context: Pick<Context, "me" | "url">, entity: Entity, id: number | string): string | undefined {
  const here = tailOf(context.url.pathname);
  return allTabs(context, entity).find((tab, index) => {
    const path = tailOf(tabPath(entity, id, tab));
    return here === path || (index > 0 && here.startsWith(`${path}/`));
  });
}

/** The same tab of another record of the list. */
function besides(context: Context, entity: Entity, id: number): string {
  const [first = ""] = tabsOf(entity);
  return tabPath(entity, id, currentTab(context, entity, context.params.id ?? "") ?? first) + keepBack(context.url);
}

/** The tabs, those of the group that is shown, and the name of the one that is, unless it is the record's own. */
function tabs(context: Context, entity: Entity, id: number): { tabs: Tab[]; within: Tab[]; here?: string | undefined } {
  const { t, url } = context;
  const keep = keepBack(url);
  const here = currentTab(context, entity, id);
  const group = groupOf(entity, here);
  const link = (tab: string, current: boolean): Tab => ({
    href: tabPath(entity, id, tab) + keep,
    label: t(`resource:tab.${entity.tabNames?.[tab] ?? tab}`),
    current,
  });
  const within = group.map((tab) => link(tab, tab === here));
  return {
    tabs: allTabs(context, entity)
      .filter((tab) => groupOf(entity, tab)[0] === tab)
      .map((tab) => link(tab, group[0] === tab)),
    within: within.length > 1 ? within : [],
    here: here === tabsOf(entity)[0] ? undefined : within.find(({ current }) => current)?.label,
  };
}

/** The tabs that share a place with one; none where none is shown. */
const groupOf = ({ tabGroups = [] }: Entity, tab: string | undefined): readonly string[] =>
  tab === undefined ? [] : (tabGroups.find((group) => group.includes(tab)) ?? [tab]);

const isEmpty = (value: unknown) => Array.isArray(value) && !value.length;

/** States that belong beside the title: what is unusual about the record. */
function badgesOf({ t }: Context, entity: Entity, record: RecordData): BadgeProps[] {
  const unusual = (["blocked", "hidden"] as const).filter(
    (name) => entity.fields[name] && fieldOf(entity, name).kind === "flag" && record[name] === true,
  );
  const empty = Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === "choices" && field.empty && isEmpty(record[name]) ? [field.empty] : [],
  );
  // What a rule watches it does only while it is active; a firmware is one of many that are not.
  const idle =
    entity.fields.active?.kind === "flag" && entity.fields.active.initial === "on" && record.active === false;
  return [
    ...(idle ? [{ tone: "warn" as const, children: t("resource:not_active") }] : []),
    ...unusual.map((name) => ({
      tone: name === "blocked" ? ("bad" as const) : ("warn" as const),
      children: t(`entities:${entity.name}.fields.${name}`),
    })),
    ...empty.map((key) => ({ tone: "warn" as const, children: t(`errors:${key}`) })),
  ];
}
