import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AlertDetails, alertDetailsSchema, alertsSchema, claimedAlertMail } from "~server/contract/alerts";
import { noticesSchema } from "~server/contract/notices";
import { pageSchema } from "~server/contract/record";
import { dashboardSchema } from "~server/contract/sales";
import { deviceAttentionSchema } from "~server/contract/statuses";
import { postAlerts } from "~server/vending/areas/alerts/posts";
import { watchOnce } from "~server/vending/areas/alerts/watch";
import type { Post } from "~server/vending/areas/help-desk/webhook";
import { only, run } from "~server/vending/database/query";
import { idOf, MAIL_SECRET, type Person, type TestApi, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";

const MINUTE = 60_000;

let api: TestApi;
let root: Person;
let model: number;
/** Two projects with two machines each at places of their own, and who may see the first project alone. */
const project: number[] = [];
const location: number[] = [];
const device: number[] = [];
let limited: Person;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  model = await makeModel(root);
  for (const name of ["Перший", "Другий"]) project.push(idOf(await root.post("/projects", { name })));
  for (const one of project)
    for (let number = 0; number < 2; number++) {
      location.push(await makeLocation(root, one));
      device.push(await makeDevice(root, model, location.at(-1)));
    }
  limited = await api.person({ permissions: ["DEVICE_STATUS"], mode: "OPEN_SELECTED", projects: [project[0] ?? 0] });
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of [
    "alerts",
    "alert_rules",
    "notices",
    "tickets",
    "device_states",
    "device_errors",
    "device_forecasts",
    "audit_questions",
  ])
    await run(api.pool, sql`delete from ${sql.identifier(table)}`);
  await run(
    api.pool,
    sql`insert into device_states (device_id, online, last_contact_at, mains, mains_since) select id, true, now() + interval '1 day', true, now() from devices`,
  );
});

const rule = async (over: Record<string, string | number | string[]> = {}) =>
  idOf(
    await root.post("/alert_rules", {
      ...{ name: "Немає світла", active: "on", cause: "power", minutes: 10, level: "critical", language: "uk" },
      ...{ channels: ["bell"] },
      ...over,
    }),
  );
/** So many minutes ago these machines lost their power; the others have it. */
const dark = async (devices: readonly (number | undefined)[], minutes = 0) => {
  await run(api.pool, sql`update device_states set mains = true where not mains`);
  for (const one of devices)
    await run(
      api.pool,
      sql`update device_states set mains = false, mains_since = now() - make_interval(mins => ${minutes}) where device_id = ${one ?? 0}`,
    );
};
/** Looks now, and once more when what was seen has waited for others. */
const watch = async (after = 0) => {
  await watchOnce(api.pool, Date.now() + after * MINUTE);
  await watchOnce(api.pool, Date.now() + (after + 1) * MINUTE);
};
const listed = async (who: Person, state = "open") =>
  alertsSchema.parse((await who.get(`/alerts?state=${state}`)).data);
const details = async (who: Person, id: number | undefined): Promise<AlertDetails> =>
  alertDetailsSchema.parse((await who.get(`/alerts/${id}`)).data);
const rung = async (who: Person) =>
  noticesSchema
    .parse((await who.get("/notices")).data)
    .items.map(({ type, title, body, alert }) => ({ type, title, body, alert }));
const serial = async (id: number | undefined) =>
  (
    await only(
      api.pool,
      z.object({ serial: z.string() }),
      sql`select serial_number as serial from devices where id = ${id ?? 0}`,
    )
  ).serial;

