import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { REFUND_WAYS, refundableSchema } from "~server/contract/refunds";
import { checkWallets } from "~server/vending/areas/keys/check";
import { saleIdOf } from "~server/vending/areas/sales/book";
import { idOf, type Person, testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit, iso, MINUTE, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);
const desk = (...permissions: string[]) => api.person({ permissions: ["HELP_DESK", ...permissions] });
const support = await desk();
const accountant = await desk("CHECKBOX");
const keeper = await desk("KEY_WALLETS");

const unit = await callingUnit(api, root, model);
const AT = Date.now() - 15 * MINUTE;

type Values = Record<string, string | number>;
const vendsOf = async (query = "", by: Person = support, device = unit.device) =>
  refundableSchema.parse((await by.get(`/devices/${device}/refundable_vends${query}`)).data).items;

let seconds = 0;
/** A vend that was just told of, as a refund names it. The same moment, product and price again would be the same vend. */
async function sold(over: object = {}) {
  const event = vend({ at: iso(AT - ++seconds * 1_000), ...over });
  await unit.send({ events: [event] });
  const [found] = await vendsOf(`?subject=sale:${saleIdOf(unit.id, event.id)}`);
  if (!found) throw new Error("the vend cannot be returned");
  return found;
}

const ask = (subject: string, over: Values = {}, by: Person = support) =>
  by.post("/refunds", {
    key: randomUUID(),
    device: unit.device,
    subject,
    way: "cash",
    amount: 1_000,
    reason: "Не видав",
    ...over,
  });
const read = async (id: number, by: Person = support) =>
  z.looseObject({ state: z.string(), decidable: z.boolean() }).parse((await by.get(`/refunds/${id}`)).data);

let serial = 20_000_000;
async function keyWith(type: string, over: Values) {
  const code = String(++serial);
  const id = idOf(await root.post("/key_wallets", { key: code, type, ...over }));
  return { id, code };
}
const balances = async (id: number) => (await root.get(`/key_wallets/${id}`)).data;

describe("a vend whose money is returned", () => {
  it("is found by its time and price, the nearest first, and by nothing else", async () => {
    const other = await callingUnit(api, root, model);
    await other.send({
      events: [0, 20, 50].map((minutes) => vend({ at: iso(AT - minutes * MINUTE), price: 2_000 + minutes })),
    });
    const at = encodeURIComponent(iso(AT - 15 * MINUTE));
    const prices = async (query: string) => (await vendsOf(query, support, other.device)).map(({ paid }) => paid);
    expect(await prices(`?at=${at}`)).toEqual([2_020, 2_000]);
    expect(await prices(`?at=${at}&minutes=40`)).toEqual([2_020, 2_000, 2_050]);
    expect(await prices(`?at=${at}&minutes=40&amount=2050`)).toEqual([2_050]);
    expect(await prices(`?at=${at}&minutes=2`)).toEqual([]);
  });

  it("brought money: what failed is offered where cash may have been swallowed, test and free vends are not", async () => {
    const other = await callingUnit(api, root, model);
    await other.send({
      events: [
        vend({ at: iso(AT), source: "test", price: 100 }),
        vend({ at: iso(AT), source: "free", price: 200 }),
        vend({ at: iso(AT), source: "cashless1", result: "vend_fail", price: 300 }),
        vend({ at: iso(AT), source: "cash", result: "vend_fail", price: 400 }),
        vend({ at: iso(AT), source: "cashless2", price: 500 }),
      ],
    });
    expect((await vendsOf("", support, other.device)).map(({ kind, paid }) => [kind, paid]).sort()).toEqual([
      ["failed", 400],
      ["sale", 500],
    ]);
  });

  it("is of the machine that is named", async () => {
    const { subject } = await sold();
    const other = await callingUnit(api, root, model);
    expect(await ask(subject, { device: other.device })).toMatchObject({
      status: 422,
      fields: { subject: [{ key: "refund_no_vend" }] },
    });
  });

  it("is of a machine in sight", async () => {
    const limited = await api.person({ permissions: ["HELP_DESK"], mode: "OPEN_SELECTED" });
    const { subject } = await sold();
    expect((await limited.get(`/devices/${unit.device}/refundable_vends`)).status).toBe(404);
    expect((await ask(subject, {}, limited)).status).toBe(422);
    const id = idOf(await ask(subject));
    expect((await limited.get(`/refunds/${id}`)).status).toBe(404);
  });
});

