import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Run } from "../ops/product";
import { inspecting } from "./inspector";

/** What a process holds after a thorough tidying up: bytes of heap, and timers, sockets and the like by kind. */
export interface Held {
  heap: number;
  handles: Record<string, number>;
}

const evaluated = z.object({ result: z.object({ value: z.string() }) });
const heldSchema = z.object({ heap: z.number(), handles: z.array(z.string()) });
const LOOK = "JSON.stringify({ heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo() })";

/** What a process of the product holds now. */
export function heldBy(pid: number, product: Run): Promise<Held> {
  return inspecting(pid, product, async (inspector) => {
    for (let times = 0; times < 3; times++) {
      await inspector.call("HeapProfiler.collectGarbage");
      await sleep(100);
    }
    const answer = evaluated.parse(await inspector.call("Runtime.evaluate", { expression: LOOK, returnByValue: true }));
    const { heap, handles } = heldSchema.parse(JSON.parse(answer.result.value));
    const counts: Record<string, number> = {};
    for (const kind of handles) counts[kind] = (counts[kind] ?? 0) + 1;
    return { heap, handles: counts };
  });
}
