import { data } from "@remix-run/node";
import { sensible } from "~server/contract/query";
import { createRequirement, deletedPath, listRequirement, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { deletedLabels } from "./deleted-labels";
import { deletedAt } from "./find-entity.server";
import { historyModel } from "./history.server";
import { pageLinks } from "./list-address";
import { DELETED, scopeTabs } from "./list-scopes.server";

const toSee = ({ url }: Pick<Context, "url">) => listRequirement(deletedAt(url).entity);

/** Loader of the list of what was deleted of a kind: what, by whom and when, the latest first. */
export const deletedLoader = protectedLoader(toSee, async (context) => {
  const { t, format, api, url } = context;
  const { entity, calls } = deletedAt(url);
  const q = url.searchParams.get("q") ?? "";
  const page = await api.read(calls.list, {}, sensible(calls.list.query, url.searchParams));
  const last = Math.ceil(page.total / page.limit);
  return {
    title: t(`entities:${entity.name}.many`),
    about: t(`entities:${entity.name}.about`),
    scopes: scopeTabs({ ...context, url: new URL(entity.paths.list, url) }, entity, DELETED),
    q,
    rows: page.items.map(({ id, title, at, author }) => ({
      id: String(id),
      href: deletedPath(entity, id),
      cells: [{ text: title || `#${id}` }, { text: author ?? t("resource:system") }, { text: format.dateTime(at) }],
    })),
    summary: t("resource:deleted.total", { count: page.total }),
    pages: last > 1 ? pageLinks(url, page.page, last, format.number) : [],
    labels: pick(t, deletedLabels),
  };
});

/** Loader of a deleted record: who deleted it and when, its history, and the undoing for who may. */
export const deletedRecordLoader = protectedLoader(toSee, async (context) => {
  const { t, format, api, url, me, params } = context;
  const { entity, calls } = deletedAt(url);
  const [{ id, title, at, author }, history] = await Promise.all([
    api.read(calls.read, { id: params.id }),
    historyModel(context, entity, params.id ?? ""),
  ]);
  return {
    title: title || `#${id}`,
    crumbs: [
      { label: t(`entities:${entity.name}.many`), href: entity.paths.list },
      { label: t("resource:deleted.title"), href: deletedPath(entity) },
    ],
    said: t("resource:deleted.said", { author: author ?? t("resource:system"), time: format.dateTime(at) }),
    mayRestore: allowed(me, createRequirement(entity)),
    history,
    labels: pick(t, deletedLabels),
  };
});

/** Undoes a deletion, or says what stands against it. */
export const restoreAction = protectedAction(
  ({ url }) => createRequirement(deletedAt(url).entity),
  async ({ t, api, url, params }) => {
    const { entity, calls } = deletedAt(url);
    const outcome = await api.change(calls.restore, { id: params.id }, {});
    if (outcome.ok)
      throw await redirectWithToast(viewPath(entity, outcome.data.id), { tone: "ok", key: "resource:restore.done" });
    const against = Object.entries(fieldTexts(t, outcome.fields)).map(
      ([path, texts]) => `${t(`entities:${entity.name}.fields.${path.replace(/[[.].*/, "")}`)}: ${texts.join(" ")}`,
    );
    return data(
      { against: against.length ? [...new Set(against)] : [errorText(t, outcome.error)] },
      { status: outcome.status },
    );
  },
);
