import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { transitionOf } from "~server/contract/payment-transitions";
import { CAUSES, PAYMENT_NEWS, PLACES } from "~server/contract/payments";
import { only, rows, run } from "~server/vending/database/query";
import { workDue } from "~server/vending/areas/payments/worker";
import { randomOf, whole } from "~server/vending/demonstration/random";
import { testApi } from "./app";
import { memoryProvider, type Mood, payWorld, PRICE } from "./pay-world";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const random = randomOf("payments at random", process.env.SEED ?? "1");
const chance = (share: number) => random() < share;
const any = <T>(of: readonly T[]): T => {
  const one = of[whole(random, 0, of.length - 1)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
};
let isCalm = false;
const moods: readonly Mood[] = ["well", "well", "well", "unheard", "unreached"];
const memory = memoryProvider(() => (isCalm ? "well" : any(moods)));
const world = await payWorld(api, root, memory);

const ROUNDS = 400;
const ENDS = ["vend_success", "vend_fail", "cancel", "error"] as const;
let events = 0;
const known: { id: number; name: string; payment: number }[] = [];

/** The unit calls, takes what it is given, and tells something of something, in any order and more than once. */
async function unitTells(): Promise<void> {
  const told: object[] = [];
  for (let count = whole(random, 0, 3); count > 0; count--) {
    const command = known.at(-1 - whole(random, 0, Math.min(known.length - 1, 4)));
    const payment = command?.payment ?? whole(random, 1, 50);
    const id = `any ${chance(0.2) ? events : ++events}`;
    told.push(
      any([
        {
          id,
          t: "command_result",
          command: command?.id ?? 1,
          state: any(["delivered", "done", "done", "done", "failed"]),
        },
        { id, t: "command_result", command: command?.id ?? 1, state: "done" },
        { id, t: "preparation", payment },
        { id, t: "selection", payment, cell: "1", price: PRICE },
        ...(chance(0.4)
          ? [
              {
                id,
                t: "sale",
                cell: "1",
                price: PRICE,
                source: "cashless1",
                result: any(["vend_success", "vend_fail"]),
                payment,
              },
            ]
          : []),
      ]),
    );
  }
  for (const { id, name, payment } of await world.call(told))
    if (payment) known.push({ id, name, payment: payment.id });
}

/** Time goes by for the provider, too: an order that is not paid in its time expires there. */
async function later(seconds: number): Promise<void> {
  for (const order of memory.bank.orders) order.expiresAt -= seconds * 1_000;
  await world.later(seconds);
}

async function customerPays(): Promise<void> {
  const [order] = memory.bank.orders.length ? [any(memory.bank.orders.slice(-3))] : [];
  const found = order && memory.bank.find(order.id);
  if (found?.state === "open") memory.bank.pay(found, chance(0.15) ? PRICE + whole(random, -5, 5) * 100 : PRICE);
}

/** The customer and the machine do what is meant, and mostly a product comes out; the provider's moods and the work of others come in between. */
async function goesThrough(): Promise<void> {
  const result = any(["vend_success", "vend_success", "vend_fail"]);
  await world.begin();
  await world.work();
  const order = memory.bank.orders.at(-1);
  if (order?.state === "open") memory.bank.pay(order, PRICE);
  await world.work();
  for (const { id, payment } of await world.call()) {
    await world.call([{ t: "command_result", command: id, state: "done" }]);
    if (payment)
      await world.call([{ t: "sale", cell: "1", price: PRICE, source: "cashless1", result, payment: payment.id }]);
  }
}

const STEPS: readonly (() => Promise<unknown>)[] = [
  unitTells,
  unitTells,
  unitTells,
  unitTells,
  customerPays,
  customerPays,
  customerPays,
  goesThrough,
  () => world.begin(chance(0.2) ? null : {}),
  async () => {
    const payment = any((await world.payments()).slice(-2));
    if (chance(0.3)) await world.json("/pay/cancel", { code: world.code, token: payment.token });
  },
  async () => {
    const { order_key } = any((await world.payments()).slice(-3));
    const { account } = await only(
      api.pool,
      z.object({ account: z.number() }),
      sql`select max(id) as account from payment_accounts`,
    );
    for (let times = whole(random, 1, 3); times > 0; times--)
      await world.app.request(`/pay/callback/${account}`, { method: "POST", body: `signed ${order_key}` });
  },
  () => workDue(world.machinery),
  () => workDue(world.machinery),
  // Two processes look at the same time.
  () => Promise.all([workDue(world.machinery), workDue(world.machinery), unitTells()]),
  () => later(whole(random, 1, chance(0.3) ? 400 : 20)),
  // A process died with what it had taken.
  () =>
    run(
      api.pool,
      sql`update payments set leased_until = clock_timestamp() + interval '20 seconds' where device_id = ${world.unit.device} and due_at is not null`,
    ),
];

it("whatever happens in whatever order: what was paid is sold or went back, and every step is in the table", async () => {
  await world.begin();
  const isMissing = async () => {
    const places = (await world.payments()).map(({ place }) => place);
    return places.length < 20 || ENDS.some((end) => !places.includes(end));
  };
  // Longer where one of the ends has not come about: what follows is to be seen for each.
  for (let round = 0; round < ROUNDS || (round < 5 * ROUNDS && (await isMissing())); round++) await any(STEPS)();
  isCalm = true;
  // While orders are watched they are looked at every few minutes; refunds wait up to a day.
  for (let round = 0; round < 60; round++) {
    await later(round < 20 ? whole(random, 10, 200) : whole(random, 30, 90_000));
    await world.work();
  }
  const payments = await world.payments();
  const sales = await world.sales();
  expect(payments.length).toBeGreaterThanOrEqual(20);
  const ends = new Map<string, number>();
  for (const payment of payments) {
    ends.set(payment.place, (ends.get(payment.place) ?? 0) + 1);
    // An order that was opened twice under one key, because the first answer was not heard, is one.
    const orders = memory.bank.counts().filter(({ id }) => id === payment.order_key);
    const theirs = {
      paid: orders.reduce((sum, { paid }) => sum + paid, 0),
      refunded: orders.reduce((sum, { refunded }) => sum + refunded, 0),
    };
    expect({ id: payment.id, paid: payment.paid, refunded: payment.refunded }).toEqual({ id: payment.id, ...theirs });
    const sold = payment.place === "vend_success" ? payment.paid : 0;
    expect(payment.paid).toBe(sold + payment.refunded);
    const mine = sales.filter(({ id }) => id === payment.sale_id);
    if (sold) expect(mine).toMatchObject([{ amount: sold, source: "cashless1" }]);
    else for (const sale of mine) expect(sale).toMatchObject({ amount: 0, source: "free" });
  }
  // Nothing is sold for money that nobody paid.
  const paidSales = sales.filter(({ source }) => source === "cashless1").reduce((sum, { amount }) => sum + amount, 0);
  const soldFor = payments.reduce((sum, one) => sum + (one.place === "vend_success" ? one.paid : 0), 0);
  expect(paidSales).toBe(soldFor);
  for (const end of ENDS) expect([end, ends.get(end) ?? 0]).not.toEqual([end, 0]);

  const steps = await rows(
    api.pool,
    z.object({
      from: z.enum(PLACES),
      on: z.enum(PAYMENT_NEWS),
      by: z.enum(CAUSES),
      to: z.enum(PLACES),
      payment: z.number(),
    }),
    sql`select from_place as from, news as on, cause as by, to_place as to, payment_id as payment from payment_steps order by payment_id, number`,
  );
  const places = new Map<number, string>();
  for (const { from, on, by, to, payment } of steps) {
    expect(transitionOf(from, on, by)?.to).toBe(to);
    expect(places.get(payment) ?? "payment_start").toBe(from);
    places.set(payment, to);
  }
}, 240_000);
