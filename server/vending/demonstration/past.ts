import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { batchSchema } from "~server/contract/telemetry";
import { storeFiles } from "../areas/audits/ingest";
import { settle } from "../areas/audits/settle";
import { readBatch } from "../areas/telemetry/batch";
import { bookVends, type Vend } from "../areas/sales/book";
import { collectCash } from "../areas/fleet/cash";
import { note } from "../areas/fleet/events";
import { tell } from "../areas/fleet/state";
import { newsOf } from "../areas/telemetry/news";
import { fillStocks } from "../areas/objects/stocks";
import { storeBatches } from "../areas/telemetry/store";
import { run, transaction } from "../database/query";
import { bagOf, eventsOf } from "../simulator/events";
import { clockAhead, FEW_FAULTS } from "../simulator/faults";
import { feel, newSenses, pingOf } from "../simulator/ping";
import { daysBetween, HOUR, kyivDay, MINUTE, type Moment, shiftDay, startOf } from "./calendar";
import type { Happening } from "./happening";
import { happeningsBetween } from "./day";
import { readOut, restate } from "./file";
import type { Machine } from "./machines";
import { boardOf, type Meter, newMeter, usedMeter } from "./meter";
import { count } from "./count";
import { chance, randomOf, whole } from "./random";
import { cutOffSince, isDark, silencesIn } from "./troubles";

/** Days of sales that a new network has behind it. */
const DAYS = 60;
/** So many days before today the board of the machine with the new one was changed, and a file was damaged. */
const NEW_BOARD_DAYS = 20;
const DAMAGED_DAYS = 6;
/** A unit hands a file in within a minute and a half of the read. */
const WAY = 90;

interface Past {
  at: Moment;
  receivedAt: Moment;
  file: string;
}
interface Ids {
  device: number;
  unit: number;
}

/** So many days of the past are told vend by vend, which gives machines their usual hours; before that there are audits only. */
const RECENT_DAYS = 22;
/** The event log begins so long before now; that of cards, codes and partners with the vends. */
const LOGGED = 48 * HOUR;
const AT_ONCE = 500;
/** A shorter silence is none: that of the settings. */
const SILENCE = 15 * MINUTE;

/** Stores what a machine's unit handed in during the last two months and books it, in one transaction; then its log of the last days. */
export async function storePast(pool: Pool, machine: Machine, ids: Ids, now: Moment): Promise<void> {
  const { past, happened, heard } = pastOf(machine, now);
  const [first] = past;
  if (!first) return;
  const recent = happened.filter(({ at }) => at > (firstRecent(past, now)?.at ?? now));
  await transaction(pool, async (tx) => {
    await bookVends(
      tx,
      recent.flatMap((one) => vendOf(machine, ids, one)),
    );
    await storeFiles(
      tx,
      ids.device,
      past.map(({ at, file, receivedAt }) => ({
        deviceId: ids.device,
        raw: Buffer.from(file, "latin1"),
        receivedAt: new Date(receivedAt).toISOString(),
        reason: "schedule",
        readAt: new Date(at).toISOString(),
        name: null,
        userId: null,
        telemetryId: ids.unit,
        fromInitialisation: false,
      })),
    );
    await settle(tx, ids.device, "changed", { cause: "audit" });
    const filled = recent.findLast(({ what }) => what === "filled")?.at;
    if (filled) await fillStocks(tx, { device: ids.device, at: filled, fills: "all" });
    for (const { id, at, what } of happened)
      if (what === "collected")
        await collectCash(tx, {
          device: ids.device,
          at: new Date(at).toISOString(),
          bag: bagOf(at),
          key: `event ${id}`,
        });
  });
  await noteContacts(pool, machine, ids, first.receivedAt, heard);
  await tellLast(pool, machine, ids, recent, { now, heard });
}

/** When the unit came online, and when it was silent since it reports its vends. */
async function noteContacts(
  pool: Pool,
  machine: Machine,
  { device, unit }: Ids,
  first: Moment,
  heard: Moment,
): Promise<void> {
  await tell(pool, [{ device, unit, contact_at: first }]);
  const silences = silencesIn(machine, daysBetween(heard - RECENT_DAYS * 24 * HOUR, heard)).filter(
    ({ from, to }) => from > first && to - from > SILENCE && to <= heard,
  );
  await note(
    pool,
    silences
      .flatMap(
        ({ from, to }) =>
          [
            ["offline", from],
            ["online", to],
          ] as const,
      )
      .map(([kind, at]) => ({ device, unit, kind, at: new Date(at).toISOString(), data: {} })),
  );
  const back = silences.at(-1)?.to;
  if (back)
    await run(
      pool,
      sql`update device_states set online_since = ${new Date(back).toISOString()} where device_id = ${device} and online_since < ${new Date(back).toISOString()}`,
    );
}

