import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { paxStateSchema } from "~server/contract/terminals";
import { statusChoicesSchema, statusesSchema } from "~server/contract/statuses";
import { aggregatedSalesSchema, dashboardSchema, qrSalesSchema, saleListSchema } from "~server/contract/sales";
import { rollUp } from "~server/vending/areas/sales/book";
import { foldSales } from "~server/vending/areas/sales/fold";
import { markQuiet } from "~server/vending/areas/sales/quiet";
import { one, only, run, transaction } from "~server/vending/database/query";
import { z } from "zod";
import { idOf, type TestApi, testApi, type Person } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { callingUnit, inOneHour, iso } from "./unit";

let api: TestApi;
let root: Person;
let model: number;
let project: number;
let location: number;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  model = await makeModel(root);
  project = idOf(await root.post("/projects", { name: "Вокзали" }));
  location = await makeLocation(root, project);
});
afterAll(() => api.close());

const HOUR = 3_600_000;
const sale = (id: string, at: number, more: object = {}) => ({
  id,
  t: "sale",
  at: iso(at),
  cell: "1",
  price: 3000,
  source: "cash",
  ...more,
});
const statuses = async (person: Person, query = "") =>
  statusesSchema.parse((await person.get(`/devices/states${query}`)).data);
const withMoney = dashboardSchema.extend({ sales: dashboardSchema.shape.sales.unwrap() });
const dashboard = async (person: Person) => withMoney.parse((await person.get("/dashboard")).data);

describe("what the screen of states can be filtered by", () => {
  it("is given to everybody signed in, of what the viewer may see", async () => {
    const station = idOf(await root.post("/projects", { name: "Аеропорти" }));
    const other = await makeLocation(root, station);
    const crew = idOf(await root.post("/crews", { name: "Екіпаж", type: "CREW" }));
    const bare = await api.person();
    const all = statusChoicesSchema.parse((await bare.get("/devices/states/choices")).data);
    expect(all.location.items.map(({ id }) => id)).toEqual(expect.arrayContaining([location, other]));
    expect(all.crew.items).toContainEqual({ id: crew, label: "Екіпаж" });
    expect(all.project.items).toEqual([
      { id: station, label: "Аеропорти" },
      { id: project, label: "Вокзали" },
    ]);
    const limited = await api.person({ mode: "OPEN_SELECTED", projects: [project] });
    const few = statusChoicesSchema.parse((await limited.get("/devices/states/choices")).data);
    expect(few.project.items).toEqual([{ id: project, label: "Вокзали" }]);
    expect(few.location.items.map(({ id }) => id)).toEqual([location]);
    expect((await api.anybody.get("/devices/states/choices")).status).toBe(401);
  });

  it("narrows locations by project and region, the chosen one first", async () => {
    const chosen = statusChoicesSchema.parse(
      (await root.get(`/devices/states/choices?project=${project}&location=${location}&region=AA`)).data,
    );
    expect(chosen.location.items.map(({ id }) => id)).toEqual([location]);
    expect(
      statusChoicesSchema.parse((await root.get("/devices/states/choices?region=BC")).data).location.items,
    ).toEqual([]);
  });

  it("keeps a map whole while one of its regions is chosen", async () => {
    await makeDevice(root, model, location);
    expect((await statuses(root, "?region=BC")).regions).toContainEqual(expect.objectContaining({ region: "AA" }));
  });
});

