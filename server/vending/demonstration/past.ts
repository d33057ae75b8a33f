import type { Pool } from "pg";
import { batchSchema } from "~server/contract/telemetry";
import { storeFiles } from "../areas/audits/ingest";
import { settle } from "../areas/audits/settle";
import { readBatch } from "../areas/fleet/batch";
import { bookVends, type Vend } from "../areas/fleet/book";
import { collectCash } from "../areas/fleet/cash";
import { newsOf } from "../areas/fleet/state";
import { fillStocks } from "../areas/fleet/stocks";
import { storeBatches } from "../areas/fleet/store";
import { transaction } from "../database/query";
import { bagOf, eventsOf } from "../simulator/events";
import { HOUR, kyivDay, MINUTE, type Moment, shiftDay, startOf } from "./calendar";
import { type Happening, happeningsBetween } from "./day";
import { readOut, restate } from "./file";
import type { Machine } from "./machines";
import { boardOf, count, type Meter, newMeter, usedMeter } from "./meter";
import { chance, randomOf, whole } from "./random";

/** Days of sales that a new network has behind it. */
const DAYS = 60;
/** So many days before today the board of the machine with the new one was changed, and a file was damaged. */
const NEW_BOARD_DAYS = 20;
const DAMAGED_DAYS = 6;
/** A unit hands a file in within a minute and a half of the read. */
const WAY = 90;

interface Past { at: Moment; receivedAt: Moment; file: string }

/** So many days of the past are told vend by vend, which gives machines their usual hours; before that there are audits only. */
const TOLD_DAYS = 22;
/** The event log begins so long before now. */
const LOGGED = 48 * HOUR;
const AT_ONCE = 500;

/** Stores what a machine's unit handed in during the last two months and books it, in one transaction; then its log of the last days. */
export async function storePast(pool: Pool, machine: Machine, ids: { device: number; unit: number }, now: Moment): Promise<void> {
  const { past, happened } = pastOf(machine, now);
  const last = past.at(-1);
  if (!last) return;
  const heard = machine.silentSince === null ? now : last.receivedAt;
  const told = happened.filter(({ at }) => at > (firstTold(past, now)?.at ?? now));
  const filled = told.findLast(({ what }) => what === "filled")?.at;
  await transaction(pool, async (tx) => {
    await bookVends(tx, told.flatMap((one) => vendOf(machine, ids, one)));
    await storeFiles(tx, ids.device, past.map(({ file, receivedAt }) => ({
      deviceId: ids.device, raw: Buffer.from(file, "latin1"), receivedAt: new Date(receivedAt).toISOString(), reason: "schedule",
      readAt: null, name: null, userId: null, telemetryId: ids.unit, fromInitialisation: false,
    })));
    await settle(tx, ids.device, "changed");
    if (filled) await fillStocks(tx, { device: ids.device, at: filled, fills: "all" });
    for (const { id, at, what } of happened) if (what === "collected") await collectCash(tx, { device: ids.device, at: new Date(at).toISOString(), bag: bagOf(at), key: `event ${id}` });
  });
  const events = told.filter(({ at }) => at > now - LOGGED).flatMap((one) => eventsOf(machine, one, (at) => new Date(at).toISOString()));
  const state = batchSchema.parse({ fw: "2.4.1", uptime_s: 400_000, net: { operator: "25501", rssi: -whole(randomOf("rssi", machine.serial), 58, 104), type: "lte" }, power: { mains: true, mv: 24_100 }, door: machine.quirk === "no_clock" ? "disabled" : "closed" });
  for (let start = 0; start === 0 || start < events.length; start += AT_ONCE) {
    const read = readBatch({ ...state, events: events.slice(start, start + AT_ONCE) }, heard);
    await storeBatches(pool, [{ ...ids, read, news: { ...newsOf(ids.device, ids.unit, state, read), visit_at: filled, service_at: filled } }]);
  }
}

/** Periods are told whole: from a read on. */
const firstTold = (past: readonly Past[], now: Moment) => past.find(({ at }) => at > now - TOLD_DAYS * 24 * HOUR);

function vendOf(machine: Machine, ids: { device: number; unit: number }, one: Happening): Vend[] {
  const cell = "cell" in one ? machine.cells[one.cell] : undefined;
  if (!cell || (one.what !== "vend" && one.what !== "test" && one.what !== "free")) return [];
  return [{ ...ids, event: one.id, at: one.at, selection: cell.selection, name: null, source: one.what === "vend" ? one.source : one.what, price: cell.price }];
}

function pastOf(machine: Machine, now: Moment): { past: Past[]; happened: Happening[] } {
  if (machine.life === "stored") return { past: [], happened: [] };
  const random = randomOf("past", machine.serial, kyivDay(now));
  const end = now - (machine.silentSince ?? 0) * 24 * HOUR;
  const [first, ...moments] = readMoments(machine, now).filter((at) => at <= end);
  if (first === undefined) return { past: [], happened: [] };
  let meter = usedMeter(machine, first);
  let before = first;
  const past = [handedIn(machine, meter, first, now)];
  const all: Happening[] = [];
  for (const at of moments) {
    const replaced = boardReplaced(machine, before, at, now);
    if (replaced) meter = newMeter(machine, (before = replaced), boardOf(machine, 2));
    const happened = happeningsBetween(machine, before, at);
    count(meter, machine, happened);
    all.push(...happened);
    before = at;
    const read = handedIn(machine, meter, at, now);
    if (machine.quirk === "lost_reads" && chance(random, 0.08)) continue;
    const damaged = machine.quirk === "damaged_file" && kyivDay(at) === shiftDay(kyivDay(now), -DAMAGED_DAYS);
    past.push(damaged ? { ...read, file: restate(read.file, "BAD0") } : read);
  }
  return { past, happened: all };
}

/** The end of every day; yesterday and today every three hours; the last full hour. Each machine has its own minute. */
function readMoments(machine: Machine, now: Moment): Moment[] {
  const early = whole(randomOf("minute", machine.serial), 2, 9) * MINUTE;
  const today = kyivDay(now);
  const ends = Array.from({ length: DAYS - 1 }, (_, index) => startOf(shiftDay(today, index - DAYS + 1)));
  const yesterday = startOf(shiftDay(today, -1));
  const grid = Array.from({ length: 16 }, (_, index) => yesterday + (index + 1) * 3 * HOUR);
  const fullHour = now - (now % HOUR);
  return [...ends, ...grid.filter((at) => at < fullHour), fullHour].map((at) => at - early);
}

function handedIn(machine: Machine, meter: Meter, at: Moment, now: Moment): Past {
  const way = whole(randomOf("way", machine.serial, at), 5, WAY) * 1_000;
  return { at, receivedAt: Math.min(at + way, now), file: readOut(machine, meter, at) };
}

/** When the board was replaced, if that was between two reads. */
function boardReplaced(machine: Machine, from: Moment, to: Moment, now: Moment): Moment | undefined {
  if (machine.quirk !== "new_board") return undefined;
  const at = startOf(shiftDay(kyivDay(now), -NEW_BOARD_DAYS)) + 11 * HOUR;
  return at > from && at <= to ? at : undefined;
}
