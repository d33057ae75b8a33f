import { sql } from "drizzle-orm";
import { z } from "zod";
import { createApp } from "~server/vending/app";
import { type Machinery, openMachinery } from "~server/vending/areas/payments/machinery";
import { type PaymentProvider, ProviderBusy, ProviderUnknown } from "~server/vending/areas/payments/providers/provider";
import { workDue } from "~server/vending/areas/payments/worker";
import { only, rows, run } from "~server/vending/database/query";
import { Bank } from "~server/vending/stand-ins/bank";
import { clientOf, CONFIG, idOf, type Person, PUBLIC_URL, type TestApi } from "./app";
import { makeLocation, makeModel } from "./network";
import { callingUnit, iso } from "./unit";

/** What a provider does at a call: answers, acts and is not heard, is not reached, or wants to be asked later. */
export type Mood = "well" | "unheard" | "unreached" | "busy";

/** A provider in memory, with the books of the stand-ins; `mood` is asked before each call. */
export function memoryProvider(mood: (call: string) => Mood) {
  const bank = new Bank();
  async function with_<T>(call: string, act: () => T): Promise<T> {
    const now = mood(call);
    if (now === "busy") throw new ProviderBusy("busy", 30);
    if (now === "unreached") throw new ProviderUnknown("unreached");
    const answer = act();
    if (now === "unheard") throw new ProviderUnknown("unheard");
    return answer;
  }
  const known = (id: string) => bank.find(id);
  const provider: PaymentProvider = {
    holds: true,
    create: (order) =>
      with_("create", () => {
        const { reference } = bank.open({ ...order, currency: "UAH" });
        return { reference, url: `https://bank.example/pay/${reference}` };
      }),
    status: ({ id }) =>
      with_("status", () => {
        const order = known(id);
        if (!order) return null;
        const refunded = order.refunds.reduce((sum, { amount }) => sum + amount, 0);
        const { currency, reference } = order;
        const state =
          order.state === "paid" || order.state === "held"
            ? order.state
            : order.state === "open" || order.state === "stuck" || order.state === "accepting"
              ? "pending"
              : "failed";
        return { state, paid: order.given, refunded, currency, reference, word: order.state };
      }),
    readCallback: async ({ body }) => {
      const text = new TextDecoder().decode(body);
      return text.startsWith("signed ") ? { order: text.slice(7) } : null;
    },
    refund: ({ id }, { key, amount }) =>
      with_("refund", () => {
        const order = known(id);
        if (!order) throw new Error("a refund of nothing");
        bank.refund(order, amount, key);
        return "done" as const;
      }),
    capture: ({ id }, amount) =>
      with_("capture", () => {
        const order = known(id);
        if (order?.state === "held") bank.capture(order, amount);
      }),
    release: ({ id }) =>
      with_("release", () => {
        const order = known(id);
        if (order?.state === "held") bank.release(order);
      }),
  };
  return { bank, provider };
}
export type MemoryProvider = ReturnType<typeof memoryProvider>;

export const PRICE = 2_500;

