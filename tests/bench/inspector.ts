import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { z } from "zod";
import type { Run } from "../ops/product";

/** Lets a process of the product be looked into, on any free port; to be set before it starts. */
export const INSPECTABLE = { NODE_OPTIONS: "--inspect-port=127.0.0.1:0" };

/**
 * Works with a running process of the product by Node's inspector, and closes that again. The process must have been
 * started {@link INSPECTABLE}; `product` is the run that prints what it prints.
 */
export async function inspecting<T>(pid: number, product: Run, work: (inspector: Inspector) => Promise<T>): Promise<T> {
  const inspector = new Inspector(await addressOf(pid, product));
  await inspector.opened;
  try {
    return await work(inspector);
  } finally {
    // It can close only when the call that says so is over.
    await inspector.call("Runtime.evaluate", {
      expression: `setTimeout(() => process.getBuiltinModule("node:inspector").close(), 50), ""`,
    });
    await inspector.closed;
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

export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly opened: Promise<unknown>;
  readonly closed: Promise<unknown>;

  constructor(address: string) {
    this.#socket = new WebSocket(address);
    this.opened = new Promise((resolve, reject) => this.#socket.once("open", resolve).once("error", reject));
    this.closed = new Promise((resolve) => this.#socket.once("close", resolve));
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
}
