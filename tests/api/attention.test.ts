import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { needsSchema } from "~server/contract/needs";
import { dashboardSchema } from "~server/contract/sales";
import { deviceAttentionSchema, statusesSchema } from "~server/contract/statuses";
import { only, run } from "~server/vending/database/query";
import { TODAY } from "~server/vending/time";
import { idOf, type Person, type TestApi, testApi } from "./app";
import { supporter } from "./help-desk-people";
import { makeDevice, makeLocation, makeModel } from "./network";
import { callingUnit, iso } from "./unit";

let api: TestApi;
let root: Person;
let model: number;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  model = await makeModel(root);
});
afterAll(() => api.close());

const HOUR = 3_600_000;
const dashboard = async (by: Person) => dashboardSchema.parse((await by.get("/dashboard")).data);
const attention = async (by: Person) => (await dashboard(by)).attention;
const wall = async (by: Person) => statusesSchema.parse((await by.get("/devices/states")).data).items;
const rowOf = async (by: Person, device: number) => (await wall(by)).find(({ id }) => id === device);
const hoursSince = (since: string | null | undefined) => Math.round((Date.now() - Date.parse(since ?? "")) / HOUR);

async function told(events: object[], more: object = {}) {
  const unit = await callingUnit(api, root, model);
  await unit.send({ events, ...more });
  return unit.device;
}
const silent = (device: number, hours: number) =>
  run(
    api.pool,
    sql`insert into device_states (device_id, last_contact_at) values (${device}, now() - make_interval(hours => ${hours})) on conflict (device_id) do update set last_contact_at = excluded.last_contact_at`,
  );
/** What is thought of a machine: what a usual day brings and what is lost until tonight (kopecks), its cash, and when it stops. */
const forecast = (
  device: number,
  { day = 0, lost = 0, cash = 0, stops = null }: { day?: number; lost?: number; cash?: number; stops?: string | null },
) =>
  run(
    api.pool,
    sql`insert into device_forecasts (device_id, made_at, rates_at, told_at, per_day, lost, lost_from, cycle_days, cycle_cost, slots, unknown, drifting, blocked, cash, stops_at, stops_early_at)
    values (${device}, now(), now(), now(), ${day}, array_fill(${lost}::real, array[8]), current_date, 7, 0, 1, 0, 0, false, ${cash}, ${stops}, ${stops})
    on conflict (device_id) do update set per_day = excluded.per_day, lost = excluded.lost, cash = excluded.cash, stops_at = excluded.stops_at, stops_early_at = excluded.stops_early_at`,
  );

it("names the worst machines in work with reasons, their ages and the ticket, the longest and gravest trouble first", async () => {
  const now = Date.now();
  const opened = (hours: number) => [{ id: "d", t: "door", at: iso(now - hours * HOUR), state: "opened" }];
  const door = await told(opened(2));
  const long = await told(opened(150));
  const power = await told([{ id: "p", t: "power", at: iso(now - 3 * HOUR), mains: false }]);
  const broken = await told([{ id: "e", t: "error", at: iso(now - HOUR), code: "EFB", active: true }]);
  const fine = await told([{ id: "s", t: "sale", at: iso(now - HOUR), cell: "1", price: 100, source: "cash" }]);
  const [lately, lost, stored] = [await told([]), await told([]), await told([])];
  await silent(lately, 2);
  await silent(lost, 100);
  await silent(stored, 200);
  await run(api.pool, sql`update devices set in_work = false where id = ${stored}`);

  const { machines, troubled } = await attention(root);
  expect(troubled).toBe(6);
  // A door that has stood open for six days is graver than an error of an hour.
  const worst = [lost, lately, power, long, broken, door];
  expect(machines.map(({ id }) => id)).toEqual(worst);
  const all = (await wall(root)).map(({ id }) => id);
  expect(all.slice(0, worst.length)).toEqual(worst);
  // One that need not work stands with those that are well, and is counted apart from those that have fallen silent.
  expect(all.slice(worst.length)).toEqual(expect.arrayContaining([fine, stored]));
  const { counts } = statusesSchema.parse((await root.get("/devices/states?state=out_of_work")).data);
  const count = (state: string) => counts.states.find((one) => one.state === state)?.count;
  expect([count("OFFLINE"), count("out_of_work")]).toEqual([2, 1]);
  const idle = statusesSchema.parse((await root.get("/devices/states?state=out_of_work")).data).items;
  expect(idle.map(({ id, in_work }) => [id, in_work])).toEqual([[stored, false]]);
  const known = new Map(machines.map((one) => [one.id, one]));
  expect([
    hoursSince(known.get(power)?.mains_since),
    hoursSince(known.get(broken)?.errors[0]?.since),
    hoursSince(known.get(door)?.door_since),
  ]).toEqual([3, 1, 2]);

  const responsible = await supporter(api, { email: "koval@example.com" });
  const ticket = idOf(
    await root.post("/help_desk/tickets", {
      subject: "Немає живлення",
      type: "DEVICE_PROBLEM",
      priority: "HIGH",
      device: power,
      responsible: responsible.id,
    }),
  );
  const ofPower = async (by: Person) => (await attention(by)).machines.find(({ id }) => id === power)?.ticket;
  expect(await ofPower(root)).toMatchObject({
    ...{ id: ticket, label: "Немає живлення", responsible: "koval@example.com" },
  });
  const outsider = await api.person({ permissions: ["DEVICE"] });
  expect(await ofPower(outsider)).toBeNull();
  expect((await rowOf(outsider, power))?.ticket).toBeNull();
  await run(api.pool, sql`update tickets set status = 'RESOLVED' where id = ${ticket}`);
  expect(await ofPower(root)).toBeNull();
});

