import { z } from "zod";
import type { DeviceEvent, EventKind, LoggedEvent } from "~server/contract/device-events";
import { COMMAND_NAMES, COMMAND_STATES } from "~server/contract/commands";
import { RESTART_REASONS, SCAN_RESULTS } from "~server/contract/telemetry-events";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import { holderWords } from "~/areas/holder-words.server";
import type { Cell } from "~/ui/data-cell";
import type { Tone } from "~/ui/tone";
import { moneyText } from "./differences.server";

type Words = Pick<Context, "t" | "format">;

/** Groups of the log's kinds, as its tabs show them. */
export const GROUPS = {
  sales: ["sale", "vend_failed", "selection", "preparation"],
  cash: ["coin_in", "coin_out", "bill_in", "bill_out", "collection"],
  door: ["door_opened", "door_closed", "door_disabled", "maintenance"],
  power: ["power_lost", "power_restored"],
  connection: ["online", "offline", "restart_request", "restarted", "command", "firmware", "terminal"],
  temperature: ["temperature"],
  errors: ["error_opened", "error_closed"],
  scans: ["rfid", "qr", "partner"],
} as const satisfies Record<string, readonly EventKind[]>;

const TONES: Partial<Record<EventKind, Tone>> = {
  vend_failed: "bad",
  door_opened: "warn",
  power_lost: "bad",
  power_restored: "ok",
  online: "ok",
  offline: "bad",
  error_opened: "bad",
  error_closed: "ok",
  restart_request: "info",
  restarted: "info",
};
export const toneOfKind = (kind: EventKind): Tone => TONES[kind] ?? "neutral";

const eventData = z
  .object({
    cell: z.string().nullish(),
    name: z.string().nullish(),
    price: z.number().nullish(),
    source: z.string().nullish(),
    code: z.string().nullish(),
    text: z.string().nullish(),
    value: z.number().nullish(),
    count: z.number().nullish(),
    sensor: z.number().nullish(),
    mv: z.number().nullish(),
    who: z.string().nullish(),
    bag: z.string().nullish(),
    note: z.string().nullish(),
    fills: z.array(z.unknown()).nullish(),
    filled: z.boolean().nullish(),
    cleaned: z.boolean().nullish(),
    result: z.string().nullish(),
    reason: z.string().nullish(),
    partner: z.string().nullish(),
    version: z.string().nullish(),
    answers: z.boolean().nullish(),
    fw: z.string().nullish(),
    rssi: z.number().nullish(),
    state: z.string().nullish(),
    progress: z.number().nullish(),
    message: z.string().nullish(),
    author: z.string().nullish(),
    t: z.string().nullish(),
  })
  .catch({});

