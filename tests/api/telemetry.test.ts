import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deviceEventsSchema } from "~server/contract/device-events";
import { deviceStateSchema } from "~server/contract/device-state";
import { holdsSchema } from "~server/contract/maintenance";
import { recordSchema, refSchema } from "~server/contract/record";
import { deviceSalesSchema } from "~server/contract/sales";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { only, rows, run } from "~server/vending/database/query";
import { testApi } from "./app";
import { makeModel, makeUnit } from "./network";
import { callingUnit, DAY, HOUR, iso, MINUTE, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const unitIn = (over = {}) => callingUnit(api, root, model, over);
const totalOf = async (device: number) =>
  deviceSalesSchema.parse((await root.get(`/devices/${device}/sales`)).data).total;
const stateOf = async (device: number) => deviceStateSchema.parse((await root.get(`/devices/${device}/state`)).data);
const eventsOf = async (device: number, query = "") =>
  deviceEventsSchema.parse((await root.get(`/devices/${device}/events${query}`)).data);
const sum = z.object({ count: z.number(), amount: z.number() });
const rollup = (table: string, device: number) =>
  only(
    api.pool,
    sum,
    sql`select coalesce(sum(count), 0) as count, coalesce(sum(amount), 0) as amount from ${sql.identifier(table)} where device_id = ${device}`,
  );

let recipes = 9000;
/** A planogram of one cell, whose recipe takes so much of one dry ingredient. */
async function sellingOne({
  name,
  unit,
  quantity,
  cell,
}: {
  name: string;
  unit: "G" | "KG";
  quantity: number;
  cell: string;
}): Promise<{ ingredient: number; planogram: number }> {
  const made = (statement: ReturnType<typeof sql>) => only(api.pool, z.object({ id: z.number() }), statement);
  const ingredient = await made(
    sql`insert into ingredients (name, type, unit, price_type, price) values (${name}, 'DRY', ${unit}, 'PER_100_G', 6000) returning id`,
  );
  const recipe = await made(sql`insert into recipes (name, item_number) values (${name}, ${++recipes}) returning id`);
  await run(
    api.pool,
    sql`insert into recipe_ingredients (recipe_id, position, ingredient_id, quantity) values (${recipe.id}, 0, ${ingredient.id}, ${quantity})`,
  );
  const planogram = await made(sql`insert into planograms (name) values (${name}) returning id`);
  await run(
    api.pool,
    sql`insert into planogram_cells (planogram_id, position, cell, recipe_id, price) values (${planogram.id}, 0, ${cell}, ${recipe.id}, 2500)`,
  );
  return { ingredient: ingredient.id, planogram: planogram.id };
}

describe("a batch", () => {
  it("without events is a ping: the machine is online and says how it is", async () => {
    const unit = await unitIn();
    expect(await stateOf(unit.device)).toMatchObject({ status: "NEVER", network: null, door: null });
    const answer = await unit.send({
      fw: "2.4.1",
      uptime_s: 86_400,
      seq: 7,
      net: { operator: "25501", rssi: -71, type: "lte" },
      power: { mains: true, mv: 24_100 },
      door: "closed",
      temp_c: [4.5, 92],
    });
    expect(answer).toMatchObject({ accepted: 0, duplicate: 0, refused: [], commands: [] });
    expect(await stateOf(unit.device)).toMatchObject({
      status: "ONLINE",
      firmware: "2.4.1",
      uptime: 86_400,
      clock: 0,
      network: { operator: "25501", rssi: -71, level: 3, type: "lte" },
      power: { mains: true, millivolts: 24_100 },
      door: { state: "closed" },
      temperature: { values: [4.5, 92] },
      unit: { id: unit.id, serial: unit.serial },
    });
    expect((await eventsOf(unit.device)).items).toMatchObject([{ kind: "online" }]);
    // What is not said each time stays.
    await unit.send({ net: { rssi: -80 } });
    expect(await stateOf(unit.device)).toMatchObject({
      firmware: "2.4.1",
      uptime: null,
      network: { operator: "25501", rssi: -80 },
    });
    await unit.send({ events: [{ id: "new", t: "firmware", at: iso(Date.now()), version: "2.5.0" }] });
    expect(await stateOf(unit.device)).toMatchObject({ firmware: "2.5.0" });
    expect((await root.get(`/telemetries/${unit.id}`)).data).not.toMatchObject({ last_contact_at: null });
  });

  it("books vends once, however often it comes", async () => {
    const unit = await unitIn();
    const events = [
      vend({ price: 3_500 }),
      vend({ price: 4_200, source: "cashless1" }),
      vend({ source: "cashless2", price: 4_400, cell: 7 }),
      vend({ source: "test" }),
      vend({ source: "free" }),
      vend({ result: "vend_fail" }),
    ];
    expect(await unit.send({ events })).toMatchObject({ accepted: 6, duplicate: 0, refused: [] });
    expect(await unit.send({ events: events.toReversed() })).toMatchObject({ accepted: 0, duplicate: 6 });
    expect(await unit.send({ events: [...events, ...events, vend({ price: 100 })] })).toMatchObject({
      accepted: 1,
      duplicate: 12,
    });
    expect(await totalOf(unit.device)).toEqual({ count: 4, amount: 12_200 });
    expect(await rollup("sales", unit.device)).toEqual({ count: 6, amount: 12_200 });
    expect(await rollup("sales_by_device_day", unit.device)).toEqual({ count: 6, amount: 12_200 });
    expect(await rollup("sales_by_product_day", unit.device)).toEqual({ count: 6, amount: 12_200 });
    expect(
      await only(
        api.pool,
        z.object({ cash: z.number(), cashless: z.number(), amount: z.number() }),
        sql`select sum(cash) as cash, sum(cashless) as cashless, sum(amount) as amount from sales_by_device_hour where device_id = ${unit.device}`,
      ),
    ).toEqual({ cash: 2, cashless: 2, amount: 12_200 });
    expect((await eventsOf(unit.device, "?kind=vend_failed")).total).toBe(1);
    expect((await stateOf(unit.device)).last_sale_at).not.toBeNull();
  });

  it("of one event id by two units is two events", async () => {
    const [one, other] = [await unitIn(), await unitIn()];
    const event = vend({ id: 1 });
    await one.send({ events: [event] });
    expect(await other.send({ events: [event] })).toMatchObject({ accepted: 1 });
    expect(await totalOf(other.device)).toEqual({ count: 1, amount: 3_500 });
  });

  it("may come twice at the same moment, from many units, without a deadlock and without counting twice", async () => {
    const units = await Promise.all(Array.from({ length: 6 }, () => unitIn()));
    const batches = units.map((unit) => ({
      unit,
      events: Array.from({ length: 30 }, (_, index) =>
        vend({ at: iso(Date.now() - index * HOUR), cell: String(index % 5) }),
      ),
    }));
    await Promise.all(
      [...batches, ...batches.toReversed(), ...batches].map(({ unit, events }, index) =>
        unit.send({ events: index % 2 ? events.toReversed() : events }),
      ),
    );
    for (const unit of units) {
      expect(await totalOf(unit.device)).toEqual({ count: 30, amount: 105_000 });
      expect(await rollup("sales_by_device_day", unit.device)).toEqual({ count: 30, amount: 105_000 });
    }
  });

  it("that cannot be kept takes none with it of those that are written together with it", async () => {
    const units = await Promise.all(Array.from({ length: 12 }, () => unitIn()));
    const [poisoned, ...good] = units;
    if (!poisoned) throw new Error("no unit");
    // A sequence counts tries that are rolled back too.
    await run(
      api.pool,
      sql`
      create sequence tries;
      create function refuse() returns trigger language plpgsql as $$ begin perform nextval('tries'); raise 'poisoned'; end $$;
      create trigger poison before insert on device_events for each row when (new.data->>'name' = 'poison') execute function refuse()`,
    );
    const send = (unit: (typeof units)[number], name: string) =>
      unit.raw(JSON.stringify({ sent_at: iso(Date.now()), events: [vend({ name })] }));
    const answers = await Promise.all([
      ...good.slice(0, 6).map((unit) => send(unit, "good")),
      send(poisoned, "poison"),
      ...good.slice(6).map((unit) => send(unit, "good")),
    ]);
    await run(api.pool, sql`drop trigger poison on device_events; drop function refuse`);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(6).fill(200),
      500,
      ...Array<number>(5).fill(200),
    ]);
    const tries = z.object({ last_value: z.number() });
    const { last_value: tried } = await only(api.pool, tries, sql`select last_value from tries`);
    expect(tried, "first with others").toBeGreaterThan(1);
    for (const unit of good) expect(await totalOf(unit.device)).toEqual({ count: 1, amount: 3_500 });
    expect(await totalOf(poisoned.device)).toEqual({ count: 0, amount: 0 });
  });

  it("may be packed, and one that is no batch is refused as a whole", async () => {
    const unit = await unitIn();
    const packed = gzipSync(JSON.stringify({ sent_at: iso(Date.now()), events: [vend()] }));
    expect((await unit.raw(packed, { "content-encoding": "gzip" })).data).toMatchObject({ accepted: 1 });
    expect((await unit.raw(gzipSync(Buffer.alloc(20 * 1024 * 1024)), { "content-encoding": "gzip" })).status).toBe(413);
    expect((await unit.raw("no gzip", { "content-encoding": "gzip" })).status).toBe(400);
    expect((await unit.raw(Buffer.alloc(2 * 1024 * 1024, 32))).status).toBe(413);
    for (const body of ["", "hello", "[]", "7", "null", '{"events":{}}', '{"events":7}'])
      expect((await unit.raw(body)).status, body).toBe(400);
    expect((await unit.raw(`{"events":[${"1,".repeat(1_500)}1]}`)).status).toBe(413);
  });

  it("is taken from a unit that knows its secret, and from nobody else", async () => {
    const unit = await unitIn();
    const body = JSON.stringify({ events: [vend()] });
    const as = (secret: string, serial = unit.serial) =>
      api.client(secret).raw("/telemetry/batch", body, { "x-device": serial });
    for (const answer of [
      await as("wrong"),
      await as(""),
      await as(unit.secret, "other"),
      await as(root.token),
      await as("x".repeat(5_000)),
    ])
      expect(answer.status).toBe(401);
    await root.post(`/telemetries/${unit.id}/rotate_secret`);
    expect((await as(unit.secret)).status).toBe(401);
    expect(await totalOf(unit.device)).toEqual({ count: 0, amount: 0 });
  });

  it("of a unit in no machine is not lost: its ping is taken, its events must come again", async () => {
    const unit = await unitIn();
    await api.pool.query("update telemetries set device_id = null where id = $1", [unit.id]);
    expect((await unit.raw("{}")).status).toBe(200);
    expect((await root.get(`/telemetries/${unit.id}`)).data).not.toMatchObject({ last_contact_at: null });
    expect(await unit.raw(JSON.stringify({ events: [vend()] }))).toMatchObject({
      status: 409,
      error: "unit_without_device",
    });
  });
});