it("counts the age of a state from when it was first told, whatever is told of it again", async () => {
  const now = Date.now();
  const unit = await callingUnit(api, root, model);
  const since = async () => {
    const row = await rowOf(root, unit.device);
    return [hoursSince(row?.mains_since), hoursSince(row?.door_since)];
  };
  // Off, on, and off again, all told at once beside what is so now.
  const power = (hours: number, mains: boolean) => ({
    ...{ id: `p${hours}`, t: "power", at: iso(now - hours * HOUR), mains },
  });
  await unit.send({
    events: [
      power(9, false),
      power(7, true),
      power(5, false),
      { id: "d", t: "door", at: iso(now - 4 * HOUR), state: "opened" },
    ],
    power: { mains: false },
    door: "opened",
  });
  expect(await since()).toEqual([5, 4]);
  await unit.send({ power: { mains: false }, door: "opened" });
  expect(await since()).toEqual([5, 4]);
  // Older news changes nothing.
  await unit.send({ events: [power(6, true)] });
  expect(await since()).toEqual([5, 4]);
  await unit.send({ power: { mains: true }, door: "closed" });
  expect(await since()).toEqual([0, 0]);
});

it("says of what there is least where a machine stops, and what is lost by tonight", async () => {
  const near = new Date(Date.now() + 6 * HOUR).toISOString();
  const ending = await told([]);
  await forecast(ending, { day: 90_000, lost: 45_000, stops: near });
  const milk = idOf(
    await root.post("/ingredients", {
      name: "Молоко сухе",
      type: "DRY",
      unit: "KG",
      price_type: "PER_100_G",
      price: 1,
    }),
  );
  await run(
    api.pool,
    sql`insert into device_stocks (device_id, slot, ingredient_id, capacity, filled, filled_at, used) values
      (${ending}, ${`bunker:${milk}`}, ${milk}, 2, 2, now(), 1.94), (${ending}, 'cell:12', null, 10, 10, now(), 10), (${ending}, 'cell:13', null, 10, 10, now(), 9), (${ending}, 'cell:14', null, 10, 10, now(), 1)
      on conflict (device_id, slot) do update set ingredient_id = excluded.ingredient_id, capacity = excluded.capacity, filled = excluded.filled, used = excluded.used`,
  );
  expect(await rowOf(root, ending)).toMatchObject({
    stops_at: near,
    stock: [
      { ingredient: null, cell: "12", percent: 0 },
      { ingredient: "Молоко сухе", cell: null, percent: 3 },
    ],
    lost: 45_000,
  });
  await run(api.pool, sql`update device_forecasts set blocked = true where device_id = ${ending}`);
  expect(await rowOf(root, ending)).toMatchObject({ stops_at: null, stock: [], lost: 45_000 });
  // One that nobody hears of brings nothing: its usual days since then and the rest of this one.
  const dark = await told([]);
  await silent(dark, 48);
  await forecast(dark, { day: 90_000, lost: 1_000 });
  const row = await rowOf(root, dark);
  expect(row).toMatchObject({ stops_at: null, stock: [] });
  expect(row?.lost).toBeGreaterThanOrEqual(180_000);
  expect(row?.lost).toBeLessThanOrEqual(270_000 + 90_000 / 24);
  // Needs say the same, and stand in that order: a day more is a usual day more.
  const needs = async (query: string) => needsSchema.parse((await root.get(`/needs?${query}`)).data).items;
  const until = (await only(api.pool, z.object({ day: z.string() }), sql`select ${TODAY}::text as day`)).day;
  const [first, ...others] = await needs(`until=${until}`);
  expect([first?.device.id, first?.stopped_since !== null]).toEqual([dark, true]);
  expect(Math.abs((first?.lost ?? 0) - (row?.lost ?? 0))).toBeLessThan(100);
  expect(others.every(({ lost }) => lost <= (first?.lost ?? 0))).toBe(true);
  const tomorrow = (await needs("")).find(({ device }) => device.id === dark);
  expect(Math.abs((tomorrow?.lost ?? 0) - (first?.lost ?? 0) - 90_000)).toBeLessThan(100);
});

