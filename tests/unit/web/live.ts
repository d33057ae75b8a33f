import type { LiveEvent } from "~server/web/live/event.server";
import { askMissed, sessionHolds } from "~server/web/live/missed.server";
import type { Listener } from "~server/web/live/listener.server";
import { openRelays, type Relays } from "~server/web/live/relays.server";
import { connectSocket } from "~server/web/live/socket.server";

/** A stream's end that writes down what it hears. */
export interface Heard extends Listener {
  events: LiveEvent[];
  /** As a browser would keep it. */
  cursor: string | undefined;
  log: string[];
  /** Waits until the log holds `entry` `times` times. */
  until(entry: string, times?: number): Promise<void>;
}

export function listener(): Heard {
  let wake = () => {};
  const heard: Heard = {
    events: [],
    cursor: undefined,
    log: [],
    notice(event, cursor) {
      heard.events.push(event);
      heard.cursor = cursor;
      note(`ticket ${event.ticket}`);
    },
    changed: (ticket) => note(`changed ${ticket}`),
    ready(cursor) {
      heard.cursor = cursor;
      note("ready");
    },
    stale: () => note("stale"),
    ended: () => note("ended"),
    async until(entry, times = 1) {
      while (heard.log.filter((one) => one === entry).length < times)
        await new Promise<void>((done) => {
          wake = done;
        });
    },
  };
  function note(entry: string): void {
    heard.log.push(entry);
    wake();
  }
  return heard;
}

export const LINGER = 60;
export const FIRST_PAUSE = 5;
export const headersFor = (token: string) => ({ authorization: token, accept: "application/json" });

/** Relays of a web that is less patient than the real one; `ended` collects tokens whose session is over. */
export function quickRelays(ended: string[] = []): Relays {
  return openRelays(
    {
      connect: connectSocket,
      missed: askMissed,
      sessionHolds,
      linger: LINGER,
      pause: { first: FIRST_PAUSE, longest: 40 },
      changed: () => undefined,
    },
    (token) => void ended.push(token),
  );
}

export const tickets = ({ events }: Heard): number[] => events.map(({ ticket }) => ticket);

/** Waits until something holds. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 2));
}
