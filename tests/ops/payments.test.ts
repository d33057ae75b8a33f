import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { z } from "zod";
import { paymentSchema, paymentsSchema } from "~server/contract/payment-reads";
import { batchAnswerSchema, type UnitCommand } from "~server/contract/telemetry";
import { test } from "./fixtures";
import { processOf, run } from "./product";
import { signIn } from "./writer";

/** Where a process is killed: before the step of that name is taken. */
const STAGES = [
  "credit_added",
  "product_selection",
  "invoice_creation",
  "payment",
  "paid",
  "start",
  "making",
  "refund",
] as const;
type Stage = (typeof STAGES)[number];
const TOKEN = "planted-monobank-token";
const PRICE = 2_500;
/** Of one process before it is started anew. */
const MOST_KILLS = 4;
const countsSchema = z.object({
  orders: z.array(z.object({ id: z.string(), state: z.string(), paid: z.number(), refunded: z.number() })),
});
type Form = Record<string, string>;

test("killed at every stage of a payment, neither process keeps money without a product or a refund", async ({
  settings,
  start,
}) => {
  const standIn = run(["build/vending/stand-in.js", "monobank"], {
    STAND_IN: JSON.stringify({ token: TOKEN, pauses: [500, 1_000] }),
  });
  while (!standIn.output().includes("http")) await sleep(20);
  const bank = standIn.output().trim();
  try {
    const env = { ...settings.env, MONOBANK_URL: bank };
    let product = await start(env);
    const said: string[] = [];
    const token = await signIn(settings.api);
    const api = apiOf(settings.api, token);
    const machine = await makeMachine(api, settings.api);
    const kill = async (which: "api" | "web") => {
      const pid = processOf(env, which === "api" ? "build/vending/main.js" : "remix-run/serve");
      process.kill(pid, "SIGKILL");
      const site = which === "api" ? settings.api : settings.web;
      do await sleep(50);
      while (!(await fetch(`${site}/healthz`).catch(() => undefined))?.ok || !isDead(pid));
    };
    for (const [index, stage] of STAGES.entries()) {
      // A process that ends too often in a while is not started again by itself.
      if (index > 0 && index % MOST_KILLS === 0) {
        product.process.kill("SIGTERM");
        await product.ended;
        said.push(product.output());
        product = await start(env);
      }
      for (const which of ["api", "web"] as const) await pass(settings.web, bank, machine, stage, () => kill(which));
    }
    // What is on its way back arrives; the product has to be there to send it.
    await settled(api, machine.device);
    const { items } = paymentsSchema.parse(await api.get(`/payments?limit=1000&device=${machine.device}`));
    const { orders } = countsSchema.parse(await (await fetch(`${bank}/_orders`)).json());
    expect(items.length).toBeGreaterThanOrEqual(2 * STAGES.length);
    for (const { id } of items) {
      const payment = paymentSchema.parse(await api.get(`/payments/${id}`));
      const order = orders.filter((one) => one.id === payment.order_key && one.paid > 0);
      const theirs = { paid: sum(order, "paid"), refunded: sum(order, "refunded") };
      expect({ id, paid: payment.paid, refunded: payment.refunded }).toEqual({ id, ...theirs });
      expect([id, payment.paid]).toEqual([
        id,
        payment.refunded + (payment.state === "vend_success" ? payment.paid : 0),
      ]);
      if (payment.state === "vend_success") expect(payment.sale).not.toBeNull();
    }
    expect(sum(orders, "paid")).toBe(items.reduce((all, one) => all + one.paid, 0));
    expect(items.filter(({ state }) => state === "vend_success").length).toBeGreaterThan(STAGES.length / 2);
    expect(items.filter(({ refunded }) => refunded > 0).length).toBeGreaterThanOrEqual(2);
    // Nobody is told the account's secret: no log, and nothing that is kept or answered of its owner.
    const { company } = machine;
    for (const path of [`/companies/${company}`, `/companies/${company}/history`, "/companies?columns=name"])
      said.push(JSON.stringify(await api.get(path)));
    expect([...said, product.output()].filter((text) => text.includes(TOKEN))).toEqual([]);
  } finally {
    standIn.process.kill("SIGTERM");
  }
});

const sum = (list: readonly { paid: number; refunded: number }[], what: "paid" | "refunded") =>
  list.reduce((all, one) => all + one[what], 0);

function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

interface Machine {
  company: string;
  device: string;
  code: string;
  call(events?: readonly object[]): Promise<UnitCommand[]>;
}

/** A customer buys, as far as it goes; `kill` strikes once, when the stage is come to. */
async function pass(
  web: string,
  bank: string,
  machine: Machine,
  stage: Stage,
  kill: () => Promise<void>,
): Promise<void> {
  const strikes = async (at: Stage) => {
    if (at === stage) await kill();
  };
  const page = await begin(web, machine.code);
  await strikes("credit_added");
  await obey(machine, "credit_added");
  await strikes("product_selection");
  if (stage === "invoice_creation") {
    // The provider acts late: the process dies while it waits for the answer.
    await kill();
  }
  const reference = await orderedAt(page);
  if (!reference) return;
  await strikes("payment");
  await fetch(`${bank}/_orders/${reference}`, { method: "POST", body: JSON.stringify({ do: "pay" }) });
  await strikes("paid");
  const paid = await obey(machine, "paid");
  await strikes("start");
  if (!paid) return;
  const started = await obey(machine, "start");
  if (!started?.payment) return;
  const payment = started.payment.id;
  await machine.call([{ t: "preparation", payment }]);
  await strikes("making");
  const result = stage === "refund" ? "vend_fail" : "vend_success";
  await machine.call([{ t: "sale", payment, cell: "1", price: PRICE, source: "cashless1", result }]);
  await strikes("refund");
}