/** The log of the last days, and what the unit said of itself when it was last heard, by its own clock. */
async function tellLast(
  pool: Pool,
  machine: Machine,
  ids: Ids,
  recent: readonly Happening[],
  { now, heard }: { now: Moment; heard: Moment },
): Promise<void> {
  const ahead = clockAhead(machine, FEW_FAULTS);
  const clock = (at: Moment) => new Date(at + ahead).toISOString();
  const senses = newSenses(machine, heard);
  feel(senses, recent);
  const state = batchSchema.parse({ ...pingOf(machine, senses, heard), sent_at: clock(heard) });
  const events = recent.flatMap((one) =>
    eventsOf(machine, one, clock).filter(({ t }) => one.at > now - LOGGED || SCANS.has(t) || one.what === "failed"),
  );
  const visited = recent.findLast(({ what }) => what === "filled")?.at;
  for (let start = 0; start === 0 || start < events.length; start += AT_ONCE) {
    const read = readBatch({ ...state, events: events.slice(start, start + AT_ONCE) }, heard);
    await storeBatches(pool, [
      { ...ids, read, news: { ...newsOf(ids.device, ids.unit, state, read), visit_at: visited, service_at: visited } },
    ]);
  }
}

const SCANS: ReadonlySet<string> = new Set(["rfid", "qr", "partner"]);

/** Periods are told whole: from a read on. */
const firstRecent = (past: readonly Past[], now: Moment) => past.find(({ at }) => at > now - RECENT_DAYS * 24 * HOUR);

function vendOf(machine: Machine, ids: Ids, one: Happening): Vend[] {
  const cell = "cell" in one ? machine.cells[one.cell] : undefined;
  if (!cell || (one.what !== "vend" && one.what !== "test" && one.what !== "free")) return [];
  return [
    {
      ...ids,
      event: one.id,
      batch: 0,
      at: one.at,
      boxAt: one.at,
      selection: cell.selection,
      name: null,
      source: one.what === "vend" ? one.source : one.what,
      price: cell.price,
    },
  ];
}

/** The files of a machine, what happened in their time and up to `heard`, when its unit was last heard. */
function pastOf(machine: Machine, now: Moment): { past: Past[]; happened: Happening[]; heard: Moment } {
  if (machine.life === "stored") return { past: [], happened: [], heard: now };
  const random = randomOf("past", machine.serial, kyivDay(now));
  const end = machine.silentSince === null ? (cutOffSince(machine, now) ?? now) : now - machine.silentSince * 24 * HOUR;
  const [first, ...moments] = readMoments(machine, now).filter((at) => at <= end && !isDark(machine, at));
  if (first === undefined) return { past: [], happened: [], heard: now };
  let meter = usedMeter(machine, first);
  let before = first;
  const past = [handedIn(machine, meter, first, now)];
  const all: Happening[] = [];
  let isDamaged = machine.quirk !== "damaged_file";
  for (const at of moments) {
    const replaced = boardReplaced(machine, before, at, now);
    if (replaced) meter = newMeter(machine, (before = replaced), boardOf(machine, 2));
    const happened = happeningsBetween(machine, before, at);
    count(meter, machine, happened);
    all.push(...happened);
    before = at;
    const read = handedIn(machine, meter, at, now);
    if (machine.quirk === "lost_reads" && chance(random, 0.08)) continue;
    const damaged = !isDamaged && kyivDay(at) >= shiftDay(kyivDay(now), -DAMAGED_DAYS);
    isDamaged ||= damaged;
    past.push(damaged ? { ...read, file: restate(read.file, "BAD0") } : read);
  }
  // A unit that fell silent for good handed in its last file; what happened since nobody knows.
  if (machine.silentSince !== null) return { past, happened: all, heard: past.at(-1)?.receivedAt ?? end };
  return { past, happened: [...all, ...happeningsBetween(machine, before, end)], heard: end };
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
