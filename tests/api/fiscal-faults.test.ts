import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deskSchema } from "~server/contract/fiscal";
import { markAlarms } from "~server/vending/areas/fiscal/alarms";
import { only, rows, run } from "~server/vending/database/query";
import type { Fault } from "~server/vending/stand-ins/checkbox-faults";
import { testApi } from "./app";
import { makeDesk, makeFiscalPlace, openAllDay, QUICK, receiptsOf, settled, startDesks } from "./fiscal-world";
import { makeModel } from "./network";
import { vend } from "./unit";

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

/** Only ends what hangs. */
const PATIENT = { timeout: 60_000 };
/** Longer than the client waits. */
const TOO_LONG = QUICK.answerMs * 2;
const SELL = "POST /receipts/sell";
const LOOK = "GET /receipts/";
/** A receipt that must be looked at. */
const HANG: Fault = { at: SELL, kind: "hang", times: 2 };

/** What goes wrong with two vends of 25.00, and what must have become of them. `done` is all of them unless said otherwise. */
const FAULTS: [string, Fault[], { done?: number; error?: string; failed?: true }?][] = [
  ["nothing", []],
  ["the line repeats a request", [{ at: SELL, kind: "twice", times: 2 }]],
  ["the line repeats the opening of a shift", [{ at: "POST /shifts", kind: "twice" }]],
  ["it is slow", [{ at: SELL, kind: "slow", ms: 100, times: 2 }]],
  ["it does it later than we wait", [{ at: SELL, kind: "slow", ms: TOO_LONG }], { failed: true }],
  ["it answers after our time-out", [{ at: SELL, kind: "late", ms: TOO_LONG, times: 2 }], { failed: true }],
  ["it answers a look after our time-out", [HANG, { at: LOOK, kind: "late", ms: TOO_LONG }], { failed: true }],
  ["a look is answered 500", [HANG, { at: LOOK, kind: "status", status: 500 }], { failed: true }],
  ["500 before it is done", [{ at: SELL, kind: "status", status: 500, times: 2 }], { failed: true }],
  ["502 after it is done", [{ at: SELL, kind: "acted", times: 2 }], { failed: true }],
  ["the connection is cut before", [{ at: SELL, kind: "drop" }], { failed: true }],
  ["the connection is cut after", [{ at: SELL, kind: "acted_drop", times: 2 }], { failed: true }],
  ["a page of a proxy instead of JSON", [{ at: SELL, kind: "html" }], { failed: true }],
  ["429 with Retry-After", [{ at: SELL, kind: "status", status: 429, retry_after: 1, times: 2 }], { failed: true }],
  ["the token expires", [{ at: SELL, kind: "expire" }]],
  ["the token expires at a look", [HANG, { at: LOOK, kind: "expire" }]],
  ["signing in fails twice", [{ at: "POST /cashier/signin", kind: "status", status: 503, times: 2 }], { failed: true }],
  [
    "the shift is refused once",
    [{ at: "POST /shifts", kind: "refuse", message: "Підпис прострочено" }],
    { failed: true },
  ],
  ["the shift opens after its answer is lost", [{ at: "POST /shifts", kind: "acted_drop" }], { failed: true }],
  ["the shift takes long", [{ at: "POST /shifts", kind: "hang", times: 6 }]],
  ["the receipt takes long", [{ at: SELL, kind: "hang", times: 6 }]],
  [
    "its clock is wrong for a while",
    [{ at: SELL, kind: "status", status: 400, message: "Час каси відрізняється від часу ДПС", times: 3 }],
    { failed: true },
  ],
  [
    "a receipt ends in ERROR",
    [{ at: SELL, kind: "refuse", message: "Помилка підпису чека" }],
    { done: 1, error: "Помилка підпису чека" },
  ],
  [
    "a receipt is invalid",
    [{ at: SELL, kind: "status", status: 422, message: "Validation error" }],
    { done: 1, error: "Validation error" },
  ],
  [
    "the cashier is forbidden for a while",
    [{ at: SELL, kind: "status", status: 403, message: "Недостатньо прав", times: 4 }],
    { failed: true },
  ],
];

