import { setMaxListeners } from "node:events";
import { config } from "./config.server";

/** How long one request of a browser waits for the vending API, in all the calls that it makes. */
export interface Deadline {
  /** Ends the calls: with a TimeoutError when the time is over, with the browser's reason when that went away. */
  signal: AbortSignal;
  /** Something large is on its way: the time begins anew and is longer. */
  extend(): void;
}

const deadlines = new WeakMap<object, Deadline>();

/** The deadline of a request; `context` is what Remix shares between its action and its loaders. */
export function deadlineOf(request: Request, context: object = request): Deadline {
  const known = deadlines.get(context);
  if (known) return known;
  const over = new AbortController();
  // Each of a page's calls listens to it.
  setMaxListeners(0, over.signal);
  request.signal.addEventListener("abort", () => over.abort(request.signal.reason), { once: true });
  if (request.signal.aborted) over.abort(request.signal.reason);
  const { patience, longPatience } = config();
  const endAfter = (ms: number) =>
    setTimeout(() => over.abort(new DOMException("no answer in time", "TimeoutError")), ms).unref();
  let timer = endAfter(patience);
  const made = {
    signal: over.signal,
    extend() {
      clearTimeout(timer);
      timer = endAfter(longPatience);
    },
  };
  deadlines.set(context, made);
  return made;
}
