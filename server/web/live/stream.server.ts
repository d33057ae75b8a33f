import type { ServerResponse } from "node:http";
import type { NoticeType } from "~server/contract/notices";
import { onShutdown } from "../shutdown.server";
import type { LiveEvent } from "./event.server";
import type { Listener } from "./listener.server";

/** Where a stream comes from and how it ends. */
export interface StreamOptions {
  /** Joins the relay; answers how to leave it. */
  join(listener: Listener): () => void;
  /** The kind of a notice in the person's language. */
  label(type: NoticeType): string;
  /** Node's answer, by whose end the browser's leaving is seen. */
  answer: ServerResponse | undefined;
  signal: AbortSignal;
  /** For browsers behind a proxy that holds answers back until they end: ends when everything has been sent. */
  brief: boolean;
}

const HEARTBEAT_MS = 15_000;
/** A brief answer waits no longer than this for the provider. */
const BRIEF_MS = 5_000;
/** Bytes that wait for a browser which reads too slowly; then it may come back and ask for what it missed. */
const MAX_WAITING = 256 * 1024;
/** Proxies that collect the first kilobytes of an answer let it through after this. */
const PADDING = `:${" ".repeat(2048)}\n\n`;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

interface Stream {
  beat(): void;
  end(): void;
}
const streams = new Set<Stream>();
let beating: NodeJS.Timeout | undefined;

/** Live streams of this process. */
export const streamCount = (): number => streams.size;

// Their browsers come back after a moment, to whichever process is there then.
onShutdown(() => {
  for (const stream of [...streams]) stream.end();
});

/** Server-sent events of one browser, until it leaves, the session ends or the process does. */
export function eventStream({ join, label, answer, signal, brief }: StreamOptions): Response {
  const encoder = new TextEncoder();
  let leave = () => {};
  let cancel = () => {};
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (ended) return;
        controller.enqueue(encoder.encode(text));
        if ((answer?.writableLength ?? 0) > MAX_WAITING) answer?.destroy();
      };
      const stream: Stream = {
        beat: () => write(":\n\n"),
        end() {
          if (ended) return;
          ended = true;
          clearTimeout(timer);
          forget(stream);
          answer?.off("close", stream.end);
          signal.removeEventListener("abort", stream.end);
          leave();
          controller.close();
        },
      };
      remember(stream);
      answer?.once("close", stream.end);
      signal.addEventListener("abort", stream.end);
      // Chance spreads the return of many browsers after a restart.
      write(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n${brief ? "\n" : PADDING}`);
      leave = join({
        notice: (event, cursor) => write(written(event, cursor, label)),
        changed: (ticket) => write(`event: changed\ndata: ${ticket}\n\n`),
        ready(cursor) {
          write(`event: ready\nid: ${cursor}\ndata:\n\n`);
          if (brief) stream.end();
        },
        stale: () => write("event: stale\ndata:\n\n"),
        ended() {
          write("event: logout\ndata:\n\n");
          stream.end();
        },
      });
      if (brief && !ended) timer = setTimeout(stream.end, BRIEF_MS);
      // The browser may have left, or the session ended, before anybody listened for it.
      if (ended) leave();
      else if (signal.aborted || answer?.destroyed) stream.end();
      cancel = stream.end;
    },
    cancel: () => cancel(),
  });
  return new Response(body, { headers: HEADERS });
}

function written(
  { id, type, ticket, href, title, body }: LiveEvent,
  cursor: string,
  label: StreamOptions["label"],
): string {
  return `event: ${type}\nid: ${cursor}\ndata: ${JSON.stringify({ id, ticket, href, title, body, label: label(type) })}\n\n`;
}

function remember(stream: Stream): void {
  if (!streams.size)
    beating = setInterval(() => {
      for (const one of streams) one.beat();
    }, HEARTBEAT_MS);
  streams.add(stream);
}

function forget(stream: Stream): void {
  streams.delete(stream);
  if (!streams.size) clearInterval(beating);
}