describe("an alert", () => {
  it("tells once of the machines of a city, whoever looks, and each of theirs", async () => {
    const id = await rule();
    await dark(device.slice(0, 3), 30);
    await Promise.all([1, 2, 3].map(() => watch()));
    const { items, total, open } = await listed(root);
    expect([total, open]).toEqual([1, 1]);
    expect(items).toMatchObject([
      {
        name: "Немає світла",
        rule: id,
        cause: "power",
        level: "critical",
        state: "open",
        scope: "city",
        place: "Київ",
        count: 3,
        ticket: null,
      },
    ]);
    const names = await Promise.all(device.map(serial));
    expect(await rung(root)).toEqual([
      {
        type: "alertOpened",
        title: "Немає світла",
        body: `Київ · ${names.slice(0, 3).join(", ")}`,
        alert: items[0]?.id,
      },
    ]);
    expect(await rung(limited)).toMatchObject([{ body: `Київ · ${names.slice(0, 2).join(", ")}` }]);
    expect((await listed(limited)).items).toMatchObject([{ id: items[0]?.id, count: 2, rule: null }]);
    expect((await details(limited, items[0]?.id)).subjects.map(({ label }) => label)).toEqual(names.slice(0, 2));
    expect((await details(root, items[0]?.id)).messages).toMatchObject([
      { channel: "bell", news: "opened", people: 2, state: "SENT" },
    ]);
  });

  it("is nobody's who sees none of its machines, or no states of machines", async () => {
    await rule();
    await dark(device.slice(2), 30);
    await watch();
    const [alert] = (await listed(root)).items;
    expect((await listed(limited)).items).toEqual([]);
    expect((await limited.get(`/alerts/${alert?.id}`)).status).toBe(404);
    expect(await rung(limited)).toEqual([]);
    const other = await api.person({ permissions: ["DEVICE"] });
    for (const path of ["/alerts", `/alerts/${alert?.id}`]) expect((await other.get(path)).status).toBe(403);
    expect((await other.post("/alerts/acknowledge", { ids: alert?.id ?? 0 })).status).toBe(403);
    expect((await limited.post("/alerts/acknowledge", { ids: alert?.id ?? 0 })).data).toEqual({ count: 0 });
    expect((await listed(root)).items).toMatchObject([{ state: "open" }]);
  });

  it("is acknowledged by whoever takes note, once, and closes by itself", async () => {
    await rule();
    await dark(device.slice(0, 1), 30);
    await watch();
    const [alert] = (await listed(root)).items;
    expect((await limited.post("/alerts/acknowledge", { ids: `${alert?.id},999999` })).data).toEqual({ count: 1 });
    expect((await root.post("/alerts/acknowledge", { ids: alert?.id ?? 0 })).data).toEqual({ count: 0 });
    expect(await details(root, alert?.id)).toMatchObject({ state: "acknowledged", acknowledged_by: limited.email });
    await watch(300);
    expect((await rung(root)).map(({ type }) => type)).toEqual(["alertOpened"]);
    await dark([]);
    await watch(301);
    await watch(310);
    expect(await listed(root, "closed")).toMatchObject({
      total: 1,
      open: 0,
      acknowledged: 0,
      items: [{ state: "closed", count: 1 }],
    });
    expect((await rung(root)).map(({ type }) => type)).toEqual(["alertClosed", "alertOpened"]);
  });

  it("is told again while nobody takes note", async () => {
    await rule({ repeat_minutes: 60 });
    await dark(device.slice(0, 1), 30);
    await watch();
    await watch(59);
    await watch(63);
    expect((await rung(root)).map(({ type }) => type)).toEqual(["alertRepeated", "alertOpened"]);
  });

  it("says nothing of a machine out of work, of one that the rule leaves out, or of what follows from another cause", async () => {
    await rule({ projects: String(project[0]) });
    await rule({ name: "Без зв'язку", cause: "offline", minutes: 0 });
    await dark(device, 30);
    await run(
      api.pool,
      sql`update device_states set online = false, last_contact_at = now() - interval '2 hours' where not mains`,
    );
    await run(api.pool, sql`update devices set in_work = false where id = ${device[0] ?? 0}`);
    await watch();
    await run(api.pool, sql`update devices set in_work = true`);
    const { items } = await listed(root);
    expect(items.map(({ cause, count }) => `${cause} ${count}`).sort()).toEqual(["offline 2", "power 1"]);
  });

  it.each(["projects", "locations", "devices"] as const)("is of the %s that its rule names", async (named) => {
    const ids = { projects: project[1], locations: location[2], devices: device[2] };
    await rule({ [named]: String(ids[named]) });
    await dark(device, 30);
    await watch();
    const { items } = await listed(root);
    const { subjects } = await details(root, items[0]?.id);
    expect(subjects).toHaveLength(named === "projects" ? 2 : 1);
    expect(items).toHaveLength(1);
  });

  it("opens one ticket, which the next alert of the machine goes on with while it is worked on", async () => {
    await rule({ channels: ["ticket"], ticket_priority: "CRITICAL" });
    await dark(device.slice(0, 1), 30);
    await watch();
    const [first] = (await listed(root)).items;
    expect((await root.get(`/help_desk/tickets/${first?.ticket}`)).data).toMatchObject({
      ...{ type: "DEVICE_PROBLEM", priority: "CRITICAL", device: { id: device[0] }, author: null },
    });
    await dark([]);
    await watch(1);
    await watch(20);
    await dark(device.slice(0, 1), 30);
    await watch(21);
    const [second] = (await listed(root)).items;
    expect(second).toMatchObject({ ticket: first?.ticket });
    expect(second?.id).not.toBe(first?.id);
    expect(pageSchema.parse((await root.get("/help_desk/tickets")).data).total).toBe(1);
    const named = async (who: Person, ticket = first?.ticket) =>
      alertsSchema
        .parse((await who.get(`/alerts?state=all&ticket=${ticket}`)).data)
        .items.map(({ id, state }) => ({ id, state }));
    expect(await named(root)).toEqual([
      { id: second?.id, state: "open" },
      { id: first?.id, state: "closed" },
    ]);
    expect(await named(root, (first?.ticket ?? 0) + 1)).toEqual([]);
    expect(await named(limited)).toHaveLength(2);
    const outside = {
      permissions: ["DEVICE_STATUS" as const],
      mode: "OPEN_SELECTED" as const,
      projects: project.slice(1),
    };
    expect(await named(await api.person(outside))).toEqual([]);
  });
});