describe("a fault of the service", () => {
  it.each(FAULTS)("%s", async (_, faults, { done = 2, error, failed } = {}) => {
    const desk = await makeDesk(root);
    const place = await makeFiscalPlace(api, root, desk.id, model);
    standIn.fail(...faults);
    await place.send({ events: [vend({ price: 2_500 }), vend({ price: 2_500, source: "cashless1" })] });
    await settled(api);
    expect(standIn.coming()).toBe(0);
    const made = await receiptsOf(api, place.device);
    expect(made.map(({ state }) => state).toSorted()).toEqual(done === 2 ? ["done", "done"] : ["done", "error"]);
    const counts = standIn.counts()[desk.name];
    expect((counts?.cash_sales ?? 0) + (counts?.card_sales ?? 0)).toBe(done * 2_500);
    expect(counts).toMatchObject({ sells: done, returns: 0, opened: 1 });
    if (error !== undefined) expect(made.find(({ state }) => state === "error")?.error).toBe(error);
    // A desk is told well after the receipt that shows it.
    const over = async () => deskSchema.parse((await root.get(`/checkbox_cashiers/${desk.id}/desk`)).data).error?.over;
    await expect.poll(over).toBe(failed === undefined ? undefined : true);
  });
});

describe("a desk", () => {
  it("signs in once, whatever it sends, and once more when its token is refused", async () => {
    const desk = await makeDesk(root);
    const place = await makeFiscalPlace(api, root, desk.id, model);
    for (let nth = 0; nth < 3; nth++) {
      await place.send({ events: [vend({ price: 1_000 + nth })] });
      await settled(api);
    }
    await desks.restart();
    await place.send({ events: [vend()] });
    await settled(api);
    expect(standIn.counts()[desk.name]).toMatchObject({ sells: 4, sign_ins: 1 });
    standIn.fail({ at: SELL, kind: "expire" });
    await place.send({ events: [vend()] });
    await settled(api);
    expect(standIn.counts()[desk.name]).toMatchObject({ sells: 5, sign_ins: 2 });
  });

  it("opens again when somebody closed its shift elsewhere", async () => {
    const desk = await makeDesk(root);
    const place = await makeFiscalPlace(api, root, desk.id, model);
    await place.send({ events: [vend()] });
    await settled(api);
    standIn.closeElsewhere();
    await place.send({ events: [vend({ price: 7_700 })] });
    await settled(api);
    expect(standIn.counts()[desk.name]).toMatchObject({ sells: 2, opened: 2 });
  });

  it("does what people ask, in the service's words when it does not", async () => {
    const desk = await makeDesk(root);
    const path = `/checkbox_cashiers/${desk.id}`;
    expect((await root.post(`${path}/test_access`)).status).toBe(200);
    expect((await root.post(`${path}/x_report`)).fields).toEqual({ state: [{ key: "Зміну не відкрито" }] });
    standIn.fail({ at: "POST /shifts", kind: "refuse", message: "Сертифікат касира недійсний" });
    expect((await root.post(`${path}/open`)).fields).toEqual({ state: [{ key: "Сертифікат касира недійсний" }] });
    expect((await root.post(`${path}/open`)).status).toBe(200);
    const cash = { key: "cash-in-once-1", type: "service_in", amount: 50_000 };
    expect((await root.post(`${path}/cash`, cash)).status).toBe(201);
    expect((await root.post(`${path}/cash`, cash)).status).toBe(201);
    expect((await root.post(`${path}/cash`, { ...cash, amount: 1 })).error).toBe("key_reused");
    standIn.fail({ at: "POST /receipts/service", kind: "acted_drop" });
    await root.post(`${path}/cash`, { key: "cash-out-once-1", type: "service_out", amount: 20_000 });
    await settled(api);
    const tooMuch = { key: "cash-out-once-2", type: "service_out", amount: 90_000 };
    expect((await root.post(`${path}/cash`, tooMuch)).fields).toEqual({
      amount: [{ key: "Недостатньо готівки в касі" }],
    });
    expect((await root.post(`${path}/x_report`)).status).toBe(200);
    expect(standIn.counts()[desk.name]).toMatchObject({ service_in: 50_000, service_out: 20_000, balance: 30_000 });
    const open = deskSchema.parse((await root.get(`${path}/desk`)).data);
    expect(open).toMatchObject({ state: "OPEN", shift: { balance: 30_000 } });
    expect(open.operations.find(({ type }) => type === "x_report" && open.operations)?.result).toMatchObject({
      balance: 30_000,
    });
    expect((await root.post(`${path}/close`)).status).toBe(200);
    expect(deskSchema.parse((await root.get(`${path}/desk`)).data)).toMatchObject({
      state: "CLOSED",
      shift: { status: "CLOSED" },
    });
    // Who closed it wants it closed: receipts wait.
    const place = await makeFiscalPlace(api, root, desk.id, model);
    await place.send({ events: [vend()] });
    await vi.waitFor(async () => {
      const { waits } = await only(
        api.pool,
        z.object({ waits: z.boolean() }),
        sql`select rest_until > now() as waits from fiscal_desks where desk_id = ${desk.id}`,
      );
      expect(waits).toBe(true);
    }, PATIENT);
    expect((await root.get(`${path}/receipts?state=waiting`)).data).toMatchObject({ total: 1 });
    expect((await root.post(`${path}/open`)).status).toBe(200);
    await settled(api);
    expect(standIn.counts()[desk.name]).toMatchObject({ sells: 1, opened: 2, closed: 1 });
  });

  it("closes a shift of yesterday before it goes on, and says when it cannot", async () => {
    const desk = await makeDesk(root);
    const place = await makeFiscalPlace(api, root, desk.id, model);
    await place.send({ events: [vend()] });
    await settled(api);
    await desks.pause();
    await run(
      api.pool,
      sql`update fiscal_shifts set opened_at = now() - interval '25 hours' where desk_id = ${desk.id}`,
    );
    await run(api.pool, sql`update fiscal_desks set next_at = now()`);
    await markAlarms(api.pool);
    const alarm = async () => deskSchema.parse((await root.get(`/checkbox_cashiers/${desk.id}/desk`)).data).alarm;
    expect(await alarm()).toBe("shift_old");
    standIn.fail({ at: "POST /shifts/close", kind: "refuse", message: "Є непередані чеки" });
    desks.resume();
    await vi.waitFor(async () => {
      await markAlarms(api.pool);
      expect(await alarm()).toBe("close_failed");
    }, PATIENT);
    await place.send({ events: [vend()] });
    await settled(api);
    await markAlarms(api.pool);
    expect(await alarm()).toBeNull();
    expect(standIn.counts()[desk.name]).toMatchObject({ sells: 2, opened: 2, closed: 1 });
  });
});

