import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { z } from "zod";

/** What a process holds after a thorough tidying up: bytes of heap, and timers, sockets and the like by kind. */
export interface Held { heap: number; handles: Record<string, number> }

/** Where Node opens its inspector after SIGUSR1. */
const INSPECTOR = "http://127.0.0.1:9229/json/list";
const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const evaluated = z.object({ id: z.number(), result: z.object({ result: z.object({ value: z.string().optional() }).optional() }) });
const held = z.object({ heap: z.number(), handles: z.array(z.string()) });

const LOOK = `JSON.stringify({ heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo() })`;
const CLOSE = `setTimeout(() => process.getBuiltinModule("node:inspector").close(), 50), ""`;

/** Looks into a running process of the product by Node's inspector, and closes that again. */
export async function lookInto(pid: number): Promise<Held> {
  process.kill(pid, "SIGUSR1");
  const ws = new WebSocket(await inspector());
  await new Promise((done) => ws.once("open", done));
  let id = 0;
  const ask = async (method: string, params: object = {}): Promise<string> => {
    const own = ++id;
    const answer = new Promise<string>((done) => ws.on("message", function heard(raw: Buffer) {
      const message = evaluated.safeParse(JSON.parse(raw.toString()));
      if (message.data?.id !== own) return;
      ws.off("message", heard);
      done(message.data.result.result?.value ?? "");
    }));
    ws.send(JSON.stringify({ id: own, method, params }));
    return answer;
  };
  for (let times = 0; times < 3; times++) {
    await ask("HeapProfiler.collectGarbage");
    await pause(100);
  }
  const { heap, handles } = held.parse(JSON.parse(await ask("Runtime.evaluate", { expression: LOOK, returnByValue: true })));
  await ask("Runtime.evaluate", { expression: CLOSE, returnByValue: true });
  ws.close();
  await pause(200);
  const counts: Record<string, number> = {};
  for (const kind of handles) counts[kind] = (counts[kind] ?? 0) + 1;
  return { heap, handles: counts };
}

async function inspector(): Promise<string> {
  for (;;) {
    const answer: unknown = await fetch(INSPECTOR).then((response) => response.json()).catch(() => undefined);
    const [first] = targets.safeParse(answer).data ?? [];
    if (first) return first.webSocketDebuggerUrl;
    await pause(50);
  }
}
