import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import type { Placement } from "../../evadts/arrange";
import { instantOf } from "../../time";
import { rollUp } from "../sales/book";
import { recountStocks } from "../objects/stocks";
import { isPaid } from "../sales/paid";
import { soldAt } from "./clock";
import { bookReads } from "./cover";
import type { Derived } from "./jobs";
import { loadCounters, loadReads, type Read, readsGiven, split } from "./placed-reads";
import { arrangeReads, derivePeriod } from "./reader";

/** Reads whose counters are held in memory at a time. */
const CHUNK = 100;

/**
 * Puts a machine's reads in their chains and books the sales between neighbours, where no vend events tell of them.
 * `changed` derives only the reads whose neighbour is new: the same result as `all`, which derives every one. The rollups of days in `also` are made anew too.
 */
export async function settle(
  tx: Db,
  deviceId: number,
  which: "changed" | "all",
  also: readonly string[] = [],
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
  const days = new Set(also);
  const places = new Map(reads.map((read) => [read.id, read]));
  for (let start = 0; start < derived.length; start += CHUNK)
    await derive(tx, deviceId, derived.slice(start, start + CHUNK), places, days);
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
  days: Set<string>,
): Promise<void> {
  const gone = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`
    delete from sales s using ${readsGiven(chunk.map(({ read }) => read.id))}
    where s.device_id = ${deviceId} and s.file_id = k.file and s.report = k.report returning s.day`,
  );
  gone.forEach((line) => days.add(line.day));
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
  (
    await bookReads(
      tx,
      deviceId,
      settled.map(({ read }) => split(read.id)),
    )
  ).forEach((day) => days.add(day));
}

/** The time between a read and the one before it, on our clock. */
function spanOf(reads: ReadonlyMap<string, Read>, place: Placement, read: Read): { from: string | null; to: string } {
  const to = bookedAt(read).at;
  const previous = place.state === "delta" && place.previousId ? reads.get(place.previousId) : undefined;
  if (previous) return { from: [bookedAt(previous).at, to].toSorted()[0] ?? to, to };
  const since = place.state === "from_initialisation" ? read.header.initialisedAt : null;
  return { from: since ? new Date(Math.min(instantOf(since), Date.parse(to))).toISOString() : null, to };
}

const bookedAt = ({ header, by_unit, read_at }: Read) =>
  soldAt({ machineTime: header.machineTime, receivedAt: header.receivedAt, readAt: read_at, byUnit: by_unit });

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
  settled: readonly { place: Placement; derived: Derived | null; span: { from: string | null; to: string } }[],
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
      state: place.state === "duplicate" ? "skipped" : "processed",
      period: derived && derived.period,
      lines: derived && derived.lines,
      ...span,
    };
  });
  await run(
    tx,
    sql`
    update audit_reads r set chain = k.chain, position = k.position, kind = k.kind, previous_file = k.previous_file,
      previous_report = k.previous_report, missing_reads = k.missing, state = k.state, period = k.period::jsonb,
      lines = k.lines::jsonb, from_at = k."from", to_at = k."to"
    from ${given(list, 'file integer, report integer, chain text, position integer, kind text, previous_file integer, previous_report integer, missing bigint, state text, period text, lines text, "from" timestamptz, "to" timestamptz')}
    where r.file_id = k.file and r.report = k.report`,
  );
}

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
