import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditHealthSchema } from "~server/contract/audit-health";
import { collectionsSchema } from "~server/contract/collections";
import { deviceCommandSchema } from "~server/contract/commands";
import { deviceStateSchema } from "~server/contract/device-state";
import { deviceSalesSchema, saleListSchema } from "~server/contract/sales";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { only, rows, run } from "~server/vending/database/query";
import { HOUR, kyivTime, MINUTE } from "~server/vending/demonstration/calendar";
import type { Happening } from "~server/vending/demonstration/happening";
import { happeningsBetween } from "~server/vending/demonstration/day";
import { readOut } from "~server/vending/demonstration/file";
import type { Machine } from "~server/vending/demonstration/machines";
import { count } from "~server/vending/demonstration/count";
import { usedMeter } from "~server/vending/demonstration/meter";
import { eventsOf } from "~server/vending/simulator/events";
import { inventFleet } from "~server/vending/simulator/fleet";
import { Ledger } from "~server/vending/simulator/ledger";
import { envelope } from "../fixtures/evadts/build";
import { random, shuffled } from "../unit/evadts/random";
import { testApi } from "./app";
import { makeModel, makeUnit } from "./network";
import { callingUnit, iso } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const STEP = 4 * HOUR;
const READS = 8;
const start = Math.floor(Date.now() / HOUR) * HOUR - READS * STEP;

const isVend = ({ what }: Happening) => what === "vend" || what === "test" || what === "free";

type Send = () => Promise<unknown>;

/** A day and more of a machine in periods of four hours: what happened in each, and the audit at its end; `behind`: its clock. */
function story(seed: string, behind = 0) {
  // A busy one that takes cash, knows its products and sells all the time: the story must not depend on the hour of the test.
  const busy = inventFleet(120, seed)
    .filter(({ place, model }) => place?.kind === "STATION" && model.type !== "SNACK")
    .map((one): Machine => ({ ...one, mean: 90, payments: [0.4, 0.4, 0.2], quirk: null }));
  const machine = busy.find(
    (one) => happeningsBetween(one, start, start + READS * STEP).filter(({ what }) => what === "vend").length > 60,
  );
  if (!machine) throw new Error("no machine at a station sells all the time");
  const meter = usedMeter(machine, start);
  const first = readOut(machine, meter, start - behind);
  const ledger = new Ledger();
  const periods = Array.from({ length: READS }, (_, index) => {
    const [from, to] = [start + index * STEP, start + (index + 1) * STEP];
    const happened = happeningsBetween(machine, from, to);
    count(meter, machine, happened);
    ledger.write(machine, happened);
    return { to, happened, file: readOut(machine, meter, to - behind) };
  });
  return { machine, first, periods, ledger };
}

type Unit = Awaited<ReturnType<typeof callingUnit>>;
const audit =
  (unit: Unit, file: string, at: number): Send =>
  async () =>
    expect((await unit.audit(file, { "x-read-at": iso(at), "x-sent-at": iso(Date.now()) })).status).toBe(200);
const events =
  (unit: Unit, { machine }: ReturnType<typeof story>, happened: readonly Happening[]): Send =>
  () =>
    unit.send({ events: happened.flatMap((one) => eventsOf(machine, one, iso)) });

/** Audits and vends of a whole story, in order. */
const whole = (unit: Unit, told: ReturnType<typeof story>): Send[] => [
  audit(unit, told.first, start),
  ...told.periods.flatMap(({ happened, file, to }) => [events(unit, told, happened), audit(unit, file, to)]),
];

const salesOf = async (device: number) =>
  deviceSalesSchema.parse(
    (await root.get(`/devices/${device}/sales?from=${iso(start - 48 * HOUR).slice(0, 10)}`)).data,
  );
/** Single sales of a machine that telemetry did not tell of. */
const untoldOf = async (device: number) => {
  const path = `/devices/${device}/sales/list?from=${iso(start - 48 * HOUR).slice(0, 10)}`;
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => saleListSchema.parse((await root.get(`${path}&page=${page}`)).data).items),
  );
  return pages.flat().filter(({ untold }) => untold);
};
const totalOf = async (device: number) => (await salesOf(device)).total;
const stateOf = async (device: number) => deviceStateSchema.parse((await root.get(`/devices/${device}/state`)).data);
const healthOf = async (device: number) =>
  auditHealthSchema.parse((await root.get(`/devices/${device}/audits/health`)).data);
