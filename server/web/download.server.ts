import { z } from "zod";
import { deadEnd } from "./dead-ends.server";
import { PRIVATE } from "./headers.server";
import { understand } from "./outcome.server";
import { technicalWork } from "./screens.server";
import { type Call, exchange, Unreachable } from "./upstream.server";

/** A file of the API passed on to the browser as it arrives; a refusal of one leaves nothing to show. */
export async function download(request: Request, call: Call): Promise<Response> {
  try {
    const { status, headers, body } = await exchange(call, async (answer) => answer.body);
    if (status < 400) return new Response(readable(body), { status, headers: passedOn(headers) });
    const refused = understand(call, { status, headers, body: await body.text() }, z.unknown());
    throw refused.kind === "refused" ? await deadEnd(request, refused.refusal) : technicalWork();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`vending API: ${error.message}`);
    throw technicalWork();
  }
}

function readable(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next: IteratorResult<Uint8Array, unknown> = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

function passedOn(headers: Headers): Headers {
  const kept = pickHeaders(headers, ["Content-Type", "Content-Disposition", "Content-Language"]);
  // Whatever it is that somebody uploaded: it runs nothing, not even when it is opened as a page.
  return new Headers({
    ...kept,
    "Cache-Control": PRIVATE,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}

const pickHeaders = (headers: Headers, names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name.toLowerCase(), value]];
    }),
  );
