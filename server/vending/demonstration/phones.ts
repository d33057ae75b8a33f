import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { begunSchema, isPayEnd, menuSchema, payViewSchema } from "~server/contract/pay";
import { envelopeSchema } from "~server/contract/envelope";
import type { App } from "../http";
import { rest } from "../simulator/play";
import { pick, type Random, randomOf, weighted, whole } from "./random";

/** Seconds between customers who pay by phone, on average. */
const MEAN_PAUSE_S = 45;
/** How long a customer looks at the page before giving up, in looks of `LOOK_MS`. */
const LOOKS = 20;
const LOOK_MS = 1_000;
/** Most pay at the provider; some are refused by their bank, some walk away. */
const MINDS = ["pay", "refuse", "leave"] as const;
const SHARES = [0.86, 0.08, 0.06];

/**
 * Customers of the demonstration who buy at machines by phone, as the public page would: they read what is sold, begin,
 * and pay at providers that are stand-ins (`isOurs` knows them by address). Nobody pays at a real one.
 */
export async function playPhones(
  app: App,
  codes: readonly string[],
  isOurs: (url: string) => boolean,
  stopped: AbortSignal,
): Promise<void> {
  const random = randomOf("phones", Date.now());
  while (codes.length > 0 && !stopped.aborted) {
    await rest(-Math.log(1 - random()) * MEAN_PAUSE_S * 1_000, stopped);
    if (!stopped.aborted) await buy(app, pick(random, codes), isOurs, random, stopped).catch(console.error);
  }
}

async function buy(app: App, code: string, isOurs: (url: string) => boolean, random: Random, stopped: AbortSignal) {
  const menu = await ask(app, menuSchema, `/pay/menu?code=${code}`);
  if (!menu || menu.closed !== null || menu.products.length === 0) return;
  const { cell, price } = pick(random, menu.products);
  const form = { code, key: randomUUID(), cell, price: String(price), language: "uk" };
  const begun = await ask(app, begunSchema, "/pay/begin", { method: "POST", body: new URLSearchParams(form) });
  const url = begun && (await urlOf(app, code, begun.token, stopped));
  if (!url || !isOurs(url)) return;
  await rest(whole(random, 3, 15) * 1_000, stopped);
  const mind = MINDS[weighted(random, SHARES)];
  if (mind === "leave" || stopped.aborted) return;
  const paid = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ do: mind ?? "pay" }),
    redirect: "manual",
  });
  await paid.body?.cancel();
}

/** Where the customer is to pay, once the machine has taken the credit; undefined when it does not come so far. */
async function urlOf(app: App, code: string, token: string, stopped: AbortSignal): Promise<string | undefined> {
  for (let look = 0; look < LOOKS && !stopped.aborted; look++) {
    await rest(LOOK_MS, stopped);
    const view = await ask(app, payViewSchema, `/pay/view?code=${code}&token=${token}`);
    if (view?.url) return view.url;
    if (!view || isPayEnd(view.state)) return undefined;
  }
  return undefined;
}

/** What the API answers; undefined when it refuses, such as a machine that somebody else uses. */
async function ask<T extends z.ZodType>(
  app: App,
  schema: T,
  path: string,
  init?: RequestInit,
): Promise<z.infer<T> | undefined> {
  const answer = await app.request(path, init);
  return answer.ok ? schema.parse(envelopeSchema.parse(await answer.json()).data) : undefined;
}
