import { data } from "@remix-run/node";
import { deviceStateChoices, deviceStates } from "~server/contract/calls/fleet";
import { statusesQuery } from "~server/contract/statuses";
import { sensible } from "~server/contract/query";
import { protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import { chip, FILTERS, panelOf, tabs } from "./filters.server";
import { statusesLabels } from "./labels";
import { columnsOf, rowOf } from "./row.server";
import { tilesOf } from "./tile.server";

/** Offered by the link; what an address may ask for besides. */
const REFRESH = 30;
const PAUSES = [15, REFRESH, 60, 300];

/** Machines by state: how they stand, the worst first; for everybody signed in. */
export const statusesLoader = protectedLoader("login", async (context) => {
  const { api, t, url, format, preferences, request } = context;
  const query = sensible(statusesQuery, url.searchParams);
  const chosen = FILTERS.filter((name) => query[name] !== undefined);
  const wantsPanel = url.searchParams.has("filters");
  const [statuses, choices] = await Promise.all([
    api.read(deviceStates, {}, query),
    wantsPanel || chosen.length ? api.read(deviceStateChoices, {}, query) : undefined,
  ]);
  const refresh = PAUSES.find((seconds) => String(seconds) === url.searchParams.get("refresh"));
  const chips = choices ? chosen.map((name) => chip(context, name, choices)) : [];
  const model = drawnOnServer(
    request,
    drawnOnServer(
      request,
      {
        tabs: tabs(context, statuses, query.state),
        search: { name: "q", label: t("statuses:search"), value: url.searchParams.get("q") ?? "" },
        keep: [...url.searchParams]
          .filter(([name]) => !["q", "page", "filters", ...(wantsPanel ? FILTERS : [])].includes(name))
          .map(([name, value]) => ({ name, value })),
        panel: wantsPanel && choices ? panelOf(context, choices) : undefined,
        panelHref: withParams(url, { filters: "1" }),
        chips,
        clearHref: withParams(url, Object.fromEntries(FILTERS.map((name) => [name, null]))),
        columns: columnsOf(context),
        rows: statuses.items.map((row) => rowOf(context, row)),
        isEmpty: statuses.items.length === 0,
        pagination: paginationOf(context, statuses),
        tiles: tilesOf(context, statuses),
        refresh,
        refreshLink: refresh
          ? withParams(url, { refresh: null, page: url.searchParams.get("page") })
          : withParams(url, { refresh: String(REFRESH), page: url.searchParams.get("page") }),
        updated: t("statuses:updated", { time: format.dateTime(new Date()) }),
        labels: pick(t, statusesLabels),
      },
      "rows",
    ),
    "tiles",
  );
  // Without scripts the browser itself asks again; with them a timer does, which leaving the page ends.
  return data(model, refresh && !preferences.scripts ? { headers: { Refresh: String(refresh) } } : undefined);
});
