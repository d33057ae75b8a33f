import { NOTICES, TICKET, TICKETS } from "./paths";
import { backTo, type Place, placeOfReader } from "./place";

export interface Refresh {
  /** This ticket has news (all of them may have, when none is named). */
  news(ticket?: number): void;
  /** The tab has come into sight. */
  inSight(): void;
  /** The page has been drawn anew: the reader stays where they were, whatever has come above. */
  drawn(): void;
  stop(): void;
}

/** Many people look at a list: they do not all ask for it in the same instant; ms. */
const LIST_MS = { least: 300, spread: 1_200 };

/** Asks for the open ticket, or the list of tickets or notices in sight, again; no other page is touched. */
export function openRefresh(here: () => string, revalidate: () => void): Refresh {
  let waiting: number | undefined;
  let owed: string | undefined;
  let place: Place | undefined;

  const refresh = () => {
    waiting = undefined;
    if (document.hidden) {
      owed = here();
      return;
    }
    // Ticks in a list are for an action to come; a list drawn anew would lose them.
    if (document.querySelector("main tbody input:checked")) return;
    place = placeOfReader();
    revalidate();
  };

  return {
    news(ticket) {
      const at = here();
      if (ticket === undefined ? at.startsWith(TICKET) : isTicket(at, ticket)) refresh();
      else if ([TICKETS, NOTICES].includes(at.replace(/\/$/, ""))) waiting ??= window.setTimeout(refresh, LIST_MS.least + Math.random() * LIST_MS.spread);
    },
    inSight() {
      if (owed === here()) refresh();
      owed = undefined;
    },
    drawn() {
      if (place) backTo(place);
      place = undefined;
    },
    stop: () => window.clearTimeout(waiting),
  };
}

/** Whether the page at `path` is that of a ticket, or one of its parts. */
export const isTicket = (path: string, ticket: number): boolean => `${path}/`.startsWith(`${TICKET}${ticket}/`);