describe("the dashboard", () => {
  it("adds up the same for who may see everything and for who sees machine by machine", async () => {
    const unit = await callingUnit(api, root, model);
    const now = Date.now();
    await unit.send({
      events: [
        sale("a", now - 60_000),
        sale("b", now - 50_000, { source: "cashless1", price: 4500 }),
        sale("c", now - 40_000, { source: "test" }),
        sale("d", now - 26 * HOUR),
      ],
    });
    const everything = await dashboard(root);
    const machines = await only(
      api.pool,
      z.object({ ids: z.array(z.number()) }),
      sql`select array_agg(id) as ids from devices`,
    );
    const counted = await dashboard(
      await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: machines.ids }),
    );
    expect(counted.sales).toEqual(everything.sales);
    expect(counted.days).toEqual(everything.days);
    expect(everything.sales.days7).toMatchObject({ count: 3, amount: 10_500 });
    const nothing = await dashboard(await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED" }));
    expect(nothing).toMatchObject({
      sales: { days30: { count: 0, amount: 0, sources: [] } },
      errors: [],
      best: [],
      worst: [],
      payments: null,
    });
    expect(nothing.states.every(({ count }) => count === 0)).toBe(true);
  });

  it("compares periods that are not over until the same hour on both sides", () =>
    inOneHour(async () => {
      const { device } = await callingUnit(api, root, model);
      const local = sql`(now() at time zone 'Europe/Kyiv')`;
      const { over } = await only(
        api.pool,
        z.object({ over: z.number() }),
        sql`select extract(hour from ${local})::integer as over`,
      );
      // Each day of the story sells in its first hour, in the hour that is running now, and in its last one: the latter two by another price.
      const sell = (day: string, days: number, hours: string, price: number) =>
        run(
          api.pool,
          sql`
      insert into sales (device_id, id, placement_id, sold_at, day, selection, name, source, count, amount, timed)
      select ${device}, gen_random_uuid(), (select p.id from placements p where p.device_id = ${device}), x.at at time zone 'Europe/Kyiv', x.at::date, '1', null, 'cash', 1, ${price}, true
      from (select ${sql.raw(day)} - ${days}::integer + ${sql.raw(hours)} as at) x`,
        );
      const today = "(now() at time zone 'Europe/Kyiv')::date";
      const [first, now, last] = [
        "interval '1 minute'",
        "interval '1 minute' + extract(hour from now() at time zone 'Europe/Kyiv') * interval '1 hour'",
        "interval '23 hours 59 minutes'",
      ];
      if (over > 0)
        for (const [days, price] of [
          [0, 1000],
          [7, 2000],
          [30, 4000],
        ] as const)
          await sell(today, days, first, price);
      for (const days of [0, 7, 30]) await sell(today, days, now, 700_000);
      for (const days of [7, 30]) await sell(today, days, last, 900_000);
      for (const [days, price] of [
        [1, 10_000],
        [8, 20_000],
      ] as const)
        await sell(today, days, last, price);
      await transaction(api.pool, (tx) => rollUp(tx, device, "all"));

      const early = over > 0 ? 1 : 0;
      const tally = (count: number, amount: number) => ({ count, amount });
      const story = await dashboard(
        await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: [device] }),
      );
      expect(story.until).toBe(`${String(over).padStart(2, "0")}:00`);
      expect(story.sales.today).toMatchObject({
        ...tally(1 + early, 700_000 + early * 1000),
        compared: { now: tally(early, early * 1000), before: tally(early, early * 2000) },
      });
      expect(story.sales.yesterday.compared).toEqual({ now: tally(1, 10_000), before: tally(1, 20_000) });
      // Yesterday and today until the hour; the same days a week before.
      expect(story.sales.days7.compared).toEqual({
        now: tally(1 + early, 10_000 + early * 1000),
        before: tally(1 + early, 20_000 + early * 2000),
      });
      expect(story.sales.days30.compared.before).toEqual(tally(early, early * 4000));
      expect(story.best).toMatchObject([{ device: { id: device }, before: 20_000 + early * 2000 }]);

      const others = await only(
        api.pool,
        z.object({ ids: z.array(z.number()) }),
        sql`select coalesce(array_agg(id), '{}') as ids from devices where id <> ${device}`,
      );
      const [all, rest] = [
        await dashboard(root),
        await dashboard(await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: others.ids })),
      ];
      for (const period of ["today", "days7", "days30", "month"] as const) {
        const of = ({ sales }: typeof all) => sales[period].compared;
        expect(of(all).before.amount - of(rest).before.amount, period).toBe(of(story).before.amount);
        expect(of(all).now.amount - of(rest).now.amount, period).toBe(of(story).now.amount);
      }
      await run(api.pool, sql`delete from sales where device_id = ${device}`);
      await transaction(api.pool, (tx) => rollUp(tx, device, "all"));
    }));

  it("sees at once what a buffered day or a rebuild changed", async () => {
    const unit = await callingUnit(api, root, model);
    const before = (await dashboard(root)).sales.days30;
    await unit.send({ events: [sale("late", Date.now() - 9 * 24 * HOUR)] });
    expect((await dashboard(root)).sales.days30.count).toBe(before.count + 1);
    await run(api.pool, sql`delete from sales where device_id = ${unit.device}`);
    await transaction(api.pool, (tx) => rollUp(tx, unit.device, "all"));
    expect((await dashboard(root)).sales.days30).toEqual(before);
    await Promise.all(Array.from({ length: 4 }, () => foldSales(api.pool)));
    expect((await dashboard(root)).sales.days30).toEqual(before);
    expect(await one(api.pool, z.object({ day: z.string() }), sql`select day from sales_changes`)).toBeUndefined();
  });

  it("ranks machines in work, names their open errors and the failed vends", () =>
    inOneHour(async () => {
      const viewer = async (device: number) =>
        dashboard(await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: [device] }));
      const unit = await callingUnit(api, root, model);
      const now = Date.now();
      await unit.send({
        events: [
          sale("1", now, { source: "cashless2" }),
          sale("2", now, { source: "cashless2", result: "vend_fail", code: "EDT" }),
          { id: "3", t: "error", at: iso(now), code: "EFB", active: true },
        ],
      });
      const seen = await viewer(unit.device);
      expect(seen.errors).toEqual([{ code: "EFB", raw: "EFB", count: 1 }]);
      expect(seen.best).toMatchObject([{ device: { id: unit.device }, count: 1, amount: 3000, before: 0 }]);
      expect(seen.worst).toEqual([]);
      expect(seen.payments).toEqual({
        states: [
          { state: "vend_success", count: 1 },
          { state: "vend_fail", count: 1 },
        ],
        failures: [{ code: "EDT", count: 1 }],
      });
      expect(seen.states).toContainEqual({ state: "errors", count: 1 });
      await root.post(`/devices/${unit.device}/hide`);
      expect(await viewer(unit.device)).toMatchObject({ best: [], errors: [] });
    }));
});

