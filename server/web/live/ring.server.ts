import { randomBytes } from "node:crypto";
import type { LiveEvent } from "./event.server";
import type { Member } from "./listener.server";

/** Remembers the last notices for a provider that keeps none. */
export interface Ring {
  /** Notices it has ever been given. */
  count(): number;
  remember(event: LiveEvent): void;
  pass(member: Member, event: LiveEvent): void;
  /** Sends what has happened since the stream left. What happened while nobody was connected (`again`) is told nowhere. */
  replay(member: Member, again: boolean): void;
  /** Where it is now, as a stream's cursor. */
  cursor(): string;
}

const SIZE = 100;

/** The place in a ring that a cursor names. */
export const ringCursor = (cursor = "") => (/^[0-9a-f]{8}\.\d{1,15}$/.test(cursor) ? cursor : undefined);

export function openRing(): Ring {
  // Cursors of another ring, of another process say, mean nothing here.
  const epoch = randomBytes(4).toString("hex");
  const events: { seq: number; event: LiveEvent }[] = [];
  let seq = 0;
  const cursorAt = (at: number) => `${epoch}.${at}`;

  return {
    count: () => seq,
    cursor: () => cursorAt(seq),
    remember(event) {
      events.push({ seq: ++seq, event });
      if (events.length > SIZE) events.shift();
    },
    pass(member, event) {
      member.ring = cursorAt(seq);
      member.listener.notice(event, member.ring);
    },
    replay(member, again) {
      const [known, at = "0"] = member.ring?.split(".") ?? [];
      const isKnown = known === epoch && Number(at) >= (events[0]?.seq ?? seq + 1) - 1;
      const isFresh = member.ring === undefined && member.last === undefined;
      const from = isKnown ? Number(at) : member.joined;
      if (again || !(isKnown || isFresh)) member.listener.stale();
      for (const one of events) if (one.seq > from) member.listener.notice(one.event, cursorAt(one.seq));
      member.last = undefined;
      member.ring = cursorAt(seq);
    },
  };
}