/** What an event says, in one line: "комірка 12 · 42,00 ₴ · Готівка". Codes of machines have their words from `codes`. */
export function eventWords(words: Words, { kind, data, currency }: DeviceEvent): string {
  const { t, format } = words;
  const of = eventData.parse(data);
  const money = (value: number | null | undefined) =>
    value === null || value === undefined ? undefined : moneyText(words, value, currency);
  const cell = of.cell ? t("device:event.cell", { cell: of.cell }) : undefined;
  const failure = of.code
    ? `${of.code}: ${errorWords(t, { code: of.code.split("_")[0] ?? of.code, text: of.text })}`
    : undefined;
  switch (kind) {
    case "sale":
    case "vend_failed":
    case "selection":
    case "preparation":
      return line(cell, of.name, money(of.price), of.source && t(`options:source.${of.source}`), failure);
    case "coin_in":
    case "coin_out":
    case "bill_in":
    case "bill_out":
      return line(money(of.value), of.count && of.count > 1 ? `× ${format.number(of.count)}` : undefined);
    case "temperature":
      return line(
        of.value === null || of.value === undefined
          ? undefined
          : t("statuses:celsius", { value: format.number(of.value, 1) }),
        of.sensor ? t("device:event.sensor", { sensor: of.sensor }) : undefined,
      );
    case "power_lost":
    case "power_restored":
      return line(of.mv ? t("device:volts", { value: format.number(of.mv / 1000, 1) }) : undefined);
    case "error_opened":
    case "error_closed":
      return line(failure);
    case "maintenance":
      return line(
        of.who,
        of.filled ? t("device:event.filled") : undefined,
        of.cleaned ? t("device:event.cleaned") : undefined,
        of.fills?.length ? t("device:event.slots_filled", { count: of.fills.length }) : undefined,
        of.note,
      );
    case "collection":
      return line(of.who, of.bag ? t("device:event.bag", { bag: of.bag }) : undefined);
    case "rfid":
    case "qr":
    case "partner":
      return line(scanWords(words, of.result), of.reason, of.partner, cell, money(of.price));
    case "firmware":
      return line(of.version, of.result === "failed" ? t("options:command_state.failed") : undefined);
    case "restart_request":
    case "command":
      return line(
        commandName(words, of.name),
        commandState(words, of.state),
        of.progress ? format.percent(of.progress / 100) : undefined,
        of.message,
        of.author,
      );
    case "restarted":
      return line(restartReason(words, of.reason));
    case "terminal":
      return line(
        t(of.answers ? "device:terminal.answers" : "device:terminal.silent"),
        of.fw,
        of.rssi === null || of.rssi === undefined ? undefined : t("statuses:dbm", { value: format.number(of.rssi) }),
      );
    case "other":
    case "door_opened":
    case "door_closed":
    case "door_disabled":
    case "online":
    case "offline":
      return "";
  }
}

const line = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ");

function scanWords({ t }: Words, result: string | null | undefined) {
  const known = SCAN_RESULTS.find((one) => one === result);
  return known && t(`device:scan.${known}`);
}

function commandName({ t }: Words, name: string | null | undefined) {
  const known = COMMAND_NAMES.find((one) => one === name);
  return known && t(`device:command.${known}.name`);
}

function restartReason(words: Words, reason: string | null | undefined) {
  if (!reason) return undefined;
  const known = RESTART_REASONS.find((one) => one === reason);
  return known
    ? words.t(`device:restart_reason.${known}`)
    : (commandName(words, reason) ?? words.t("device:restart_reason.unknown", { code: reason }));
}

function commandState({ t }: Words, state: string | null | undefined) {
  const known = COMMAND_STATES.find((one) => one === state);
  return known && t(`options:command_state.${known}`);
}

/** What kind of event it is; one that this version does not know, by its unit's own code. */
const kindWords = ({ t }: Words, { kind, data }: DeviceEvent) =>
  kind === "other"
    ? t("device:event.unknown", { code: eventData.parse(data).t ?? "—" })
    : t(`options:event_kind.${kind}`);

/** A row of the log. */
export function eventRow(words: Words, event: DeviceEvent) {
  const { t, format } = words;
  const late = Date.parse(event.received_at) - Date.parse(event.at) > 120_000;
  const hint = event.clock
    ? t(`device:clock.${event.clock}`)
    : late
      ? t("device:event.received", { time: format.dateTime(event.received_at) })
      : undefined;
  const tone = toneOfKind(event.kind);
  return {
    id: event.id,
    cells: [
      { text: format.dateTime(event.at), hint },
      tone === "neutral" ? { text: kindWords(words, event) } : { text: kindWords(words, event), tone, badge: true },
      { text: eventWords(words, event) || "—" },
    ],
  };
}

/** The same of a machine's own log: of a card besides whose it was, which leads to its record. */
export function loggedRow(context: Context, { holder, ...event }: LoggedEvent): { id: string; cells: Cell[] } {
  const { id, cells } = eventRow(context, event);
  const { names, href } = holderWords(context, holder);
  if (!names.length) return { id, cells };
  const words = eventWords(context, event);
  const text = line(words, ...names.filter((name) => !words.includes(name)));
  return { id, cells: [...cells.slice(0, -1), { text, href }] };
}
