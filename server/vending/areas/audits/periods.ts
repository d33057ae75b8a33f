import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows } from "../../database/query";
import type { Moment } from "../../time";
import { initialised } from "./clock";
import type { Bound } from "./cuts";

/** A time on our clock. */
export interface Stretch {
  from: Moment;
  to: Moment;
}

/** What a machine counted between two reads, by its place in time. */
export interface Period {
  file: number;
  report: number;
  start: Bound;
  end: Bound;
  /** It starts with the read that the one before it ends with. */
  isJoined: boolean;
}

const moment = z.string().transform((text): Moment => Date.parse(text));
const periodRow = z.object({
  file: z.number(),
  report: z.number(),
  chain: z.string(),
  previous: z.string().nullable(),
  from_at: moment.nullable(),
  end: z.tuple([moment, moment, moment]),
  start: z.tuple([moment, moment, moment]).nullable(),
});
type Row = z.infer<typeof periodRow>;

/** A machine's periods, in order of time; those of one chain in its order. */
async function periodsOf(tx: Db, device: number): Promise<Period[]> {
  const found = await rows(
    tx,
    periodRow,
    sql`
    select r.file_id as file, r.report, r.chain, p.file_id || '/' || p.report as previous, r.from_at,
      json_build_array(r.to_at, r.earliest, r.latest) as end, case when p.file_id is not null then json_build_array(p.to_at, p.earliest, p.latest) end as start
    from audit_reads r left join audit_reads p on p.file_id = r.previous_file and p.report = r.previous_report
    where r.device_id = ${device} and r.lines is not null order by r.chain, r.position`,
  );
  return inOrder(found).map((row, index, all) => {
    const before = all[index - 1];
    return {
      file: row.file,
      report: row.report,
      start: row.start ? bound(row.start) : initialised(row.from_at),
      end: bound(row.end),
      isJoined: before !== undefined && row.previous === `${before.file}/${before.report}`,
    };
  });
}

const bound = ([at, earliest, latest]: [Moment, Moment, Moment]): Bound => ({ at, earliest, latest });

/** By time; a clock that ran backwards changes nothing within a chain. */
function inOrder(found: readonly Row[]): Row[] {
  const latest = new Map<string, Moment>();
  return found
    .map((row, place) => {
      const at = Math.max(row.end[0], latest.get(row.chain) ?? 0);
      latest.set(row.chain, at);
      return { row, at, place };
    })
    .sort((one, other) => one.at - other.at || one.place - other.place)
    .map(({ row }) => row);
}

/** Neighbours of a run are looked for so many at a time, then twice as many. */
const STEP = 8;

/**
 * Runs of periods, one of which at least lies in one of the stretches (`all`: every run). A run is what must be settled
 * together: in it a vend may belong to one period or to the next, for it was told at about the time of the read between.
 */
export async function runsAround(tx: Db, device: number, stretches: readonly Stretch[] | "all"): Promise<Period[][]> {
  const periods = await periodsOf(tx, device);
  const hit = periods.flatMap((period, index) => (stretches === "all" || isIn(period, stretches) ? [index] : []));
  const [low, high] = [hit[0], hit.at(-1)];
  if (low === undefined || high === undefined) return [];
  for (let step = STEP; ; step *= 2) {
    const first = Math.max(0, low - step);
    const looked = periods.slice(first, high + step + 1);
    const runs = splitRuns(looked, await linksOf(tx, device, looked));
    const isWhole = (run: readonly Period[]) =>
      (first === 0 || run[0] !== looked[0]) &&
      (first + looked.length === periods.length || run.at(-1) !== looked.at(-1));
    const wanted = runs.filter((run) => run.some((period) => stretches === "all" || isIn(period, stretches)));
    if (wanted.every(isWhole)) return wanted;
  }
}

const isIn = ({ start, end }: Period, stretches: readonly Stretch[]): boolean =>
  stretches.some(({ from, to }) => end.latest >= from && start.earliest <= to);

function splitRuns(periods: readonly Period[], linked: readonly boolean[]): Period[][] {
  const runs: Period[][] = [];
  periods.forEach((period, index) => {
    const last = runs.at(-1);
    if (last && linked[index]) last.push(period);
    else runs.push([period]);
  });
  return runs;
}

/** Of each period, whether it shares vends with the one before it. */
async function linksOf(tx: Db, device: number, periods: readonly Period[]): Promise<boolean[]> {
  const edges = periods.flatMap(({ start, isJoined }, index) => {
    const before = periods[index - 1];
    if (!before) return [];
    const [from, to] = isJoined ? [start.earliest, start.latest] : [start.earliest, before.end.latest];
    return from < to ? [{ index, from: new Date(from).toISOString(), to: new Date(to).toISOString() }] : [];
  });
  const found = await rows(
    tx,
    z.object({ index: z.number() }),
    sql`
    select k.index from ${given(edges, 'index integer, "from" timestamptz, "to" timestamptz')}
    where exists (select 1 from sales s where s.device_id = ${device} and s.file_id is null and s.sold_at > k."from" and s.sold_at <= k."to")`,
  );
  const linked = new Set(found.map(({ index }) => index));
  return periods.map((_, index) => linked.has(index));
}
