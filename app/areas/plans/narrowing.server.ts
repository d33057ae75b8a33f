import { plansTable } from "~server/contract/plans";
import type { Context } from "~server/web/guard.server";
import { apiFilters, filterChips, filterControls } from "~/resource/filters.server";
import { isFindParam, withParams } from "~/resource/list-address";
import { listQuery } from "~/resource/list-query.server";
import type { Column } from "~/ui/data-table";
import type { Tab } from "~/ui/tabs";

const YEAR_PATH = `${plansTable.path}/year`;

/** What an address asks of plans, in the API's notation: filters and order, and what else is asked. */
export function askedOf(url: URL, others: Readonly<Record<string, string | number | undefined>>): URLSearchParams {
  const { query } = listQuery(plansTable, url);
  // Plans have no words to search.
  query.delete("q");
  for (const [name, value] of Object.entries(others)) if (value !== undefined) query.set(name, String(value));
  return query;
}

/** Which projects are seen: the panel of filters, and those in use. */
export async function narrowingOf(context: Context) {
  const { url } = context;
  const { wrong } = apiFilters(plansTable, url);
  const { filters } = plansTable.list;
  const kept = (isKept: (param: { name: string }) => boolean) =>
    [...url.searchParams]
      .map(([name, value]) => ({ name, value }))
      .filter((param) => !["page", "filters"].includes(param.name) && !isFindParam(param.name) && isKept(param));
  const isOpen = url.searchParams.has("filters") || wrong.size > 0 || [...url.searchParams.keys()].some(isFindParam);
  return {
    panel: isOpen ? await filterControls(context, plansTable, url, wrong) : undefined,
    panelHref: withParams(url, { filters: "1" }),
    chips: await filterChips(context, plansTable, url, {}),
    clearHref: withParams(url, Object.fromEntries(filters.map((name) => [name, null]))),
    /** What a form of the filters must not lose, and what one of the month or year must not. */
    keep: kept(({ name }) => !filters.includes(name)),
    stay: kept(({ name }) => name !== "month" && name !== "year"),
  };
}

/** The month and the year that it lies in, of the same projects. */
export function viewsOf({ t, url }: Context, current: "month" | "year", month: string): Tab[] {
  const to = (path: string, asked: Record<string, string>) => `${path}?${narrowedTo(url, asked)}`;
  return [
    { href: to(plansTable.path, { month }), label: t("plans:month"), current: current === "month" },
    { href: to(YEAR_PATH, { year: month.slice(0, 4) }), label: t("plans:year"), current: current === "year" },
  ];
}

/** The screen of a month, of the same projects or of one. */
export const monthHref = (url: URL, month: string, project?: number): string =>
  `${plansTable.path}?${project === undefined ? narrowedTo(url, { month }) : new URLSearchParams({ month, project: String(project) })}`;

/** What is asked, and the filters of an address. */
function narrowedTo({ searchParams }: URL, asked: Record<string, string>): URLSearchParams {
  const query = new URLSearchParams(asked);
  for (const name of plansTable.list.filters)
    for (const value of searchParams.getAll(name)) if (value) query.append(name, value);
  return query;
}

/** Sorts by a column, by the other direction where that is so already; what is greatest first. */
export function sortOf({ url }: Pick<Context, "url">, name: string, sort: string): NonNullable<Column["sort"]> {
  const direction = sort === name ? "asc" : sort === `-${name}` ? "desc" : null;
  const next = direction === "asc" || (direction === null && name !== "project") ? `-${name}` : name;
  return { href: withParams(url, { sort: next }), direction };
}
