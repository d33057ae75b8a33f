import type { LiveEvent } from "./event.server";
import type { Member } from "./listener.server";
import type { Missed } from "./missed.server";

/** Pages of the store that are replayed; beyond them a stream is told to look at the list instead. */
const MAX_PAGES = 5;

/** The number in the provider's store that a cursor names. */
export const storeCursor = (cursor = "") => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined);

/** How far a stream has come in the provider's store. */
export const cursorInStore = ({ last = 0 }: Member): string => String(last);

/** Hands a notice on, unless the stream has it. */
export function passStored(member: Member, event: LiveEvent): void {
  const number = numberOf(event);
  if (number !== undefined && member.last !== undefined && number <= member.last) return;
  member.last = number ?? member.last;
  member.listener.notice(event, cursorInStore(member));
}

/**
 * Sends what the store has above each stream's last number. `waiting`: those that still wait for it. Answers how it
 * ended: `left` when nobody waits any more, else what the store said.
 */
export async function replayStored(
  members: readonly Member[],
  waiting: () => Member[],
  ask: (after: number | undefined) => Promise<Missed>,
): Promise<"done" | "left" | Exclude<Missed["kind"], "some">> {
  const known = members.flatMap(({ last }) => last ?? []);
  let after = known.length ? Math.min(...known) : undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const missed = await ask(after);
    if (!waiting().length) return "left";
    if (missed.kind !== "some") return missed.kind;
    for (const member of waiting()) {
      takePage(member, missed);
      if (missed.more && page === MAX_PAGES) skipTo(member, missed.last);
    }
    if (!missed.more) break;
    after = numberOf(missed.events.at(-1)) ?? missed.last;
  }
  return "done";
}

function takePage(member: Member, { events, last }: Extract<Missed, { kind: "some" }>): void {
  // A number that nobody gave (of another server, say) would make the stream deaf until it is reached.
  if (member.last !== undefined && member.last > last) {
    member.last = last;
    member.listener.stale();
  }
  if (member.ring !== undefined) member.listener.stale();
  member.ring = undefined;
  member.last ??= last;
  for (const event of events) passStored(member, event);
}

function skipTo(member: Member, last: number): void {
  member.last = Math.max(member.last ?? 0, last);
  member.listener.stale();
}

/** A number that a store could have given. */
function numberOf(event: LiveEvent | undefined): number | undefined {
  return event && /^\d{1,15}$/.test(event.id) ? Number(event.id) : undefined;
}