describe("a machine's sales", () => {
  it("are listed one by one and aggregated by product and source", async () => {
    const unit = await callingUnit(api, root, model);
    const now = Date.now();
    await unit.send({
      events: [
        sale("1", now - 3_000),
        sale("2", now - 2_000, { cell: "2", source: "cashless1", price: 4000 }),
        sale("3", now - 1_000, { cell: "2", source: "free", price: 0 }),
      ],
    });
    const list = saleListSchema.parse((await root.get(`/devices/${unit.device}/sales/list`)).data);
    expect(list.items.map(({ selection, source, amount, file_id }) => [selection, source, amount, file_id])).toEqual([
      ["2", "free", 0, null],
      ["2", "cashless1", 4000, null],
      ["1", "cash", 3000, null],
    ]);
    expect(saleListSchema.parse((await root.get(`/devices/${unit.device}/sales/list?source=cash`)).data).total).toBe(1);
    const aggregated = aggregatedSalesSchema.parse((await root.get(`/devices/${unit.device}/sales/aggregated`)).data);
    expect(aggregated.sources).toEqual([
      { source: "cash", count: 1, amount: 3000 },
      { source: "cashless1", count: 1, amount: 4000 },
      { source: "free", count: 1, amount: 0 },
    ]);
    expect(aggregated.products[0]).toMatchObject({
      selection: "2",
      sources: { cashless1: { count: 1, amount: 4000 }, free: { count: 1, amount: 0 } },
    });
    expect((await root.get(`/devices/${unit.device}/sales/list?from=2026-02-01&to=2026-01-01`)).status).toBe(400);
  });

  it("by QR codes tell what came of scans", async () => {
    const unit = await callingUnit(api, root, model);
    const at = iso(Date.now());
    await unit.send({
      events: [
        { id: "1", t: "qr", at, code: "A", result: "vended", cell: "4", price: 3500 },
        { id: "2", t: "qr", at, code: "B", result: "expired" },
        { id: "3", t: "qr", at, code: "C", result: "vended", cell: "4", price: 3500 },
      ],
    });
    const qr = qrSalesSchema.parse((await root.get(`/devices/${unit.device}/sales/qr`)).data);
    expect(qr.outcomes).toEqual([
      { result: "vended", count: 2, amount: 7000 },
      { result: "expired", count: 1, amount: 0 },
    ]);
    expect(qr.products).toMatchObject([{ selection: "4", count: 2, amount: 7000 }]);
    expect(qr.days).toHaveLength(30);
    expect(qr.days.at(-1)).toMatchObject({ count: 2, amount: 7000 });
  });
});