const sum = z.object({ count: z.number(), amount: z.number() });
const summed = (table: string, device: number) =>
  only(
    api.pool,
    sum,
    sql`select coalesce(sum(count), 0) as count, coalesce(sum(amount), 0) as amount from ${sql.identifier(table)} where device_id = ${device} and source not in ('test', 'free')`,
  );

async function expectSold(device: number, paid: { count: number; amount: number }): Promise<void> {
  expect(await totalOf(device)).toEqual(paid);
  for (const table of ["sales", "sales_by_device_day"]) expect(await summed(table, device), table).toEqual(paid);
  expect(
    await only(
      api.pool,
      sum,
      sql`select vends_30_days as count, sales_30_days as amount from devices where id = ${device}`,
    ),
    "in lists",
  ).toEqual(paid);
}

describe("vend events and audits of the same time", () => {
  const orders: Record<string, (audits: Send[], batches: Send[]) => Send[]> = {
    "events first": (audits, batches) => [...batches, ...audits],
    "audits first": (audits, batches) => [...audits, ...batches],
    "side by side": (audits, batches) => [
      audits[0] ?? (async () => {}),
      ...batches.flatMap((batch, index) => [batch, ...audits.slice(index + 1, index + 2)]),
    ],
    "everything backwards": (audits, batches) => [...audits, ...batches].toReversed(),
    "late events between early audits": (audits, batches) => [
      ...audits.slice(0, 5),
      ...batches.slice(4),
      ...audits.slice(5),
      ...batches.slice(0, 4),
    ],
  };
  it.each(Object.keys(orders))("are counted once: %s", async (order) => {
    const told = story(order.replaceAll(/\W/g, ""));
    const unit = await callingUnit(api, root, model);
    const audits = [audit(unit, told.first, start), ...told.periods.map(({ file, to }) => audit(unit, file, to))];
    const batches = told.periods.map(({ happened }) => events(unit, told, happened));
    for (const send of orders[order]?.(audits, batches) ?? []) await send();
    expect(told.ledger.paid.count).toBeGreaterThan(20);
    await expectSold(unit.device, told.ledger.paid);
    expect(await healthOf(unit.device)).toMatchObject({
      differences: [],
      gaps: [],
      compared: { audit: told.ledger.paid, events: told.ledger.paid },
    });
  });

  it("that differ: the audit gives the total, and the difference is told by period and source", async () => {
    const told = story("differ");
    const unit = await callingUnit(api, root, model);
    const [period] = told.periods.filter(({ happened }) => happened.filter(({ what }) => what === "vend").length > 3);
    const lost = period?.happened.find((one) => one.what === "vend");
    if (lost?.what !== "vend") throw new Error("nothing was sold");
    await audit(unit, told.first, start)();
    for (const one of told.periods) {
      await audit(unit, one.file, one.to)();
      await events(
        unit,
        told,
        one.happened.filter((happening) => happening !== lost),
      )();
    }
    const { price = 0, selection } = told.machine.cells[lost.cell] ?? {};
    await expectSold(unit.device, told.ledger.paid);
    const { differences, compared } = await healthOf(unit.device);
    expect(differences).toHaveLength(1);
    expect(differences[0]?.sources).toMatchObject([
      { source: lost.source, booked: { count: 1, amount: price }, beyond: { count: 0, amount: 0 } },
    ]);
    expect(compared).toMatchObject({ audit: told.ledger.paid, events: { amount: told.ledger.paid.amount - price } });
    expect(await untoldOf(unit.device)).toMatchObject([{ selection, source: lost.source, count: 1, amount: price }]);
    // What was lost is found after all.
    await events(unit, told, [lost])();
    await expectSold(unit.device, told.ledger.paid);
    expect((await healthOf(unit.device)).differences).toEqual([]);
    expect(await untoldOf(unit.device)).toEqual([]);
  });

  it("of which telemetry tells more: its vends stay, and what is beyond the audit is said", async () => {
    const told = story("beyond");
    const unit = await callingUnit(api, root, model);
    for (const send of whole(unit, told)) await send();
    const [first, second] = told.periods;
    const at = ((first?.to ?? 0) + (second?.to ?? 0)) / 2;
    const strange = { id: "strange", t: "sale", at: iso(at), cell: "77", price: 4_200, source: "cash" };
    await unit.send({ events: [strange] });
    const { paid } = told.ledger;
    await expectSold(unit.device, { count: paid.count + 1, amount: paid.amount + 4_200 });
    expect((await healthOf(unit.device)).differences).toMatchObject([
      { sources: [{ source: "cash", booked: { count: 0 }, beyond: { count: 1, amount: 4_200 } }] },
    ]);
    expect(await salesOf(unit.device)).toMatchObject({
      known: { untold: { count: 0 }, audits: { count: 0 } },
      beyond: { count: 1, amount: 4_200 },
    });
  });

  it("of which one vend was told, or a technician's test vend: the audit stays whole", async () => {
    for (const what of ["vend", "test"] as const) {
      const told = story(`only a ${what}`);
      const unit = await callingUnit(api, root, model);
      const audits = told.periods.map(({ file, to }) => audit(unit, file, to));
      for (const send of [audit(unit, told.first, start), ...audits]) await send();
      const [cell] = told.machine.cells;
      const at = (told.periods[1]?.to ?? 0) + 20 * MINUTE;
      const vend = told.periods[2]?.happened.find((one) => one.what === "vend");
      if (what === "vend" && vend) await events(unit, told, [vend])();
      else
        await unit.send({
          events: [{ id: "t", t: "sale", at: iso(at), cell: cell?.selection, price: cell?.price, source: "test" }],
        });
      await expectSold(unit.device, told.ledger.paid);
    }
  });

  it("told again by another unit, or under other ids, are counted once", async () => {
    const told = story("again");
    const unit = await callingUnit(api, root, model);
    for (const send of whole(unit, told)) await send();
    const renamed = told.periods.flatMap(({ happened }) =>
      happened.filter(isVend).flatMap((one) => eventsOf(told.machine, one, iso)),
    );
    await unit.send({ events: renamed.map((event, index) => ({ ...event, id: `again ${index}` })) });
    await expectSold(unit.device, told.ledger.paid);
    await run(api.pool, sql`update telemetries set device_id = null where id = ${unit.id}`);
    const other = { ...(await makeUnit(root, unit.device)), device: unit.device };
    const client = api.client(other.secret);
    const sent = JSON.stringify({
      sent_at: iso(Date.now() + 3 * HOUR),
      events: renamed.map((event, index) => ({ ...event, id: `other ${index}` })),
    });
    expect(
      (await client.raw("/telemetry/batch", sent, { "x-device": other.serial, "content-type": "application/json" }))
        .status,
    ).toBe(200);
    await expectSold(unit.device, told.ledger.paid);
    // Those that stand in one batch are different ones, as fast as they were.
    const twins = ["a", "b"].map((id) => ({
      id,
      t: "sale",
      at: iso(start - HOUR),
      cell: "1",
      price: 100,
      source: "cash",
    }));
    await callingUnit(api, root, model).then(async (fresh) => {
      await fresh.send({ events: twins });
      await fresh.send({ events: twins.map((one) => ({ ...one, id: `${one.id} again` })) });
      expect((await totalOf(fresh.device)).count).toBe(2);
    });
  });

  it("fifty vends and a machine whose clock is five hours behind, read by hand: they are counted once", async () => {
    const unit = await callingUnit(api, root, model);
    const clock = (at: number) => kyivTime(at).replace(/\D/g, "");
    const file = (count: number, at: number) =>
      envelope([
        `VA1*${count * 1_500}*${count}`,
        `CA2*${count * 1_500}*${count}`,
        "PA1*1*1500",
        `PA2*${count}*${count * 1_500}`,
        `EA3*${1 + count}*${clock(at).slice(0, 8)}*${clock(at).slice(8, 14)}******${1 + count}`,
      ]);
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    const vends = Array.from({ length: 50 }, (_, index) => ({
      id: `fifty ${index}`,
      t: "sale",
      at: iso(now - 60 * MINUTE + index * MINUTE),
      cell: "1",
      price: 1_500,
      source: "cash",
    }));
    const upload = async (content: Uint8Array) =>
      expect((await root.raw(`/devices/${unit.device}/audits`, content)).status).toBeLessThan(300);
    await upload(file(0, now - 7 * HOUR));
    await upload(file(50, now - 5 * HOUR));
    expect((await totalOf(unit.device)).count).toBe(50);
    await unit.send({ events: vends });
    expect(await totalOf(unit.device)).toEqual({ count: 50, amount: 75_000 });
  });

  describe("of which some were lost, told twice and in any order", () => {
    /** The books after a story of which so many vends of ten were never told; `behind`: the machine's clock, and nobody says when it was read. */
    async function books(name: string, { lost, behind = 0, seed }: { lost: number; behind?: number; seed: number }) {
      const told = story(name, behind);
      const unit = await callingUnit(api, root, model);
      const reads = [{ file: told.first, to: start }, ...told.periods];
      const audits = reads.map(({ file, to }) => (behind ? () => unit.audit(file) : audit(unit, file, to)));
      const kept = told.periods.map(({ happened }) =>
        happened.filter((one, index) => !isVend(one) || index % 10 >= lost),
      );
      const batches = [...kept, ...kept.slice(0, 3)].map((happened) => events(unit, told, happened));
      for (const send of shuffled([...audits, ...batches], random(seed))) await send();
      const sold = await rows(
        api.pool,
        z.unknown(),
        sql`select sold_at, selection, source, count, amount, file_id is null as told from sales where device_id = ${unit.device} order by 1, 2, 3, 6`,
      );
      return {
        total: await totalOf(unit.device),
        paid: told.ledger.paid,
        sold,
        known: (await salesOf(unit.device)).known,
      };
    }

    it("the books are the truth, and the same whatever came first", async () => {
      const [one, other] = [await books("lost", { lost: 3, seed: 1 }), await books("lost", { lost: 3, seed: 2 })];
      expect(one.total).toEqual(one.paid);
      expect(one.known.untold.count).toBeGreaterThan(5);
      expect(other.sold).toEqual(one.sold);
    });

    it("a machine whose clock is three hours behind, read by who knows when, invents nothing", async () => {
      const whole = await books("behind", { lost: 0, behind: 3 * HOUR, seed: 3 });
      expect(whole.total).toEqual(whole.paid);
      expect(whole.known.untold).toEqual({ count: 0, amount: 0 });
      const less = await books("behind", { lost: 2, behind: 3 * HOUR, seed: 4 });
      const same = await books("behind", { lost: 2, behind: 3 * HOUR, seed: 5 });
      expect(same.sold).toEqual(less.sold);
      expect(less.total.amount).toBeLessThanOrEqual(less.paid.amount);
      expect(less.total.amount).toBeGreaterThan(less.known.told.amount);
    });
  });

  it("of which only audits came: the sales are the audits', and give way when events come", async () => {
    const told = story("onlyaudits");
    const unit = await callingUnit(api, root, model);
    for (const send of [audit(unit, told.first, start), ...told.periods.map(({ file, to }) => audit(unit, file, to))])
      await send();
    await expectSold(unit.device, told.ledger.paid);
    expect(await healthOf(unit.device)).toMatchObject({ compared: { periods: 0 } });
    const [late, ...others] = told.periods.filter(({ happened }) => happened.some(({ what }) => what === "vend"));
    if (late) await events(unit, told, late.happened)();
    await expectSold(unit.device, told.ledger.paid);
    expect(await healthOf(unit.device)).toMatchObject({ compared: { periods: 1 }, differences: [] });
    expect(others.length).toBeGreaterThan(1);
  });

  it("of which only events came need no audits", async () => {
    const told = story("onlyevents");
    const unit = await callingUnit(api, root, model);
    for (const { happened } of told.periods.toReversed()) await events(unit, told, happened)();
    await expectSold(unit.device, told.ledger.paid);
  });

  it("a vend at the very end of a period is not counted by the next audit again", async () => {
    const unit = await callingUnit(api, root, model);
    const machine = { ...story("edge").machine };
    const meter = usedMeter(machine, start);
    await audit(unit, readOut(machine, meter, start), start)();
    const at = start + STEP;
    // The unit's clock is three minutes behind the moment of the read: the vend seems to come before it.
    const vend: Happening = { id: "edge", at: at + MINUTE, what: "vend", cell: 0, source: "cash", change: false };
    await audit(unit, readOut(machine, meter, at), at)();
    count(meter, machine, [vend]);
    await audit(unit, readOut(machine, meter, at + STEP), at + STEP)();
    await events(unit, { ...story("edge") }, [{ ...vend, at: at - 2 * MINUTE }])();
    expect((await totalOf(unit.device)).count).toBe(1);
  });

  it("stay what they are when everything is derived again", async () => {
    const tables = [
      "sales",
      "sales_by_device_day",
      "sales_by_product_day",
      "sales_by_device_hour",
      "audit_differences",
    ];
    const dump = async () =>
      JSON.stringify(
        await Promise.all(
          tables.map((table) =>
            rows(api.pool, z.unknown(), sql`select * from ${sql.identifier(table)} x order by x::text`),
          ),
        ),
      );
    const before = await dump();
    await rebuildSales(api.pool);
    expect(await dump()).toBe(before);
    await rebuildRollups(api.pool);
    expect(await dump()).toBe(before);
  });
});

