import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditHealthSchema, collectionsSchema, deviceCommandSchema, deviceStateSchema } from "~server/contract/fleet";
import { deviceSalesSchema } from "~server/contract/sales";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { only, rows } from "~server/vending/database/query";
import { HOUR, MINUTE } from "~server/vending/demonstration/calendar";
import { type Happening, happeningsBetween } from "~server/vending/demonstration/day";
import { readOut } from "~server/vending/demonstration/file";
import type { Machine } from "~server/vending/demonstration/machines";
import { count, usedMeter } from "~server/vending/demonstration/meter";
import { eventsOf } from "~server/vending/simulator/events";
import { inventFleet } from "~server/vending/simulator/fleet";
import { Ledger } from "~server/vending/simulator/ledger";
import { testApi } from "./app";
import { makeModel } from "./network";
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

/** A day and more of a machine in periods of four hours: what happened in each, and the audit at its end. */
function story(seed: string) {
  // A busy one that takes cash and sells all the time: the story must not depend on the hour of the test.
  const busy = inventFleet(120, seed)
    .filter(({ place, model }) => place?.kind === "STATION" && model.type !== "SNACK")
    .map((one): Machine => ({ ...one, mean: 90, payments: [0.4, 0.4, 0.2] }));
  const machine = busy.find(
    (one) => happeningsBetween(one, start, start + READS * STEP).filter(({ what }) => what === "vend").length > 60,
  );
  if (!machine) throw new Error("no machine at a station sells all the time");
  const meter = usedMeter(machine, start);
  const first = readOut(machine, meter, start);
  const ledger = new Ledger();
  const periods = Array.from({ length: READS }, (_, index) => {
    const [from, to] = [start + index * STEP, start + (index + 1) * STEP];
    const happened = happeningsBetween(machine, from, to);
    count(meter, machine, happened);
    ledger.write(machine, happened);
    return { to, happened, file: readOut(machine, meter, to) };
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

const totalOf = async (device: number) =>
  deviceSalesSchema.parse((await root.get(`/devices/${device}/sales?from=${iso(start - 48 * HOUR).slice(0, 10)}`)).data)
    .total;
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

  it("that differ: the sales are the events', and the difference is told by period and source", async () => {
    const told = story("differ");
    const unit = await callingUnit(api, root, model);
    const [period] = told.periods.filter(({ happened }) => happened.filter(({ what }) => what === "vend").length > 3);
    const lost = period?.happened.find((one) => one.what === "vend");
    await audit(unit, told.first, start)();
    for (const one of told.periods) {
      await audit(unit, one.file, one.to)();
      await events(
        unit,
        told,
        one.happened.filter((happening) => happening !== lost),
      )();
    }
    const price = lost?.what === "vend" ? (told.machine.cells[lost.cell]?.price ?? 0) : 0;
    await expectSold(unit.device, { count: told.ledger.paid.count - 1, amount: told.ledger.paid.amount - price });
    const { differences, compared } = await healthOf(unit.device);
    expect(differences).toHaveLength(1);
    const [source] = differences[0]?.sources ?? [];
    expect(source?.source).toBe(lost?.what === "vend" ? lost.source : "");
    expect((source?.audit.amount ?? 0) - (source?.events.amount ?? 0)).toBe(price);
    expect(compared).toMatchObject({ audit: told.ledger.paid, events: { amount: told.ledger.paid.amount - price } });
    // What was lost is found after all.
    if (lost) await events(unit, told, [lost])();
    await expectSold(unit.device, told.ledger.paid);
    expect((await healthOf(unit.device)).differences).toEqual([]);
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
    expect((await read()).items).toMatchObject([{ difference: -500, bag: "B-1", author: root.email }]);
    expect((await root.post(`/devices/${unit.device}/collections`, { key: "by-hand-too", counted: 100 })).status).toBe(
      201,
    );
    expect((await read()).items).toHaveLength(2);
    expect((await root.post(`/devices/${unit.device}/collections`, { key: "bad-amount", counted: -1 })).status).toBe(
      422,
    );
  });
});