describe("a refund that is asked for", () => {
  it("waits for who may decide about its way, and is done once", async () => {
    const { subject, paid } = await sold();
    const id = idOf(await ask(subject, { amount: paid }));
    expect(await read(id)).toMatchObject({ state: "requested", decidable: false });
    for (const other of [support, keeper]) expect((await other.post(`/refunds/${id}/approve`)).status).toBe(409);
    expect(await read(id, accountant)).toMatchObject({ decidable: true });
    expect((await accountant.post(`/refunds/${id}/approve`)).status).toBe(200);
    expect(await read(id, accountant)).toMatchObject({ state: "done", decidable: false, paid, amount: paid });
    expect((await accountant.post(`/refunds/${id}/approve`)).status).toBe(409);
    expect((await accountant.post(`/refunds/${id}/decline`, { decline_reason: "Пізно" })).status).toBe(409);
  });

  it("is declined with a reason, and its money can be asked for again", async () => {
    const { subject, paid } = await sold();
    const id = idOf(await ask(subject, { amount: paid }));
    expect((await accountant.post(`/refunds/${id}/decline`)).status).toBe(422);
    expect((await accountant.post(`/refunds/${id}/decline`, { decline_reason: "Видав" })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: "declined", decline_reason: "Видав" });
    expect((await ask(subject, { amount: paid })).status).toBe(201);
  });

  it("is done at once by who may decide alone; a large one needs somebody else", async () => {
    const small = await sold();
    expect(await read(idOf(await ask(small.subject, {}, accountant)))).toMatchObject({ state: "done" });
    const large = await sold({ price: 30_000 });
    const id = idOf(await ask(large.subject, { amount: 20_001 }, accountant));
    expect(await read(id, accountant)).toMatchObject({ state: "requested", decidable: false });
    expect((await accountant.post(`/refunds/${id}/approve`)).status).toBe(409);
    const second = await desk("CHECKBOX");
    expect((await second.post(`/refunds/${id}/approve`)).status).toBe(200);
  });

  it("may be sent twice and is one; the same key may not mean another", async () => {
    const { subject } = await sold();
    const key = randomUUID();
    const first = idOf(await ask(subject, { key }));
    expect(idOf(await ask(subject, { key }))).toBe(first);
    expect((await ask(subject, { key, amount: 2_000 })).status).toBe(409);
  });

  it("cannot be taken away or said to be another", async () => {
    const { subject } = await sold();
    const id = idOf(await ask(subject, {}, accountant));
    for (const change of [
      "delete from refunds where id = $1",
      "update refunds set amount = 1 where id = $1",
      "update refunds set state = 'requested' where id = $1",
    ])
      await expect(api.pool.query(change, [id])).rejects.toThrow("written once");
  });

  it.each([
    [{ amount: 0 }, "amount"],
    [{ amount: -5 }, "amount"],
    [{ amount: 3_501 }, "amount"],
    [{ amount: "1.5" }, "amount"],
    [{ way: "wallet" }, "way"],
    [{ way: "gold" }, "way"],
    [{ reason: "" }, "reason"],
    [{ subject: "sale:1" }, "subject"],
    [{ subject: `sale:${randomUUID()}` }, "subject"],
  ])("is refused as %j", async (over, field) => {
    const { subject } = await sold();
    const reply = await ask(subject, over);
    expect([reply.status, Object.keys(reply.fields)]).toEqual([422, [field]]);
    expect((await vendsOf(`?subject=${subject}`))[0]?.returned).toBe(0);
  });
});

describe("money that goes back", () => {
  it("to a key undoes its vend: both pockets, cashback, in parts, and the books agree", async () => {
    const { id, code } = await keyWith("CASHBACK", {
      original_balance: 3_000,
      original_bonus: 1_000,
      cashback_percent: 10,
    });
    const before = await balances(id);
    const { subject, ways, paid } = await sold({ source: "cashless1", paid: { card: "rfid", code } });
    expect([ways, paid]).toEqual([["wallet", "voucher"], 3_500]);
    const after = await balances(id);
    expect(after).not.toMatchObject({ balance: 3_000 });
    for (const amount of [1_500, 2_000])
      expect(await read(idOf(await ask(subject, { way: "wallet", amount }, keeper)))).toMatchObject({ state: "done" });
    const { balance, bonus_balance } = z.looseObject({ balance: z.number(), bonus_balance: z.number() }).parse(before);
    expect(await balances(id)).toMatchObject({ balance, bonus_balance });
    expect(await checkWallets(api.pool)).toEqual([]);
  });

  it("as a voucher is a code of that amount, which is used once", async () => {
    const { subject } = await sold();
    const id = idOf(await ask(subject, { way: "voucher", amount: 1_200 }, accountant));
    const { voucher } = z
      .looseObject({ voucher: z.object({ id: z.number(), label: z.string() }) })
      .parse(await read(id));
    expect((await root.get(`/qr_codes/${voucher.id}`)).data).toMatchObject({ state: "NOT_USED", amount: 1_200 });
    const asks = (price: number) =>
      api
        .client(unit.secret)
        .raw(
          "/telemetry/authorise",
          JSON.stringify({ id: randomUUID(), kind: "qr", code: voucher.label, cell: "1", price }),
          { "x-device": unit.serial, "content-type": "application/json" },
        );
    expect((await asks(1_300)).data).toMatchObject({ result: "insufficient_balance" });
    expect((await asks(1_200)).data).toMatchObject({ result: "accepted" });
    expect((await asks(1_200)).data).not.toMatchObject({ result: "accepted" });
  });

  it("is never more than was paid, whoever asks for what at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 5_000 }),
        fc.array(fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), way: fc.constantFrom(...REFUND_WAYS) }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (price, asked) => {
          const { id, code } = await keyWith("BALANCE", { original_balance: 10_000 });
          const { subject, ways } = await sold({ price, source: "cashless1", paid: { card: "rfid", code } });
          const replies = await Promise.all(asked.map((one) => ask(subject, one, root)));
          const taken = asked.filter((_, nth) => replies[nth]?.status === 201);
          const returned = taken.reduce((sum, { amount }) => sum + amount, 0);
          expect(returned).toBeLessThanOrEqual(price);
          // What was refused fitted no longer, or goes no such way.
          for (const [nth, one] of asked.entries())
            if (replies[nth]?.status !== 201)
              expect(!ways.includes(one.way) || one.amount > price - returned).toBe(true);
          const toKey = taken.filter(({ way }) => way === "wallet").reduce((sum, { amount }) => sum + amount, 0);
          expect(await balances(id)).toMatchObject({ balance: 10_000 - price + toKey });
        },
      ),
      { numRuns: 25 },
    );
    expect(await checkWallets(api.pool)).toEqual([]);
  });
});
