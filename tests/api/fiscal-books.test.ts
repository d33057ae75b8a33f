import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { settleReceipts } from "~server/vending/areas/fiscal/queue";
import { returnReceipts } from "~server/vending/areas/fiscal/returns";
import { type Db, rows, run, transaction } from "~server/vending/database/query";
import { dayOf } from "~server/vending/time";
import type { Fault } from "~server/vending/stand-ins/checkbox-faults";
import { testApi } from "./app";
import { makeDesk, makeFiscalPlace, openAllDay, QUICK, receiptsOf, settled, startDesks } from "./fiscal-world";
import { makeModel } from "./network";
import { DAY, iso, vend } from "./unit";

const api = await testApi();
const root = await api.person({ root: true });
const model = await makeModel(root);
await openAllDay(api);
const desks = await startDesks(api);
const { standIn } = desks;
afterAll(async () => {
  await desks.stop();
  await api.close();
});
beforeEach(() => standIn.heal());

const world = async () => {
  const desk = await makeDesk(root);
  return { desk, ...(await makeFiscalPlace(api, root, desk.id, model)) };
};
type World = Awaited<ReturnType<typeof world>>;
const saleRow = z.object({
  id: z.string(),
  source: z.string(),
  amount: z.number(),
  count: z.number(),
  day: z.string(),
});
const salesOf = (device: number) =>
  rows(
    api.pool,
    saleRow,
    sql`select id, source, amount, count, day from sales where device_id = ${device} order by id`,
  );

/** A line that an audit counted, as `audits/period-books.ts` writes it; the same line again takes its place. */
async function audited(
  tx: Db,
  device: number,
  line: number,
  source: string,
  count: number,
  amount: number,
  at = Date.now(),
) {
  const of = sql`device_id = ${device} and file_id = ${device} and line = ${line}`;
  await run(tx, sql`delete from sales where ${of}`);
  if (count)
    await run(
      tx,
      sql`insert into sales (device_id, id, placement_id, file_id, report, line, sold_at, day, selection, source, count, amount)
      select ${device}, gen_random_uuid(), p.id, ${device}, 0, ${line}, ${iso(at)}, ${dayOf(sql`${iso(at)}::timestamptz`)}, ${String(line)}, ${source}, ${count}, ${amount}
      from placements p where p.device_id = ${device} order by from_at desc limit 1`,
    );
}
const inBooks = (device: number, work: (tx: Db) => Promise<unknown>) =>
  transaction(api.pool, async (tx) => {
    await run(tx, sql`select 1 from devices where id = ${device} for no key update`);
    await work(tx);
    await settleReceipts(tx, { days: [{ device, days: "all" }] });
  });

it("an audit's line has a receipt for each vend, to the kopeck, and follows what is corrected", async () => {
  const { device, desk } = await world();
  await inBooks(device, (tx) => audited(tx, device, 1, "cash", 3, 10_001));
  await settled(api);
  expect((await receiptsOf(api, device)).map(({ amount }) => amount).toSorted()).toEqual([3_333, 3_334, 3_334]);
  // Two more vends than were counted before, then one fewer than at first.
  await inBooks(device, (tx) => audited(tx, device, 1, "cash", 2, 6_668));
  await settled(api);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 3, returns: 1, cash_sales: 10_001, cash_returns: 3_333 });
  await inBooks(device, (tx) => audited(tx, device, 1, "cash", 0, 0));
  await settled(api);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 3, returns: 3, cash_returns: 10_001 });
});

it("a vend that an audit stood for and a unit tells of afterwards keeps its receipt", async () => {
  const { device, desk } = await world();
  await inBooks(device, (tx) => audited(tx, device, 3, "cash", 2, 7_000));
  await settled(api);
  const before = await receiptsOf(api, device);
  // What telemetry and audits do in one transaction: the vend is told, the audit stands for one fewer.
  const told = randomUUID();
  await inBooks(device, async (tx) => {
    await audited(tx, device, 3, "cash", 1, 3_500);
    await run(
      tx,
      sql`insert into sales (device_id, id, placement_id, sold_at, day, selection, source, count, amount)
      select ${device}, ${told}, p.id, now(), ${dayOf(sql`now()`)}, '3', 'cash', 1, 3500 from placements p where p.device_id = ${device} limit 1`,
    );
  });
  await settled(api);
  const after = await receiptsOf(api, device);
  expect(after.map(({ number, state }) => [number, state])).toEqual(before.map(({ number, state }) => [number, state]));
  expect(after.filter(({ subject }) => subject === told)).toHaveLength(1);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 2, returns: 0 });
});

