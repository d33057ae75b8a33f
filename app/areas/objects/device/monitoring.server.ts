import { deviceEvents, deviceTimeline } from "~server/contract/calls/fleet";
import { sensible } from "~server/contract/query";
import type { Timeline } from "~server/contract/timeline";
import { EVENT_KINDS } from "~server/contract/device-events";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { errorWords } from "~/areas/error-words.server";
import { pageLinks, withParams } from "~/resource/list-address";
import { DEVICE } from "./device.server";
import { GROUPS, loggedRow } from "./event-words.server";
import { monitoringLabels } from "./labels";
import { logColumns } from "./telemetry.server";
import type { Lane, Piece, TimelineModel } from "./timeline-chart";

const HOUR = 3_600_000;
/** Spans that the timeline offers, in hours. */
const SPANS = { day: 24, days3: 72, week: 168, month: 720 } as const;
const SPAN_NAMES = ["day", "days3", "week", "month"] as const;
const isGroup = (name: string | null): name is keyof typeof GROUPS => name !== null && Object.hasOwn(GROUPS, name);

/** The monitoring tab: what the machine went through, drawn in time, and its log of events. */
export const monitoringLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, url, t, format, request } = context;
  const asked = url.searchParams.get("span");
  const span = SPAN_NAMES.find((name) => name === asked) ?? "day";
  const group = url.searchParams.get("group");
  const kind = EVENT_KINDS.find((one) => one === url.searchParams.get("kind"));
  const kinds = kind ? [kind] : isGroup(group) ? GROUPS[group] : [];
  const wanted = sensible(deviceEvents.query, url.searchParams);
  const now = Date.now();
  const [timeline, log] = await Promise.all([
    api.read(
      deviceTimeline,
      { id: params.id },
      {
        from: new Date(now - SPANS[span] * HOUR).toISOString(),
        to: new Date(now).toISOString(),
      },
    ),
    api.read(deviceEvents, { id: params.id }, { ...wanted, kind: kinds }),
  ]);
  const last = Math.ceil(log.total / log.limit);
  return drawnOnServer(
    request,
    {
      spans: SPAN_NAMES.map((name) => ({
        href: withParams(url, { span: name === "day" ? null : name }),
        label: t(`device:span.${name}`),
        current: name === span,
      })),
      timeline: timelineModel(context, timeline),
      groups: [
        { href: withParams(url, { group: null, kind: null }), label: t("resource:all"), current: kinds.length === 0 },
        ...Object.keys(GROUPS).map((name) => ({
          href: withParams(url, { group: name, kind: null }),
          label: t(`device:group.${name}`),
          current: !kind && name === group,
        })),
      ],
      filter: {
        keep: asked ? [{ name: "span", value: asked }] : [],
        kind: kind ?? "",
        kinds: EVENT_KINDS.map((one) => ({ value: one, label: t(`options:event_kind.${one}`) })),
        days: (["from", "to"] as const).map((name) => ({ name, value: wanted[name] ?? "" })),
      },
      rows: log.items.map((event) => loggedRow(context, event)),
      isEmpty: log.items.length === 0,
      columns: logColumns(context),
      pagination: {
        label: t("resource:pages"),
        summary: t(log.capped ? "device:events_capped" : "device:events", {
          count: log.total,
          shown: format.number(log.total),
        }),
        pages: last > 1 ? pageLinks(url, wanted.page, last, format.number) : [],
      },
      labels: pick(t, monitoringLabels),
    },
    "rows",
  );
});

