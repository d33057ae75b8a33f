import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { answerOf } from "./incoming.server";

/**
 * A body that is made no faster than the browser takes it: Remix writes what it gets without waiting, so that of a long
 * file all that is not sent yet would be held in memory.
 */
export function paced(request: Request, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        await taken(request);
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Until the browser has taken what it was sent, or has gone. */
async function taken(request: Request): Promise<void> {
  // What was written is packed beside us: it gets its turn first.
  await turn();
  const socket = answerOf(request)?.socket;
  while (socket && !socket.destroyed && socket.writableNeedDrain) {
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(socket, "drain", { signal }), once(socket, "close", { signal })]).finally(() =>
      waiting.abort(),
    );
  }
}
