import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import type { Line } from "~server/vending/areas/payments/providers/call";
import { liqpay } from "~server/vending/areas/payments/providers/liqpay";
import { monobank } from "~server/vending/areas/payments/providers/monobank";
import { portmone } from "~server/vending/areas/payments/providers/portmone";
import type { KnownOrder, PaymentProvider, ProviderOrder } from "~server/vending/areas/payments/providers/provider";
import { createLiqPayStandIn } from "~server/vending/stand-ins/liqpay";
import { createMonobankStandIn } from "~server/vending/stand-ins/monobank";
import { createPortmoneStandIn } from "~server/vending/stand-ins/portmone";
import { serveStandIn, type StandIn } from "~server/vending/stand-ins/stand-in";

export const NAMES = ["portmone", "liqpay", "monobank"] as const;
export type Name = (typeof NAMES)[number];

/** Planted where they belong and to be found nowhere else. */
export const SECRETS = {
  password: "planted-merchant-password",
  key: "planted-secret-key",
  publicKey: "planted-public-key",
  token: "planted-monobank-token",
};
const PAUSES = [5, 5];

export interface Called {
  readonly body: Uint8Array;
  readonly headers: Headers;
}

/** A merchant's address for callbacks: keeps what came, and answers what `answers` holds first, then 200. */
export async function startMerchant() {
  const called: Called[] = [];
  const answers: number[] = [];
  let heard: (() => void) | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) if (value) headers.set(name, String(value));
      called.push({ body: new Uint8Array(Buffer.concat(chunks)), headers });
      response.writeHead(answers.shift() ?? 200).end("ok");
      heard?.();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/callback`,
    called,
    answers,
    /** Waits until so many have come. */
    async hears(count: number): Promise<readonly Called[]> {
      while (called.length < count)
        await new Promise<void>((done) => {
          heard = done;
        });
      return called;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A provider's stand-in with a merchant that knows it by the adapter. */
export async function openWorld(name: Name) {
  const merchant = await startMerchant();
  const { standIn, adapt } = WAYS[name](merchant.url);
  const { url, stop } = await serveStandIn(standIn);
  let count = 0;

  /** An order that the customer's browser has been led to. */
  async function open(over: Partial<ProviderOrder> = {}): Promise<KnownOrder> {
    const order = newOrder(over);
    const { reference, url: page } = await patient.create(order);
    await (await fetch(page)).text();
    return { id: order.id, amount: order.amount, reference };
  }
  const newOrder = (over: Partial<ProviderOrder> = {}): ProviderOrder => ({
    id: `VB-${name}-${++count}`,
    reference: null,
    amount: 2550,
    description: "Лате + «їжа» = 25,50 ₴ / A07",
    language: "uk",
    returnUrl: "http://127.0.0.1:9/back",
    callbackUrl: merchant.url,
    expiresInS: 180,
    hold: false,
    ...over,
  });
  const patient = adapt({ url, connectMs: 5_000, answerMs: 20_000 });
  return {
    standIn,
    merchant,
    url,
    provider: patient,
    /** Waits for no answer that takes long. */
    hasty: adapt({ url, connectMs: 5_000, answerMs: 100 }),
    newOrder,
    open,
    /** The customer, or time, does something. */
    async act(order: Pick<KnownOrder, "id">, deed: string, amount?: number): Promise<void> {
      const answer = await fetch(`${url}/_orders/${order.id}`, {
        method: "POST",
        body: JSON.stringify({ do: deed, amount }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    counts: (order: Pick<KnownOrder, "id">) => countOf(standIn, order.id),
    async close(): Promise<void> {
      await Promise.all([stop(), merchant.stop()]);
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

const countSchema = z.object({ state: z.string(), paid: z.number(), held: z.number(), refunded: z.number() });
const countOf = ({ bank }: StandIn, id: string) => countSchema.parse(bank.counts().find((order) => order.id === id));

type Way = (notifyUrl: string) => { standIn: StandIn; adapt: (line: Line) => PaymentProvider };
const WAYS: Record<Name, Way> = {
  portmone: (notifyUrl) => {
    const account = { login: "kava_login", payeeId: "1185", password: SECRETS.password, key: SECRETS.key };
    const standIn = createPortmoneStandIn({ ...account, notifyUrl, pauses: PAUSES });
    return { standIn, adapt: (line) => portmone(line, account) };
  },
  liqpay: () => {
    const account = { publicKey: SECRETS.publicKey, privateKey: SECRETS.key, hash: "sha1" } as const;
    return { standIn: createLiqPayStandIn({ ...account, pauses: PAUSES }), adapt: (line) => liqpay(line, account) };
  },
  monobank: () => ({
    standIn: createMonobankStandIn({ token: SECRETS.token, pauses: PAUSES }),
    adapt: (line) => monobank(line, SECRETS.token),
  }),
};
