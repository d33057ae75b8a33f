import type { Timeline } from "~server/contract/timeline";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import type { Lane, Piece, TimelineModel } from "./timeline-chart";

const HOUR = 3_600_000;
/** So many errors of a part are told by name. */
const MOST_NAMED = 3;

/** The axis of a timeline: `hours` hours from an instant (ms) on, of which `part` at a time are told. */
export interface Axis {
  from: number;
  hours: number;
  part: number;
}
interface Drawn extends Piece {
  from: number;
  to: number;
  /** Without its times. */
  said: string;
}

interface Span {
  from: string;
  to: string;
}
/** How a lane sums up what is noted of it, and that there was nothing. */
const SAID = {
  online: ["offline_share", "never_offline"],
  power: ["power_share", "never_unpowered"],
  door: ["door_times", "never_opened"],
} as const;

/** The timeline as lanes of pieces, each placed by its share of the axis. */
export function timelineModel(context: Context, timeline: Timeline, axis: Axis): TimelineModel {
  const { t, format } = context;
  const known = Math.max(1, Date.parse(timeline.to) - axis.from);
  const place = (at: string) =>
    Math.round(Math.min(1, Math.max(0, (Date.parse(at) - axis.from) / (axis.hours * HOUR))) * 10_000) / 100;
  const piece = (one: Span, tone: Piece["tone"], said: string): Drawn => ({
    x: place(one.from),
    width: Math.max(0.2, Math.round((place(one.to) - place(one.from)) * 100) / 100),
    tone,
    text: `${said}: ${format.dateTime(one.from)} – ${format.dateTime(one.to)}`,
    from: Date.parse(one.from),
    to: Date.parse(one.to),
    said,
  });
  const share = (pieces: readonly Span[]) =>
    pieces.reduce((all, one) => all + Date.parse(one.to) - Date.parse(one.from), 0) / known;
  const lane = <S extends Span>(
    key: keyof typeof SAID,
    spans: readonly S[],
    look: (one: S) => [tone: Piece["tone"], said: string],
    isNoted: (one: S) => boolean,
  ) => {
    const noted = spans.filter(isNoted);
    const [times, never] = SAID[key];
    const summary = noted.length
      ? t(`device:lane.${times}`, { share: format.percent(share(noted), 1), count: noted.length })
      : t(`device:lane.${never}`);
    return {
      key,
      label: t(`device:lane.${key}`),
      pieces: spans.map((one) => piece(one, ...look(one))),
      summary: spans.length ? summary : t("device:lane.unknown"),
    };
  };
  const errors = timeline.errors.map((one) => piece(one, "bad", `${one.raw}: ${errorWords(t, one)}`));
  const lanes = [
    lane(
      "online",
      timeline.online,
      ({ online }) => [online ? "ok" : "bad", t(`options:device_status.${online ? "ONLINE" : "OFFLINE"}`)],
      ({ online }) => !online,
    ),
    lane(
      "power",
      timeline.power,
      ({ mains }) => [mains ? "ok" : "bad", t(mains ? "device:power_on" : "device:power_off")],
      ({ mains }) => !mains,
    ),
    lane(
      "door",
      timeline.door,
      ({ state }) => [state === "opened" ? "warn" : "none", t(`device:door_state.${state}`)],
      ({ state }) => state === "opened",
    ),
    {
      key: "errors",
      label: t("device:lane.errors"),
      pieces: errors,
      summary: errors.length ? t("device:lane.errors_times", { count: errors.length }) : t("device:lane.no_errors"),
    },
  ];
  return {
    label: t("device:timeline"),
    lanes: lanes.map(({ pieces, ...one }): Lane => ({ ...one, pieces: pieces.map(asDrawn) })),
    sales: salesOf(context, timeline, place),
    temperature: temperatureOf(context, timeline, place),
    parts: partsOf(context, timeline, axis, lanes),
    ticks: ticksOf(context, axis),
    inTable: t("resource:in_table"),
  };
}

const asDrawn = ({ x, width, tone, text }: Drawn): Piece => ({ x, width, tone, text });

/** What is known of each part of the axis, a line for each lane. */
function partsOf(
  { t, format }: Context,
  { sales, temperature }: Timeline,
  { from, hours, part }: Axis,
  lanes: readonly { label: string; pieces: readonly Drawn[] }[],
): string[] {
  return Array.from({ length: hours / part }, (_, index) => {
    const begin = from + index * part * HOUR;
    const end = begin + part * HOUR;
    const within = (at: string) => Date.parse(at) >= begin && Date.parse(at) < end;
    const measured = temperature.filter(({ at }) => within(at)).map(({ value }) => value);
    const sold = sales.filter(({ hour }) => within(hour));
    const told = (label: string, words: string) => (words ? [`${label}: ${words}`] : []);
    return [
      spanOf(format, begin, end),
      ...lanes.flatMap(({ label, pieces }) =>
        told(label, named(pieces.filter((one) => one.from < end && one.to > begin).map(({ said }) => said))),
      ),
      ...told(t("device:lane.temperature"), measured.length ? rangeOf(format, measured) : ""),
      ...told(t("device:lane.sales"), sold.length ? soldOf(format, sold) : ""),
    ].join("\n");
  });
}

/** The day once, where it ends on the same one. */
function spanOf(format: Context["format"], begin: number, end: number): string {
  const until = format.dateTime(end);
  return `${format.dateTime(begin)} – ${format.date(begin) === format.date(end) ? until.slice(-5) : until}`;
}

function named(words: readonly string[]): string {
  const each = [...new Set(words)];
  return each.length > MOST_NAMED ? `${each.slice(0, MOST_NAMED).join(", ")} …` : each.join(", ");
}

function rangeOf(format: Context["format"], values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => format.number(value, 1));
  return least === most ? `${least}` : `${least} – ${most}`;
}

function soldOf(format: Context["format"], sales: Timeline["sales"]): string {
  const sum = (of: "count" | "amount") => sales.reduce((all, one) => all + one[of], 0);
  return `${format.number(sum("count"))}, ${format.money(sum("amount"))}`;
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
        text: `${format.dateTime(hour)}: ${soldOf(format, [{ hour, count, amount }])}`,
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
    texts: [...hours].map(([hour, inHour]) => `${format.dateTime(hour)}: ${rangeOf(format, inHour)}`),
  };
}

/** Six moments along the axis. */
function ticksOf({ format }: Context, { from, hours }: Axis) {
  return Array.from({ length: 6 }, (_, index) => {
    const text = format.dateTime(from + (hours * HOUR * index) / 6);
    return { x: Math.round((index / 6) * 1000) / 10, text: hours > 4 * 24 ? text.slice(0, 5) : text.slice(-5) };
  });
}
