import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows } from "../../database/query";
import type { Moment } from "../../time";
import { initialised, UNSURE } from "./clock";
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
  joined: z.boolean(),
  from_at: moment.nullable(),
  end: z.tuple([moment, moment, moment]),
  start: z.tuple([moment, moment, moment]).nullable(),
  hit: z.boolean(),
  /** The first, or the last, that there is. */
  edge: z.boolean(),
});

/** A period that was looked at; whether it lies in one of the stretches, and whether none is before, or after it. */
interface Looked extends Period {
  isHit: boolean;
  isEdge: boolean;
}

/** A read `r` and the one before it `p` count a period that touches one of the stretches. */
const touches = (stretches: readonly Stretch[]): SQL => sql`exists (
  select 1 from ${given(
    stretches.map(({ from, to }) => ({ from: isoOf(from), to: isoOf(to) })),
    '"from" timestamptz, "to" timestamptz',
  )} where r.latest >= k."from" and coalesce(p.earliest, r.from_at - ${UNSURE}, '-infinity') <= k."to")`;

/** Moments before the years of a database are as good as its first. */
const isoOf = (at: Moment) => new Date(Math.max(at, 0)).toISOString();

/**
 * A machine's periods that touch one of the stretches, and so many beside them, in order of time; those of one chain in its
 * order, for a clock that ran backwards changes nothing within it.
 */
async function periodsAround(
  tx: Db,
  device: number,
  stretches: readonly Stretch[] | "all",
  beside: number,
): Promise<Looked[]> {
  const found = await rows(
    tx,
    periodRow,
    sql`
    with counted as (
      select r.file_id, r.report, r.chain, r.position, r.from_at, r.to_at, r.earliest, r.latest, p.file_id as previous_file, p.report as previous_report,
        p.to_at as start_at, p.earliest as start_earliest, p.latest as start_latest, ${stretches === "all" ? sql`true` : touches(stretches)} as hit,
        max(r.to_at) over (partition by r.chain order by r.position) as at
      from audit_reads r left join audit_reads p on p.file_id = r.previous_file and p.report = r.previous_report
      where r.device_id = ${device} and r.lines is not null),
    ordered as (
      select *, row_number() over w as place, count(*) over () as places,
        (lag(file_id) over w, lag(report) over w) is not distinct from (previous_file, previous_report) and previous_file is not null as joined
      from counted window w as (order by at, chain, position))
    select file_id as file, report, joined, from_at, hit, place = 1 or place = places as edge, json_build_array(to_at, earliest, latest) as end,
      case when previous_file is not null then json_build_array(start_at, start_earliest, start_latest) end as start
    from ordered where place between (select min(place) from ordered where hit) - ${beside}::integer and (select max(place) from ordered where hit) + ${beside}::integer
    order by place`,
  );
  return found.map(({ file, report, joined, from_at, end, start, hit, edge }) => ({
    file,
    report,
    start: start ? bound(start) : from_at === null ? BEFORE_ALL : initialised(from_at),
    end: bound(end),
    isJoined: joined,
    isHit: hit,
    isEdge: edge,
  }));
}

/** The start of what a machine counted since it does not say when. */
const BEFORE_ALL: Bound = { at: 0, earliest: 0, latest: 0 };

const bound = ([at, earliest, latest]: [Moment, Moment, Moment]): Bound => ({ at, earliest, latest });

/** Neighbours of a run are looked for so many at a time, then twice as many. */
const STEP = 8;

/**
 * Runs of periods, one of which at least lies in one of the stretches (`all`: every run). A run is what must be settled
 * together: in it a vend may belong to one period or to the next, for it was told at about the time of the read between.
 */
export async function runsAround(tx: Db, device: number, stretches: readonly Stretch[] | "all"): Promise<Period[][]> {
  for (let beside = STEP; ; beside *= 2) {
    const looked = await periodsAround(tx, device, stretches, beside);
    const runs = splitRuns(looked, await linksOf(tx, device, looked));
    const [first, last] = [looked[0], looked.at(-1)];
    const isWhole = (run: readonly Looked[]) =>
      (run[0] !== first || first?.isEdge) && (run.at(-1) !== last || last?.isEdge);
    const wanted = runs.filter((run) => run.some(({ isHit }) => isHit));
    if (wanted.every(isWhole)) return wanted;
  }
}

function splitRuns(periods: readonly Looked[], linked: readonly boolean[]): Looked[][] {
  const runs: Looked[][] = [];
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
