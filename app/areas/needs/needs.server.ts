import { redirect } from "@remix-run/node";
import { needs, needsChoices } from "~server/contract/calls/needs";
import { NEEDS_SEEN, needsQuery, needsTable } from "~server/contract/needs";
import { plain } from "~server/contract/plain";
import { sensible } from "~server/contract/query";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { redirectWithToast } from "~server/web/toast.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import { fileLinks } from "~/resource/table-file.server";
import { chipOf, FILTERS, panelOf, scopesOf } from "./filters.server";
import { needsLabels } from "./labels";
import { columnsOf, rowOf, sumColumns, sumRow } from "./row.server";
import { sheetAddress } from "./words.server";

/** Machines by urgency with what they need; ticked ones go to a route sheet. */
export const needsLoader = protectedLoader(NEEDS_SEEN, async (context) => {
  const { api, t, url } = context;
  const query = sensible(needsQuery, url.searchParams);
  const chosen = FILTERS.filter((name) => query[name] !== undefined);
  const wantsPanel = url.searchParams.has("filters");
  const { page: _page, limit: _limit, q: _q, ...filter } = query;
  const [page, choices] = await Promise.all([
    api.read(needs, {}, query),
    wantsPanel || chosen.length ? api.read(needsChoices, {}, filter) : undefined,
  ]);
  return {
    scopes: scopesOf(context, query),
    search: { name: "q", label: t("needs:search"), value: url.searchParams.get("q") ?? "" },
    keep: [...url.searchParams]
      .filter(([name]) => !["q", "page", "filters", ...(wantsPanel ? FILTERS : [])].includes(name))
      .map(([name, value]) => ({ name, value })),
    panel: wantsPanel && choices ? panelOf(context, choices) : undefined,
    panelHref: withParams(url, { filters: "1" }),
    chips: choices ? chosen.map((name) => chipOf(context, name, choices)) : [],
    clearHref: withParams(url, Object.fromEntries(FILTERS.map((name) => [name, null]))),
    columns: columnsOf(context, page),
    rows: page.items.map((need) => rowOf(context, need)),
    sumColumns: sumColumns(context),
    sums: page.wants.map((want) => sumRow(context, want)),
    pagination: paginationOf(context, page),
    exports: fileLinks(context, "/export/needs", needsTable, needsTable.list.columns),
    planHref: `/needs/round${query.crew === undefined ? "" : `?crew=${query.crew}`}`,
    action: `${url.pathname}${url.search}`,
    labels: pick(t, needsLabels),
  };
});

/** Leads to a new route sheet with the machines that were ticked. */
export const needsAction = protectedAction(NEEDS_SEEN, async ({ form, url }) => {
  const devices = form()
    .getAll("device")
    .map(plain)
    .filter((one) => /^\d{1,9}$/.test(one));
  if (!devices.length)
    throw await redirectWithToast(`${url.pathname}${url.search}`, { tone: "warn", key: "needs:none_chosen" });
  const crew = url.searchParams.get("crew");
  throw redirect(sheetAddress(devices, crew ? { crew } : {}));
});
