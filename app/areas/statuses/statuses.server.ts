import { data } from "@remix-run/node";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { REGIONS } from "~server/contract/enums";
import {
  type Statuses,
  type StatusChoices,
  statusChoicesSchema,
  statusesQuery,
  type StatusRow,
  statusesSchema,
  COUNTED_STATES,
  type CountedState,
} from "~server/contract/fleet";
import { sensible } from "~server/contract/query";
import { allowed } from "~server/contract/permissions";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { errorWords } from "~/areas/error-words.server";
import { sinceOf } from "~/areas/objects/device/state-items.server";
import { pageLinks, withParams } from "~/resource/list-address";
import { toneOf } from "~/resource/tones";
import type { Chip } from "~/ui/chips";
import type { Cell, Column, Row } from "~/ui/data-table";
import { statusesLabels } from "./labels";
import type { RegionTile } from "./region-map";
import { TILES } from "./tiles";

/** Offered by the link; what an address may ask for besides. */
const REFRESH = 30;
const PAUSES = [15, REFRESH, 60, 300];
const FILTERS = ["project", "location", "crew", "region"] as const;

/** Machines by state: how they stand, the worst first; for everybody signed in. */
export const statusesLoader = protectedLoader("login", async (context) => {
  const { api, t, url, format, preferences, request } = context;
  const query = sensible(statusesQuery, url.searchParams);
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const chosen = FILTERS.filter((name) => query[name] !== undefined);
  const wantsPanel = url.searchParams.has("filters");
  const [statuses, choices] = await Promise.all([
    api.get("/devices/states", statusesSchema, asked),
    wantsPanel || chosen.length ? api.get("/devices/states/choices", statusChoicesSchema, asked) : undefined,
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
        panel:
          wantsPanel && choices
            ? FILTERS.map((name) => ({
                name,
                label: t(`statuses:filter.${name}`),
                value: url.searchParams.get(name) ?? "",
                options: options(context, name, choices),
                hint: hint(context, name, choices),
              }))
            : undefined,
        panelHref: withParams(url, { filters: "1" }),
        chips,
        clearHref: withParams(url, Object.fromEntries(FILTERS.map((name) => [name, null]))),
        columns: COLUMNS.map(
          (key): Column => ({ key, label: t(`statuses:column.${key}`), align: ENDS.has(key) ? "end" : undefined }),
        ),
        rows: statuses.items.map((row) => rowOf(context, row)),
        isEmpty: statuses.items.length === 0,
        pagination: pagination(context, statuses),
        tiles: REGIONS.map((region) => tileOf(context, region, statuses)),
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

function tabs({ t, url, format }: Context, { counts }: Statuses, current: CountedState | undefined) {
  return [
    {
      href: withParams(url, { state: null }),
      label: t("statuses:all"),
      count: format.number(counts.total),
      current: !current,
    },
    ...COUNTED_STATES.map((state) => ({
      href: withParams(url, { state }),
      label: t(`statuses:state.${state}`),
      count: format.number(counts.states.find((one) => one.state === state)?.count ?? 0),
      current: current === state,
    })),
  ];
}

type Filter = (typeof FILTERS)[number];

function options({ t }: Pick<Context, "t">, name: Filter, choices: StatusChoices) {
  if (name === "region") return REGIONS.map((region) => ({ value: region, label: t(`options:region.${region}`) }));
  return choices[name].items.map(({ id, label }) => ({ value: String(id), label }));
}

const hint = ({ t }: Pick<Context, "t">, name: Filter, choices: StatusChoices) =>
  name !== "region" && choices[name].more ? t("statuses:more_choices") : undefined;

function chip(context: Context, name: Filter, choices: StatusChoices): Chip {
  const value = context.url.searchParams.get(name) ?? "";
  const found = options(context, name, choices).find((one) => one.value === value);
  return {
    label: `${context.t(`statuses:filter.${name}`)}: ${found?.label ?? value}`,
    href: withParams(context.url, { [name]: null }),
  };
}

/** Few columns of two lines each, so that they fit beside the map: where it stands, how, what is wrong, what it sells, its signal and temperature. */
const COLUMNS = ["machine", "status", "troubles", "sales", "signal"] as const;
const ENDS: ReadonlySet<string> = new Set(["sales", "signal"]);

function rowOf(context: Context, row: StatusRow): Row {
  const { t, format, me } = context;
  const troubles = troublesOf(context, row);
  const status = `options:device_status.${row.status}`;
  return {
    id: String(row.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, row.id) : undefined,
    cells: [
      {
        text: row.serial_number,
        hint: [row.location?.label, row.city].filter(Boolean).join(", ") || t("dashboard:no_location"),
      },
      {
        text: t(status),
        ...toneOf("device_status", row.status),
        hint: row.status_since ? sinceOf(context, row.status, row.status_since) : undefined,
      },
      troubles.length ? { text: troubles.join("; "), tone: "bad" } : { text: "—" },
      { text: format.money(row.today.amount), hint: soldOf(context, row) },
      {
        text: row.rssi === null ? "—" : t("statuses:dbm", { value: format.number(row.rssi) }),
        hint:
          row.temperature === null ? undefined : t("statuses:celsius", { value: format.number(row.temperature, 1) }),
      },
    ] satisfies Cell[],
  };
}

/** Vends of today and the age of the last one: "31 vends, 5 min ago". */
const soldOf = ({ t, format }: Context, { today, last_sale_at: last }: StatusRow) =>
  last
    ? [
        ...(today.count ? [t("dashboard:vends", { count: today.count, shown: format.number(today.count) })] : []),
        format.age(last),
      ].join(", ")
    : t("statuses:no_sale");

/** What somebody should look after, in words. */
function troublesOf({ t, format }: Context, { errors, mains, door, quiet }: StatusRow): string[] {
  return [
    ...errors.map((error) => `${error.raw}: ${errorWords(t, error)}`),
    ...(mains === false ? [t("statuses:state.power")] : []),
    ...(door === "opened" ? [t("statuses:state.door")] : []),
    ...(quiet
      ? [t(`statuses:quiet.${quiet.kind}`, { age: format.age(quiet.since), count: Math.round(quiet.expected) })]
      : []),
  ];
}

function tileOf({ t, url, format }: Context, region: (typeof REGIONS)[number], { regions }: Statuses): RegionTile {
  const { total = 0, offline = 0, errors = 0 } = regions.find((one) => one.region === region) ?? {};
  const name = t(`options:region.${region}`);
  const current = url.searchParams.get("region") === region;
  const counts = t("statuses:machines", { count: total, shown: format.number(total) });
  const words = [
    counts,
    ...(offline ? [t("statuses:offline", { count: offline, shown: format.number(offline) })] : []),
    ...(errors ? [t("statuses:with_errors", { count: errors, shown: format.number(errors) })] : []),
  ];
  return {
    code: region,
    current,
    place: TILES[region],
    href: withParams(url, { region: current ? null : region }),
    tone: total === 0 ? "none" : offline / total >= 0.2 ? "bad" : offline || errors ? "warn" : "ok",
    total: format.number(total),
    mark: offline ? `▼ ${format.number(offline)}` : "",
    words: `${name}: ${words.join(", ")}`,
  };
}

function pagination({ t, url, format }: Context, { page, limit, total, items }: Statuses) {
  const last = Math.max(1, Math.ceil(total / limit));
  const from = items.length ? (page - 1) * limit + 1 : 0;
  return {
    label: t("resource:pages"),
    summary: t("resource:range", {
      from: format.number(from),
      to: format.number(items.length ? from + items.length - 1 : 0),
      total: format.number(total),
    }),
    pages: last > 1 ? pageLinks(url, page, last, format.number) : [],
    previous:
      page > 1 ? { label: t("resource:previous"), href: withParams(url, { page: String(page - 1) }) } : undefined,
    next: page < last ? { label: t("resource:next"), href: withParams(url, { page: String(page + 1) }) } : undefined,
  };
}