it("two processes at the same desks send each receipt once", async () => {
  const { runFiscal } = await import("~server/vending/areas/fiscal/background");
  const places = [await world(), await world(), await world()];
  const before = standIn.asked("POST /receipts/sell");
  const other = runFiscal(api.pool, standIn.url, QUICK);
  for (let nth = 0; nth < 4; nth++)
    await Promise.all(
      places.map(({ send }) => send({ events: [1, 2, 3].map((price) => vend({ price: price * 1_000 + nth })) })),
    );
  await settled(api);
  await other.stop();
  await desks.restart();
  expect(standIn.asked("POST /receipts/sell") - before).toBe(36);
  for (const { desk } of places)
    expect(standIn.counts()[desk.name]).toMatchObject({ sells: 12, opened: 1, cash_sales: 24_018 });
});

it("what is too old, of an unknown source or without a vend is listed, and goes out when somebody says so", async () => {
  const { device, desk } = await world();
  await inBooks(device, async (tx) => {
    await audited(tx, device, 1, "cash", 1, 1_000, Date.now() - 5 * DAY);
    await audited(tx, device, 2, "unknown", 1, 2_000);
    await audited(tx, device, 4, "token", 1, 9_000);
  });
  await settled(api);
  const listed = await receiptsOf(api, device);
  expect(listed.map(({ why, state }) => [why, state]).toSorted()).toEqual([
    ["too_old", "listed"],
    ["unknown_source", "listed"],
  ]);
  expect(standIn.counts()[desk.name]).toBeUndefined();
  const [old, unknown] = listed.toSorted((a, b) => a.amount - b.amount);
  expect((await root.post("/receipts/decide", { decision: "send", receipt: old?.number ?? 0 })).data).toEqual({
    count: 1,
  });
  expect((await root.post("/receipts/decide", { decision: "settle", receipt: unknown?.number ?? 0 })).data).toEqual({
    count: 1,
  });
  await settled(api);
  await inBooks(device, () => Promise.resolve());
  expect((await receiptsOf(api, device)).map(({ state }) => state).toSorted()).toEqual(["done", "settled"]);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 1, cash_sales: 1_000 });
});

it("keys get receipts where the settings say so; a vend that turns out to be paid with one gives its receipt back", async () => {
  const { device, send, desk } = await world();
  await send({ events: [vend({ source: "cashless1" })] });
  await settled(api);
  const [sale] = await salesOf(device);
  await inBooks(device, (tx) =>
    run(tx, sql`update sales set paid_with = 'rfid' where device_id = ${device} and id = ${sale?.id}`),
  );
  await settled(api);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 1, returns: 1, card_returns: 3_500 });
  await run(api.pool, sql`update settings set fiscal_keys = true`);
  await inBooks(device, () => Promise.resolve());
  await run(api.pool, sql`update settings set fiscal_keys = false`);
  await inBooks(device, () => Promise.resolve());
  await settled(api);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 2, returns: 1 });
});

it("a refund is returned once by its key, after its receipt, and never beyond it", async () => {
  const { device, send, desk } = await world();
  standIn.fail({ at: "POST /receipts/sell", kind: "status", status: 503, times: 1 });
  await send({ events: [vend()] });
  const [sale] = await salesOf(device);
  const back = (amount: number, key: string) =>
    transaction(api.pool, (tx) => returnReceipts(tx, { device, sale: sale?.id ?? "", amount, key }));
  expect(await back(1_500, "refund-1")).toBe(1_500);
  expect(await Promise.all([back(1_500, "refund-1"), back(1_500, "refund-1")])).toEqual([1_500, 1_500]);
  expect(await back(2_100, "refund-2")).toBe(2_000);
  expect(await back(1, "refund-3")).toBe(0);
  await settled(api);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 1, returns: 2, cash_returns: 3_500 });
  expect(
    await transaction(api.pool, (tx) => returnReceipts(tx, { device, sale: randomUUID(), amount: 1, key: "none" })),
  ).toBe(0);
});

it("what is given back of several vends that an audit counted is returned over their receipts", async () => {
  const { device, desk } = await world();
  await inBooks(device, (tx) => audited(tx, device, 1, "cash", 3, 10_001));
  const [line] = await salesOf(device);
  const back = (amount: number, key: string) =>
    transaction(api.pool, (tx) => returnReceipts(tx, { device, sale: line?.id ?? "", amount, key }));
  expect(await back(5_000, "two of three")).toBe(5_000);
  expect(await back(9_000, "too much")).toBe(5_001);
  await settled(api);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 3, cash_sales: 10_001, cash_returns: 10_001 });
});