describe("outside", () => {
  it("a messaging service is posted to, signed, again while it does not answer, in order", async () => {
    await rule({ channels: ["webhook"], webhook: "https://chat.example/hook", webhook_secret: "geheim-geheim" });
    await dark(device.slice(0, 1), 30);
    await watch();
    const posted: Post[] = [];
    let isThere = false;
    const send = async (message: Post) => {
      posted.push(message);
      return isThere ? ({ ok: true } as const) : { ok: false as const, error: "HTTP 503" };
    };
    await postAlerts(api.pool, send);
    await dark([]);
    await watch(1);
    await watch(20);
    expect(await postAlerts(api.pool, send)).toBe(0);
    isThere = true;
    for (let round = 0; round < 2; round++) {
      await run(api.pool, sql`update alert_messages set next_at = now() where state = 'WAIT'`);
      await postAlerts(api.pool, send);
    }
    const bodies = posted.map(({ id, secret, body }) => ({
      id,
      secret,
      ...z.object({ type: z.string(), text: z.string() }).parse(JSON.parse(body)),
    }));
    expect(bodies.map(({ type }) => type)).toEqual(["alertOpened", "alertOpened", "alertClosed"]);
    expect(bodies[0]?.id).toBe(bodies[1]?.id);
    expect(bodies[0]?.secret).toBe("geheim-geheim");
    expect(bodies[0]?.text).toContain(await serial(device[0]));
    const [closed] = (await listed(root, "closed")).items;
    expect((await details(root, closed?.id)).messages.map(({ state }) => state)).toEqual(["SENT", "SENT"]);
  });

  it("a mail is given to one sender at a time, and tried again", async () => {
    await rule({ channels: ["email"], people: [String(limited.id), String(root.id)], language: "en" });
    await dark(device.slice(1, 3), 30);
    await watch();
    const mailer = api.client(MAIL_SECRET);
    const claim = async () => claimedAlertMail.parse((await mailer.post("/mailer/alerts/claim")).data).mail;
    const mails = await Promise.all([claim(), claim(), claim()]);
    const taken = mails.filter((mail) => mail !== null);
    expect(taken.map(({ lang, letter }) => `${lang} ${letter.news} ${letter.count}`).sort()).toEqual([
      "en opened 1",
      "en opened 2",
    ]);
    const [first] = taken;
    const settle = (over: Record<string, string | number>) =>
      mailer.post("/mailer/alerts/settle", { id: first?.id ?? 0, lease: first?.lease ?? 0, ...over });
    await settle({ failure: "unreachable" });
    await run(api.pool, sql`update alert_messages set next_at = now() where last_error is not null`);
    const again = await claim();
    expect(again).toMatchObject({ id: first?.id, lease: 2 });
    // Who had it before says nothing about it any more.
    await settle({});
    const states = async () =>
      (await details(root, first?.letter.alert)).messages
        .filter(({ id }) => id === first?.id)
        .map(({ state, error }) => `${state} ${error}`);
    expect(await states()).toEqual(["WAIT unreachable"]);
    await mailer.post("/mailer/alerts/settle", { id: again?.id ?? 0, lease: 2 });
    expect(await states()).toEqual(["SENT null"]);
    expect((await root.post("/mailer/alerts/claim")).status).toBe(401);
  });
});

