import { data } from "@remix-run/node";
import { z } from "zod";
import { changeFilter, deleteFilter, filterGroups, savedFilters, saveFilter } from "~server/contract/calls/filters";
import type { SavedFilter } from "~server/contract/lists";
import { titleKey } from "~server/contract/listed";
import { reportNamed } from "~server/contract/reports";
import { filterIdentity } from "~server/contract/filters";
import { type Table, TABLES } from "~server/contract/tables";
import { notFound } from "~server/web/screens.server";
import { plain } from "~server/contract/plain";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { askedWords } from "./filters.server";
import { isSaved, listQuery, tableHref } from "./list-query.server";
import { savedLabels } from "./saved-labels";

const requirement = ({ params }: Pick<Context, "params">) => tableNamed(params.entity).needs;
const pathOf = (table: Table) => `/saved_filters/${table.name}`;

/** The list or report of that name; throws the not-found screen for any other. */
function tableNamed(name = ""): Table {
  const table = TABLES.get(name);
  if (!table) throw notFound();
  return table;
}

const filtersOf = async ({ api }: Context, table: Table): Promise<SavedFilter[]> =>
  (await api.read(savedFilters, {}, { entity: table.name })).items;

/** On the own report not filters are kept but reports: the same page and menu say so. */
const keepsReports = ({ name }: Table): boolean => reportNamed(name)?.keepsColumns === true;

/** The menu of saved filters above a list: links to them, and where one is saved and kept in order. */
export async function savedMenu(context: Context, table: Table, asked: URLSearchParams) {
  const { t, url } = context;
  const filters = await filtersOf(context, table);
  const saved = filters.some((one) => one.own && isSaved(table, asked, one.query));
  // What the list shows when nothing is asked of it is not worth a name.
  const isPlain = isSaved(table, asked, filterIdentity(table, listQuery(table, new URL(table.path, url)).query));
  const isReport = keepsReports(table);
  return {
    label: t(isReport ? "reports:kept.title" : "resource:saved.title"),
    links: filters.map((one) => ({
      id: one.id,
      href: tableHref(table, new URLSearchParams(one.query)),
      label: one.own ? one.name : t("resource:saved.shared", { name: one.name, owner: one.owner }),
      current: isSaved(table, asked, one.query),
    })),
    save:
      isPlain || saved
        ? undefined
        : {
            href: pathOf(table) + url.search,
            label: t(isReport ? "reports:save_own" : "resource:saved.save_this"),
          },
    manage: filters.some((one) => one.own)
      ? { href: pathOf(table), label: t(isReport ? "reports:kept.manage" : "resource:saved.manage") }
      : undefined,
  };
}

/** Loader of the page where filters of a list are saved, renamed, shared and deleted. The filter to save stands in the address. */
export const savedLoader = protectedLoader(requirement, async (context) => {
  const { t, url, api } = context;
  const table = tableNamed(context.params.entity);
  const { scoped } = listQuery(table, url);
  const [filters, groups] = await Promise.all([filtersOf(context, table), api.read(filterGroups, {})]);
  const asked = url.search ? await askedWords(context, table, scoped) : undefined;
  return {
    title: t(keepsReports(table) ? "reports:kept.title" : "resource:saved.title"),
    list: {
      label: t(titleKey(table)),
      href: url.search ? table.path + url.search : table.path,
    },
    asked: asked?.map(([name, value]) => `${name}: ${value}`),
    filters: filters
      .filter((one) => one.own)
      .map((one) => ({
        id: String(one.id),
        name: one.name,
        href: tableHref(table, new URLSearchParams(one.query)),
        group: one.group ? String(one.group.id) : "",
      })),
    groups: groups.items.map(({ id, label }) => ({ value: String(id), label })),
    labels: { ...pick(t, savedLabels), ...(keepsReports(table) ? keptLabels(context) : {}) },
  };
});

const keptLabels = ({ t }: Pick<Context, "t">) => ({
  "resource:saved.save_this": t("reports:save_own"),
  "resource:saved.submit": t("reports:kept.submit"),
  "resource:saved.own": t("reports:kept.title"),
  "resource:saved.none": t("reports:kept.none"),
  "resource:saved.delete": t("reports:kept.delete"),
  "resource:saved.open": t("reports:kept.open"),
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
  const table = tableNamed(context.params.entity);
  const form = context.form();
  const id = z
    .string()
    .regex(/^\d{0,10}$/)
    .catch("")
    .parse(form.get("id") ?? "");
  const intent = plain(form.get("intent"));
  const outcome = await send(context, table, id, intent);
  if (!outcome.ok) {
    const beside = Object.values(fieldTexts(t, outcome.fields)).flat();
    const errors = beside.length ? beside : [errorText(t, outcome.error)];
    return data<SavedAnswer>({ id, ...typedIn(form), errors }, { status: outcome.status });
  }
  const saved = await filtersOf(context, table);
  const made = id ? undefined : saved.find((one) => one.own && isSaved(table, listQuery(table, url).query, one.query));
  throw await redirectWithToast(made ? tableHref(table, new URLSearchParams(made.query)) : pathOf(table), {
    tone: "ok",
    key: doneKey(table, intent),
  });
});

function doneKey(table: Table, intent: string) {
  if (keepsReports(table)) return intent === "delete" ? "reports:kept.deleted" : "reports:kept.done";
  return intent === "delete" ? "resource:saved.deleted" : "resource:saved.done";
}

const typedIn = (form: FormData) => ({ name: plain(form.get("name")), group: plain(form.get("group")) });

function send({ api, url, form }: ActionContext, table: Table, id: string, intent: string) {
  const values = typedIn(form());
  if (!id)
    return api.change(
      saveFilter,
      {},
      { entity: table.name, query: filterIdentity(table, listQuery(table, url).query), ...values },
    );
  return intent === "delete" ? api.change(deleteFilter, { id }, {}) : api.change(changeFilter, { id }, values);
}
