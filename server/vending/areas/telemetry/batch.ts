import { z } from "zod";
import { type Batch, type BatchAnswer, EVENT_MAX_BYTES } from "~server/contract/telemetry";
import type { EventKind } from "~server/contract/device-events";
import { EVENTS, type EventType, type UnitEvent } from "~server/contract/telemetry-events";
import { cleanText } from "~server/contract/text";
import type { Moment } from "../../time";
import { aheadBy, putRight, type Timed } from "./clock";

/** An event that can be kept. */
export interface ReadEvent extends Timed {
  /** The unit's own id of it. */
  id: string;
  boxAt: Moment;
  kind: EventKind;
  /** What it says; null where this version does not know its kind. */
  content: UnitEvent | null;
  data: Record<string, unknown>;
}

export interface ReadBatch {
  receivedAt: Moment;
  /** When the unit sent it, by our clock. */
  sentAt: Moment;
  /** How far its clock is ahead of ours. */
  ahead: Moment;
  events: ReadEvent[];
  refused: BatchAnswer["refused"];
}

/** Reads the events of a batch one by one: one that cannot be read is refused and takes no other with it. */
export function readBatch(batch: Batch, receivedAt: Moment): ReadBatch {
  const stated = batch.sent_at === undefined ? undefined : Date.parse(batch.sent_at);
  const ahead = aheadBy(stated, receivedAt);
  const read: ReadBatch = {
    receivedAt,
    sentAt: stated === undefined || ahead !== 0 ? receivedAt : Math.min(stated, receivedAt),
    ahead,
    events: [],
    refused: [],
  };
  for (const [index, raw] of batch.events.entries()) {
    const event = readEvent(raw, ahead, receivedAt);
    if ("reason" in event) read.refused.push({ index, ...event });
    else read.events.push(event);
  }
  return read;
}

const instant = z.iso.datetime({ offset: true });
/** Before it no clock was ever set, and PostgreSQL's years begin with 1. */
const EARLIEST = Date.UTC(1900, 0);
const LATEST = Date.UTC(9999, 0);

type Refusal = Omit<BatchAnswer["refused"][number], "index">;

function readEvent(raw: unknown, ahead: Moment, receivedAt: Moment): ReadEvent | Refusal {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return { id: null, reason: "no_object" };
  const { id, t, at }: { id?: unknown; t?: unknown; at?: unknown } = raw;
  const known =
    typeof id === "number" && Number.isSafeInteger(id)
      ? String(id)
      : typeof id === "string" && id.length > 0 && id.length <= 64 && id === cleanText(id)
        ? id
        : null;
  if (!isShort(raw)) return { id: known, reason: "too_large" };
  if (known === null) return { id: null, reason: "no_id" };
  if (typeof t !== "string" || t === "" || t.length > 40) return { id: known, reason: "no_type" };
  const boxAt = instant.safeParse(at).success ? Date.parse(String(at)) : NaN;
  if (!(boxAt > EARLIEST && boxAt < LATEST)) return { id: known, reason: "no_time" };
  const base = { id: known, boxAt, ...putRight(boxAt, ahead, receivedAt) };
  if (!isKnown(t)) return { ...base, kind: "other", content: null, data: cleanObject({ ...withoutBase(raw), t }) };
  const parsed = EVENTS[t].safeParse(t === "command_result" ? withCommand(raw) : raw);
  if (!parsed.success)
    return { id: known, reason: "incorrect", field: parsed.error.issues[0]?.path.join(".") || undefined };
  return {
    ...base,
    id: parsed.data.id,
    kind: kindOf(parsed.data),
    content: parsed.data,
    data: withoutBase(parsed.data),
  };
}

/** What is nested too deep to be written is too long as well. */
function isShort(event: object): boolean {
  try {
    return JSON.stringify(event).length <= EVENT_MAX_BYTES;
  } catch {
    return false;
  }
}

/** What this version does not know is kept as it came, but for signs that no text holds. */
const cleanObject = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanText(name), clean(one)]));

function clean(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  return typeof value === "object" && value !== null ? cleanObject(value) : value;
}

const isKnown = (t: string): t is EventType => Object.hasOwn(EVENTS, t);

/** A short unit writes the command's number as the event's id. */
const withCommand = (raw: { id?: unknown; command?: unknown; state?: unknown }) =>
  raw.command === undefined
    ? { ...raw, command: Number(raw.id), id: `command ${String(raw.id)} ${String(raw.state)}`.slice(0, 64) }
    : raw;

function withoutBase(event: object): Record<string, unknown> {
  const { id: _id, at: _at, t: _t, ...data } = { id: null, at: null, t: null, ...event };
  return data;
}

function kindOf(content: UnitEvent): EventKind {
  switch (content.t) {
    case "sale":
      return content.result === "vend_fail" ? "vend_failed" : "sale";
    case "door":
      return `door_${content.state}`;
    case "power":
      return content.mains ? "power_restored" : "power_lost";
    case "error":
      return content.active ? "error_opened" : "error_closed";
    case "restart":
      return "restarted";
    case "command_result":
      return "command";
    case "selection":
    case "preparation":
    case "coin_in":
    case "coin_out":
    case "bill_in":
    case "bill_out":
    case "temperature":
    case "maintenance":
    case "collection":
    case "rfid":
    case "qr":
    case "partner":
    case "firmware":
    case "terminal":
      return content.t;
  }
}
