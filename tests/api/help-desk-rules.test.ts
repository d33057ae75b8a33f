import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { conversationSchema, deviceErrorsSchema } from "~server/contract/help-desk";
import { pageSchema, recordSchema } from "~server/contract/record";
import { errorsClosed, errorOpened } from "~server/vending/areas/help-desk/errors";
import { openDueTickets } from "~server/vending/areas/help-desk/rules";
import { rows, run, transaction } from "~server/vending/database/query";
import { envelope } from "../fixtures/evadts/build";
import { idOf, type TestApi, testApi, type Person } from "./app";
import { supporter } from "./help-desk-people";
import { makeDevice, makeLocation, makeModel } from "./network";

let api: TestApi;
let root: Person;
let anna: Person;
let model: number;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  anna = await supporter(api);
  model = await makeModel(root);
});
beforeEach(async () => {
  await run(api.pool, sql`update ticket_rules set active = false`);
  await run(api.pool, sql`update ticket_errors set closed_at = now() where closed_at is null`);
});
afterAll(() => api.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const machine = async () => makeDevice(root, model, await makeLocation(root));
const rule = async (over: Record<string, string | number> = {}) =>
  idOf(
    await root.post("/help_desk/ticket_rules", {
      name: "Правило",
      active: "on",
      minutes: 30,
      priority: "HIGH",
      ...over,
    }),
  );
const begins = (device: number, code: string, at = ago(60)) =>
  transaction(api.pool, (tx) => errorOpened(tx, device, code, at));
const ends = (device: number, code: string, at = ago(0)) =>
  transaction(api.pool, (tx) => errorsClosed(tx, [{ device, code, at }]));
const sweep = () => openDueTickets(api.pool);
const ticketsOf = async (device: number) =>
  pageSchema.parse((await anna.get(`/help_desk/tickets?device=${device}`)).data).items;
const entriesOf = async (id: number) =>
  conversationSchema.parse((await anna.get(`/help_desk/tickets/${id}/conversation`)).data).entries;

describe("a rule", () => {
  it("opens one ticket for an error that lasts, whoever sweeps", async () => {
    const [device, category] = [await machine(), idOf(await root.post("/help_desk/categories", { name: "Вода" }))];
    await rule({ error_code: "EFB", category, responsible: anna.id });
    await begins(device, "EFB");
    expect((await Promise.all([sweep(), sweep(), sweep()])).reduce((sum, one) => sum + one)).toBe(1);
    const [opened, ...others] = await ticketsOf(device);
    expect(others).toEqual([]);
    expect(opened).toMatchObject({
      type: "DEVICE_PROBLEM",
      error_code: "EFB",
      priority: "HIGH",
      status: "NEW",
      category: { id: category },
      responsible: { id: anna.id },
      author: null,
    });
    expect(String(opened?.subject)).toMatch(/^Правило · EFB · SN-\d+ · Локація \d+$/);
    expect(await entriesOf(opened?.id ?? 0)).toMatchObject([{ kind: "ERROR_OPENED", error_code: "EFB", author: null }]);
    expect((await anna.get(`/help_desk/tickets/${opened?.id}/history`)).data).toMatchObject({
      items: [{ action: "create", author: null }],
    });
    expect(await sweep()).toBe(0);
  });

  it("waits as long as it says, and for what it says", async () => {
    const device = await machine();
    await rule({ error_code: "EFB" });
    await begins(device, "EFB", ago(29));
    await begins(device, "EEL");
    expect(await sweep()).toBe(0);
    await run(
      api.pool,
      sql`update ticket_errors set opened_at = opened_at - interval '2 minutes' where closed_at is null`,
    );
    expect(await sweep()).toBe(1);
  });

  it("can be for a kind of error, a manufacturer or anything; the most exact one counts", async () => {
    const device = await machine();
    const other = idOf(await root.post("/device_manufacturers", { name: "Інший" }));
    await rule({ priority: "MEDIUM" });
    await rule({ error_code: "EF", priority: "HIGH" });
    await rule({ error_code: "EFB", manufacturer: other, priority: "CRITICAL" });
    await begins(device, "EFB");
    await begins(device, "EEL");
    expect(await sweep()).toBe(2);
    expect((await ticketsOf(device)).map((one) => [one.error_code, one.priority]).sort()).toEqual([
      ["EEL", "MEDIUM"],
      ["EFB", "HIGH"],
    ]);
  });

  it("leaves machines out of work and hidden ones alone", async () => {
    const [resting, hidden] = [await machine(), await machine()];
    await run(
      api.pool,
      sql`update devices set in_work = id <> ${resting}, hidden = id = ${hidden} where id in (${resting}, ${hidden})`,
    );
    await rule();
    await begins(resting, "EFB");
    await begins(hidden, "EFB");
    expect(await sweep()).toBe(0);
  });

  it("does not make responsible who cannot be any more", async () => {
    const gone = await supporter(api);
    const device = await machine();
    await rule({ responsible: gone.id });
    await run(api.pool, sql`update users set blocked = true where id = ${gone.id}`);
    await begins(device, "EFB");
    await sweep();
    expect((await ticketsOf(device))[0]).toMatchObject({ responsible: null });
  });
});

describe("an error", () => {
  it("notes its end, and its return while the ticket is open; afterwards it is a new ticket", async () => {
    const device = await machine();
    await rule();
    await begins(device, "EFB");
    await begins(device, "EFB");
    await sweep();
    await ends(device, "EFB");
    await ends(device, "EFB");
    await begins(device, "EFB", ago(0));
    const [first] = await ticketsOf(device);
    expect((await entriesOf(first?.id ?? 0)).map(({ kind }) => kind)).toEqual([
      "ERROR_OPENED",
      "ERROR_CLOSED",
      "ERROR_OPENED",
    ]);
    await ends(device, "EFB");
    await anna.post(`/help_desk/tickets/${first?.id}/set_status`, { status: "CLOSED" });
    await begins(device, "EFB");
    await sweep();
    expect(await ticketsOf(device)).toHaveLength(2);
  });

  it("of a maker's own kind is as good as one of the standard's", async () => {
    const device = await machine();
    await rule();
    await begins(device, "xyz9");
    await begins(device, "Door_12/A.3-b");
    await begins(device, "ERR 12");
    const id = idOf(
      await anna.post("/help_desk/tickets", {
        subject: "Невідома помилка",
        type: "DEVICE_PROBLEM",
        priority: "HIGH",
        device,
        error_code: "xyz9",
      }),
    );
    expect(recordSchema.parse((await anna.get(`/help_desk/tickets/${id}`)).data)).toMatchObject({ error_code: "XYZ9" });
    // The person's ticket is about the first; the rule for any error opens one for each of the others.
    expect(await sweep()).toBe(2);
    expect((await ticketsOf(device)).map((one) => one.error_code).sort()).toEqual(["DOOR_12/A.3-B", "ERR 12", "XYZ9"]);
    await ends(device, "xyz9");
    expect((await entriesOf(id)).at(-1)).toMatchObject({ kind: "ERROR_CLOSED", error_code: "XYZ9" });
  });

  it("of any length and sign that a machine may send has a rule, and no other", async () => {
    const device = await machine();
    await rule({ error_code: "xyz", priority: "CRITICAL" });
    await begins(device, "XYZ9");
    await begins(device, "ABC1");
    expect(await sweep()).toBe(1);
    expect((await ticketsOf(device))[0]).toMatchObject({ error_code: "XYZ9", priority: "CRITICAL" });
    const create = (error_code: string) =>
      anna.post("/help_desk/tickets", { subject: "x", type: "DEVICE_PROBLEM", priority: "HIGH", device, error_code });
    expect((await create("E".repeat(40))).status).toBe(201);
    expect((await create("E".repeat(41))).fields.error_code).toMatchObject([{ key: "max_length", count: 40 }]);
    expect((await create("E\u0007F")).fields.error_code).toMatchObject([{ key: "incorrect" }]);
  });

  it("for which a person opened a ticket needs no other", async () => {
    const device = await machine();
    await rule();
    await begins(device, "EFB");
    const id = idOf(
      await anna.post("/help_desk/tickets", {
        subject: "Немає води",
        type: "DEVICE_PROBLEM",
        priority: "HIGH",
        device,
        error_code: "EFB",
      }),
    );
    expect(await sweep()).toBe(0);
    await ends(device, "EFB");
    expect(await entriesOf(id)).toMatchObject([{ kind: "ERROR_CLOSED", error_code: "EFB" }]);
  });
});

describe("an audit file", () => {
  const hand = (device: number, read: number, active: boolean, cups = 5) =>
    root.raw(
      `/devices/${device}/audits`,
      envelope([
        `ID1*TST${device}*T1*1**`,
        `VA1*${read * 3000}*${read}*0*0`,
        `EA2*EFB*3*3**${active ? 1 : 0}`,
        `EA2*EBB*${cups}*${cups}`,
        `EA3*${read}*261120*${1000 + read}*********${read}`,
      ]),
      { "content-type": "text/plain" },
    );
  const open = async (device: number) =>
    deviceErrorsSchema.parse((await root.get(`/devices/${device}/errors`)).data).items.map(({ code }) => code);

  it("begins and ends errors by the flag of its events", async () => {
    const device = await machine();
    expect((await hand(device, 1, true)).status).toBe(201);
    expect(await open(device)).toEqual(["EFB"]);
    await hand(device, 2, true);
    expect(
      await rows(api.pool, z.object({ id: z.number() }), sql`select id from ticket_errors where device_id = ${device}`),
    ).toHaveLength(1);
    await hand(device, 3, false);
    expect(await open(device)).toEqual([]);
    expect((await (await api.person({ permissions: ["HELP_DESK"] })).get(`/devices/${device}/errors`)).status).toBe(
      403,
    );
  });

  it("begins an error without a flag when it happened again, and ends it when it did not", async () => {
    const device = await machine();
    for (const [read, cups, expected] of [
      [1, 5, []],
      [2, 5, []],
      [3, 6, ["EBB"]],
      [4, 8, ["EBB"]],
      [5, 8, []],
    ] as const) {
      await hand(device, read, false, cups);
      expect([read, await open(device)]).toEqual([read, expected]);
    }
  });

  it("leads to a ticket that a machine's page links to", async () => {
    const device = await machine();
    await rule({ minutes: 0 });
    await hand(device, 1, true);
    await sweep();
    const [ticket] = await ticketsOf(device);
    expect(deviceErrorsSchema.parse((await root.get(`/devices/${device}/errors`)).data).items).toMatchObject([
      { code: "EFB", ticket: { id: ticket?.id } },
    ]);
    expect(recordSchema.parse((await anna.get(`/help_desk/tickets/${ticket?.id}`)).data)).toMatchObject({
      error_code: "EFB",
    });
  });
});
