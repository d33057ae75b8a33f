import { deviceAudits } from "~server/contract/calls/audits";
import { callsOf } from "~server/contract/calls/entities";
import { deviceAttention, deviceCells, deviceHolds, deviceState } from "~server/contract/calls/fleet";
import { deviceForecast } from "~server/contract/calls/needs";
import { devicePrices } from "~server/contract/calls/prices";
import { deviceSales } from "~server/contract/calls/sales";
import { fieldOf, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { DeviceForecast } from "~server/contract/needs";
import type { DeviceState } from "~server/contract/device-state";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { toneOf } from "~/resource/tones";
import { machineErrors } from "~/areas/help-desk/machine-errors.server";
import { salesChart } from "~/areas/sales-chart.server";
import { shown } from "~/resource/show.server";
import type { Cell } from "~/ui/data-cell";
import type { StatProps } from "~/ui/stat";
import { contactOf, machineItems, withAge } from "./state-items.server";
import { attentionOf } from "./attention.server";
import { cashModel } from "./cash.server";
import { DEVICE } from "./device.server";
import { moneyText } from "./differences.server";
import { summaryLabels } from "./labels";
import { readCells, readColumns } from "./notices.server";
import { recipesMissing } from "./sales.server";
import { faceOf } from "./face.server";
import { forecastItems, slotHint, stopWords, unknownBar } from "./forecast.server";
import { stockBar } from "./stocks.server";
import { stripModel } from "./strip.server";

const ABOUT = [
  "model",
  "device_type",
  "ownership_type",
  "location",
  "city",
  "region",
  "project",
  "planogram",
  "telemetry_type",
  "reader_type",
  "child_device",
  "in_work",
  "note",
];
const LATEST = 5;

/** The summary tab: whether the machine stands well and earns, at a glance; then thirty days, the latest reads, what it is. */
export const summaryLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, format } = context;
  const { id } = params;
  const [record, state, sales, reads, forecast, holds, attention, prices, { cells, per_shelf }] = await Promise.all([
    api.read(callsOf(device).read, { id }),
    api.read(deviceState, { id }),
    api.read(deviceSales, { id }),
    api.readOr({ items: [], total: 0 }, deviceAudits, { id }),
    api.read(deviceForecast, { id }),
    api.read(deviceHolds, { id }),
    api.read(deviceAttention, { id }),
    api.read(devicePrices, { id }),
    api.read(deviceCells, { id }),
  ]);
  const isOfPieces = holds.slots.some(({ kind }) => kind === "cell");
  const face = faceOf(context, { cells, per_shelf, prices, forecast });
  const base = viewPath(device, params.id ?? "");
  const isNeedy = attentionOf(context, attention, prices) !== undefined;
  const model = {
    tiles: tilesOf(context, state, forecast, base).map(isNeedy ? unpraised : (tile) => tile),
    strip: stripModel(context, state),
    errors: await machineErrors(context, record, state.errors),
    face,
    // Of pieces the drawing tells at a glance what the bars tell in full: they are unfolded when asked for.
    cells: face && { inPortions: !isOfPieces },
    stocks: [
      ...state.stocks.map((slot) => ({ ...stockBar(context, slot), hint: slotHint(context, forecast, slot.slot) })),
      ...holds.slots.flatMap((slot) => (slot.level === null ? [unknownBar(context, forecast, slot)] : [])),
    ],
    maintenance: `${base}/maintenance`,
    cash: cashModel(context, state),
    state: [
      ...statusItems(context, state).map(isNeedy ? plain : (item) => item),
      ...machineItems(context, state).map(({ label, value }) => ({ label, text: value ?? "—" })),
      ...forecastItems(context, forecast),
      ...fileItems(context, state, base),
    ],
    about: ABOUT.map((name) => ({
      label: t(`entities:device.fields.${name}`),
      ...shown(context, fieldOf(device, name), record[name]),
    })),
    total: t("sales:summary", {
      count: sales.total.count,
      shown: format.number(sales.total.count),
      amount: format.money(sales.total.amount),
    }),
    chart: salesChart(context, sales.days),
    recipesMissing: recipesMissing(context, sales.products),
    columns: readColumns.map((key) => ({
      key,
      label: t(`audits:column.${key}`),
      align: key === "vends" || key === "value" ? ("end" as const) : undefined,
    })),
    reads: reads.items.slice(0, LATEST).map((read) => ({
      id: `${read.file_id}/${read.report}`,
      href: `${base}/audits/${read.file_id}`,
      cells: readCells(context, read),
    })),
    allReads: `${base}/audits`,
    labels: pick(t, summaryLabels),
  };
  return drawnOnServer(context.request, model, "face");
});

