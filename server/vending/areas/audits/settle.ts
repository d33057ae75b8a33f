import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import type { Placement } from "../../evadts/arrange";
import { rollUp } from "../sales/book";
import { type Cause, correctClosed } from "../books/corrections";
import { settleReceipts } from "../fiscal/queue";
import { recountStocks } from "../objects/stocks";
import { isPaid } from "../sales/paid";
import { revalue } from "../sales/revalue";
import { bookUntold } from "./cover";
import { localTime } from "../../time";
import type { Derived } from "./jobs";
import type { Stretch } from "./periods";
import { loadCounters, readsGiven, split } from "./placed-reads";
import { type Placed, placeAll, placeNew } from "./placing";
import { keepQuestions } from "./questions";
import { derivePeriod } from "./reader";
import type { Span } from "./spans";

/** Reads whose counters are held in memory at a time. */
const CHUNK = 100;

/** Days that lost sales, and times of which audits now say something else. */
export interface Changes {
  days: Set<string>;
  stretches: Stretch[];
}

/**
 * Puts a machine's reads in their chains and books the sales between neighbours, as far as no vend events tell of them.
 * What changes in closed months is written down with its `cause`. What has changed already goes along. `changed` derives
 * only the reads whose neighbour is new, `{ file }` that has just come looks at no other where it follows all of them: the
 * same result as `all`, which derives every one.
 */
export async function settle(
  tx: Db,
  deviceId: number,
  which: "changed" | "all" | { file: number },
  cause: Cause,
  changes: Changes = { days: new Set(), stretches: [] },
): Promise<void> {
  const { derived, moved } =
    (typeof which === "object" && (await placeNew(tx, deviceId, which.file))) ||
    (await placeAll(tx, deviceId, which === "all"));
  await move(tx, moved);
  for (let start = 0; start < derived.length; start += CHUNK)
    await derive(tx, deviceId, derived.slice(start, start + CHUNK), changes);
  const revalued = await revalue(tx, deviceId, which === "all" ? null : earliestOf(changes.stretches));
  const booked = await bookUntold(tx, deviceId, which === "all" ? "all" : changes.stretches);
  const days = new Set([...changes.days, ...revalued, ...booked]);
  await rollUp(tx, deviceId, which === "all" ? "all" : [...days]);
  await correctClosed(tx, [deviceId], which === "all" ? "all" : [...days], cause);
  await settleReceipts(tx, { days: [{ device: deviceId, days: which === "all" ? "all" : [...days] }] });
  if (days.size) await recountStocks(tx, [deviceId]);
  await touchDevice(tx, deviceId);
  await keepQuestions(tx, deviceId, which === "all" ? "all" : [...days, ...daysOf(derived)]);
}

const earliestOf = (stretches: readonly Stretch[]) => Math.min(Date.now(), ...stretches.map(({ from }) => from));

/** The days in Kyiv on which these reads end, and ended as long as they were placed otherwise. */
const daysOf = (derived: readonly Placed[]): string[] =>
  derived.flatMap(({ read, span }) =>
    [span.end.at, ...(read.to_at === null ? [] : [Date.parse(read.to_at)])].map((at) => localTime(at).slice(0, 10)),
  );

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

async function derive(tx: Db, deviceId: number, chunk: readonly Placed[], changes: Changes): Promise<void> {
  const gone = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`
    delete from sales s using ${readsGiven(chunk.map(({ read }) => read.id))}
    where s.file_id = k.file and s.report = k.report returning s.day`,
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
    chunk.map(async ({ place, span }) => ({ place, span, derived: await periodOf(counters, place) })),
  );
  await keepPeriods(tx, settled);
  for (const { read, span } of chunk) {
    if (read.earliest !== null && read.to_at !== null)
      changes.stretches.push({ from: Date.parse(read.from_at ?? read.earliest), to: Date.parse(read.to_at) });
    changes.stretches.push({ from: span.start?.earliest ?? span.end.earliest, to: span.end.latest });
  }
}

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
  settled: readonly { place: Placement; derived: Derived | null; span: Span }[],
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
      state: isCounted(place) || place.state === "baseline" ? "processed" : "skipped",
      doubt: place.doubt,
      period: derived && derived.period,
      lines: derived && derived.lines,
      ...timesOf(span),
    };
  });
  await run(
    tx,
    sql`
    update audit_reads r set chain = k.chain, position = k.position, kind = k.kind, previous_file = k.previous_file,
      previous_report = k.previous_report, missing_reads = k.missing, state = k.state, doubt = k.doubt, period = k.period::jsonb,
      lines = k.lines::jsonb, from_at = k."from", to_at = k."to", earliest = k.earliest, latest = k.latest, covered = false, cut_at = null
    from ${given(list, 'file integer, report integer, chain text, position integer, kind text, previous_file integer, previous_report integer, missing bigint, state text, doubt text, period text, lines text, "from" timestamptz, "to" timestamptz, earliest timestamptz, latest timestamptz')}
    where r.file_id = k.file and r.report = k.report`,
  );
}

const timesOf = ({ start, end }: Span) => ({
  from: start && iso(Math.min(start.at, end.at)),
  to: iso(end.at),
  earliest: iso(end.earliest),
  latest: iso(end.latest),
});

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