describe("an event that is not right", () => {
  it("is refused by itself, with the reason, and takes no other with it", async () => {
    const unit = await unitIn();
    const bad: [unknown, object][] = [
      [7, { reason: "no_object" }],
      [null, { reason: "no_object" }],
      [[], { reason: "no_object" }],
      [{ ...vend(), id: "" }, { reason: "no_id" }],
      [{ ...vend(), id: "x".repeat(65) }, { reason: "no_id" }],
      [{ ...vend(), id: {} }, { reason: "no_id" }],
      [vend({ at: "yesterday" }), { reason: "no_time" }],
      [vend({ at: undefined }), { reason: "no_time" }],
      [vend({ at: "0000-01-01T00:00:00Z" }), { reason: "no_time" }],
      [vend({ at: "+123456-01-01T00:00:00Z" }), { reason: "no_time" }],
      [vend({ t: "" }), { reason: "no_type" }],
      [vend({ t: 9 }), { reason: "no_type" }],
      [vend({ price: -1 }), { reason: "incorrect", field: "price" }],
      [vend({ price: 35.5 }), { reason: "incorrect", field: "price" }],
      [vend({ price: 1e15 }), { reason: "incorrect", field: "price" }],
      [vend({ source: "gold" }), { reason: "incorrect", field: "source" }],
      [vend({ cell: "x".repeat(30) }), { reason: "incorrect", field: "cell" }],
      [vend({ note: "x".repeat(5_000) }), { reason: "too_large" }],
      [
        { id: "c", at: iso(Date.now()), t: "command_result", command: "x", state: "done" },
        { reason: "incorrect", field: "command" },
      ],
      [
        { id: "c2", at: iso(Date.now()), t: "command_result", command: 9_000_000_000, state: "done" },
        { reason: "incorrect", field: "command" },
      ],
    ];
    const good = vend();
    const sent = await unit.raw(
      JSON.stringify({ sent_at: iso(Date.now()), events: [...bad.map(([event]) => event), good] }),
    );
    expect(sent.data).toMatchObject({
      accepted: 1,
      duplicate: 0,
      refused: bad.map(([, refusal], index) => ({ index, ...refusal })),
    });
    expect(await totalOf(unit.device)).toEqual({ count: 1, amount: 3_500 });
  });

  it("of a kind that is not known is kept as it came", async () => {
    const unit = await unitIn();
    expect(
      await unit.send({ events: [{ id: "n1", t: "humidity", at: iso(Date.now()), value: 41, constructor: "x" }] }),
    ).toMatchObject({ accepted: 1, refused: [] });
    expect((await eventsOf(unit.device, "?kind=other")).items).toMatchObject([
      { kind: "other", data: { t: "humidity", value: 41 } },
    ]);
  });

  it("in the unit's own state is left out, and the rest counts", async () => {
    const unit = await unitIn();
    const answer = await unit.raw(
      JSON.stringify({
        sent_at: "soon",
        fw: 7,
        seq: -1,
        net: { rssi: "loud", operator: "25501" },
        power: 7,
        door: "ajar",
        temp_c: ["hot"],
        events: [vend()],
      }),
    );
    expect(answer).toMatchObject({ status: 200, data: { accepted: 1 } });
    expect(await stateOf(unit.device)).toMatchObject({
      status: "ONLINE",
      network: { operator: "25501", rssi: null },
      power: null,
      door: null,
      temperature: null,
      firmware: null,
    });
  });
});

