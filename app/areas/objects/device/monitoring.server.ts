import { deviceEvents, deviceTimeline } from "~server/contract/calls/fleet";
import { sensible } from "~server/contract/query";
import { EVENT_KINDS } from "~server/contract/device-events";
import { protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { pageLinks, withParams } from "~/resource/list-address";
import { DEVICE } from "./device.server";
import { GROUPS, loggedRow } from "./event-words.server";
import { monitoringLabels } from "./labels";
import { logColumns } from "./telemetry.server";
import { timelineModel } from "./timeline-model.server";

const HOUR = 3_600_000;
/** Spans that the timeline offers, in hours, and of how many its parts are. */
const SPANS = { day: [24, 1], days3: [72, 3], week: [168, 6], month: [720, 24] } as const;
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
  const [hours, part] = SPANS[span];
  // It ends with the hour that goes on, so that its parts are whole hours, as sales are counted.
  const from = Math.ceil(now / HOUR - hours) * HOUR;
  const [timeline, log] = await Promise.all([
    api.read(
      deviceTimeline,
      { id: params.id },
      {
        from: new Date(from).toISOString(),
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
      timeline: timelineModel(context, timeline, { from, hours, part }),
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
