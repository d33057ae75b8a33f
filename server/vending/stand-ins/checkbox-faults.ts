import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { z } from "zod";

/**
 * What goes wrong with the next `times` calls whose "METHOD /path" begins with `at`: `status` answers so and does nothing,
 * `acted` does it and answers so; `drop` and `acted_drop` cut the line before or after it is done; `slow` does it after so
 * long, `late` does it at once and answers after so long; `twice` is a request that the line repeated; `html` is no answer at all;
 * `expire` forgets all tokens first. `refuse` makes what is asked for end in an error of its own, in the words of `message`;
 * `hang` lets it take `times` looks longer.
 */
export const faultSchema = z.object({
  at: z.string(),
  kind: z.enum(["status", "acted", "drop", "acted_drop", "slow", "late", "twice", "html", "expire", "refuse", "hang"]),
  times: z.number().int().min(1).default(1),
  status: z.number().int().min(400).max(599).default(500),
  message: z.string().default("Помилка сервера"),
  retry_after: z.number().int().optional(),
  ms: z.number().int().default(0),
});
export type Fault = z.input<typeof faultSchema>;
export type ReadFault = z.output<typeof faultSchema>;

/** Faults that are still to come. */
export class Faults {
  readonly #coming: ReadFault[] = [];

  add(faults: readonly Fault[]): void {
    this.#coming.push(...faults.map((fault) => faultSchema.parse(fault)));
  }

  get left(): number {
    return this.#coming.length;
  }

  clear(): void {
    this.#coming.length = 0;
  }

  /** The first one for this call, which is one fewer then; `kinds`: only of these. */
  next(call: string, isWanted: (fault: ReadFault) => boolean): ReadFault | undefined {
    const place = this.#coming.findIndex((fault) => call.startsWith(fault.at) && isWanted(fault));
    const found = this.#coming[place];
    if (!found) return undefined;
    if (found.kind === "hang" || found.times === 1) this.#coming.splice(place, 1);
    else this.#coming[place] = { ...found, times: found.times - 1 };
    return found;
  }
}

/** Answers a call with a fault; `forget` ends all tokens, `again` is the same call once more. */
export async function spoil(
  c: Context<{ Bindings: HttpBindings }>,
  next: () => Promise<void>,
  fault: ReadFault,
  { forget, again }: { forget(): void; again(): Promise<unknown> },
): Promise<Response | void> {
  switch (fault.kind) {
    case "expire":
      forget();
      return next();
    case "slow":
      await sleep(fault.ms);
      return next();
    case "late":
      await next();
      await sleep(fault.ms);
      return;
    case "twice":
      await Promise.all([next(), again()]);
      return;
    case "drop":
      c.env.outgoing.destroy();
      return c.body(null);
    case "acted_drop":
      await next();
      c.env.outgoing.destroy();
      return;
    case "html":
      return c.html("<html><body>502 Bad Gateway</body></html>");
    case "acted":
      await next();
      c.res = undefined;
      c.res = c.json({ message: fault.message }, 500);
      return;
    case "status":
      return new Response(JSON.stringify({ message: fault.message }), {
        status: fault.status,
        headers: {
          "content-type": "application/json",
          ...(fault.retry_after !== undefined && { "retry-after": String(fault.retry_after) }),
        },
      });
    case "refuse":
    case "hang":
      return next();
  }
}