describe("a unit's clock", () => {
  const told = async (device: number) =>
    (await eventsOf(device)).items
      .filter(({ kind }) => kind !== "online")
      .map(({ at, clock, box_at }) => ({ at: Date.parse(at), clock, box_at: box_at && Date.parse(box_at) }));

  it("that is wrong is put right by when the unit says it sends", async () => {
    const unit = await unitIn();
    const now = Date.now();
    for (const ahead of [-400 * DAY, -3 * HOUR, 5 * HOUR, 3_000 * DAY]) {
      const at = now - 30 * MINUTE;
      await unit.send({ sent_at: iso(Date.now() + ahead), events: [{ ...vend(), at: iso(at + ahead) }] });
    }
    for (const { at, clock } of await told(unit.device)) {
      expect(Math.abs(at - (now - 30 * MINUTE))).toBeLessThan(MINUTE);
      expect(clock).toBe("corrected");
    }
    expect((await stateOf(unit.device)).clock).toBeGreaterThan(2_999 * 86_400);
    expect(await totalOf(unit.device)).toEqual({ count: 4, amount: 14_000 });
  });

  it("that was right a week ago is believed; what stands in the future or before all buffers is booked when it came", async () => {
    const unit = await unitIn();
    const now = Date.now();
    await unit.send({
      events: [
        { ...vend(), at: iso(now - 7 * DAY) },
        { ...vend(), at: iso(now + DAY) },
        { ...vend(), at: "1970-01-01T00:00:09Z" },
        { ...vend(), at: iso(now - MINUTE) },
      ],
    });
    const marks = Object.fromEntries(
      (await told(unit.device)).map((one) => [one.clock ?? (one.at < now - DAY ? "week" : "now"), one]),
    );
    expect(marks.week?.at).toBe(now - 7 * DAY);
    for (const mark of ["future", "past"]) expect(Math.abs((marks[mark]?.at ?? 0) - now)).toBeLessThan(MINUTE);
    expect(marks.past?.box_at).toBe(9_000);
    expect(marks.now?.box_at).toBeNull();
  });
});

