import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { z } from "zod";
import type { Run } from "../ops/product";

/** CPU time, in any unit: of matching an address with routes, of drawing the page, and of everything but waiting. */
export interface Shares { matching: number; rendering: number; total: number }

const nodeSchema = z.object({ id: z.number(), callFrame: z.object({ functionName: z.string(), url: z.string() }), children: z.array(z.number()).optional() });
const profileSchema = z.object({ nodes: z.array(nodeSchema), samples: z.array(z.number()), timeDeltas: z.array(z.number()) });
type Profile = z.infer<typeof profileSchema>;
type Frame = z.infer<typeof nodeSchema>["callFrame"];

/** Lets a process of the product be looked into; to be set before it starts. */
export const INSPECTABLE = { NODE_OPTIONS: "--inspect-port=127.0.0.1:0" };
const SAMPLE_US = 250;

/** Where a process spends its CPU while `work` runs. The process must have been started {@link INSPECTABLE}. */
export async function sharesDuring(work: () => Promise<unknown>, pid: number, product: Run): Promise<Shares> {
  const inspector = new Inspector(await addressOf(pid, product));
  await inspector.opened;
  try {
    await inspector.call("Profiler.enable");
    await inspector.call("Profiler.setSamplingInterval", { interval: SAMPLE_US });
    await inspector.call("Profiler.start");
    await work();
    return sharesIn(z.object({ profile: profileSchema }).parse(await inspector.call("Profiler.stop")).profile);
  } finally {
    inspector.close();
  }
}

/** Node opens its inspector when it hears SIGUSR1, and prints where. */
async function addressOf(pid: number, product: Run): Promise<string> {
  const before = product.output().length;
  process.kill(pid, "SIGUSR1");
  for (;;) {
    const [address] = /ws:\/\/\S+/.exec(product.output().slice(before)) ?? [];
    if (address) return address;
    await sleep(20);
  }
}

const replySchema = z.object({ id: z.number().optional(), result: z.unknown() });

class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly opened: Promise<unknown>;

  constructor(address: string) {
    this.#socket = new WebSocket(address);
    this.opened = new Promise((resolve, reject) => this.#socket.once("open", resolve).once("error", reject));
    this.#socket.on("message", (data) => {
      const { id, result } = replySchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString("utf8") : "{}"));
      if (id !== undefined) this.#waiting.get(id)?.(result);
    });
  }

  call(method: string, params: object = {}): Promise<unknown> {
    const id = this.#waiting.size + 1;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}

const isMatching = ({ functionName, url }: Frame) => functionName.startsWith("match") && /@remix-run\/(router|server-runtime)/.test(url);
const isRendering = ({ url }: Frame) => url.includes("/react-dom/");

/** Everything called by a function counts as its own, but matching inside of rendering counts as matching. */
function sharesIn({ nodes, samples, timeDeltas }: Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map<number, number>();
  samples.forEach((id, index) => own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0)));
  const shares: Shares = { matching: 0, rendering: 0, total: 0 };
  const add = (id: number, inside?: "matching" | "rendering"): void => {
    const node = byId.get(id);
    if (!node || ["(idle)", "(program)"].includes(node.callFrame.functionName)) return;
    const part = inside === "matching" || isMatching(node.callFrame) ? "matching" : inside ?? (isRendering(node.callFrame) ? "rendering" : undefined);
    const time = own.get(id) ?? 0;
    shares.total += time;
    if (part) shares[part] += time;
    node.children?.forEach((child) => add(child, part));
  };
  if (nodes[0]) add(nodes[0].id);
  return shares;
}
