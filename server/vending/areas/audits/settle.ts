import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import type { Placement } from "../../evadts/arrange";
import { instantOf } from "../../time";
import { rollUp } from "../sales/book";
import { recountStocks } from "../objects/stocks";
import { isPaid } from "../sales/paid";
import { initialised, readMoment } from "./clock";
import { bookUntold } from "./cover";
import type { Bound } from "./cuts";
import type { Derived } from "./jobs";
import type { Stretch } from "./periods";
import { loadCounters, loadReads, type Read, readsGiven, split } from "./placed-reads";
import { arrangeReads, derivePeriod } from "./reader";

/** Reads whose counters are held in memory at a time. */
const CHUNK = 100;

/** Days that lost sales, and times of which audits now say something else. */
export interface Changes {
  days: Set<string>;
  stretches: Stretch[];
}

/**
 * Puts a machine's reads in their chains and books the sales between neighbours, as far as no vend events tell of them.
 * `changed` derives only the reads whose neighbour is new: the same result as `all`, which derives every one. What has
 * changed already goes along.
 */
export async function settle(
  tx: Db,
  deviceId: number,
  which: "changed" | "all",
  changes: Changes = { days: new Set(), stretches: [] },
): Promise<void> {
  const reads = await loadReads(tx, deviceId);
  const placements = await arrangeReads(reads.map((read) => ({ ...read.header, id: read.id })));
  const placed = new Map(reads.map((read) => [read.id, read]));
  const derived: Placed[] = [];
  const moved: Placement[] = [];
  for (const place of placements) {
    const read = placed.get(place.id);
    if (!read) throw new Error(`read ${place.id} was placed but never loaded`);
    const same = read.kind === place.state && read.previous === place.previousId;
    if (which === "all" || !same || read.missing_reads !== place.missingReads) derived.push({ read, place });
    else if (read.chain !== place.chain || read.position !== place.position) moved.push(place);
  }
  await move(tx, moved);
  for (let start = 0; start < derived.length; start += CHUNK)
    await derive(tx, deviceId, derived.slice(start, start + CHUNK), placed, changes);
  const booked = await bookUntold(tx, deviceId, which === "all" ? "all" : changes.stretches);
  const days = new Set([...changes.days, ...booked]);
  await rollUp(tx, deviceId, which === "all" ? "all" : [...days]);
  if (days.size) await recountStocks(tx, [deviceId]);
  await touchDevice(tx, deviceId);
}

interface Placed {
  read: Read;
  place: Placement;
}

/** Reads that got another place in the same chain. */
async function move(tx: Db, moved: readonly Placement[]): Promise<void> {
  if (!moved.length) return;
  await run(
    tx,
    sql`update audit_reads r set chain = k.chain, position = k.position
    from ${given(
      moved.map(({ id, chain, position }) => ({ ...split(id), chain, position })),
      "file integer, report integer, chain text, position integer",
    )}
    where r.file_id = k.file and r.report = k.report`,
  );
}

async function derive(
  tx: Db,
  deviceId: number,
  chunk: readonly Placed[],
  reads: ReadonlyMap<string, Read>,
  changes: Changes,
): Promise<void> {
  const gone = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`
    delete from sales s using ${readsGiven(chunk.map(({ read }) => read.id))}
    where s.device_id = ${deviceId} and s.file_id = k.file and s.report = k.report returning s.day`,
  );
  await run(
    tx,
    sql`delete from audit_differences d using ${readsGiven(chunk.map(({ read }) => read.id))} where d.file_id = k.file and d.report = k.report`,
  );
  gone.forEach((line) => changes.days.add(line.day));
  const counters = await loadCounters(
    tx,
    chunk.flatMap(({ place }) => countersNeeded(place)),
  );
  const settled = await Promise.all(
    chunk.map(async ({ read, place }) => ({
      read,
      place,
      derived: await periodOf(counters, place),
      span: spanOf(reads, place, read),
    })),
  );
  await keepPeriods(tx, settled);
  for (const { read, span } of settled) {
    if (read.earliest !== null && read.to_at !== null)
      changes.stretches.push({ from: Date.parse(read.from_at ?? read.earliest), to: Date.parse(read.to_at) });
    changes.stretches.push({ from: span.start?.earliest ?? span.end.earliest, to: span.end.latest });
  }
}

