import { redirect } from "@remix-run/node";
import { actionsOf, createRequirement, type Entity, type EntityAction, fieldOf, tabPath, tabsOf, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { type RecordData, recordSchema } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { safeRedirect } from "~server/web/redirects.server";
import type { Tab } from "~/ui/tabs";
import type { Tone } from "~/ui/tone";
import { entityAt, requirementAt } from "./find-entity.server";
import { viewLabels } from "./view-labels";

/** Loader of the frame around a record's tabs: title, state, actions. */
export const viewLoader = protectedLoader(requirementAt("view"), async (context) => {
  const entity = entityAt(context.url, "view");
  if (entity.name === "user" && String(context.me.id) === context.params.id) throw redirect("/profile");
  const record = await context.api.get(`${entity.api}/${context.params.id}`, recordSchema);
  return viewModel(context, entity, record);
});

function viewModel(context: Context, entity: Entity, record: RecordData) {
  const { t, url } = context;
  const back = url.searchParams.get("back") ?? "";
  return {
    title: record.title || String(record.id),
    list: { label: t(`entities:${entity.name}.many`), href: safeRedirect(entity.paths.list + (back.startsWith("?") ? back : ""), entity.paths.list) },
    badges: badgesOf(context, entity, record),
    actions: actionsOf(entity).filter((action) => isOffered(action, record)).map((action) => ({
      label: t(`${actionKey(entity, action)}.label`), href: `${viewPath(entity, record.id)}/${action.name}`, danger: action.danger === true,
    })),
    copy: allowed(context.me, createRequirement(entity)) ? { label: t("resource:copy"), href: `${entity.paths.create}?copy=${record.id}` } : undefined,
    tabs: tabs(context, entity, record.id),
    labels: pick(t, viewLabels),
  };
}
export type ViewModel = ReturnType<typeof viewModel>;

export const isOffered = ({ when }: EntityAction, record: RecordData) => !when || record[when.field] === when.is;

/** Where the texts of an action stand: deletion is the same for all. */
export const actionKey = (entity: Entity, { name }: Pick<EntityAction, "name">) => (name === "delete" ? "resource:delete" : `entities:${entity.name}.actions.${name}`);

function tabs({ t, url }: Context, entity: Entity, id: number): Tab[] {
  const back = url.searchParams.get("back");
  const keep = back ? `?back=${encodeURIComponent(back)}` : "";
  return [...tabsOf(entity), "history"].map((tab) => {
    const path = tabPath(entity, id, tab);
    const current = tab === tabsOf(entity)[0] ? url.pathname === path : url.pathname.startsWith(path);
    return { href: path + keep, label: t(`resource:tab.${tab}`), current };
  });
}

/** States that belong beside the title: what is unusual about the record. */
function badgesOf({ t }: Context, entity: Entity, record: RecordData): { tone: Tone; text: string }[] {
  const unusual = (["blocked", "hidden"] as const).filter((name) => entity.fields[name] && fieldOf(entity, name).kind === "flag" && record[name] === true);
  return unusual.map((name) => ({ tone: name === "blocked" ? "bad" : "warn", text: t(`entities:${entity.name}.fields.${name}`) }));
}
