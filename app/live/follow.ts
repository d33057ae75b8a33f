import { createParser } from "eventsource-parser";

/** One event of the stream, as it travels between tabs. */
export interface Sent {
  event: string;
  cursor: string;
  data: string;
}

/** The server says something every 15 s; ms. */
const SILENCE_MS = 40_000;
const FIRST_MS = 10_000;
const BRIEF_MS = 10_000;
const PAUSE_MS = { first: 1_000, longest: 30_000 };

/** Keeps `/events` open from `cursor` on, again and again, until the signal or the end of the session. */
export async function follow(
  cursor: () => string | undefined,
  signal: AbortSignal,
  send: (sent: Sent) => void,
): Promise<void> {
  let failures = 0;
  let isHeldBack = false;
  while (!signal.aborted) {
    const heard = await hearOnce(cursor(), isHeldBack, signal, send);
    if (heard.isOver) return;
    // A proxy that waits for the end of an answer lets nothing through, not even the beginning.
    isHeldBack ||= heard.isSilent;
    failures = heard.parts ? 0 : failures + 1;
    if (signal.aborted) return;
    const longer = Math.min(PAUSE_MS.longest, heard.pause * 2 ** failures) * (0.5 + Math.random() / 2);
    await pause(isHeldBack && heard.parts ? BRIEF_MS : longer, signal);
  }
}

/** One answer of `/events`, to its end. `parts` of it came, after `pause` ms it may be asked for again. */
interface Heard {
  parts: number;
  pause: number;
  /** The session is over. */
  isOver: boolean;
  /** Nothing came in time. */
  isSilent: boolean;
}

async function hearOnce(
  last: string | undefined,
  isBrief: boolean,
  signal: AbortSignal,
  send: (sent: Sent) => void,
): Promise<Heard> {
  const heard: Heard = { parts: 0, pause: PAUSE_MS.first, isOver: false, isSilent: false };
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener("abort", stop);
  let timer = setTimeout(stop, FIRST_MS);
  try {
    const answer = await fetch(`/events${isBrief ? "?brief" : ""}`, {
      headers: last ? { "Last-Event-ID": last } : {},
      cache: "no-store",
      signal: attempt.signal,
    });
    if (answer.status === 204) {
      send({ event: "logout", cursor: "", data: "" });
      heard.isOver = true;
    }
    const reader =
      answer.ok && answer.headers.get("Content-Type")?.startsWith("text/event-stream")
        ? answer.body?.getReader()
        : undefined;
    const parser = createParser({
      onEvent: ({ event = "", id = "", data }) => send({ event, cursor: id, data }),
      onRetry: (ms) => {
        heard.pause = ms;
      },
    });
    const decoder = new TextDecoder();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      heard.parts += 1;
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE_MS);
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } catch {
    heard.isSilent = attempt.signal.aborted && !heard.parts;
  }
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  return heard;
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