/** Without green: what a glance must not tell while something of the machine needs somebody. */
const plain = (item: LabelledCell): LabelledCell => (item.tone === "ok" ? { ...item, tone: "neutral" } : item);
const unpraised = (tile: StatProps): StatProps =>
  tile.comparison?.tone === "ok" ? { ...tile, comparison: { text: tile.comparison.text, tone: "neutral" } } : tile;

/** What a glance must tell: alive, earning, supplied, sound, its cash. */
function tilesOf(context: Context, state: DeviceState, forecast: DeviceForecast, base: string): StatProps[] {
  const { t, format } = context;
  const contact = contactOf(context, state);
  const usual = state.strip.reduce((all, one) => all + (one.usual ?? 0), 0);
  const sold = state.strip.reduce((all, one) => all + one.count, 0);
  const change = usual > 0 ? Math.round((sold / usual - 1) * 100) : null;
  const { until_service: until, left } = state.vends;
  const box = state.cash?.box ?? null;
  return [
    {
      label: t("device:last_contact"),
      value: state.last_contact_at ? format.age(state.last_contact_at) : t("options:device_status.NEVER"),
      comparison: {
        text: contact.text,
        tone: contact.tone,
        icon: contact.tone === "ok" ? "check" : contact.tone === "neutral" ? "dot" : "alert",
      },
      href: `${base}/telemetry`,
    },
    {
      label: t("device:today"),
      value: format.money(state.today.amount),
      unit: t("dashboard:vends", { count: state.today.count, shown: format.number(state.today.count) }),
      comparison:
        change === null
          ? { text: t("device:strip.no_usual"), tone: "neutral" }
          : {
              text: t("device:against_usual", { change: format.change(change / 100) }),
              tone: change < -40 ? "bad" : "neutral",
            },
      href: `${base}/sales`,
    },
    {
      label: t("device:open_errors"),
      value: format.number(state.errors.length),
      comparison: state.errors.length
        ? { text: t("device:needs_service"), tone: "bad", icon: "error" }
        : { text: t("device:no_errors"), tone: "ok", icon: "check" },
      href: `${base}/monitoring?group=errors`,
    },
    {
      label: t("device:vends_left"),
      value: left === null ? "—" : format.number(left),
      comparison:
        left === null
          ? { text: t("device:stock_unknown"), tone: "neutral" }
          : forecast.stops_at !== null
            ? stopWords(context, forecast)
            : state.vends.per_day > 0
              ? {
                  text: t("device:days_left", { count: Math.floor(left / state.vends.per_day) }),
                  tone: left < state.vends.per_day ? "bad" : "neutral",
                }
              : undefined,
    },
    {
      label: t("device:next_service"),
      value: state.next_service_on
        ? format.date(`${state.next_service_on}T12:00:00Z`)
        : until === null
          ? "—"
          : until < 0
            ? t("device:service_due")
            : format.number(until),
      comparison:
        until === null
          ? { text: t("device:service_unplanned"), tone: "neutral" }
          : until < 0
            ? { text: t("device:overdue", { count: -until, shown: format.number(-until) }), tone: "bad", icon: "alert" }
            : { text: t("device:until", { count: until, shown: format.number(until) }), tone: "neutral" },
    },
    {
      label: t("device:cash.box"),
      value: box === null ? "—" : moneyText(context, box, state.cash?.currency ?? null),
      comparison: state.cash?.differs ? { text: t("device:cash.warning"), tone: "warn", icon: "alert" } : undefined,
      href: `${base}/collection`,
    },
  ];
}

type LabelledCell = Cell & { label: string };

function statusItems(context: Context, state: DeviceState): LabelledCell[] {
  const { t, format } = context;
  const contact = contactOf(context, state);
  return [
    {
      label: t("entities:device.fields.status"),
      text: t(`options:device_status.${state.status}`),
      ...toneOf("device_status", state.status),
    },
    { label: t("device:status_since"), text: state.status_since ? format.dateTime(state.status_since) : "—" },
    {
      label: t("entities:device.fields.last_contact_at"),
      text: withAge(context, state.last_contact_at) ?? "—",
      tone: contact.tone,
    },
  ];
}

/** The last files that came and that were read, each a link. */
function fileItems(context: Context, { last_received, last_processed }: DeviceState, base: string): LabelledCell[] {
  const { t } = context;
  const item = (label: string, file: { file_id: number; at: string } | null) => ({
    label,
    text: withAge(context, file?.at ?? null) ?? "—",
    href: file ? `${base}/audits/${file.file_id}` : undefined,
  });
  return [item(t("device:last_received"), last_received), item(t("device:last_processed"), last_processed)];
}
