import { type Entity, type Scope, scopesOf, sortsOf } from "~server/contract/entity";
import { WORDS_MAX } from "~server/contract/query";
import { filterIdentity } from "~server/contract/filters";
import type { Listed } from "~server/contract/listed";
import { type Table, tableOf } from "~server/contract/tables";
import { safeRedirect } from "~server/web/redirects.server";
import { addressOf, apiFilters, waysAt } from "./filters.server";

/** What an address of a list asks for: the API's search, filters and sort, what made no sense, and the scope it amounts to. */
export interface ListQuery {
  query: URLSearchParams;
  wrong: Set<string>;
  scope: Scope | undefined;
  /** The address with what the first scope adds written out. */
  scoped: URL;
}

export function listQuery(entity: Listed, url: URL): ListQuery {
  const scoped = inScope(entity, url);
  const { query, wrong } = apiFilters(entity, scoped);
  const scope = scopeOf(entity, scoped);
  const sort = url.searchParams.get("sort") ?? "";
  const asked = {
    q: url.searchParams.get("q")?.slice(0, WORDS_MAX),
    sort: sortsOf(entity).includes(sort) ? sort : scope?.sort,
  };
  for (const [name, value] of Object.entries(asked)) if (value) query.set(name, value);
  for (const [name, value] of waysAt(entity, url)) query.append(name, value);
  return { query, wrong, scope, scoped };
}

/** Without a filter of its own a list with scopes opens on the first. */
function inScope(entity: Listed, url: URL): URL {
  const [first] = scopesOf(entity);
  if (!first || url.searchParams.has("scope") || Object.keys(first.where).some((name) => url.searchParams.has(name)))
    return url;
  const scoped = new URL(url);
  for (const [name, value] of Object.entries(first.where)) scoped.searchParams.set(name, value);
  return scoped;
}

function scopeOf(entity: Listed, url: URL): Scope | undefined {
  const matching = scopesOf(entity).filter((scope) =>
    Object.entries(scope.where).every(([name, value]) => url.searchParams.getAll(name).join() === value),
  );
  return matching.sort((a, b) => Object.keys(b.where).length - Object.keys(a.where).length)[0];
}

/** Address of the list that shows just what a query of the API matches; the first scope must not narrow it. */
export const listHref = (entity: Entity, query: URLSearchParams): string => tableHref(tableOf(entity), query);

/** The same of a list or report. */
export function tableHref(table: Table, query: URLSearchParams): string {
  const params = addressOf(table, query);
  const [first] = scopesOf(table);
  if (first && !Object.keys(first.where).some((name) => params.has(name))) params.set("scope", "all");
  return params.size ? `${table.path}?${params}` : table.path;
}

/** `?back=` of a list without a query. */
const PLAIN = "list";

/** The list to go back to, as `?back=` carries it: its query, nothing else. */
export const backHref = (entity: Entity, back: string | null): string =>
  safeRedirect(entity.paths.list + (back?.startsWith("?") ? back : ""), entity.paths.list);

/** What the list that `?back=` names asks for. */
export const backQuery = (entity: Entity, url: URL): ListQuery =>
  listQuery(entity, new URL(backHref(entity, url.searchParams.get("back")), url));

/** `?back=` for links from a list to its records, and between the screens of one. */
export const backParam = (back: string): string => `?back=${encodeURIComponent(back || PLAIN)}`;

/** Tells whether an address shows what is saved under a query. */
export const isSaved = (entity: Listed, asked: URLSearchParams, saved: string): boolean =>
  filterIdentity(entity, asked) === saved;