/** The time between a read and the one before it, or the machine's initialisation; without a start nobody knows since when, or nothing is counted. */
interface ReadSpan {
  start: Bound | null;
  end: Bound;
}

function spanOf(reads: ReadonlyMap<string, Read>, place: Placement, read: Read): ReadSpan {
  const end = momentOf(read);
  const previous = place.state === "delta" && place.previousId ? reads.get(place.previousId) : undefined;
  if (previous) return { start: momentOf(previous), end };
  const since = place.state === "from_initialisation" ? read.header.initialisedAt : null;
  return { start: since ? initialised(instantOf(since)) : null, end };
}

const momentOf = ({ header, by_unit, read_at }: Read) =>
  readMoment({ machineTime: header.machineTime, receivedAt: header.receivedAt, readAt: read_at, byUnit: by_unit });

/** A baseline brings no sales, and neither does what was counted before. */
const isCounted = ({ state }: Placement): boolean => state === "delta" || state === "from_initialisation";
const countersNeeded = (place: Placement): string[] =>
  isCounted(place) ? [place.id, ...(place.state === "delta" && place.previousId ? [place.previousId] : [])] : [];

async function periodOf(counters: ReadonlyMap<string, string>, place: Placement): Promise<Derived | null> {
  const [current, previous = null] = countersNeeded(place).map((id) => {
    const found = counters.get(id);
    if (found === undefined) throw new Error(`read ${id} has no counters`);
    return found;
  });
  return current === undefined ? null : derivePeriod({ previous, current });
}

async function keepPeriods(
  tx: Db,
  settled: readonly { place: Placement; derived: Derived | null; span: ReadSpan }[],
): Promise<void> {
  const list = settled.map(({ place, derived, span }) => {
    const previous = split(place.previousId);
    return {
      ...split(place.id),
      chain: place.chain,
      position: place.position,
      kind: place.state,
      previous_file: previous.file,
      previous_report: previous.report,
      missing: place.missingReads,
      state: place.state === "duplicate" || place.state === "cut" ? "skipped" : "processed",
      period: derived && derived.period,
      lines: derived && derived.lines,
      from: span.start && iso(Math.min(span.start.at, span.end.at)),
      to: iso(span.end.at),
      earliest: iso(span.end.earliest),
      latest: iso(span.end.latest),
    };
  });
  await run(
    tx,
    sql`
    update audit_reads r set chain = k.chain, position = k.position, kind = k.kind, previous_file = k.previous_file,
      previous_report = k.previous_report, missing_reads = k.missing, state = k.state, period = k.period::jsonb,
      lines = k.lines::jsonb, from_at = k."from", to_at = k."to", earliest = k.earliest, latest = k.latest, covered = false, cut_at = null
    from ${given(list, 'file integer, report integer, chain text, position integer, kind text, previous_file integer, previous_report integer, missing bigint, state text, period text, lines text, "from" timestamptz, "to" timestamptz, earliest timestamptz, latest timestamptz')}
    where r.file_id = k.file and r.report = k.report`,
  );
}

const iso = (at: number) => new Date(at).toISOString();

async function touchDevice(tx: Db, deviceId: number): Promise<void> {
  await run(
    tx,
    sql`update devices set
    last_read_at = (select max(received_at) from audit_files where device_id = ${deviceId}),
    last_processed_at = (select max(f.received_at) from audit_files f join audit_reads r on r.file_id = f.id where f.device_id = ${deviceId} and r.state = 'processed'),
    last_sale_at = (select max(sold_at) from sales where device_id = ${deviceId} and count > 0 and ${isPaid(sql`source`)})
    where id = ${deviceId}`,
  );
}
