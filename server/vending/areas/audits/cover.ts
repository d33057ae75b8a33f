import { sql } from "drizzle-orm";
import { z } from "zod";
import { PAYMENT_SOURCES } from "~server/contract/enums";
import { type Db, given, rows } from "../../database/query";
import { toldWithin } from "./cuts";
import { type Book, type Kept, keptOf, rewrite, toldOf } from "./period-books";
import { type Period, runsAround, type Stretch } from "./periods";
import { reconcileRun } from "./reader";
import type { Difference, Reconciled } from "./reconcile";
import { isSound } from "./sound";
import type { Line } from "./untold";

/**
 * Books anew what audits of one machine counted beyond the vends told, where periods lie in one of the stretches (`all`:
 * in its whole life). What is right already stays untouched. The machine is locked. Answers the days whose rollups must be made anew.
 */
export async function bookUntold(tx: Db, device: number, stretches: readonly Stretch[] | "all"): Promise<Set<string>> {
  const days = new Set<string>();
  for (const runs of inBatches(await runsAround(tx, device, stretches)))
    for (const day of await bookRuns(tx, device, runs)) days.add(day);
  return days;
}

/** Periods whose lines are held in memory at a time, but for longer runs. */
const AT_ONCE = 100;

function inBatches(runs: readonly Period[][]): Period[][][] {
  const batches: Period[][][] = [];
  let room = 0;
  for (const run of runs) {
    if (run.length > room) {
      batches.push([]);
      room = AT_ONCE;
    }
    batches.at(-1)?.push(run);
    room -= run.length;
  }
  return batches;
}

async function bookRuns(tx: Db, device: number, runs: readonly Period[][]): Promise<string[]> {
  const [kept, vends] = [
    await keptOf(tx, runs.flat()),
    await toldOf(tx, device, earliestOf(runs.flat()), latestOf(runs.flat())),
  ];
  let place = 0;
  const changed: (Period & { book: Book })[] = [];
  for (const periods of runs) {
    const were = kept.slice(place, (place += periods.length));
    const books = await reconcileRun({
      periods: periods.map((period, index) => ({ ...period, ...readingOf(were[index]) })),
      vends: toldWithin(vends, earliestOf(periods), latestOf(periods)),
    });
    periods.forEach((period, index) => {
      const [book, was] = [books[index] && bookOf(period, books[index]), were[index]];
      if (book && was && textOf(book) !== textOf(was.book)) changed.push({ ...period, book });
    });
  }
  return rewrite(tx, device, changed);
}

const earliestOf = (periods: readonly Period[]) => Math.min(...periods.map(({ start }) => start.earliest));
const latestOf = (periods: readonly Period[]) => Math.max(...periods.map(({ end }) => end.latest));

function readingOf(kept: Kept | undefined): { lines: Line[]; isSound: boolean; isEstimated: boolean } {
  const { lines, warnings, flags } = kept ?? { lines: [], warnings: [], flags: [] };
  return {
    lines,
    isSound: isSound(warnings, flags),
    isEstimated: flags.some(({ code }) => code === "payment_split_estimated"),
  };
}

const bookOf = ({ end }: Period, { to, isTold, booked, differences }: Reconciled): Book => ({
  covered: isTold,
  cut_at: isTold && to !== end.at ? new Date(to).toISOString() : null,
  lines: booked,
  differences,
});

const bySource = (one: Difference, other: Difference) => placeOf(one) - placeOf(other);
const placeOf = ({ source }: Difference) => PAYMENT_SOURCES.findIndex((one) => one === source);

/** The same book is the same text. */
const textOf = ({ covered, cut_at, lines, differences }: Book): string =>
  JSON.stringify([
    covered,
    cut_at,
    lines.map((one) => [one.selection, one.name, one.source, one.count, one.amount, one.guessed]),
    differences
      .toSorted(bySource)
      .map(({ source, audit, events, booked, beyond }) => [
        source,
        ...[audit, events, booked, beyond].flatMap((one) => [one.count, one.amount]),
      ]),
  ]);

/** Which machines have audits of the time of these vends, and where. */
export async function periodsNear(
  tx: Db,
  sold: readonly { device: number; at: string }[],
): Promise<Map<number, Stretch[]>> {
  const near = await rows(
    tx,
    z.object({ device: z.number(), at: z.string() }),
    sql`
    select k.device, k.at from ${given(sold, "device integer, at timestamptz")} where exists (
      select 1 from audit_reads r where r.device_id = k.device and r.latest >= k.at and r.lines is not null)`,
  );
  const stretches = new Map<number, Stretch[]>();
  for (const { device, at } of near) {
    const moment = Date.parse(at);
    stretches.set(device, [...(stretches.get(device) ?? []), { from: moment, to: moment }]);
  }
  return stretches;
}