describe("a machine's state", () => {
  it("is never overwritten by older news, whatever the order", async () => {
    const unit = await unitIn();
    const now = Date.now();
    const door = (minutes: number, state: string) => ({
      id: `d${minutes}`,
      t: "door",
      at: iso(now - minutes * MINUTE),
      state,
    });
    await unit.send({ events: [door(10, "opened"), door(5, "closed")] });
    await unit.send({ events: [door(30, "opened"), door(20, "closed"), door(8, "opened")] });
    expect((await stateOf(unit.device)).door).toMatchObject({ state: "closed", at: iso(now - 5 * MINUTE) });
    expect((await stateOf(unit.device)).last_visit_at).toBe(iso(now - 8 * MINUTE));
    await unit.send({
      events: [
        { id: "p1", t: "power", at: iso(now - 2 * MINUTE), mains: false },
        { id: "t1", t: "temperature", at: iso(now - 3 * MINUTE), value: 8.5 },
      ],
    });
    expect(await stateOf(unit.device)).toMatchObject({ power: { mains: false }, temperature: { values: [8.5] } });
    await unit.send({ power: { mains: true } });
    expect(await stateOf(unit.device)).toMatchObject({ power: { mains: true }, door: { state: "closed" } });
  });

  it("knows which errors are open, with the time they opened", async () => {
    const unit = await unitIn();
    const now = Date.now();
    const error = (minutes: number, code: string, active: boolean) => ({
      id: `e${minutes}${code}`,
      t: "error",
      at: iso(now - minutes * MINUTE),
      code,
      active,
    });
    await unit.send({
      events: [
        error(60, "EFB", true),
        error(50, "EJB_12", true),
        error(40, "EFB", false),
        error(30, "EFB", true),
        error(20, "EFB", true),
      ],
    });
    expect((await stateOf(unit.device)).errors).toMatchObject([
      { raw: "EJB_12", code: "EJB", opened_at: iso(now - 50 * MINUTE) },
      { raw: "EFB", code: "EFB", opened_at: iso(now - 30 * MINUTE) },
    ]);
    await unit.send({ events: [error(45, "EJB_12", true), error(10, "EJB_12", false)] });
    await unit.send({ events: [error(15, "EJB_12", true)] });
    expect((await stateOf(unit.device)).errors.map(({ raw }) => raw)).toEqual(["EFB"]);
    const maker = await only(
      api.pool,
      z.object({ id: z.number() }),
      sql`select manufacturer_id as id from device_models where id = ${model}`,
    );
    await run(
      api.pool,
      sql`insert into manufacturer_errors (manufacturer_id, position, code, text) values (${maker.id}, 0, 'EFB', 'Немає води в баку')`,
    );
    expect((await stateOf(unit.device)).errors).toMatchObject([{ text: "Немає води в баку" }]);
    await run(api.pool, sql`delete from manufacturer_errors`);
  });

  it("counts down what the machine holds, and is filled by a visit", async () => {
    const { ingredient, planogram } = await sellingOne({ name: "Зерно", unit: "G", quantity: 7.5, cell: "3" });
    const unit = await unitIn({ values: { planogram: String(planogram), service_vends: "100" } });
    const now = Date.now();
    await unit.send({ events: [{ id: "m", t: "maintenance", at: iso(now - 2 * HOUR), filled: true, cleaned: true }] });
    await unit.send({
      events: [vend({ at: iso(now - 3 * HOUR) }), vend({ at: iso(now - HOUR) }), vend({ source: "test" })],
    });
    expect(await stateOf(unit.device)).toMatchObject({
      stocks: [{ kind: "bunker", label: "Зерно", unit: "G", capacity: 2_500, level: 2_485 }],
      vends: { left: 331, since_service: 2, until_service: 98 },
      last_visit_at: iso(now - 2 * HOUR),
    });
    await unit.send({
      events: [{ id: "m2", t: "maintenance", at: iso(now), fills: [{ slot: `bunker:${ingredient}`, level: 1_000 }] }],
    });
    expect((await stateOf(unit.device)).stocks).toMatchObject([{ level: 1_000 }]);
    // The model says what its bunkers hold.
    const modelled = recordSchema.parse((await root.get(`/device_models/${model}`)).data);
    const bunkers = (capacity: string) =>
      root.post(`/device_models/${model}`, {
        version: modelled.version,
        name: modelled.title,
        manufacturer: refSchema.parse(modelled.manufacturer).id,
        device_type: "COFFEE",
        "bunkers[0].ingredient_type": "DRY",
        "bunkers[0].capacity": capacity,
      });
    expect(await bunkers("0")).toMatchObject({
      status: 422,
      fields: { "bunkers[0].capacity": [{ key: "min_value" }] },
    });
    expect((await bunkers("3500")).status).toBe(200);
    expect((await stateOf(unit.device)).stocks).toMatchObject([{ capacity: 3_500, level: 1_000 }]);
  });

  it("is filled and serviced by staff too, with telemetry and without", async () => {
    const { ingredient, planogram } = await sellingOne({ name: "Цукор", unit: "KG", quantity: 0.01, cell: "1" });
    const machine = await unitIn({ values: { planogram: String(planogram), service_vends: "100" } });
    await run(api.pool, sql`update telemetries set device_id = null where device_id = ${machine.device}`);
    const path = `/devices/${machine.device}/maintenance`;
    const slot = `bunker:${ingredient}`;
    const tell = (form: Record<string, string>) => root.post(path, { key: "somebody-0", ...form });
    const { capacity } = holdsSchema.parse((await root.get(path)).data).slots[0] ?? { capacity: 0 };
    expect(capacity).toBeGreaterThan(1);
    expect(holdsSchema.parse((await root.get(path)).data).slots).toMatchObject([
      { slot, label: "Цукор", unit: "KG", level: null, filled_at: null },
    ]);

    expect(await tell({})).toMatchObject({ status: 422, fields: { filled: [{ key: "nothing_done" }] } });
    expect(await tell({ "fills[0].slot": slot, "fills[0].level": "x" })).toMatchObject({
      status: 422,
      fields: { "fills[0].level": [{ key: "incorrect" }] },
    });
    expect(await tell({ "fills[0].slot": slot, "fills[0].level": String(capacity + 1) })).toMatchObject({
      status: 422,
      fields: { "fills[0].level": [{ key: "max_value", count: capacity }] },
    });
    expect(await tell({ "fills[0].slot": "bunker:999999", "fills[0].level": "1" })).toMatchObject({
      status: 422,
      fields: { "fills[0].level": [{ key: "incorrect" }] },
    });
    expect((await stateOf(machine.device)).stocks).toEqual([]);
    expect((await eventsOf(machine.device)).items).toEqual([]);

    for (const _ of ["once", "twice"])
      expect(
        (await tell({ cleaned: "on", note: "фільтр", "fills[0].slot": slot, "fills[0].level": "0.5" })).status,
      ).toBe(201);
    const state = await stateOf(machine.device);
    expect(state).toMatchObject({
      stocks: [{ slot, unit: "KG", level: 0.5 }],
      vends: { since_service: 0, until_service: 100 },
    });
    expect([state.last_visit_at, state.serviced_at]).toEqual([expect.any(String), state.last_visit_at]);
    expect((await eventsOf(machine.device)).items).toMatchObject([
      { kind: "maintenance", data: { cleaned: true, note: "фільтр", fills: [{ slot, level: 0.5 }] } },
    ]);
    expect((await eventsOf(machine.device)).items[0]?.data.who).toMatch(/./);
    expect((await tell({ key: "somebody-1", filled: "on" })).status).toBe(201);
    expect(await stateOf(machine.device)).toMatchObject({
      stocks: [{ level: capacity }],
      serviced_at: state.serviced_at,
    });
  });

  it("is offline after the silence that the settings say, and each change is an event", async () => {
    const { sweepOffline } = await import("~server/vending/areas/fleet/offline");
    const unit = await unitIn();
    await unit.send({});
    await run(
      api.pool,
      sql`update device_states set last_contact_at = now() - interval '16 minutes', online_since = now() - interval '1 hour' where device_id = ${unit.device}`,
    );
    await run(api.pool, sql`update device_events set at = now() - interval '1 hour' where device_id = ${unit.device}`);
    expect(await stateOf(unit.device)).toMatchObject({ status: "OFFLINE" });
    await sweepOffline(api.pool);
    await sweepOffline(api.pool);
    await unit.send({});
    expect((await eventsOf(unit.device)).items.map(({ kind }) => kind)).toEqual(["online", "offline", "online"]);
    expect(await stateOf(unit.device)).toMatchObject({ status: "ONLINE" });
  });
});