/** A machine with coffee in cells 1 and 2, its unit, and an API that speaks to the given provider. */
export async function payWorld(api: TestApi, root: Person, { provider, bank }: MemoryProvider) {
  const machinery: Machinery = openMachinery(
    api.pool,
    { publicUrl: PUBLIC_URL },
    { offered: async (_, owner) => (owner === "company" ? ["monobank"] : []), open: async () => provider },
  );
  const app = createApp({
    pool: api.pool,
    gateway: api.gateway,
    payments: machinery,
    config: { ...CONFIG, databaseUrl: "", mailSecret: undefined, trustedProxies: ["loopback"] },
  });
  const company = idOf(await root.post("/companies", { name: `Кава ${Math.random()}` }));
  const model = await makeModel(root);
  const number = Math.floor(Math.random() * 90_000) + 1;
  const ingredient = idOf(
    await root.post("/ingredients", {
      name: `Кава ${number}`,
      type: "DRY",
      unit: "G",
      price_type: "PER_100_G",
      price: 50,
    }),
  );
  const recipe = idOf(
    await root.post("/recipes", {
      name: `Еспресо ${number}`,
      item_number: number,
      "ingredients[0].ingredient": ingredient,
      "ingredients[0].quantity": 8,
    }),
  );
  const planogram = idOf(
    await root.post("/planograms", {
      name: `План ${number}`,
      device_model: model,
      "cells[0].cell": "1",
      "cells[0].recipe": recipe,
      "cells[0].price": PRICE,
    }),
  );
  const location = await makeLocation(root);
  const unit = await callingUnit(api, root, model, {
    location,
    values: { planogram: String(planogram), payment_provider: String(company) },
  });
  await unit.send();
  const { code } = await only(
    api.pool,
    z.object({ code: z.string() }),
    sql`select pay_code as code from devices where id = ${unit.device}`,
  );

  const json = async (path: string, form?: Record<string, string>) => {
    const answer = await app.request(path, {
      ...(form
        ? {
            method: "POST",
            body: new URLSearchParams(form).toString(),
            headers: { "content-type": "application/x-www-form-urlencoded" },
          }
        : {}),
    });
    const { data, error } = z.object({ data: z.unknown(), error: z.string().nullable() }).parse(await answer.json());
    return { status: answer.status, data, error };
  };
  let events = 0;
  const world = {
    machinery,
    app,
    bank,
    unit,
    code,
    /** Staff at this API. */
    as: (token: string) => clientOf(async (path, init) => app.request(path, init), token),
    ingredient,
    json,
    /** Null: the product is chosen later. */
    begin: async (over: Record<string, string> | null = {}) => {
      await run(api.pool, sql`delete from sign_in_attempts`);
      return json("/pay/begin", {
        code,
        key: `key ${++events} ${Math.random()}`,
        language: "uk",
        ...(over && { cell: "1", price: String(PRICE), ...over }),
      });
    },
    view: async (token: string) => (await json(`/pay/view?code=${code}&token=${token}`)).data,
    /** Does what is due, until nothing is: what is due again at once would be asked about without end. */
    async work(): Promise<void> {
      for (let round = 0; round < 20; round++) if (!(await workDue(machinery))) return;
      throw new Error("there is always something due");
    },
    /** The unit calls; answers the commands that it is given. */
    async call(told: object[] = []) {
      const { commands } = await unit.send({
        events: told.map((one) => ({ id: `pay ${unit.device} ${++events}`, at: iso(Date.now()), ...one })),
      });
      return commands;
    },
    /** As if so many seconds had gone by. */
    async later(seconds: number): Promise<void> {
      const by = sql`make_interval(secs => ${seconds})`;
      await run(
        api.pool,
        sql`update payments set deadline = deadline - ${by}, due_at = due_at - ${by}, watched_until = watched_until - ${by}, leased_until = leased_until - ${by} where device_id = ${unit.device}`,
      );
      await run(
        api.pool,
        sql`update payment_settlements s set due_at = s.due_at - ${by}, leased_until = s.leased_until - ${by} from payments p where p.id = s.payment_id and p.device_id = ${unit.device}`,
      );
    },
    payments: () =>
      rows(
        api.pool,
        z.object({
          id: z.number(),
          place: z.string(),
          paid: z.number(),
          refunded: z.number(),
          token: z.string(),
          order_key: z.string(),
          given_away: z.boolean(),
          sale_id: z.string().nullable(),
        }),
        sql`select id, place, paid, refunded, token, order_key, given_away, sale_id from payments where device_id = ${unit.device} order by id`,
      ),
    sales: () =>
      rows(
        api.pool,
        z.object({ id: z.string(), amount: z.number(), source: z.string() }),
        sql`select id, amount, source from sales where device_id = ${unit.device}`,
      ),
  };
  return world;
}
export type PayWorld = Awaited<ReturnType<typeof payWorld>>;
