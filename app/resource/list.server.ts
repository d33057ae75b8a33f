import { data, redirect } from "@remix-run/node";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { callsOf } from "~server/contract/calls/entities";
import {
  actionRequirement,
  ALL,
  bulkActionsOf,
  changeRequirement,
  changesOf,
  createRequirement,
  type Entity,
  type EntityAction,
  fieldOf,
  importPath,
  listRequirement,
  type Scope,
  scopesOf,
  viewPath,
} from "~server/contract/entity";
import { importColumns } from "~server/contract/import-columns";
import { columnsFor } from "~server/contract/listed";
import type { ScopeCounts } from "~server/contract/lists";
import { entityNamed } from "~server/contract/entities";
import type { Field } from "~server/contract/field-kinds";
import { pageQuery, sensible } from "~server/contract/query";
import { tableOf } from "~server/contract/tables";
import { allowed } from "~server/contract/permissions";
import type { Page, RecordData } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import type { Column, Row } from "~/ui/data-table";
import { createLink } from "./create-link.server";
import { filterChips, filterControls } from "./filters.server";
import { entityAt, requirementAt } from "./find-entity.server";
import { ListScreen } from "./list";
import { listLabels } from "./list-labels";
import { cleanAddress, isFindParam, withParams } from "./list-address";
import { listMemory } from "./list-memory.server";
import { backParam, listQuery } from "./list-query.server";
import { scopeHref, scopeTabs } from "./list-scopes.server";
import { pageSizes, paginationOf } from "./pagination.server";
import { savedMenu } from "./saved.server";
import { shown } from "./show.server";
import { fileLinks } from "./table-file.server";
import { actionLabel } from "./view.server";

/** Loader of every entity's list screen. */
export const listLoader = protectedLoader(requirementAt("list"), async (context) => {
  const entity = entityAt(context.url, "list");
  const clean = cleanAddress(context.url);
  const memory = await listMemory(context, entity);
  const headers = memory.setCookie ? { "Set-Cookie": memory.setCookie } : undefined;
  if (clean) throw redirect(clean, { headers });
  const screen = await listModel(context, entity, memory);
  const html = renderToStaticMarkup(createElement(ListScreen, { model: screen }));
  const model = drawnOnServer(context.request, { title: screen.title, html }, "html");
  return data(model, { headers });
});

/** A list that the API refuses is drawn without records. */
const NO_RECORDS: Page = { items: [], total: 0, capped: false, page: 1, limit: 1 };

async function listModel(context: Context, entity: Entity, { limit, columns }: { limit: number; columns: string[] }) {
  const { t, url, me, api } = context;
  const { query, wrong, scope } = listQuery(entity, url);
  const paged = new URLSearchParams([
    ...query,
    ["page", String(sensible(pageQuery, url.searchParams).page)],
    ["limit", String(limit)],
  ]);
  const [page, saved, counts] = await Promise.all([
    api.readOr(NO_RECORDS, callsOf(entity).list, {}, paged),
    savedMenu(context, tableOf(entity), query),
    countsOf(context, entity, query),
  ]);
  // Records may have gone since the link was made; those that are left stand on the last page.
  const last = Math.ceil(page.total / page.limit);
  if (!page.items.length && last > 0 && last < page.page) throw redirect(withParams(url, { page: String(last) }));
  const chips = await filterChips(context, entity, url, scope?.where ?? {});
  const words = url.searchParams.get("q") ?? "";
  const isFiltered = chips.length > 0 || words !== "";
  const scopes = scopeTabs(context, entity, scope?.name, counts);
  const search = { name: "q", label: t("resource:search"), value: words };
  return {
    title: t(`entities:${entity.name}.many`),
    /** Which view of it and what was searched for, as paper has no tabs and fields. */
    printed: [scopes.find(({ current }) => current)?.label, words && `${search.label}: ${words}`]
      .filter(Boolean)
      .join(" · "),
    about: t(`entities:${entity.name}.about`),
    help: { href: `/help?at=${entity.paths.list}`, label: t("help:title") },
    create: createLink(context, entity, words),
    related: [
      ...(entity.related ?? [])
        .map(entityNamed)
        .filter((one) => allowed(me, listRequirement(one)))
        .map((one) => ({ href: one.paths.list, label: t(`entities:${one.name}.many`) })),
      ...(importColumns(entity).length && allowed(me, createRequirement(entity))
        ? [{ href: importPath(entity), label: t("resource:import.link") }]
        : []),
      ...toolsOf(context, entity, backParam(url.search)),
    ],
    scopes,
    columns: columns.map((name, index) => columnOf(context, entity, name, scope?.sort, index)),
    rows: page.items.map((record) => rowOf(context, entity, columns, record)),
    search,
    keep: keptParams(url),
    panel:
      url.searchParams.has("filters") || wrong.size || [...url.searchParams.keys()].some(isFindParam)
        ? await filterControls(context, entity, url, wrong)
        : undefined,
    panelHref: withParams(url, { filters: "1" }),
    chips,
    clearHref: entity.paths.list,
    chooser: {
      all: columnsFor(entity, me).map((name) => ({ value: name, label: t(`entities:${entity.name}.fields.${name}`) })),
      chosen: columns,
      keep: [...url.searchParams].filter(([name]) => name !== "columns").map(([name, value]) => ({ name, value })),
    },
    pagination: { ...paginationOf(context, page), sizes: pageSizes(context, page.limit) },
    saved,
    exports: fileLinks(context, `/export/${entity.name}`, entity, columns),
    bulk: bulkOf(context, entity, scope),
    empty: isFiltered
      ? { title: t("resource:nothing_found"), text: t("resource:nothing_found_hint") }
      : { title: t("resource:nothing_yet") },
    isFiltered,
    isEmpty: page.items.length === 0,
    elsewhere: words && scope ? await foundInAll(context, entity, scope, page.total) : undefined,
    labels: pick(t, listLabels),
  };
}
export type ListModel = Awaited<ReturnType<typeof listModel>>;

