import { z } from "zod";
import { deadEnd } from "./dead-ends.server";
import { understand } from "./outcome.server";
import { technicalWork } from "./screens.server";
import { type Call, exchange, Unreachable } from "./upstream.server";

/** Lines of JSON as they come, the first of which is about all others. */
export interface Lines<H, L> {
  head: H;
  lines: AsyncGenerator<L, void>;
}

/** Makes a call that is answered by lines; a refusal leaves nothing to show. */
export async function linesOf<H, L>(
  request: Request,
  call: Call,
  schemas: { head: z.ZodType<H>; line: z.ZodType<L> },
): Promise<Lines<H, L>> {
  try {
    const { status, headers, body } = await exchange(call, async (answer) => answer.body);
    if (status >= 400) {
      const refused = understand(call, { status, headers, body: await body.text() }, z.unknown());
      throw refused.kind === "refused" ? await deadEnd(request, refused.refusal) : technicalWork();
    }
    const texts = linesIn(body);
    const first = await texts.next();
    if (first.done) throw new Unreachable(`${call.method} ${call.path} answered no line`);
    return { head: schemas.head.parse(JSON.parse(first.value)), lines: parsed(texts, schemas.line) };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`vending API: ${error.message}`);
    throw technicalWork();
  }
}

async function* parsed<L>(texts: AsyncGenerator<string, void>, schema: z.ZodType<L>): AsyncGenerator<L, void> {
  for await (const text of texts) yield schema.parse(JSON.parse(text));
}

async function* linesIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) throw new Unreachable("an answer ended within a line");
}
