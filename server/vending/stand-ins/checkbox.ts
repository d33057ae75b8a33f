import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import { type Counts, countsOf } from "./checkbox-books";
import { checkboxCalls } from "./checkbox-calls";
import { type Fault, faultSchema, spoil } from "./checkbox-faults";
import { CheckboxService, type Env, No, type StandInOptions } from "./checkbox-service";

/**
 * Behaves like Checkbox (checkbox.ua) as far as the product asks it: states, tokens, shifts of a day, wrong licences, uuids
 * that make everything once; and misbehaves on request (`POST /_faults`). It counts by itself (`GET /_counts`).
 */
export function createCheckboxStandIn(options: StandInOptions = {}) {
  const service = new CheckboxService(options);
  const { cashiers, faults } = service;
  const asked = new Map<string, number>();
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const call = `${c.req.method} ${c.req.path.replace(/^\/api\/v1/, "")}`;
    if (call.includes("/_")) return next();
    asked.set(call, (asked.get(call) ?? 0) + 1);
    const fault = faults.next(call, ({ kind }) => kind !== "refuse" && kind !== "hang");
    if (!fault) return next();
    const again = fault.kind === "twice" ? c.req.raw.clone() : undefined;
    return spoil(c, next, fault, {
      forget: () => service.forget(),
      again: async () => again && app.fetch(again, c.env),
    });
  });
  app.onError((error, c) => {
    if (!(error instanceof No)) throw error;
    return c.json(
      { message: error.message, ...(error.detail && { detail: error.detail }) },
      error.status,
      error.status === 429 ? { "retry-after": "1" } : {},
    );
  });
  app.notFound((c) => c.json({ message: "Не знайдено" }, 404));

  app.route("/api/v1", checkboxCalls(service));
  app.get("/_check/:code", (c) => {
    const found = [...cashiers.values()]
      .flatMap(({ receipts }) => [...receipts.values()])
      .find((one) => one.fiscal_code === c.req.param("code"));
    if (!found) return c.notFound();
    return c.html(
      `<!doctype html><meta charset="utf-8"><title>${found.fiscal_code}</title><h1>${found.type} ${(found.amount / 100).toFixed(2)} грн</h1><p>${found.fiscal_code} · ${new Date(found.made).toISOString()}`,
    );
  });

  const standIn = {
    app,
    /** Faults to come. */
    fail: (...more: readonly Fault[]) => faults.add(more),
    heal: () => faults.clear(),
    /** How often it was asked for "METHOD /path". */
    asked: (call: string) => asked.get(call) ?? 0,
    /** How many faults nothing has met yet. */
    coming: () => faults.left,
    counts: (): Record<string, Counts> => Object.fromEntries([...cashiers].map(([name, one]) => [name, countsOf(one)])),
    /** Its clock goes ahead of ours. */
    goAhead: (ms: number) => (service.ahead = ms),
    receipts: () => [...cashiers.values()].flatMap(({ receipts }) => [...receipts.values()]),
    /** Somebody closes a shift elsewhere. */
    closeElsewhere: () => cashiers.forEach((one) => one.shift && (one.shift.closed = service.now())),
    tokens: () => [...cashiers.values()].flatMap((one) => one.tokens),
    /** All tokens are no good any more. */
    forget: () => service.forget(),
    reachedAt: (url: string) => (service.origin = url),
  };
  app.post("/_faults", async (c) => {
    standIn.fail(...z.array(faultSchema).parse(await c.req.json()));
    return c.json({});
  });
  app.delete("/_faults", (c) => {
    standIn.heal();
    return c.json({});
  });
  app.get("/_counts", (c) => c.json(standIn.counts()));
  return standIn;
}

/** The stand-in on a loopback port. `url`: what the product takes for the service's address. */
export async function startCheckboxStandIn(options: StandInOptions & { port?: number } = {}) {
  const standIn = createCheckboxStandIn(options);
  const server = createAdaptorServer({ fetch: standIn.app.fetch });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  standIn.reachedAt(`http://127.0.0.1:${port}`);
  return {
    ...standIn,
    url: `http://127.0.0.1:${port}/api/v1`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
export type CheckboxStandIn = Awaited<ReturnType<typeof startCheckboxStandIn>>;
