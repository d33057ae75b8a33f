import { once } from "node:events";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { Bank, Refusal, type StandInOrder } from "./bank";
import { Faults, faultSchema, pause, unkept } from "./faults";
import { Messages, USUAL_PAUSES } from "./messages";
import { payPage } from "./page";

export type Bound = { Bindings: HttpBindings };

export interface StandInOptions {
  /** Milliseconds between attempts at a message that was not taken. */
  readonly pauses?: readonly number[];
}

/** A provider's server in memory: its books, what is to go wrong, and the routes. */
export interface StandIn {
  readonly app: Hono<Bound>;
  readonly bank: Bank;
  readonly faults: Faults;
  readonly messages: Messages;
}

/** What a provider does in its own way. */
export interface Manners {
  /** Tells the merchant of an order, where its address is known. */
  tell(order: StandInOrder): Promise<void>;
  /** How the customer's browser goes back to the merchant. */
  leave(c: Context<Bound>, order: StandInOrder): Response | Promise<Response>;
}

const ACTS = ["pay", "refuse", "stuck", "accepting", "expire", "lapse", "tell"] as const;
type Act = (typeof ACTS)[number];
const actSchema = z.object({ do: z.enum(ACTS), amount: z.coerce.number().int().optional() });

/**
 * What every stand-in has: a page where a customer pays or refuses (`/pay/{reference}`, no scripts), and for tests and
 * the demonstration `GET /_orders` (counts), `POST` and `DELETE /_faults`, `POST /_orders/{key}` to act as the customer or time.
 */
export function openStandIn({ pauses = USUAL_PAUSES }: StandInOptions): StandIn & { serve(manners: Manners): void } {
  const app = new Hono<Bound>();
  const bank = new Bank();
  const faults = new Faults();
  const messages = new Messages(faults, pauses);
  app.use(unkept);
  app.onError((error, c) => {
    if (error instanceof Refusal || error instanceof z.ZodError) return c.json({ error: error.message }, 400);
    throw error;
  });
  app.get("/_orders", (c) => c.json({ orders: bank.counts(), answers: messages.answers }));
  app.post("/_faults", async (c) => {
    faults.add(faultSchema.parse(await c.req.json()));
    return c.json({});
  });
  app.delete("/_faults", (c) => {
    faults.clear();
    return c.json({});
  });
  return { app, bank, faults, messages, serve: (manners) => customerRoutes(app, bank, faults, manners) };
}

function customerRoutes(app: Hono<Bound>, bank: Bank, faults: Faults, { tell, leave }: Manners): void {
  const orderOf = (name: string) => {
    const order = bank.find(name);
    if (!order) throw new Refusal("payment_not_found", "no such order");
    return order;
  };
  async function act(order: StandInOrder, deed: Act, amount?: number): Promise<void> {
    if (deed === "pay") await pay(bank, faults, order, amount);
    if (deed === "refuse") bank.turn(order, "failed");
    if (deed === "stuck" || deed === "accepting") bank.turn(order, deed);
    if (deed === "lapse") bank.release(order);
    // Nobody is told of what merely ran out.
    if (deed === "expire") return bank.turn(order, "expired");
    await tell(order);
  }
  app.post("/_orders/:name", async (c) => {
    const { do: deed, amount } = actSchema.parse(await c.req.json());
    await act(orderOf(c.req.param("name")), deed, amount);
    return c.json({});
  });
  app.get("/pay/:name", (c) => c.html(payPage(orderOf(c.req.param("name")))));
  app.post("/pay/:name", async (c) => {
    const order = orderOf(c.req.param("name"));
    const { do: deed } = z.object({ do: z.enum(["pay", "refuse"]) }).parse(await c.req.parseBody());
    await act(order, deed);
    return leave(c, order);
  });
}

/** The customer's money, with what may go wrong with it. */
async function pay(bank: Bank, faults: Faults, order: StandInOrder, amount?: number): Promise<void> {
  const fault = faults.next("pay");
  if (fault?.what === "slow") await pause(fault.ms ?? 1_000);
  bank.pay(order, amount ?? (fault?.what === "wrong_amount" ? order.amount + 100 : order.amount));
}

/** Serves a stand-in on loopback; port 0 takes any free one. */
export async function serveStandIn({ app, messages }: Pick<StandIn, "app" | "messages">, port = 0) {
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = address !== null && typeof address === "object" ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    async stop(): Promise<void> {
      messages.stop();
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
