import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { alertsSchema } from "~server/contract/alerts";
import { paymentsTodaySchema } from "~server/contract/payment-reads";
import { watchOnce } from "~server/vending/areas/alerts/watch";
import { advance } from "~server/vending/areas/payments/advance";
import { reconcile } from "~server/vending/areas/payments/reconcile";
import { ProviderRefused } from "~server/vending/areas/payments/providers/provider";
import { only, run, transaction } from "~server/vending/database/query";
import { testApi } from "./app";
import { memoryProvider, type Mood, payWorld, PRICE } from "./pay-world";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
let mood: (call: string) => Mood = () => "well";
const memory = memoryProvider((call) => mood(call));
const world = await payWorld(api, root, memory);
const { bank } = memory;

const tokenOf = (data: unknown) => z.object({ token: z.string() }).parse(data).token;
const idOf = ({ data }: { data: unknown }) => z.object({ id: z.number() }).parse(data).id;
const last = async () => {
  const one = (await world.payments()).at(-1);
  if (!one) throw new Error("no payment");
  return one;
};
const result = (command: number, state: string) => ({ t: "command_result", command, state });
/** The unit takes the newest command of that name and does it. */
async function obey(name: string, state = "done"): Promise<void> {
  const commands = await world.call();
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name} among ${commands.map((one) => one.name).join()}`);
  await world.call([result(command.id, "delivered"), result(command.id, state)]);
}
/** A payment that waits for the customer at the provider. */
async function ordered() {
  const { data } = await world.begin();
  await obey("credit_added");
  await world.work();
  const payment = await last();
  expect(payment.place).toBe("payment");
  expect(payment.token).toBe(tokenOf(data));
  return payment;
}
async function pay(key: string, amount?: number): Promise<void> {
  const order = bank.find(key);
  if (!order) throw new Error("no order");
  bank.pay(order, amount);
}
async function paid() {
  const payment = await ordered();
  await pay(payment.order_key);
  await world.later(3);
  await world.work();
  return payment;
}
const backOf = (key: string) => bank.counts().find(({ id }) => id === key)?.refunded;
const sale = (payment: number, over: object = {}) => ({
  t: "sale",
  cell: "1",
  price: PRICE,
  source: "cashless1",
  result: "vend_success",
  payment,
  ...over,
});

describe("a machine's public page", () => {
  it("shows what is in stock, and nothing of a machine that is not there", async () => {
    const { data } = await world.json(`/pay/menu?code=${world.code}`);
    expect(data).toMatchObject({ closed: null, products: [{ cell: "1", price: PRICE }] });
    expect((await world.json("/pay/menu?code=000000000000")).status).toBe(404);
    await run(
      api.pool,
      sql`insert into device_stocks (device_id, slot, ingredient_id, capacity, filled, filled_at) values (${world.unit.device}, ${`bunker:${world.ingredient}`}, ${world.ingredient}, 100, 7, now())`,
    );
    expect((await world.json(`/pay/menu?code=${world.code}`)).data).toMatchObject({ products: [] });
    expect(await world.begin()).toMatchObject({ status: 409, error: "product_gone" });
    await run(api.pool, sql`update device_stocks set filled = 100000 where device_id = ${world.unit.device}`);
    expect(await world.begin({ price: "2400" })).toMatchObject({ status: 409, error: "product_gone" });
  });
});

describe("a payment", () => {
  it("goes from the phone to the cup, is booked once and linked to its sale", async () => {
    const payment = await paid();
    expect((await last()).place).toBe("payment_notification");
    await obey("paid");
    await obey("start");
    await world.call([{ t: "preparation", payment: payment.id }]);
    expect((await last()).place).toBe("making");
    const vend = { id: `vend of ${payment.id}`, ...sale(payment.id) };
    await world.call([vend]);
    await world.call([vend]);
    const done = await last();
    expect(done).toMatchObject({ place: "vend_success", paid: PRICE, refunded: 0 });
    const sales = await world.sales();
    expect(sales).toEqual([{ id: done.sale_id, amount: PRICE, source: "cashless1" }]);
    const { data } = await root.get(`/payments/${payment.id}`);
    expect(data).toMatchObject({ state: "vend_success", sale: { id: done.sale_id } });
  });

  it("whose form came twice is one, and another customer waits", async () => {
    const first = await world.begin({ key: "the same form" });
    expect((await world.begin({ key: "the same form" })).data).toEqual(first.data);
    expect(await world.begin()).toMatchObject({ status: 409, error: "machine_busy" });
    const again = await world.begin({ open: tokenOf(first.data) });
    expect(again.status).toBe(201);
    await world.json("/pay/cancel", { code: world.code, token: tokenOf(again.data) });
    expect((await last()).place).toBe("cancel");
  });

  it.each([
    ["payment_start", "no_ping", async (): Promise<unknown> => world.begin()],
    [
      "credit_added",
      "credit_not_charged",
      async () => {
        await world.begin();
        await obey("credit_added", "delivered");
      },
    ],
    [
      "product_selection",
      "no_product_selected",
      async () => {
        await world.begin(null);
        await obey("credit_added");
      },
    ],
    ["payment", "no_final_status", async (): Promise<unknown> => ordered()],
    ["payment_notification", "status_not_sent", async (): Promise<unknown> => paid()],
    [
      "start_notification",
      "preparation_not_started",
      async () => {
        await paid();
        await obey("paid");
      },
    ],
    [
      "making",
      "vend_failed",
      async () => {
        const { id } = await paid();
        await obey("paid");
        await world.call([{ t: "preparation", payment: id }]);
      },
    ],
  ] as const)("that takes too long at %s counts %s, and what was paid goes back", async (stage, counter, until) => {
    await until();
    const before = await last();
    expect(before.place).toBe(stage);
    await world.later(200);
    await world.work();
    const after = await last();
    expect(["error", "cancel", "vend_fail"]).toContain(after.place);
    expect(after.refunded).toBe(after.paid);
    expect(backOf(after.order_key) ?? 0).toBe(after.paid);
    const { count } = await only(
      api.pool,
      z.object({ count: z.number() }),
      sql`select sum(count)::integer as count from payment_errors where device_id = ${world.unit.device} and stage = ${stage} and counter = ${counter}`,
    );
    expect(count).toBeGreaterThan(0);
    await world.later(4_000);
  });

  it("whose order was opened unheard, and paid or declined by now, is not opened once more", async () => {
    await world.begin();
    await obey("credit_added");
    mood = (call) => (call === "create" ? "unheard" : "well");
    await world.work();
    mood = () => "well";
    const { id, order_key } = await last();
    await pay(order_key);
    await world.later(5);
    await world.work();
    await world.call([sale(id)]);
    expect(bank.counts().filter(({ id }) => id === order_key)).toMatchObject([{ paid: PRICE }]);
  });

  it("that was paid after its time goes back once", async () => {
    const payment = await ordered();
    await world.later(170);
    await world.json("/pay/cancel", { code: world.code, token: payment.token });
    await pay(payment.order_key);
    for (let round = 0; round < 4; round++) {
      await world.later(100);
      await world.work();
    }
    expect(await last()).toMatchObject({ place: "cancel", paid: PRICE, refunded: PRICE });
    expect(backOf(payment.order_key)).toBe(PRICE);
  });

  it("past its time whose provider is busy is asked when that said, and not without end", async () => {
    const payment = await ordered();
    let asked = 0;
    mood = () => {
      asked += 1;
      return "busy";
    };
    await world.later(181);
    await world.work();
    const once = asked;
    await world.work();
    expect([once > 0, asked, (await last()).place]).toEqual([true, once, "payment"]);
    mood = () => "well";
    await world.later(31);
    await world.work();
    expect((await last()).id).toBe(payment.id);
    expect((await last()).place).not.toBe("payment");
  });

  it("of another amount goes back whole", async () => {
    const payment = await ordered();
    await pay(payment.order_key, PRICE - 100);
    await world.later(3);
    await world.work();
    expect(await last()).toMatchObject({ place: "error", paid: PRICE - 100, refunded: PRICE - 100 });
  });

  it("is sold when the vend is told before its money went back, and given away after", async () => {
    const inTime = await paid();
    mood = (call) => (call === "refund" ? "unreached" : "well");
    await world.later(16);
    // The refund is asked for and not sent: the vend that is told now withdraws it.
    await transaction(api.pool, (tx) => advance(tx, inTime.id, "late", "clock"));
    await world.call([sale(inTime.id)]);
    expect(await last()).toMatchObject({ place: "vend_success", refunded: 0 });
    mood = () => "well";
    await world.work();
    expect(await last()).toMatchObject({ place: "vend_success", refunded: 0, given_away: false });

    const tooLate = await paid();
    await world.later(16);
    await world.work();
    expect(await last()).toMatchObject({ place: "vend_fail", refunded: PRICE });
    await world.call([sale(tooLate.id)]);
    const given = await last();
    expect(given).toMatchObject({ place: "vend_fail", given_away: true });
    expect((await world.sales()).find(({ id }) => id === given.sale_id)).toMatchObject({ amount: 0, source: "free" });
  });

  it("whose refund the provider refuses becomes one ticket, and staff send it again", async () => {
    const payment = await paid();
    mood = (call) => {
      if (call === "refund") throw new ProviderRefused("Недостатньо коштів", "NO_MONEY");
      return "well";
    };
    for (let round = 0; round < 8; round++) {
      await world.later(100_000);
      await world.work();
    }
    mood = () => "well";
    expect(await last()).toMatchObject({ place: "vend_fail", paid: PRICE, refunded: 0 });
    const { data } = await root.get(`/payments/${payment.id}`);
    expect(data).toMatchObject({ may_retry: true, refunds: [{ state: "failed", words: "Недостатньо коштів" }] });
    const { count } = await only(
      api.pool,
      z.object({ count: z.number() }),
      sql`select count(*) as count from tickets where device_id = ${world.unit.device}`,
    );
    expect(count).toBe(1);
    expect((await root.post(`/payments/${payment.id}/retry`)).status).toBe(200);
    await world.work();
    expect(await last()).toMatchObject({ refunded: PRICE });
  });

  it("that was made is given back as any vend is, whatever the ways never more than was paid", async () => {
    const sold = (await world.payments()).find(({ place }) => place === "vend_success");
    const refund = (way: string, amount: number, key: string) =>
      root.post("/refunds", {
        key: `refund-form-${key}`,
        device: world.unit.device,
        subject: `sale:${sold?.sale_id}`,
        way,
        amount,
        reason: "Остигла",
      });
    const first = await refund("provider", 1_000, "1");
    expect(first.status).toBe(201);
    expect(idOf(await refund("provider", 1_000, "1"))).toBe(idOf(first));
    expect((await refund("provider", 1_501, "2")).fields).toHaveProperty("amount");
    expect((await refund("voucher", 500, "3")).status).toBe(201);
    expect((await refund("wallet", 500, "4")).fields).toHaveProperty("way");
    const rest = await refund("provider", PRICE - 1_500, "5");
    expect(rest.status).toBe(201);
    expect((await refund("cash", 1, "6")).fields).toHaveProperty("amount");
    await world.work();
    await world.work();
    expect((await world.payments()).find(({ id }) => id === sold?.id)).toMatchObject({ refunded: PRICE - 500 });
    expect(backOf(sold?.order_key ?? "")).toBe(PRICE - 500);
    const ids = [first, rest].map(idOf);
    const { data } = await root.get(`/payments/${sold?.id}`);
    expect(data).toMatchObject({ refunds: ids.map((one) => ({ refund: one, state: "done", reason: "Остигла" })) });
    expect((await root.get(`/refunds/${ids[0]}`)).data).toMatchObject({ state: "done", payment: sold?.id });
  });
});

describe("reconciliation with the provider", () => {
  it("lists what differs until it does not, and takes over money that nobody knew of", async () => {
    const payment = await ordered();
    await world.json("/pay/cancel", { code: world.code, token: payment.token });
    await run(
      api.pool,
      sql`update payments set ended_at = now() - interval '3 hours', watched_until = null, due_at = null, reconciled_at = case when id <> ${payment.id} then now() end where device_id = ${world.unit.device}`,
    );
    await pay(payment.order_key);
    expect(await reconcile(world.machinery, 0)).toBe(1);
    const { data } = await root.get("/payments/differences");
    expect(data).toMatchObject({ total: 1, items: [{ payment: payment.id, what: "paid", ours: 0, theirs: PRICE }] });
    await world.work();
    expect(await last()).toMatchObject({ place: "cancel", paid: PRICE, refunded: PRICE });
    await run(api.pool, sql`update payments set reconciled_at = now() - interval '1 day' where id = ${payment.id}`);
    expect(await reconcile(world.machinery, 0)).toBe(1);
    expect((await root.get("/payments/differences")).data).toMatchObject({ total: 0 });
    expect(await reconcile(world.machinery, 0)).toBe(0);
  });
});

describe("a provider's message", () => {
  const post = async (body: string, account: number) =>
    (await world.app.request(`/pay/callback/${account}`, { method: "POST", body })).status;

  it("is only a reason to ask, a hundred times no more than once; unsigned it is refused", async () => {
    const payment = await ordered();
    const { account } = await only(
      api.pool,
      z.object({ account: z.number() }),
      sql`select account_id as account from payments where id = ${payment.id}`,
    );
    expect(await post("forged", account)).toBe(400);
    expect(await post(`signed ${payment.order_key}`, account + 1_000)).toBe(404);
    expect(await post("x".repeat(70_000), account)).toBe(413);
    expect(await post(`signed ${payment.order_key}`, account)).toBe(200);
    await world.work();
    expect((await last()).place).toBe("payment");
    await pay(payment.order_key);
    for (let time = 0; time < 100; time++) expect(await post(`signed ${payment.order_key}`, account)).toBe(200);
    await world.work();
    expect(await last()).toMatchObject({ place: "payment_notification", paid: PRICE });
    await world.later(200);
    await world.work();
    expect(backOf(payment.order_key)).toBe(PRICE);
  });
});

describe("a provider at which payments fail", () => {
  it("is named while they do, to who sees their machines, and its alert opens", async () => {
    const failing = async (person = root) =>
      paymentsTodaySchema.parse((await person.get("/payments/today")).data).failing;
    await run(api.pool, sql`update payments set begun_at = begun_at - interval '3 days'`);
    for (let time = 0; time < 3; time++) {
      expect(await failing()).toEqual([]);
      await ordered();
      await world.later(200);
      await world.work();
      await world.later(4_000);
    }
    expect(await failing()).toEqual(["monobank"]);
    const stranger = await api.person({
      permissions: ["REPORT_ONLINE_PAYMENTS"],
      mode: "OPEN_SELECTED",
      devices: [999_999],
    });
    expect(await failing(stranger)).toEqual([]);
    const rule = { name: "Оплати", active: "on", cause: "payment", minutes: 0, level: "warning", language: "uk" };
    idOf(await root.post("/alert_rules", { ...rule, channels: "bell", wait_seconds: 0 }));
    await watchOnce(api.pool, Date.now());
    const alerts = alertsSchema.parse((await root.get("/alerts")).data);
    expect(alerts.items).toMatchObject([{ cause: "payment" }]);
    // As many go well, and the share is no longer the rule's.
    await run(
      api.pool,
      sql`update payments set begun_at = now(), counter = null where id in (select id from payments where begun_at < now() - interval '1 day' order by id limit 8)`,
    );
    expect(await failing()).toEqual([]);
  });
});

describe("a test payment of staff", () => {
  it("is paid, goes back and vends nothing", async () => {
    const staff = world.as(root.token);
    const form = { key: "a test payment" };
    const { data } = await staff.post(`/devices/${world.unit.device}/pay/test`, form);
    expect((await staff.post(`/devices/${world.unit.device}/pay/test`, form)).data).toEqual(data);
    await world.work();
    const { order_key } = await last();
    await pay(order_key);
    await world.later(3);
    await world.work();
    expect(await last()).toMatchObject({ place: "cancel", paid: 100, refunded: 100, sale_id: null });
  });
});
