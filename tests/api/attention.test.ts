import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dashboardSchema } from "~server/contract/sales";
import { statusesSchema } from "~server/contract/statuses";
import { run } from "~server/vending/database/query";
import { idOf, type Person, type TestApi, testApi } from "./app";
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
const attention = async (by: Person) => dashboardSchema.parse((await by.get("/dashboard")).data).attention;
const wall = async (by: Person) => statusesSchema.parse((await by.get("/devices/states")).data).items;

it("names the worst machines in work with reasons, their ages and the ticket, the longest and gravest trouble first", async () => {
  const now = Date.now();
  const told = async (events: object[]) => {
    const unit = await callingUnit(api, root, model);
    await unit.send({ events });
    return unit.device;
  };
  const door = await told([{ id: "d", t: "door", at: iso(now - 2 * HOUR), state: "opened" }]);
  const power = await told([{ id: "p", t: "power", at: iso(now - 3 * HOUR), mains: false }]);
  const broken = await told([{ id: "e", t: "error", at: iso(now - HOUR), code: "EFB", active: true }]);
  const fine = await told([{ id: "s", t: "sale", at: iso(now - HOUR), cell: "1", price: 100, source: "cash" }]);
  const [lately, long, stored] = [await told([]), await told([]), await told([])];
  const silent = (device: number, hours: number) =>
    run(
      api.pool,
      sql`insert into device_states (device_id, last_contact_at) values (${device}, now() - make_interval(hours => ${hours})) on conflict (device_id) do update set last_contact_at = excluded.last_contact_at`,
    );
  await silent(lately, 2);
  await silent(long, 100);
  await silent(stored, 200);
  await run(api.pool, sql`update devices set in_work = false where id = ${stored}`);

  const { machines } = await attention(root);
  expect(machines.map(({ id }) => id)).toEqual([long, lately, power, broken, door]);
  expect((await wall(root)).map(({ id }) => id).slice(0, 2)).toEqual([stored, long]);
  expect((await wall(root)).map(({ id }) => id)).toContain(fine);
  const at = (since: string | null | undefined) => Math.round((now - Date.parse(since ?? "")) / HOUR);
  expect([at(machines[2]?.mains_since), at(machines[3]?.errors[0]?.since), at(machines[4]?.door_since)]).toEqual([
    3, 1, 2,
  ]);

  const group = idOf(await root.post("/users_groups", { name: "Підтримка", permissions: "HELP_DESK" }));
  const responsible = idOf(
    await root.post("/users", {
      ...{ full_name: "Коваль Ірина", email: "koval@example.com", password: "correct-horse-battery" },
      ...{ role: "OPERATOR", user_group: group, help_desk_responsible: "on" },
    }),
  );
  const ticket = idOf(
    await root.post("/help_desk/tickets", {
      ...{ subject: "Немає живлення", type: "DEVICE_PROBLEM", priority: "HIGH", device: power, responsible },
    }),
  );
  const ofPower = async (by: Person) => (await attention(by)).machines.find(({ id }) => id === power)?.ticket;
  expect(await ofPower(root)).toEqual({ id: ticket, label: "Немає живлення", responsible: "Коваль Ірина" });
  expect(await ofPower(await api.person({ permissions: ["DEVICE"] }))).toBeNull();
  await run(api.pool, sql`update tickets set status = 'RESOLVED' where id = ${ticket}`);
  expect(await ofPower(root)).toBeNull();
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
    await run(
      api.pool,
      sql`insert into device_forecasts (device_id, made_at, rates_at, told_at, per_day, lost, lost_from, cycle_days, cycle_cost, slots, unknown, drifting, blocked, cash)
      values (${device}, now(), now(), now(), 0, array_fill(0::real, array[8]), current_date, 7, 0, 1, 0, 0, false, ${cash})
      on conflict (device_id) do update set cash = excluded.cash`,
    );
  await run(
    api.pool,
    sql`insert into audit_questions (device_id, month, question, count, amount, first_at, last_at)
    select x.device, x.month::date, x.question, 1, 0, now(), now()
    from (values (${mine}::integer, '2026-01-01', 'held'), (${mine}::integer, '2026-02-01', 'held'), (${other}::integer, '2026-02-01', 'held'), (${other}::integer, '2026-02-01', 'gap')) x(device, month, question)`,
  );
  const ticket = idOf(await root.post("/help_desk/tickets", { subject: "Питання", type: "GENERAL", priority: "HIGH" }));
  expect((await attention(root)).overdue).toBe(0);
  await run(api.pool, sql`update tickets set created_at = now() - interval '60 days' where id = ${ticket}`);
  expect(await attention(root)).toMatchObject({ overdue: 1, cash: { machines: 2, amount: 550_000 }, held: 2 });
  const limited = await api.person({ permissions: ["DEVICE", "CREW"], mode: "OPEN_SELECTED", projects: [project] });
  expect(await attention(limited)).toMatchObject({
    ...{ machines: [], overdue: null, cash: { machines: 1, amount: 200_000 }, held: 1 },
  });
  expect(await attention(await api.person({}))).toMatchObject({ overdue: null, cash: null, held: null });
});
