import type { Db } from "../../database/query";
import type { Placement } from "../../evadts/arrange";
import { append } from "../../evadts/tail";
import type { Moment } from "../../time";
import { withoutLeftOut } from "./left-out";
import { headOf, loadReads, type Read } from "./placed-reads";
import { arrangeReads } from "./reader";
import { momentOf, type Span, spansOf } from "./spans";
import { keepTail, loadTail } from "./tails";

/** A read with its place in a chain and in time. */
export interface Placed {
  read: Read;
  place: Placement;
  span: Span;
}

/** Reads that must be derived anew, and those that only got another place in the same chain. */
interface Placing {
  derived: Placed[];
  moved: Placement[];
}

/** Places all reads of a machine; to be derived are those whose neighbour or time is new, or all. */
export async function placeAll(tx: Db, device: number, isAnew: boolean): Promise<Placing> {
  const reads = new Map((await loadReads(tx, device)).map((read) => [read.id, read]));
  const { placements: arranged, tail } = await arrangeReads([...reads.values()].map(headOf));
  const placements = await withoutLeftOut(tx, device, arranged, (id) => reads.get(id)?.header);
  const spans = spansOf(placements, reads);
  const derived: Placed[] = [];
  const moved: Placement[] = [];
  for (const place of placements) {
    const [read, span] = [reads.get(place.id), spans.get(place.id)];
    if (!read || !span) throw new Error(`read ${place.id} was placed but never loaded`);
    if (isAnew || !isPlaced(read, place) || !isOfTime(read, span)) derived.push({ read, place, span });
    else if (read.chain !== place.chain || read.position !== place.position) moved.push(place);
  }
  const lasts = placements.filter(({ chain, position }) => chain === tail?.chain && position === tail.position);
  const latest = Math.max(...lasts.map(({ id }) => spans.get(id)?.end.latest ?? Infinity));
  const end = tail && spans.get(tail.last.id)?.end;
  await keepTail(tx, device, tail && end ? { tail, end, latest } : null);
  return { derived, moved };
}

/**
 * Places a file's read that follows all others of its machine, which then stay as they are: the same as `placeAll`. Null
 * where all of them must be looked at.
 */
export async function placeNew(tx: Db, device: number, file: number): Promise<Placing | null> {
  const kept = await loadTail(tx, device);
  const [read, another] = kept ? await loadReads(tx, device, file) : [];
  const added = kept && read && !another ? append(kept.tail, headOf(read)) : null;
  if (!kept || !read || !added) return null;
  const end = momentOf(read);
  // Else those before it were made earlier than it was known.
  if (end.latest < kept.latest) return null;
  const { last } = kept.tail;
  const [place = added.placement] = await withoutLeftOut(tx, device, [added.placement], (id) =>
    id === last.id ? last : read.header,
  );
  await keepTail(tx, device, { tail: added.tail, end, latest: end.latest });
  return { derived: [{ read, place, span: { start: kept.end, end } }], moved: [] };
}

const isPlaced = (read: Read, place: Placement): boolean =>
  read.kind === place.state &&
  read.doubt === place.doubt &&
  read.previous === place.previousId &&
  read.missing_reads === place.missingReads;

const isOfTime = ({ from_at, to_at, latest }: Read, { start, end }: Span): boolean =>
  isSame(from_at, start && Math.min(start.at, end.at)) && isSame(to_at, end.at) && isSame(latest, end.latest);
const isSame = (kept: string | null, time: Moment | null): boolean =>
  (kept === null ? null : Date.parse(kept)) === time;
