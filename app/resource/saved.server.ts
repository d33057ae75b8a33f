import { data } from "@remix-run/node";
import { z } from "zod";
import { changeFilter, deleteFilter, filterGroups, savedFilters, saveFilter } from "~server/contract/calls/filters";
import type { SavedFilter } from "~server/contract/lists";
import { type Entity, listRequirement } from "~server/contract/entity";
import { filterIdentity } from "~server/contract/filters";
import { plain } from "~server/contract/plain";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { filterChips } from "./filters.server";
import { listedEntity } from "./find-entity.server";
import { isSaved, listHref, listQuery } from "./list-query.server";
import { savedLabels } from "./saved-labels";

const requirement = ({ params }: Pick<Context, "params">) => listRequirement(listedEntity(params.entity));
const pathOf = (entity: Entity) => `/saved_filters/${entity.name}`;

const filtersOf = async ({ api }: Context, entity: Entity): Promise<SavedFilter[]> =>
  (await api.read(savedFilters, {}, { entity: entity.name })).items;

/** The menu of saved filters above a list: links to them, and where one is saved and kept in order. */
export async function savedMenu(context: Context, entity: Entity, asked: URLSearchParams) {
  const { t, url } = context;
  const filters = await filtersOf(context, entity);
  const saved = filters.some((one) => one.own && isSaved(entity, asked, one.query));
  // What the list shows when nothing is asked of it is not worth a name.
  const isPlain = isSaved(
    entity,
    asked,
    filterIdentity(entity, listQuery(entity, new URL(entity.paths.list, url)).query),
  );
  return {
    label: t("resource:saved.title"),
    links: filters.map((one) => ({
      id: one.id,
      href: listHref(entity, new URLSearchParams(one.query)),
      label: one.own ? one.name : t("resource:saved.shared", { name: one.name, owner: one.owner }),
      current: isSaved(entity, asked, one.query),
    })),
    save: isPlain || saved ? undefined : { href: pathOf(entity) + url.search, label: t("resource:saved.save_this") },
    manage: filters.some((one) => one.own) ? { href: pathOf(entity), label: t("resource:saved.manage") } : undefined,
  };
}

/** Loader of the page where filters of a list are saved, renamed, shared and deleted. The filter to save stands in the address. */
export const savedLoader = protectedLoader(requirement, async (context) => {
  const { t, url, api } = context;
  const entity = listedEntity(context.params.entity);
  const { query, scoped } = listQuery(entity, url);
  const [filters, groups] = await Promise.all([filtersOf(context, entity), api.read(filterGroups, {})]);
  const chips = url.search ? await filterChips(context, entity, scoped, {}) : [];
  const words = query.get("q");
  return {
    title: t("resource:saved.title"),
    list: {
      label: t(`entities:${entity.name}.many`),
      href: url.search ? entity.paths.list + url.search : entity.paths.list,
    },
    asked: url.search
      ? [...(words ? [`${t("resource:search")}: ${words}`] : []), ...chips.map(({ label }) => label)]
      : undefined,
    filters: filters
      .filter((one) => one.own)
      .map((one) => ({
        id: String(one.id),
        name: one.name,
        href: listHref(entity, new URLSearchParams(one.query)),
        group: one.group ? String(one.group.id) : "",
      })),
    groups: groups.items.map(({ id, label }) => ({ value: String(id), label })),
    labels: pick(t, savedLabels),
  };
});

/** What the page says when a filter was not saved, with what was typed for it; `id` is empty for a new one. */
export interface SavedAnswer {
  id: string;
  name: string;
  group: string;
  errors: string[];
}

export const savedAction = protectedAction(requirement, async (context) => {
  const { t, url } = context;
  const entity = listedEntity(context.params.entity);
  const form = context.form();
  const id = z
    .string()
    .regex(/^\d{0,10}$/)
    .catch("")
    .parse(form.get("id") ?? "");
  const intent = plain(form.get("intent"));
  const outcome = await send(context, entity, id, intent);
  if (!outcome.ok) {
    const beside = Object.values(fieldTexts(t, outcome.fields)).flat();
    const errors = beside.length ? beside : [errorText(t, outcome.error)];
    return data<SavedAnswer>({ id, ...typedIn(form), errors }, { status: outcome.status });
  }
  const saved = await filtersOf(context, entity);
  const made = id
    ? undefined
    : saved.find((one) => one.own && isSaved(entity, listQuery(entity, url).query, one.query));
  throw await redirectWithToast(made ? listHref(entity, new URLSearchParams(made.query)) : pathOf(entity), {
    tone: "ok",
    key: intent === "delete" ? "resource:saved.deleted" : "resource:saved.done",
  });
});

const typedIn = (form: FormData) => ({ name: plain(form.get("name")), group: plain(form.get("group")) });

function send({ api, url, form }: ActionContext, entity: Entity, id: string, intent: string) {
  const values = typedIn(form());
  if (!id)
    return api.change(
      saveFilter,
      {},
      { entity: entity.name, query: filterIdentity(entity, listQuery(entity, url).query), ...values },
    );
  return intent === "delete" ? api.change(deleteFilter, { id }, {}) : api.change(changeFilter, { id }, values);
}