describe("what people see of it", () => {
  it("is only their machines'", async () => {
    const [mine, other] = [await unitIn(), await unitIn()];
    for (const unit of [mine, other]) await unit.send({ events: [vend({ at: iso(Date.now()) })] });
    const person = await api.person({
      permissions: ["DEVICE", "FIRMWARE"],
      mode: "OPEN_SELECTED",
      devices: [mine.device],
    });
    const stranger = await api.person({ permissions: ["LOCATION"] });
    const paths = ["state", "events", "timeline", "commands", "collections", "audits/health"];
    for (const path of paths) {
      expect((await person.get(`/devices/${mine.device}/${path}`)).status, path).toBe(200);
      expect((await person.get(`/devices/${other.device}/${path}`)).status, path).toBe(404);
      expect((await stranger.get(`/devices/${mine.device}/${path}`)).status, path).toBe(403);
      expect((await api.anybody.get(`/devices/${mine.device}/${path}`)).status, path).toBe(401);
    }
    expect((await person.post(`/devices/${other.device}/commands`, { name: "restart", key: "12345678" })).status).toBe(
      404,
    );
    expect((await person.post(`/devices/${other.device}/collections`, { counted: 1, key: "12345678" })).status).toBe(
      404,
    );
    expect((await person.get("/devices/states")).data).toMatchObject({
      counts: { total: 1 },
      total: 1,
      items: [{ id: mine.device, status: "ONLINE", today: { count: 1 } }],
    });
  });

  it("is filtered and paged", async () => {
    const unit = await unitIn();
    await unit.send({
      events: Array.from({ length: 60 }, (_, index) => ({
        id: `c${index}`,
        t: "coin_in",
        at: iso(Date.now() - index * HOUR),
        value: 100,
      })),
    });
    expect(await eventsOf(unit.device, "?kind=coin_in&page=2")).toMatchObject({ total: 60, page: 2, limit: 50 });
    expect((await eventsOf(unit.device, "?kind=coin_in&page=2")).items).toHaveLength(10);
    expect(await eventsOf(unit.device, "?kind=coin_out")).toMatchObject({ total: 0 });
    expect(
      (await eventsOf(unit.device, `?kind=coin_in&to=${iso(Date.now() - 2 * DAY).slice(0, 10)}`)).total,
    ).toBeLessThan(40);
  });

  it("draws a timeline of what was when", async () => {
    const unit = await unitIn();
    const now = Date.now();
    const at = (minutes: number) => iso(now - minutes * MINUTE);
    await unit.send({
      events: [
        { id: "1", t: "power", at: at(300), mains: true },
        { id: "2", t: "power", at: at(100), mains: false },
        { id: "3", t: "power", at: at(40), mains: true },
        { id: "4", t: "door", at: at(90), state: "opened" },
        { id: "5", t: "door", at: at(80), state: "closed" },
        { id: "6", t: "error", at: at(500), code: "EBB", active: true },
        { id: "7", t: "error", at: at(70), code: "EBB", active: false },
        { id: "8", t: "error", at: at(60), code: "EFB", active: true },
        { id: "9", t: "temperature", at: at(50), value: 5.5 },
      ],
    });
    const timeline = (await root.get(`/devices/${unit.device}/timeline?from=${at(120)}&to=${iso(now)}`)).data;
    expect(timeline).toMatchObject({
      power: [
        { from: at(120), to: at(100), mains: true },
        { from: at(100), to: at(40), mains: false },
        { from: at(40), to: iso(now), mains: true },
      ],
      door: [
        { from: at(90), to: at(80), state: "opened" },
        { from: at(80), to: iso(now), state: "closed" },
      ],
      errors: [
        { from: at(120), to: at(70), raw: "EBB" },
        { from: at(60), to: iso(now), raw: "EFB" },
      ],
      temperature: [{ at: at(50), value: 5.5 }],
    });
    expect((await root.get(`/devices/${unit.device}/timeline?from=${iso(now)}&to=${at(60)}`)).status).toBe(400);
    // It was last heard half an hour ago: nobody has noted that yet, and nothing is known since.
    await run(
      api.pool,
      sql`update device_states set last_contact_at = ${at(30)}, online_since = ${at(600)} where device_id = ${unit.device}`,
    );
    expect((await root.get(`/devices/${unit.device}/timeline?from=${at(120)}&to=${iso(now)}`)).data).toMatchObject({
      online: [{ from: at(30), to: iso(now), online: false }],
      power: [
        { to: at(100), mains: true },
        { to: at(40), mains: false },
        { from: at(40), to: at(30), mains: true },
      ],
      door: [{ state: "opened" }, { from: at(80), to: at(30), state: "closed" }],
    });
    // One whose last word was that the mains are off is without them still.
    await unit.send({ events: [{ id: "10", t: "power", at: at(35), mains: false }] });
    await run(api.pool, sql`update device_states set last_contact_at = ${at(30)} where device_id = ${unit.device}`);
    expect((await root.get(`/devices/${unit.device}/timeline?from=${at(38)}&to=${iso(now)}`)).data).toMatchObject({
      power: [
        { from: at(38), to: at(35), mains: true },
        { from: at(35), to: iso(now), mains: false },
      ],
    });
  });
});