describe("quiet machines", () => {
  const quietOf = async (device: number) =>
    only(
      api.pool,
      z.object({ quiet: z.string().nullable(), quiet_expected: z.number().nullable() }),
      sql`select quiet, quiet_expected from device_states where device_id = ${device}`,
    );
  /** A machine that usually sells every hour, as much by cards as for coins, and sold last so many hours ago. */
  async function usual(perHour: number, hours: number) {
    const unit = await callingUnit(api, root, model);
    await unit.send({ events: [sale("last", Date.now() - hours * HOUR, { source: "cashless1" })] });
    await run(
      api.pool,
      sql`insert into device_profiles (device_id, weeks, cash, cashless, made_at) values (${unit.device}, 8, array_fill(${perHour / 2}::real, array[168]), array_fill(${perHour / 2}::real, array[168]), now())`,
    );
    return unit;
  }
  // The whole network's mood counts: other machines keep it up.
  beforeEach(async () => {
    await run(api.pool, sql`delete from device_profiles`);
    const lively = await callingUnit(api, root, model);
    await run(
      api.pool,
      sql`insert into device_profiles (device_id, weeks, cash, cashless, made_at) values (${lively.device}, 8, array_fill(100::real, array[168]), array_fill(100::real, array[168]), now())`,
    );
    await run(
      api.pool,
      sql`insert into sales_by_device_hour (device_id, hour, cash, cashless, other, amount) select ${lively.device}, h, 1000, 1000, 0, 0 from generate_series(date_trunc('hour', now()) - interval '24 hours', date_trunc('hour', now()), interval '1 hour') h`,
    );
    await run(
      api.pool,
      sql`update device_states set last_sale_at = now(), last_cashless_at = now() where device_id = ${lively.device}`,
    );
  });

  it("are marked when their own hours expected sales, and not before", async () => {
    const busy = await usual(4, 20);
    const slow = await usual(0.2, 20);
    await markQuiet(api.pool);
    expect(await quietOf(busy.device)).toMatchObject({ quiet: "sales" });
    expect((await quietOf(busy.device)).quiet_expected).toBeCloseTo(80, -1);
    expect(await quietOf(slow.device)).toEqual({ quiet: null, quiet_expected: null });
    expect((await statuses(root, "?state=quiet")).items.map(({ id }) => id)).toContain(busy.device);
  });

  it("lose the mark with the next sale", async () => {
    const unit = await usual(4, 20);
    await markQuiet(api.pool);
    await unit.send({ events: [sale("again", Date.now(), { source: "cashless1" })] });
    await markQuiet(api.pool);
    expect(await quietOf(unit.device)).toEqual({ quiet: null, quiet_expected: null });
  });

  it("are marked when only cash sells", async () => {
    const unit = await usual(6, 30);
    await unit.send({
      events: Array.from({ length: 12 }, (_, index) =>
        sale(`cash ${index}`, Date.now() - (24 - 2 * index) * HOUR + HOUR),
      ),
    });
    await markQuiet(api.pool);
    expect(await quietOf(unit.device)).toMatchObject({ quiet: "cashless" });
  });

  it("are no alarm when the whole network is quiet, or the machine is not at work", async () => {
    await run(api.pool, sql`update sales_by_device_hour set cash = 10, cashless = 10 where cash = 1000`);
    const holiday = await usual(4, 10);
    await markQuiet(api.pool);
    expect(await quietOf(holiday.device)).toMatchObject({ quiet: null });
    const idle = await usual(4, 20);
    await run(api.pool, sql`update devices set in_work = false where id = ${idle.device}`);
    await run(api.pool, sql`update sales_by_device_hour set cash = 1000, cashless = 1000 where cash = 10`);
    await markQuiet(api.pool);
    expect(await quietOf(idle.device)).toMatchObject({ quiet: null });
  });
});

