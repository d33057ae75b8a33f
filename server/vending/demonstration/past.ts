import type { Pool } from "pg";
import { storeFiles } from "../areas/audits/ingest";
import { settle } from "../areas/audits/settle";
import { tell } from "../areas/fleet/state";
import { transaction } from "../database/query";
import { HOUR, kyivDay, MINUTE, type Moment, shiftDay, startOf } from "./calendar";
import { happeningsBetween } from "./day";
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

/** Stores what a machine's unit handed in during the last two months and books it, in one transaction. */
export async function storePast(pool: Pool, machine: Machine, ids: { device: number; unit: number }, now: Moment): Promise<void> {
  const past = pastOf(machine, now);
  const last = past.at(-1);
  if (!last) return;
  await transaction(pool, async (tx) => {
    await storeFiles(tx, ids.device, past.map(({ file, receivedAt }) => ({
      deviceId: ids.device, raw: Buffer.from(file, "latin1"), receivedAt: new Date(receivedAt).toISOString(), reason: "schedule",
      readAt: null, name: null, userId: null, telemetryId: ids.unit, fromInitialisation: false,
    })));
    await settle(tx, ids.device, "changed");
    const heard = machine.silentSince === null ? now : last.receivedAt;
    await tell(tx, [{ device: ids.device, unit: ids.unit, contact_at: heard }]);
  });
}

function pastOf(machine: Machine, now: Moment): Past[] {
  if (machine.life === "stored") return [];
  const random = randomOf("past", machine.serial, kyivDay(now));
  const end = now - (machine.silentSince ?? 0) * 24 * HOUR;
  const [first, ...moments] = readMoments(machine, now).filter((at) => at <= end);
  if (first === undefined) return [];
  let meter = usedMeter(machine, first);
  let before = first;
  const past = [handedIn(machine, meter, first, now)];
  for (const at of moments) {
    const replaced = boardReplaced(machine, before, at, now);
    if (replaced) meter = newMeter(machine, (before = replaced), boardOf(machine, 2));
    count(meter, machine, happeningsBetween(machine, before, at));
    before = at;
    const read = handedIn(machine, meter, at, now);
    if (machine.quirk === "lost_reads" && chance(random, 0.08)) continue;
    const damaged = machine.quirk === "damaged_file" && kyivDay(at) === shiftDay(kyivDay(now), -DAMAGED_DAYS);
    past.push(damaged ? { ...read, file: restate(read.file, "BAD0") } : read);
  }
  return past;
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
