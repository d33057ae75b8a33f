import { ALERTS, isTicket, NOTICES, TICKET, TICKETS } from "./paths";
import { backTo, type Place, placeOfReader } from "./place";

export interface Refresh {
  /** This ticket has news (all of them may have, when none is named). */
  news(ticket?: number): void;
  /** Something on the page was chosen or typed. */
  touched(): void;
  /** The tab has come into sight. */
  inSight(): void;
  /** The page has been drawn anew: the reader stays where they were, whatever has come above. */
  drawn(): void;
  stop(): void;
}

/** Many people look at a list: they do not all ask for it in the same instant; ms. */
const LIST_MS = { least: 300, spread: 1_200 };

/** Asks for the open ticket, or the list of tickets, notices or alerts in sight, again; no other page is touched. */
export function openRefresh(here: () => string, revalidate: () => void): Refresh {
  let waiting: number | undefined;
  let owed: string | undefined;
  /** The list that waits for its last tick to go. */
  let behind: string | undefined;
  let place: Place | undefined;

  const refresh = () => {
    waiting = undefined;
    if (document.hidden) {
      owed = here();
      return;
    }
    // Ticks in a list are for an action to come; a list drawn anew would lose them.
    if (hasTicks()) {
      behind = here();
      return;
    }
    behind = undefined;
    place = placeOfReader();
    revalidate();
  };

  return {
    news(ticket) {
      const at = here();
      if (ticket === undefined ? at.startsWith(TICKET) : isTicket(at, ticket)) refresh();
      else if ([TICKETS, NOTICES, ALERTS].includes(at.replace(/\/$/, "")))
        waiting ??= window.setTimeout(refresh, LIST_MS.least + Math.random() * LIST_MS.spread);
    },
    touched() {
      // A tick may take others with it, which the page draws first.
      if (behind === here())
        window.setTimeout(() => {
          if (behind === here() && !hasTicks()) refresh();
        });
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

const hasTicks = () => document.querySelector("main tbody input:checked") !== null;