/** What the whole list has for the words that found less in one of its views: the closed tickets of who calls again. */
async function foundInAll(context: Context, entity: Entity, scope: Scope, here: number) {
  const { api, t, url, format } = context;
  if (scope === ALL || !scopesOf(entity).includes(ALL)) return undefined;
  const href = scopeHref(url, entity, ALL);
  const { query } = listQuery(entity, new URL(href, url));
  const { total, capped } = await api.readOr(
    NO_RECORDS,
    callsOf(entity).list,
    {},
    new URLSearchParams([...query, ["limit", "1"]]),
  );
  const count = format.number(total) + (capped ? "+" : "");
  return total > here ? { href, label: t("resource:found_in_all", { count }) } : undefined;
}

/** How many there are in each view, with the words and filters that a tab keeps. */
function countsOf({ api }: Context, entity: Entity, query: URLSearchParams): Promise<ScopeCounts> | undefined {
  const call = callsOf(entity).scopes;
  if (!call) return undefined;
  const fixed = new Set(["sort", ...scopesOf(entity).flatMap(({ where }) => Object.keys(where))]);
  const narrowed = new URLSearchParams([...query].filter(([name]) => !fixed.has(name)));
  return api.readOr({ counts: {}, capped: false }, call, {}, narrowed);
}

const NUMERIC: readonly Field["kind"][] = ["integer", "decimal", "money", "rows"];

function columnOf({ t, url }: Context, entity: Entity, name: string, usual: string | undefined, index: number): Column {
  const sort = url.searchParams.get("sort") || (usual ?? entity.list.sort);
  const direction = sort === name ? "asc" : sort === `-${name}` ? "desc" : null;
  return {
    key: name,
    label: t(`entities:${entity.name}.fields.${name}`),
    align: NUMERIC.includes(fieldOf(entity, name).kind) ? "end" : "start",
    brief: index > 0 && entity.list.brief?.includes(name) ? true : undefined,
    sort: { href: withParams(url, { sort: direction === "asc" ? `-${name}` : name }), direction },
  };
}

function rowOf(context: Context, entity: Entity, columns: string[], record: RecordData): Row {
  const marks = (entity.list.marks ?? []).filter((name) => record[name] === true);
  const mark = marks.map((name) => context.t(`entities:${entity.name}.fields.${name}`)).join(", ") || undefined;
  return {
    id: String(record.id),
    href: viewPath(entity, record.id) + backParam(context.url.search),
    selectLabel: context.t("resource:bulk.choose", { title: record.title }),
    // The first cell is the link to the record itself.
    cells: columns.map((name, index) => {
      const cell = shown(context, fieldOf(entity, name), record[name]);
      if (index === 0) return { ...cell, href: undefined, hint: mark };
      const closer = entity.list.closer?.[name];
      if (closer && record[closer] && !columns.includes(closer))
        return { ...shown(context, fieldOf(entity, closer), record[closer]), hint: cell.text };
      return isToldBeside(entity, name, columns) ? { ...cell, hint: undefined } : cell;
    }),
    muted: record.blocked === true || record.hidden === true,
  };
}

/** Whether other columns tell what else a related record is known by: a ticket's machine stands beside its place. */
function isToldBeside(entity: Entity, name: string, columns: readonly string[]): boolean {
  const field = fieldOf(entity, name);
  return field.kind === "ref" && (entityNamed(field.to).about ?? []).some((one) => columns.includes(one));
}

/** Pages on which something is done with many records. */
const toolsOf = ({ t, me }: Context, entity: Entity, rest = "") =>
  (allowed(me, createRequirement(entity)) ? (entity.tools ?? []) : []).map(({ name, path, chosen }) => ({
    href: path + rest,
    label: t(`entities:${entity.name}.tools.${name}`),
    chosen,
  }));

/** What can be done to the chosen rows, and the list to come back to. What the scope rules out for all of them is not offered. */
function bulkOf(context: Context, entity: Entity, scope: Scope | undefined) {
  const { t, url, me } = context;
  const isPossible = ({ when }: EntityAction) =>
    !when || (scope?.where[when.field] ?? String(when.is)) === String(when.is);
  const actions = bulkActionsOf(entity)
    .filter((action) => isPossible(action) && allowed(me, actionRequirement(entity, action)))
    .map((action) => ({ href: `/bulk/${entity.name}/${action.name}`, label: actionLabel(context, entity, action) }));
  const changes = allowed(me, changeRequirement(entity)) ? changesOf(entity) : [];
  return {
    changes: changes.length
      ? {
          href: `/bulk/${entity.name}/change`,
          label: t("resource:bulk.change"),
          name: t("resource:bulk.field"),
          fields: changes.map(({ takes = "" }) => ({
            value: takes,
            label: t(`entities:${entity.name}.fields.${takes}`),
          })),
        }
      : undefined,
    actions: [...actions, ...toolsOf(context, entity).filter(({ chosen }) => chosen)],
    back: url.search,
  };
}

/** What the search form must carry along: order and filters, but not the page. */
const keptParams = (url: URL) =>
  [...url.searchParams]
    .filter(([name]) => !["q", "page", "filters"].includes(name) && !isFindParam(name))
    .map(([name, value]) => ({ name, value }));
