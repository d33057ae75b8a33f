import { PAYMENT_SOURCES } from "~server/contract/enums";
import { type Tally, tally } from "../sales/tally";
import { type Bound, cutsOf, toldWithin } from "./cuts";
import { compareSums, isOfKind, type Line, sumsOf, type Told, untold } from "./untold";

/** What an audit counted between two reads. */
export interface Audited {
  start: Bound;
  end: Bound;
  /** It starts with the read that the one before it ends with. */
  isJoined: boolean;
  lines: readonly Line[];
  /** Its chain and its check value are right: what it counted is what was sold. */
  isSound: boolean;
  /** Its lines by product and source are calculated from sums. */
  isEstimated: boolean;
}

/** A source of a period, with vends and kopecks. */
export interface Difference {
  source: string;
  audit: Tally;
  events: Tally;
  /** As not told by telemetry. */
  booked: Tally;
  /** Told by telemetry and not counted by a sound audit. */
  beyond: Tally;
}

export interface Reconciled {
  /** When the period ended, by the vends told. */
  to: number;
  /** Telemetry told of vends in it. */
  isTold: boolean;
  booked: Line[];
  /** Sources of which the audit and telemetry say different things, where both say anything. */
  differences: Difference[];
}

/**
 * What is booked of audits beside the vends that telemetry told of, which are always booked. Vends give time, product and
 * source, a sound audit the total: what it counted beyond the vends of its time and of the same source is booked as not
 * told. Depends on nothing but its input. `periods` and `vends` are in order of time.
 */
export function reconcile(periods: readonly Audited[], vends: readonly Told[]): Reconciled[] {
  const bounds: Bound[] = [];
  const counted: (ReturnType<typeof sumsOf> | null)[] = [];
  const ends = periods.map(({ start, end, isJoined, isSound, lines }, index) => {
    if (!isJoined || index === 0) {
      bounds.push(start);
      if (index > 0) counted.push(null);
    }
    counted.push(isSound ? sumsOf(lines) : null);
    return bounds.push(end) - 1;
  });
  const cuts = cutsOf(bounds, counted, vends);
  return periods.map((period, index) => {
    const end = ends[index] ?? 0;
    const [from, to] = [cuts[end - 1] ?? 0, cuts[end] ?? 0];
    const inside = toldWithin(vends, from, to);
    const booked = period.isSound ? untold(period.lines, inside, period.isEstimated) : untoldOfUnsound(period, vends);
    return { to, isTold: inside.length > 0, booked, differences: differences(period, inside, booked) };
  });
}

/** An audit that may be wrong is booked only where it is all there is: no vend of the kind is told of any time that may be its. */
function untoldOfUnsound({ start, end, lines }: Audited, vends: readonly Told[]): Line[] {
  const near = toldWithin(vends, start.earliest, end.latest);
  return lines.filter(({ source }) => !near.some((vend) => isOfKind(vend.source, source)));
}

function differences({ lines, isSound }: Audited, vends: readonly Told[], booked: readonly Line[]): Difference[] {
  const { over } = compareSums(sumsOf(lines), sumsOf(vends));
  return PAYMENT_SOURCES.flatMap((source, place): Difference[] => {
    const of = (all: readonly (Tally & { source: string })[]) => tally(all.filter((one) => one.source === source));
    const [audit, events, kept] = [of(lines), of(vends), of(booked)];
    const isWhole = !vends.length && same(audit, kept);
    if (isWhole || same(audit, events)) return [];
    const beyond = { count: over.counts[place] ?? 0, amount: over.amounts[place] ?? 0 };
    return [{ source, audit, events, booked: kept, beyond: isSound ? beyond : tally([]) }];
  });
}

const same = (one: Tally, other: Tally): boolean => one.count === other.count && one.amount === other.amount;