it("counts what waits elsewhere, for who may work it off and of what they may see", async () => {
  const project = idOf(await root.post("/projects", { name: "Вокзали" }));
  const location = await makeLocation(root, project);
  const mine = await makeDevice(root, model, location);
  const other = await makeDevice(root, model);
  for (const [device, cash] of [
    [mine, 200_000],
    [other, 350_000],
    [await makeDevice(root, model), 199_999],
  ] as const)
    await forecast(device, { cash });
  await run(
    api.pool,
    sql`insert into audit_questions (device_id, month, question, count, accepted, amount, first_at, last_at)
    select x.device, x.month::date, x.question, 1, x.accepted, 0, now(), now()
    from (values (${mine}::integer, '2026-01-01', 'held', 0), (${mine}::integer, '2026-02-01', 'held', 0), (${other}::integer, '2026-02-01', 'held', 0), (${other}::integer, '2026-02-01', 'gap', 0),
      ((select max(id) from devices), '2026-02-01', 'held', 1)) x(device, month, question, accepted)`,
  );
  const of = async (device: number) =>
    idOf(await root.post("/help_desk/tickets", { subject: "Питання", type: "GENERAL", priority: "HIGH", device }));
  const tickets = [await of(mine), await of(other)];
  expect((await attention(root)).overdue).toBe(0);
  for (const ticket of tickets)
    await run(api.pool, sql`update tickets set counted_from = now() - interval '60 days' where id = ${ticket}`);
  expect(await attention(root)).toMatchObject({
    ...{ overdue: 2, cash: { machines: 2, amount: 550_000 }, held: 2 },
  });
  const mode = { mode: "OPEN_SELECTED", projects: [project] };
  const limited = await api.person({ permissions: ["DEVICE", "CREW", "HELP_DESK"], ...mode });
  expect(await attention(limited)).toMatchObject({
    ...{ machines: [{ id: mine }], troubled: 1, overdue: 1, cash: { machines: 1, amount: 200_000 }, held: 1 },
  });
  // Who sees no tickets is told of no trouble that is one.
  const blind = await api.person({ permissions: ["DEVICE"], ...mode });
  expect(await attention(blind)).toMatchObject({ machines: [], troubled: 0 });
  // The list that the count of overdue tickets leads to has as many.
  const late = await root.get("/help_desk/tickets?open=true&overdue=true");
  expect(z.object({ total: z.number() }).parse(late.data).total).toBe(2);
  // The list that the count of cash leads to has as many.
  const collected = async (by: Person) =>
    needsSchema.parse((await by.get("/needs?cash=1")).data).items.map(({ device }) => device.id);
  expect((await collected(root)).toSorted((a, b) => a - b)).toEqual([mine, other]);
  expect(await collected(limited)).toEqual([mine]);
  expect(await attention(await api.person({}))).toMatchObject({ overdue: null, cash: null, held: null });
});