it("a refund returns the receipt of its sale, whatever way the money goes", async () => {
  const { device, send, desk } = await world();
  await send({ events: [vend(), vend({ source: "cashless2", price: 2_000 })] });
  const ask = (sale: string, way: string, amount: number) =>
    root.post("/refunds", { key: randomUUID(), device, subject: `sale:${sale}`, way, amount, reason: "Не видав" });
  for (const { id, source } of await salesOf(device))
    expect(await ask(id, source === "cash" ? "cash" : "voucher", 1_200)).toMatchObject({ status: 201 });
  await settled(api);
  expect(standIn.counts()[desk.name]).toMatchObject({ sells: 2, returns: 2, cash_returns: 1_200, card_returns: 1_200 });
});

const SOURCES = ["cash", "cashless1", "cashless2", "free", "test", "token"] as const;
const FAULTS: Fault[] = [
  { at: "POST /receipts/sell", kind: "acted_drop" },
  { at: "POST /receipts/sell", kind: "status", status: 500 },
  { at: "POST /receipts/sell", kind: "twice" },
  { at: "POST /receipts/sell", kind: "expire" },
  { at: "GET /receipts/", kind: "drop" },
];
const happening = fc.oneof(
  fc.record({
    t: fc.constant("vend" as const),
    source: fc.constantFrom(...SOURCES),
    price: fc.integer({ min: 0, max: 9_999 }),
  }),
  fc.record({
    t: fc.constant("audit" as const),
    line: fc.integer({ min: 1, max: 3 }),
    source: fc.constantFrom(...SOURCES),
    count: fc.integer({ min: 0, max: 4 }),
    amount: fc.integer({ min: 0, max: 20_000 }),
  }),
  fc.record({ t: fc.constant("refund" as const), nth: fc.nat(), part: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ t: fc.constant("fault" as const), fault: fc.constantFrom(...FAULTS) }),
  fc.record({ t: fc.constant("wait" as const) }),
  fc.record({ t: fc.constant("restart" as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

it("whatever is sold, corrected, refunded and goes wrong, the service's totals are the books'", () =>
  fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (story) => {
      standIn.heal();
      const place = await world();
      const refunds = { CASH: 0, CASHLESS: 0 };
      for (const one of story) await happen(place, one, refunds);
      await settled(api);
      const counts = standIn.counts()[place.desk.name];
      const sold = { CASH: 0, CASHLESS: 0 };
      for (const { source, amount } of await salesOf(place.device)) {
        if (source === "cash") sold.CASH += amount;
        if (source === "cashless1" || source === "cashless2") sold.CASHLESS += amount;
      }
      expect((counts?.cash_sales ?? 0) - (counts?.cash_returns ?? 0)).toBe(sold.CASH - refunds.CASH);
      expect((counts?.card_sales ?? 0) - (counts?.card_returns ?? 0)).toBe(sold.CASHLESS - refunds.CASHLESS);
    }),
    { numRuns: 12 },
  ));

let refundKeys = 0;
async function happen(
  { device, send }: World,
  one: Happening,
  refunds: { CASH: number; CASHLESS: number },
): Promise<void> {
  switch (one.t) {
    case "vend":
      await send({ events: [vend({ source: one.source, price: one.price })] });
      return;
    case "audit":
      // Money without a vend is for the accountant; refunds of such lines would be of vends that are gone.
      return inBooks(device, (tx) => audited(tx, device, one.line, one.source, one.count, one.count ? one.amount : 0));
    case "refund": {
      const told = (await salesOf(device)).filter(
        ({ source, count, amount }) => count === 1 && amount > 0 && source.startsWith("cash"),
      );
      const sale = told.filter(({ id }) => !id.startsWith("audit"))[one.nth % Math.max(1, told.length)];
      const isTold =
        sale &&
        (
          await rows(
            api.pool,
            z.object({ id: z.string() }),
            sql`select id from sales where device_id = ${device} and id = ${sale.id} and file_id is null`,
          )
        ).length;
      if (!sale || !isTold) return;
      const amount = Math.max(1, Math.floor(sale.amount / one.part));
      refunds[sale.source === "cash" ? "CASH" : "CASHLESS"] += await transaction(api.pool, (tx) =>
        returnReceipts(tx, { device, sale: sale.id, amount, key: `random ${++refundKeys}` }),
      );
      return;
    }
    case "fault":
      standIn.fail(one.fault);
      return;
    case "wait":
      return settled(api);
    case "restart":
      return desks.restart();
  }
}