/** The timeline as lanes of pieces, each placed by its share of the whole time. */
function timelineModel(context: Context, timeline: Timeline): TimelineModel {
  const { t, format } = context;
  const from = Date.parse(timeline.from);
  const whole = Math.max(1, Date.parse(timeline.to) - from);
  const place = (at: string) => Math.round(Math.min(1, Math.max(0, (Date.parse(at) - from) / whole)) * 10_000) / 100;
  const piece = (one: { from: string; to: string }, tone: Piece["tone"], text: string): Piece => ({
    x: place(one.from),
    width: Math.max(0.2, Math.round((place(one.to) - place(one.from)) * 100) / 100),
    tone,
    text: `${text}: ${format.dateTime(one.from)} – ${format.dateTime(one.to)}`,
  });
  const share = (pieces: readonly { from: string; to: string }[]) =>
    pieces.reduce((all, one) => all + Date.parse(one.to) - Date.parse(one.from), 0) / whole;
  const lane = (key: string, pieces: Piece[], summary: string): Lane => ({
    key,
    label: t(`device:lane.${key}`),
    pieces,
    summary: pieces.length ? summary : t("device:lane.unknown"),
  });
  const offline = timeline.online.filter((one) => !one.online);
  const unpowered = timeline.power.filter((one) => !one.mains);
  const opened = timeline.door.filter((one) => one.state === "opened");
  const errors = timeline.errors.map((one) => piece(one, "bad", `${one.raw}: ${errorWords(t, one)}`));
  return {
    lanes: [
      lane(
        "online",
        timeline.online.map((one) =>
          piece(
            one,
            one.online ? "ok" : "bad",
            t(one.online ? "options:device_status.ONLINE" : "options:device_status.OFFLINE"),
          ),
        ),
        t("device:lane.offline_share", { share: format.percent(share(offline), 1), count: offline.length }),
      ),
      lane(
        "power",
        timeline.power.map((one) =>
          piece(one, one.mains ? "ok" : "bad", t(one.mains ? "device:power_on" : "device:power_off")),
        ),
        t("device:lane.power_share", { share: format.percent(share(unpowered), 1), count: unpowered.length }),
      ),
      lane(
        "door",
        timeline.door.map((one) =>
          piece(one, one.state === "opened" ? "warn" : "none", t(`device:door_state.${one.state}`)),
        ),
        t("device:lane.door_times", { count: opened.length }),
      ),
      {
        key: "errors",
        label: t("device:lane.errors"),
        pieces: errors,
        summary: errors.length ? t("device:lane.errors_times", { count: errors.length }) : t("device:lane.no_errors"),
      },
    ],
    sales: salesOf(context, timeline, place),
    temperature: temperatureOf(context, timeline, place),
    ticks: ticksOf(context, from, whole),
    inTable: t("resource:in_table"),
  };
}

function salesOf({ t, format }: Context, { sales }: Timeline, place: (at: string) => number): TimelineModel["sales"] {
  const most = Math.max(1, ...sales.map(({ count }) => count));
  const total = sales.reduce((all, one) => ({ count: all.count + one.count, amount: all.amount + one.amount }), {
    count: 0,
    amount: 0,
  });
  /** The first and the last hour may stand in the chart only in part. */
  const width = (hour: string) => (place(new Date(Date.parse(hour) + HOUR).toISOString()) - place(hour)) * 0.9;
  return {
    label: t("device:lane.sales"),
    summary: [
      t("sales:summary", {
        count: total.count,
        shown: format.number(total.count),
        amount: format.money(total.amount),
      }),
      // How high the highest bar is.
      ...(total.count ? [t("device:lane.most_hourly", { shown: format.number(most) })] : []),
    ].join(", "),
    bars: sales
      .filter(({ count }) => count > 0)
      .map(({ hour, count, amount }) => ({
        x: place(hour),
        width: Math.round(width(hour) * 100) / 100,
        height: Math.round((count / most) * 100),
        text: `${format.dateTime(hour)}: ${format.number(count)}, ${format.money(amount)}`,
      })),
  };
}

/** One line a sensor in a box of 1000 × 100; null where nothing was measured. */
function temperatureOf(
  { t, format }: Context,
  { temperature }: Timeline,
  place: (at: string) => number,
): TimelineModel["temperature"] {
  if (!temperature.length) return null;
  const values = temperature.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const height = Math.max(1, high - low);
  // Thousands of measurements are told by the hour.
  const hours = new Map<number, number[]>();
  for (const { at, value } of temperature) {
    const hour = Math.floor(Date.parse(at) / HOUR) * HOUR;
    hours.set(hour, [...(hours.get(hour) ?? []), value]);
  }
  const sensors = [...new Set(temperature.map(({ sensor }) => sensor))];
  return {
    label: t("device:lane.temperature"),
    summary: t("device:lane.temperature_range", { low: format.number(low, 1), high: format.number(high, 1) }),
    lines: sensors.map((sensor) =>
      temperature
        .filter((one) => one.sensor === sensor)
        .map(({ at, value }) => `${Math.round(place(at) * 10)},${Math.round(100 - ((value - low) / height) * 100)}`)
        .join(" "),
    ),
    texts: [...hours].map(([hour, inHour]) => {
      const [least, most] = [Math.min(...inHour), Math.max(...inHour)].map((value) => format.number(value, 1));
      return `${format.dateTime(hour)}: ${least === most ? least : `${least} – ${most}`}`;
    }),
  };
}

/** Six moments along the time. */
function ticksOf({ format }: Context, from: number, whole: number) {
  return Array.from({ length: 6 }, (_, index) => {
    const at = new Date(from + (whole * index) / 6);
    const text = format.dateTime(at);
    return { x: Math.round((index / 6) * 1000) / 10, text: whole > 4 * 24 * HOUR ? text.slice(0, 5) : text.slice(-5) };
  });
}
