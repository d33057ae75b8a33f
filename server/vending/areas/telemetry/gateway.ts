import { gunzipSync } from "node:zlib";
import type { Pool } from "pg";
import { z } from "zod";
import * as calls from "~server/contract/calls/telemetry";
import { READ_REASONS } from "~server/contract/enums";
import { isTooDeep } from "~server/contract/form-bounds";
import {
  BATCH_MAX_BYTES,
  BATCH_MAX_EVENTS,
  type BatchAnswer,
  batchSchema,
  type Batch,
} from "~server/contract/telemetry";
import { Fault } from "../../fault";
import type { Answers } from "../../answers";
import type { Context } from "../../http";
import { type AskAnswer, askSchema } from "~server/contract/authorise";
import { ingest } from "../audits/ingest";
import { readBatch } from "./batch";
import { aheadBy, putRight } from "./clock";
import { commandsFor } from "../commands/results";
import { type Asked, authorise, type Said } from "../keys/authorise";
import { noteLooseUnit } from "../fleet/contacts";
import { answerImages } from "./images";
import { gathered } from "./gathered";
import { newsOf } from "./news";
import { createPings } from "./pings";
import { type Incoming, type Stored, storeBatches } from "./store";
import { createUnits, type Unit } from "./units";

/** Calls that are kept in one transaction. */
const AT_ONCE = 40;
/** How far apart transactions begin where many call: nobody waits for the answer to a batch, but somebody for a vend. */
const BATCHES_APART_MS = 40;
const ASKS_APART_MS = 8;
/** Batches that may wait; beyond it a unit is asked to come again. */
const MAX_WAITING = 2_000;
const COME_AGAIN_SECONDS = 10;

/** Where machines' units call. One for a process: what comes together is written together. */
export function createGateway(pool: Pool) {
  const unitOf = createUnits(pool);
  const pings = createPings(pool);
  const batches = gathered<Incoming, Stored>((list) => storeBatches(pool, list), {
    most: AT_ONCE,
    apartMs: BATCHES_APART_MS,
  });
  const asks = gathered<Asked, Said>((list) => authorise(pool, list), { most: AT_ONCE, apartMs: ASKS_APART_MS });

  async function takeBatch(c: Context, unit: Unit, bytes: () => Promise<Uint8Array>): Promise<BatchAnswer> {
    const receivedAt = Date.now();
    const batch = parse(unpacked(c, await bytes()));
    if (batch.events.length > BATCH_MAX_EVENTS) throw new Fault(413, "too_large");
    const read = readBatch(batch, receivedAt);
    const { deviceId } = unit;
    let accepted = 0;
    if (deviceId === null) await noteLooseUnit(pool, unit.id);
    if (read.events.length === 0) {
      if (deviceId !== null) pings.add(newsOf(deviceId, unit.id, batch, read));
    } else {
      if (deviceId === null) throw new Fault(409, "unit_without_device");
      if (batches.waiting() > MAX_WAITING) throw new Fault(503, "not_ready", { retryAfter: COME_AGAIN_SECONDS });
      ({ accepted } = await batches.ask({
        device: deviceId,
        unit: unit.id,
        read,
        news: newsOf(deviceId, unit.id, batch, read),
      }));
    }
    const confirmed = new Set(
      read.events.flatMap(({ content }) => (content?.t === "command_result" ? [content.command] : [])),
    );
    const commands = unit.commands.length ? await commandsFor(pool, unit.commands, confirmed) : [];
    return {
      server_time: new Date().toISOString(),
      accepted,
      duplicate: read.events.length - accepted,
      refused: read.refused,
      commands,
    };
  }

  async function takeAsk(unit: Unit, bytes: () => Promise<Uint8Array>): Promise<AskAnswer> {
    const ask = askSchema.safeParse(jsonOf(new TextDecoder().decode(await bytes())));
    if (!ask.success) throw new Fault(400, "bad_request");
    if (unit.deviceId === null) throw new Fault(409, "unit_without_device");
    if (asks.waiting() > MAX_WAITING) throw new Fault(503, "not_ready", { retryAfter: COME_AGAIN_SECONDS });
    const said = await asks.ask({ device: unit.deviceId, unit: unit.id, ask: ask.data });
    if (said === "reused") throw new Fault(409, "key_reused");
    return said;
  }

  async function takeAudit(c: Context, unit: Unit, bytes: () => Promise<Uint8Array>) {
    const receivedAt = Date.now();
    if (!unit.deviceId) throw new Fault(409, "unit_without_device");
    const reason = z.enum(READ_REASONS).catch("schedule").parse(c.req.header("x-read-reason"));
    const raw = await bytes();
    pings.add({ device: unit.deviceId, unit: unit.id, contact_at: receivedAt });
    return ingest(pool, {
      deviceId: unit.deviceId,
      raw,
      reason,
      receivedAt: new Date(receivedAt).toISOString(),
      readAt: readAt(c, receivedAt),
      name: null,
      userId: null,
      telemetryId: unit.id,
      fromInitialisation: false,
    });
  }

  return {
    /** Who a calling unit is. */
    unitOf,
    /** Answers what units call. */
    answer({ units }: Answers): void {
      units.upload(calls.telemetryBatch, async ({ c, unit, bytes }) => takeBatch(c, unit, bytes));
      units.upload(calls.telemetryAuthorise, async ({ unit, bytes }) => takeAsk(unit, bytes));
      units.upload(calls.telemetryAudit, async ({ c, unit, bytes }) => takeAudit(c, unit, bytes));
      answerImages(units, pool);
    },
    /** Writes the pings that wait; at the end of the process, and in tests. */
    flush: pings.flush,
  };
}
export type Gateway = ReturnType<typeof createGateway>;

/** The body as text, unpacked when it says that it is gzip. */
function unpacked(c: Context, raw: Uint8Array): string {
  if (c.req.header("content-encoding") !== "gzip") return new TextDecoder().decode(raw);
  try {
    return gunzipSync(raw, { maxOutputLength: BATCH_MAX_BYTES }).toString("utf8");
  } catch (error) {
    throw error instanceof RangeError ? new Fault(413, "too_large") : new Fault(400, "bad_request");
  }
}

/** What is no JSON, or no batch at all, is refused as a whole. */
function parse(text: string): Batch {
  const batch = batchSchema.safeParse(jsonOf(text));
  if (!batch.success) throw new Fault(400, "bad_request");
  return batch.data;
}

function jsonOf(text: string): unknown {
  if (isTooDeep(text)) throw new Fault(400, "bad_request");
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault(400, "bad_request");
  }
}

const moment = (text: string | undefined) =>
  z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text ?? "") : undefined;

/** When the unit read the machine: only where it says so and its clock can be put right. */
function readAt(c: Context, receivedAt: number): string | null {
  const read = moment(c.req.header("x-read-at"));
  const { at, mark } =
    read === undefined
      ? { at: 0, mark: "past" }
      : putRight(read, aheadBy(moment(c.req.header("x-sent-at")), receivedAt), receivedAt);
  return mark === "past" || mark === "future" ? null : new Date(Math.min(at, receivedAt)).toISOString();
}