it("tells no money to who may see neither machines' sales nor reports, and no losses but to who sees needs", async () => {
  const device = await told([
    { id: "s", t: "sale", at: iso(Date.now()), cell: "1", price: 4_200, source: "cash" },
    { id: "p", t: "power", at: iso(Date.now() - HOUR), mains: false },
  ]);
  await forecast(device, { day: 90_000, lost: 7_000 });
  const only = (permissions: string[]) => api.person({ permissions, mode: "OPEN_SELECTED", devices: [device] });
  for (const permissions of [["DEVICE"], ["REPORT"]]) {
    const by = await only(permissions);
    expect((await dashboard(by)).sales?.days30.amount).toBe(4_200);
    expect(await rowOf(by, device)).toMatchObject({ today: { count: 1, amount: 4_200 } });
    expect((await rowOf(by, device))?.lost).toBeGreaterThan(0);
  }
  for (const permissions of [[], ["HELP_DESK"], ["DEVICE_STATUS", "CREW"], ["REPORT_ONLINE_PAYMENTS", "CHECKBOX"]]) {
    const by = await only(permissions);
    expect(await dashboard(by)).toMatchObject({ until: null, sales: null, days: [], best: [], worst: [], plan: null });
    const seesNeeds = permissions.includes("CREW");
    const [shown] = (await attention(by)).machines;
    for (const row of [shown, await rowOf(by, device)]) {
      expect(row).toMatchObject({ id: device, today: null });
      if (seesNeeds) expect(row?.lost).toBeGreaterThan(0);
      else expect(row?.lost).toBeNull();
    }
  }
});

it("names desks in trouble to who sees desks", async () => {
  const desk = idOf(await root.post("/checkbox_cashiers", { name: "Каса 1" }));
  await run(api.pool, sql`update fiscal_cashiers set alarm = 'unreachable' where id = ${desk}`);
  const desks = async (permissions: string[]) => (await dashboard(await api.person({ permissions }))).desks;
  expect(await desks(["CHECKBOX"])).toEqual([{ desk: { id: desk, label: "Каса 1" }, alarm: "unreachable" }]);
  expect(await desks(["DEVICE", "REPORT", "HELP_DESK"])).toEqual([]);
});

it("tells of one machine what it tells of all, what is due besides, and who of its crew can be called", async () => {
  const now = Date.now();
  const about = async (by: Person, id: number) =>
    deviceAttentionSchema.parse((await by.get(`/devices/${id}/attention`)).data);
  const device = await told([{ id: "p", t: "power", at: iso(now - 3 * HOUR), mains: false }]);
  await run(api.pool, sql`update devices set hidden = true where id = ${device}`);
  const none = { service_due: false, cash: null, held: 0, people: [] };
  expect(await about(root, device)).toMatchObject({
    ...none,
    machine: { id: device, mains: false, crew: null, in_work: true },
  });

  await forecast(device, { cash: 200_000 });
  await run(api.pool, sql`update devices set next_service_on = current_date - 1 where id = ${device}`);
  await run(
    api.pool,
    sql`insert into audit_questions (device_id, month, question, count, accepted, amount, first_at, last_at) values (${device}, '2026-03-01', 'held', 2, 0, 0, now(), now())`,
  );
  const [own, other] = [
    await api.person({ permissions: [], email: "petro@example.com" }),
    await api.person({ permissions: [], email: "silent@example.com" }),
  ];
  await run(api.pool, sql`update users set phone = '+380501112233' where id = ${own.id}`);
  const standIn = idOf(
    await root.post("/crews", { name: "Підміна", type: "REPLACEMENT", "members[0]": own.id, "members[1]": other.id }),
  );
  const crew = idOf(await root.post("/crews", { name: "Екіпаж", type: "CREW", devices: [String(device)] }));
  expect(await about(root, device)).toMatchObject({ machine: { crew: { id: crew, label: "Екіпаж" } }, people: [] });
  await run(api.pool, sql`update crews set replaced_by_id = ${standIn} where id = ${crew}`);
  const people = [{ name: "petro@example.com", phone: "+380501112233" }];
  expect(await about(root, device)).toMatchObject({
    ...{ service_due: true, cash: 200_000, held: 1 },
    machine: { crew: { id: standIn, label: "Підміна" } },
    people,
  });
  const outsider = await api.person({ permissions: ["DEVICE"] });
  expect(await about(outsider, device)).toMatchObject({
    ...{ service_due: true, cash: null, held: 1, people: null },
    machine: { crew: null },
  });
  const dispatcher = await api.person({ permissions: ["DEVICE", "CREW"] });
  expect(await about(dispatcher, device)).toMatchObject({
    ...{ cash: 200_000, people: null },
    machine: { crew: { id: standIn } },
  });
  const elsewhere = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", projects: [] });
  expect((await elsewhere.get(`/devices/${device}/attention`)).status).toBe(404);
});
