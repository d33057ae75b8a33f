/** An answer of lines of JSON, which come as they are taken. What fails before the first of them is a refusal still. */
export async function ndjson(head: string, lines: AsyncGenerator<string[], void>): Promise<Response> {
  const encoder = new TextEncoder();
  let next = await lines.next();
  let text = `${head}\n`;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!text) next = await lines.next();
      text += next.done ? "" : next.value.map((line) => `${line}\n`).join("");
      if (text) controller.enqueue(encoder.encode(text));
      text = "";
      if (next.done) controller.close();
    },
    async cancel() {
      await lines.return();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/x-ndjson" } });
}