describe("an audit's own troubles", () => {
  it("are told: a clock that is wrong, a read that never came, a file that staff left out", async () => {
    const told = story("troubles");
    const unit = await callingUnit(api, root, model);
    const [, second, third, fourth] = told.periods;
    if (!second || !third || !fourth) throw new Error("too short a story");
    await audit(unit, told.first, start)();
    await audit(unit, second.file, second.to)();
    await audit(unit, third.file, third.to - 2 * HOUR)();
    const before = await totalOf(unit.device);
    await audit(unit, fourth.file, fourth.to)();
    const whole = await totalOf(unit.device);
    // Nobody has served it yet: what only audits tell of counts too, and vends that nobody paid for as well.
    const vends = told.periods.slice(0, 4).flatMap(({ happened }) => happened.filter(isVend));
    expect((await stateOf(unit.device)).vends.since_service).toBe(vends.length);
    expect(await healthOf(unit.device)).toMatchObject({
      reads: 4,
      failed: 0,
      gaps: [{ missing: 1 }],
      clock: [{ seconds: 7_200 }],
    });
    const skip = async (key: string) =>
      deviceCommandSchema.parse(
        (await root.post(`/devices/${unit.device}/commands`, { name: "skip_statistics", key })).data,
      );
    const mistaken = await skip("skip-by-mistake");
    expect(await totalOf(unit.device)).toEqual(before);
    expect((await root.post(`/devices/${unit.device}/commands/${mistaken.id}/cancel`)).data).toMatchObject({
      state: "cancelled",
    });
    expect(await totalOf(unit.device)).toEqual(whole);
    expect(await healthOf(unit.device)).toMatchObject({ skipped: [] });
    await skip("skip-the-last");
    expect(await totalOf(unit.device)).toEqual(before);
    expect(await healthOf(unit.device)).toMatchObject({ skipped: [{ reason: "schedule" }] });
    expect(await stateOf(unit.device)).toMatchObject({ last_received: { skipped: true } });
    await rebuildSales(api.pool);
    expect(await totalOf(unit.device)).toEqual(before);
  });
});