/** Chooses the first product of the public page as a browser without scripts does; answers the payment's address. */
async function begin(web: string, code: string): Promise<string> {
  for (let attempt = 0; attempt < 240; attempt++) {
    const html = await (await fetch(`${web}/m/${code}`)).text();
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1];
    if (key) {
      const answer = await fetch(`${web}/m/${code}`, {
        method: "POST",
        body: new URLSearchParams({ key, product: `${PRICE}/1` }),
        headers: { "sec-fetch-site": "same-origin" },
        redirect: "manual",
      });
      const location = answer.headers.get("location");
      if (answer.status === 303 && location) return new URL(location, web).href.replace(/\?.*/, "");
    }
    await sleep(500);
  }
  throw new Error(`nothing can be bought at ${web}/m/${code}`);
}

/** The reference of the order that the payment's page leads to; undefined when it leads nowhere any more. */
async function orderedAt(page: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const answer = await fetch(`${page}?go=1`, { redirect: "manual" }).catch(() => undefined);
    const location = answer?.headers.get("location");
    if (location) return /\/pay\/([0-9a-f]+)/.exec(location)?.[1];
    if (answer?.ok && !answer.headers.has("refresh")) return undefined;
    await sleep(250);
  }
  return undefined;
}

/** The unit takes a command and does it, as soon as it is given; undefined when it never is. */
async function obey(machine: Machine, name: string): Promise<UnitCommand | undefined> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const found = (await machine.call()).find((one) => one.name === name);
    if (found) {
      const result = (state: string) => ({ t: "command_result", command: found.id, state });
      await machine.call([result("delivered"), result("done")]);
      return found;
    }
    await sleep(250);
  }
  return undefined;
}

function apiOf(address: string, token: string) {
  const envelope = z.object({ result: z.boolean(), data: z.unknown(), error: z.unknown() });
  const read = async (answer: Response) => {
    const { result, data, error } = envelope.parse(await answer.json());
    if (!result) throw new Error(`${answer.url}: ${String(error)} ${JSON.stringify(data)}`);
    return data;
  };
  const headers = { Authorization: token };
  return {
    get: async (path: string) => read(await fetch(address + path, { headers })),
    post: async (path: string, form: Form = {}) =>
      read(await fetch(address + path, { method: "POST", headers, body: new URLSearchParams(form) })),
    make: async (path: string, form: Form) =>
      String(
        z
          .object({ id: z.number() })
          .parse(await read(await fetch(address + path, { method: "POST", headers, body: new URLSearchParams(form) })))
          .id,
      ),
  };
}

async function makeMachine(api: ReturnType<typeof apiOf>, address: string): Promise<Machine> {
  const mark = createHash("sha256").update(randomUUID()).digest("hex").slice(0, 8);
  const company = await api.make("/companies", { name: `Кава ${mark}`, monobank_token: TOKEN });
  const manufacturer = await api.make("/device_manufacturers", { name: `Виробник ${mark}` });
  const model = await api.make("/device_models", { name: `Модель ${mark}`, manufacturer, device_type: "COFFEE" });
  const ingredient = await api.make("/ingredients", {
    name: `Кава ${mark}`,
    type: "DRY",
    unit: "G",
    price_type: "PER_100_G",
    price: "50",
  });
  const recipe = await api.make("/recipes", {
    name: `Еспресо ${mark}`,
    item_number: "98765",
    "ingredients[0].ingredient": ingredient,
    "ingredients[0].quantity": "8",
  });
  const planogram = await api.make("/planograms", {
    name: `План ${mark}`,
    device_model: model,
    "cells[0].cell": "1",
    "cells[0].recipe": recipe,
    "cells[0].price": String(PRICE),
  });
  const device = await api.make("/devices", {
    serial_number: `PAY-${mark}`,
    model,
    device_type: "COFFEE",
    ownership_type: "PERSONAL",
    in_work: "on",
    planogram,
    payment_provider: company,
  });
  const serial = `861000000${mark.replace(/\D/g, "7").slice(0, 6).padEnd(6, "0")}`;
  const unit = await api.make("/telemetries", { serial, type: "DEX", device });
  const { revealed } = z.object({ revealed: z.string() }).parse(await api.post(`/telemetries/${unit}/rotate_secret`));
  const { code } = z.object({ code: z.string() }).parse(await api.get(`/devices/${device}/pay`));
  // Longer than a process needs to come back on a busy machine.
  let events = 0;
  const answer = z.object({ data: batchAnswerSchema });
  const call = async (told: readonly object[] = []): Promise<UnitCommand[]> => {
    const at = new Date().toISOString();
    const body = JSON.stringify({ sent_at: at, events: told.map((one) => ({ id: `crash ${++events}`, at, ...one })) });
    for (let attempt = 0; ; attempt++) {
      const said = await fetch(`${address}/telemetry/batch`, {
        method: "POST",
        body,
        headers: { "x-device": serial, authorization: revealed, "content-type": "application/json" },
      }).catch(() => undefined);
      if (said?.ok) return answer.parse(await said.json()).data.commands;
      if (attempt > 200) throw new Error(`the unit is not heard: ${said?.status ?? "no answer"}`);
      await sleep(100);
    }
  };
  await call();
  return { company, device, code, call };
}

/** Until no payment is open and no refund is on its way. */
async function settled(api: ReturnType<typeof apiOf>, device: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { items } = paymentsSchema.parse(await api.get(`/payments?limit=1000&device=${device}`));
    const waiting = items.filter(
      ({ ended_at, state, paid, refunded }) => ended_at === null || (state !== "vend_success" && paid > refunded),
    );
    if (!waiting.length) return;
    await sleep(500);
  }
  throw new Error("payments are not settled");
}
