import type { LiveEvent } from "./event.server";

/** One stream's end of a relay. `cursor` says how far the stream has come, for coming back later. */
export interface Listener {
  notice(event: LiveEvent, cursor: string): void;
  /** A ticket looks different; nothing to tell, and nothing to remember. */
  changed(ticket: number): void;
  /** Everything up to `cursor` has been sent; what follows is sent as it happens. */
  ready(cursor: string): void;
  /** Any ticket may look different, or something may have been missed that nobody can send any more. */
  stale(): void;
  /** The session is over. */
  ended(): void;
}

/** A listener among those of a relay, and how far it has come. */
export interface Member {
  listener: Listener;
  /** Number of the last notice it was sent; undefined before the first, and with a provider without a store. */
  last: number | undefined;
  /** Place in the ring that it came back with or has come to, for such a provider; and where the ring was when it came. */
  ring: string | undefined;
  joined: number;
  /** While it catches up, what happens meanwhile waits here. */
  held: LiveEvent[] | undefined;
  round: number;
}