describe("a rule", () => {
  const refused = async (over: Record<string, string | number | string[]>) =>
    (
      await root.post("/alert_rules", {
        ...{ name: "Правило", cause: "power", minutes: 10, level: "info", language: "uk", channels: ["bell"], ...over },
      })
    ).fields;

  it("says what it lacks", async () => {
    expect(await refused({ channels: ["email"] })).toMatchObject({ people: [{ key: "alert_people" }] });
    expect(await refused({ channels: ["webhook"] })).toMatchObject({ webhook: [{ key: "alert_webhook" }] });
    expect(await refused({ quiet_from: "22:00" })).toMatchObject({ quiet_to: [{ key: "alert_quiet" }] });
    expect(await refused({ error_code: "EFB" })).toMatchObject({ error_code: [{ key: "alert_other_cause" }] });
    // Degrees are no limit of cash, and nothing above a hundred percent happens.
    expect(await refused({ cause: "cash", cash_limit: "2000", temperature_limit: 12 })).toMatchObject({
      temperature_limit: [{ key: "alert_other_cause" }],
    });
    expect(await refused({ cause: "failed_vends", failed_percent: 100 })).toMatchObject({ failed_percent: [{}] });
    expect(await refused({ webhook: "ftp://x" })).toMatchObject({ webhook: [{}] });
  });

  it("is not posted anywhere by who does not see every machine", async () => {
    const some = await api.person({
      permissions: ["HELP_DESK", "HELP_DESK_CONFIG"],
      mode: "OPEN_SELECTED",
      projects: [project[0] ?? 0],
    });
    const hook = { webhook: "https://chat.example/hook", channels: ["webhook"] };
    const values = { name: "Правило", cause: "power", minutes: 1, level: "info", language: "uk" };
    expect((await some.post("/alert_rules", { ...values, ...hook })).fields).toMatchObject({
      channels: [{ key: "alert_webhook_limited" }],
    });
    const own = idOf(await some.post("/alert_rules", { ...values, channels: ["bell"] }));
    expect((await some.post(`/alert_rules/${own}`, { ...values, ...hook, version: 1 })).status).toBe(422);
    expect(
      (await some.post("/alert_rules/bulk/change_channels", { ids: String(own), channels: ["webhook"] })).data,
    ).not.toMatchObject({ done: 1 });
  });

  it("of temperature is about machines that cool, and about hot drinks only where their models are chosen", async () => {
    const hot = "update device_states set temperatures = '{92}', temperature_at = now() where device_id = $1";
    await api.pool.query(hot, [device[0]]);
    await rule({ cause: "temperature", minutes: 0 });
    await watch();
    expect(await listed(root)).toMatchObject({ total: 0 });
    await rule({ cause: "temperature", minutes: 0, temperature_limit: 80, models: String(model) });
    await watch(1);
    expect((await listed(root)).items).toMatchObject([{ cause: "temperature" }]);
  });

  it("that is no longer active, or is deleted, ends its alerts without a word", async () => {
    for (const end of ["off", "deleted"]) {
      const id = await rule();
      await dark(device.slice(0, 1), 30);
      await watch();
      if (end === "off") await run(api.pool, sql`update alert_rules set active = false where id = ${id}`);
      else expect((await root.post(`/alert_rules/${id}/delete`)).status).toBe(200);
      await watch(1);
      expect(await listed(root)).toMatchObject({ total: 0 });
      expect((await rung(root)).every(({ type }) => type === "alertOpened")).toBe(true);
    }
  });

  it.each([
    [
      "temperature",
      "with cooling as (update devices set device_type = 'SNACK' where id = $1) update device_states set temperatures = '{4, 19}', temperature_at = now() where device_id = $1",
      { temperature_limit: 15 },
    ],
    [
      "door",
      "update device_states set door = 'opened', door_since = now() - interval '1 hour' where device_id = $1",
      {},
    ],
    [
      "quiet",
      "update device_states set quiet = 'sales', quiet_since = now() - interval '1 hour', quiet_expected = 4 where device_id = $1",
      {},
    ],
    [
      "cash",
      "insert into device_forecasts (device_id, cash, made_at, rates_at, told_at, per_day, lost, lost_from, cycle_days, cycle_cost, slots, unknown, drifting, blocked) values ($1, 500000, now(), now(), now(), 0, '{}', current_date, 1, 0, 0, 0, 0, false)",
      { cash_limit: 4_000_00 },
    ],
    [
      "held_audit",
      "insert into audit_questions (device_id, month, question, count, accepted, amount, first_at, last_at) values ($1, '2026-01-01', 'held', 2, 0, 0, now(), now())",
      {},
    ],
  ])("sees %s", async (cause, change, over) => {
    await rule({ cause, minutes: 0, ...over });
    await api.pool.query(change, [device[0]]);
    await watch();
    expect((await listed(root)).items).toMatchObject([{ cause, scope: "place", count: 1 }]);
    // What nothing else of a machine tells stands among its troubles.
    const { machine } = deviceAttentionSchema.parse((await root.get(`/devices/${device[0]}/attention`)).data);
    expect(machine.alerts.map((alert) => alert.cause)).toEqual(cause === "temperature" ? [cause] : []);
    const { attention } = dashboardSchema.parse((await root.get("/dashboard")).data);
    expect(attention.machines.some(({ id }) => id === device[0])).toBe(
      ["temperature", "door", "quiet"].includes(cause),
    );
    await rule({
      cause,
      minutes: 0,
      name: "Більше",
      // More than there is, or of other machines.
      ...("temperature_limit" in over
        ? { temperature_limit: 19 }
        : "cash_limit" in over
          ? { cash_limit: 5_000_01 }
          : { projects: String(project[1]) }),
    });
    await watch(5);
    expect((await listed(root)).items).toHaveLength(1);
  });
});