describe("raw events", () => {
  it("may be dropped without losing totals, and what is sent again after that counts no second time", async () => {
    const { dropOldEvents } = await import("~server/vending/areas/fleet/retention");
    const unit = await unitIn();
    const events = [vend({ at: iso(Date.now() - 50 * DAY) }), vend()];
    await unit.send({ events });
    await run(
      api.pool,
      sql`update device_events set received_at = now() - interval '100 days' where device_id = ${unit.device}`,
    );
    expect(await dropOldEvents(api.pool)).toBe(3);
    expect((await eventsOf(unit.device)).total).toBe(0);
    expect(await unit.send({ events })).toMatchObject({ accepted: 2 });
    expect(await totalOf(unit.device)).toMatchObject({ count: 1 });
    expect(await rollup("sales", unit.device)).toEqual({ count: 2, amount: 7_000 });
    expect(await rollup("sales_by_device_day", unit.device)).toEqual({ count: 2, amount: 7_000 });
  });

  it("leave rollups that can be made anew without a difference", async () => {
    const tables = ["sales_by_device_day", "sales_by_product_day", "sales_by_device_hour", "device_stocks"];
    const dump = async () =>
      JSON.stringify(
        await Promise.all(
          tables.map((table) =>
            rows(api.pool, z.unknown(), sql`select * from ${sql.identifier(table)} x order by x::text`),
          ),
        ),
      );
    const before = await dump();
    await run(api.pool, sql`update sales_by_device_day set count = count + 1`);
    await run(api.pool, sql`delete from sales_by_device_hour`);
    await rebuildRollups(api.pool);
    expect(await dump()).toBe(before);
  });
});

it("a unit that is moved tells of its new machine", async () => {
  const [from, to] = [await unitIn(), await unitIn()];
  await api.pool.query("update telemetries set device_id = null where id = $1", [to.id]);
  await api.pool.query("update telemetries set device_id = $2 where id = $1", [from.id, to.device]);
  await from.send({ events: [vend()] });
  expect(await totalOf(to.device)).toEqual({ count: 1, amount: 3_500 });
  expect((await makeUnit(root, from.device)).secret).not.toBe("");
});