describe("cash", () => {
  it("that is expected follows from the counters since the last collection, and staff say what they counted", async () => {
    const told = story("cash");
    const unit = await callingUnit(api, root, model);
    await audit(unit, told.first, start)();
    for (const { file, to } of told.periods.slice(0, 4)) await audit(unit, file, to)();
    const read = async () => collectionsSchema.parse((await root.get(`/devices/${unit.device}/collections`)).data);
    const { waiting, items } = await read();
    expect(items).toEqual([]);
    expect(waiting.expected).toBeGreaterThan(0);
    await unit.send({
      events: [
        { id: "taken", t: "collection", at: iso((told.periods[3]?.to ?? 0) + MINUTE), bag: "B-1", who: "Роман" },
      ],
    });
    const [taken] = (await read()).items;
    expect(taken).toMatchObject({
      expected: waiting.expected,
      counted: null,
      difference: null,
      bag: "B-1",
      author: "Роман",
    });
    expect((await read()).waiting.expected).toBeNull();
    // The audit read at the same visit is no second one; what it counted holds.
    const visited = told.periods[4];
    if (!visited) throw new Error("the story is too short");
    expect(
      (
        await unit.audit(visited.file, {
          "x-read-at": iso((told.periods[3]?.to ?? 0) + 4 * MINUTE),
          "x-sent-at": iso(Date.now()),
          "x-read-reason": "collection",
        })
      ).status,
    ).toBe(200);
    const [joined, ...others] = (await read()).items;
    expect([joined?.id, joined?.bag, typeof joined?.file_id, others]).toEqual([taken?.id, "B-1", "number", []]);
    const form = { key: "counted-it", counted: (joined?.expected ?? 0) - 500, collection: joined?.id ?? 0 };
    const first = await root.post(`/devices/${unit.device}/collections`, form);
    expect(first.status).toBe(201);
    expect((await root.post(`/devices/${unit.device}/collections`, form)).data).toEqual(first.data);
    expect((await root.post(`/devices/${unit.device}/collections`, { ...form, key: "again-and-again" })).status).toBe(
      409,
    );
    expect((await read()).items).toMatchObject([
      { difference: -500, bag: "B-1", author: "Роман", counted_by: root.email },
    ]);
    expect((await root.post(`/devices/${unit.device}/collections`, { key: "by-hand-too", counted: 100 })).status).toBe(
      201,
    );
    expect((await read()).items).toHaveLength(2);
    expect((await root.post(`/devices/${unit.device}/collections`, { key: "bad-amount", counted: -1 })).status).toBe(
      422,
    );
  });
});
