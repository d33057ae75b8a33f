import type { Placement } from "../../evadts/arrange";
import { instantOf } from "../../time";
import { initialised, readMoment } from "./clock";
import type { Bound } from "./cuts";
import type { Read } from "./placed-reads";

/** The time between a read and the one before it, or the machine's initialisation; without a start nobody knows since when, or nothing is counted. */
export interface Span {
  start: Bound | null;
  end: Bound;
}

/** The time that each placed read counts, by its id. */
export function spansOf(placements: readonly Placement[], reads: ReadonlyMap<string, Read>): Map<string, Span> {
  const moments = momentsOf(placements, reads);
  const spanOf = ({ id, state, previousId }: Placement, end: Bound): Span => {
    const previous = state === "delta" && previousId ? moments.get(previousId) : undefined;
    if (previous) return { start: previous, end };
    const since = state === "from_initialisation" ? reads.get(id)?.header.initialisedAt : null;
    return { start: since ? initialised(instantOf(since)) : null, end };
  };
  return new Map(
    placements.flatMap((place) => {
      const end = moments.get(place.id);
      return end ? [[place.id, spanOf(place, end)] as const] : [];
    }),
  );
}

/** When each read was made. What a machine counted next had not been read yet: a read that came late was made before its next one. */
function momentsOf(placements: readonly Placement[], reads: ReadonlyMap<string, Read>): Map<string, Bound> {
  const moments = new Map<string, Bound>();
  let next: { chain: string; latest: number } | null = null;
  for (const { id, chain } of placements.toReversed()) {
    const read = reads.get(id);
    if (!read) throw new Error(`read ${id} was placed but never loaded`);
    const moment = until(momentOf(read), next?.chain === chain ? next.latest : Infinity);
    next = { chain, latest: moment.latest };
    moments.set(id, moment);
  }
  return moments;
}

/** Read by itself. */
export const momentOf = ({ header, by_unit, read_at }: Read): Bound =>
  readMoment({ machineTime: header.machineTime, receivedAt: header.receivedAt, readAt: read_at, byUnit: by_unit });

function until({ at, earliest, latest }: Bound, end: number): Bound {
  const last = Math.min(at, end);
  return { at: last, earliest: earliest + last - at, latest: Math.min(latest, end) };
}