it("a maker's own words for an error stand before the standard's", async () => {
  const manufacturer = idOf(
    await root.post("/device_manufacturers", {
      name: "Rhea",
      "errors[0].code": "EFB",
      "errors[0].text": "Бак порожній",
    }),
  );
  const own = idOf(await root.post("/device_models", { name: "Luce", manufacturer, device_type: "COFFEE" }));
  const unit = await callingUnit(api, root, own);
  await unit.send({ events: [{ id: "1", t: "error", at: iso(Date.now()), code: "EFB", active: true }] });
  expect((await statuses(root, "?state=errors")).items.find(({ id }) => id === unit.device)?.errors).toMatchObject([
    { raw: "EFB", code: "EFB", text: "Бак порожній" },
  ]);
});

it("a code that no standard knows is told in the unit's own words, the latest", async () => {
  const unit = await callingUnit(api, root, model);
  const now = Date.now();
  const error = (id: string, ago: number, more: object) => ({
    id,
    t: "error",
    at: iso(now - ago),
    code: "ZZ-17",
    active: true,
    ...more,
  });
  await unit.send({
    events: [
      error("1", 60_000, { text: "Перегрів помпи" }),
      error("2", 30_000, { text: "Помпа стоїть" }),
      error("3", 10_000, {}),
    ],
  });
  const told = [{ raw: "ZZ-17", code: null, text: "Помпа стоїть" }];
  expect((await statuses(root, "?state=errors")).items.find(({ id }) => id === unit.device)?.errors).toMatchObject(
    told,
  );
  expect((await root.get(`/devices/${unit.device}/state`)).data).toMatchObject({ errors: told });
});

it("a bank terminal tells its machine and what was paid by it", () =>
  inOneHour(async () => {
    const unit = await callingUnit(api, root, model);
    await unit.send({
      events: [sale("1", Date.now(), { source: "cashless2", price: 5000 }), sale("2", Date.now())],
    });
    const id = idOf(await root.post("/pax", { serial: `PAX-1${unit.device}`, device: unit.device }));
    const state = paxStateSchema.parse((await root.get(`/pax/${id}/state`)).data);
    expect(state).toMatchObject({
      device: { id: unit.device },
      today: { count: 1, amount: 5000 },
      days30: { count: 1, amount: 5000 },
    });
    expect(
      (await (await api.person({ permissions: ["PAX"], mode: "OPEN_SELECTED" })).get(`/pax/${id}/state`)).status,
    ).toBe(404);
  }));

it("a bank terminal is heard of by its machine's unit: payments, pings and what it says of itself", async () => {
  const unit = await callingUnit(api, root, model);
  const elsewhere = await callingUnit(api, root, model);
  const [id, other] = [
    idOf(await root.post("/pax", { serial: "PAX-0002", device: unit.device })),
    idOf(await root.post("/pax", { serial: "PAX-0003", device: elsewhere.device })),
  ];
  const stateOf = async (terminal: number) => paxStateSchema.parse((await root.get(`/pax/${terminal}/state`)).data);
  const at = Date.now() - 600_000;
  await unit.send({ events: [sale("cash", at)], terminal: { answers: false } });
  expect(await stateOf(id)).toMatchObject({ last_contact_at: null, said: null, log: [] });
  await unit.send({ events: [sale("card", at, { source: "cashless2" })] });
  expect(await stateOf(id)).toMatchObject({
    last_contact_at: new Date(at).toISOString(),
    log: [{ kind: "sale", data: { source: "cashless2" } }],
  });
  const said = { t: "terminal", serial: "PAX-0002", fw: "8.1", rssi: -70 };
  await unit.send({
    events: [
      { ...said, id: "said", at: iso(at + 60_000), answers: true },
      { ...said, id: "silent", at: iso(at + 120_000), answers: false },
    ],
  });
  expect(await stateOf(id)).toMatchObject({
    last_contact_at: new Date(at + 60_000).toISOString(),
    said: { at: new Date(at + 120_000).toISOString(), answers: false, firmware: "8.1", rssi: -70 },
  });
  expect(await stateOf(other)).toMatchObject({ last_contact_at: null, said: null });
  await unit.send({ terminal: { answers: true, serial: "PAX-0002" } });
  expect(Date.now() - Date.parse((await stateOf(id)).last_contact_at ?? "")).toBeLessThan(60_000);
  // Older news never overwrites newer.
  await unit.send({ events: [sale("late", at - 60_000, { source: "cashless2" })] });
  expect(Date.now() - Date.parse((await stateOf(id)).last_contact_at ?? "")).toBeLessThan(60_000);
});
