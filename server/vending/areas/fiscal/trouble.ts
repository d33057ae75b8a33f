import { setTimeout as sleep } from "node:timers/promises";
import { CheckboxBusy, CheckboxRefused, CheckboxUnknown, type Patience } from "./http";
import { DeskIncomplete } from "./session";

/** Something is not over yet: the next turn goes on with it. Not a failure. */
export class NotYet extends Error {}

/** The service's words, or a name or a key that has words of its own (`postErrorMessage`, `errors:desk_…`). */
export const wordsOf = (error: unknown): string =>
  error instanceof CheckboxRefused ||
  error instanceof CheckboxUnknown ||
  error instanceof CheckboxBusy ||
  error instanceof DeskIncomplete
    ? error.message
    : "server_error";

/** What went wrong with the desk or on the way to it, as against a defect of ours. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof CheckboxRefused ||
  error instanceof CheckboxUnknown ||
  error instanceof CheckboxBusy ||
  error instanceof DeskIncomplete;

/** Looks until something is over, at first soon and then every so often; throws {@link NotYet} when patience ends. */
export async function until<T>(
  { pollMs, polls }: Patience,
  look: () => Promise<T>,
  isOver: (found: T) => boolean,
): Promise<T> {
  for (let nth = 0; ; nth++) {
    const found = await look();
    if (isOver(found)) return found;
    if (nth >= polls) throw new NotYet();
    await sleep(Math.min(pollMs, (pollMs * 2 ** nth) / 8));
  }
}