it("no secret of a desk stands in an answer, a history, an export, a log or a table", async () => {
  const logged: unknown[] = [];
  const spies = (["log", "error", "warn"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...all) => void logged.push(...all)),
  );
  const desk = await makeDesk(root);
  const place = await makeFiscalPlace(api, root, desk.id, model);
  standIn.fail(
    { at: "POST /cashier/signin", kind: "status", status: 403, message: "Невірний логін або пароль" },
    { at: SELL, kind: "acted_drop" },
    { at: SELL, kind: "html" },
    { at: SELL, kind: "expire" },
  );
  await place.send({ events: [vend(), vend({ price: 100 })] });
  await settled(api);
  const path = `/checkbox_cashiers/${desk.id}`;
  await root.post(`${path}/test_access`);
  const answers = await Promise.all(
    [
      path,
      "/checkbox_cashiers",
      `${path}/history`,
      `${path}/desk`,
      `${path}/receipts`,
      "/receipts",
      "/openapi.json",
    ].map(async (one) => (await api.app.request(one, { headers: { Authorization: root.token } })).text()),
  );
  const exported = await (
    await api.app.request("/checkbox_cashiers/export?format=csv&scope=all", { headers: { Authorization: root.token } })
  ).text();
  for (const spy of spies) spy.mockRestore();
  const tables = await Promise.all(
    [
      "fiscal_cashiers",
      "fiscal_desks",
      "fiscal_operations",
      "fiscal_shifts",
      "receipts",
      "history",
      "deleted_records",
    ].map((table) =>
      rows(
        api.pool,
        z.object({ all: z.string() }),
        sql`select coalesce(json_agg(t), '[]')::text as all from ${sql.identifier(table)} t`,
      ),
    ),
  );
  const everything = JSON.stringify([answers, exported, logged.map(String), tables]);
  for (const secret of [desk.pin_code, desk.license_key, ...standIn.tokens()]) expect(everything).not.toContain(secret);
  expect(standIn.tokens().length).toBeGreaterThan(0);
});
