import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { alertsSchema, claimedAlertMail } from "~server/contract/alerts";
import { CALLS } from "~server/contract/calls";
import { callsOf } from "~server/contract/calls/entities";
import { ENTITIES, entityNamed } from "~server/contract/entities";
import {
  actionsOf,
  bulkActionsOf,
  changesOf,
  type Entity,
  type EntityAction,
  takenField,
} from "~server/contract/entity";
import { identityOf } from "~server/contract/import-columns";
import { importSchema } from "~server/contract/imports";
import { bagsSchema, collectionsSchema } from "~server/contract/collections";
import { planogramPricesSchema } from "~server/contract/prices";
import { recordSchema } from "~server/contract/record";
import { sheetSchema } from "~server/contract/route-sheets";
import { REPORTS } from "~server/contract/reports";
import { recoveryCodesAnswer, secondFactorSchema } from "~server/contract/second-factor";
import { claimedSchema } from "~server/contract/subscriptions";
import { ticketData } from "~server/contract/session";
import { watchOnce } from "~server/vending/areas/alerts/watch";
import { fixture } from "../fixtures/evadts/build";
import { idOf, MAIL_SECRET, PASSWORD, type Person, type Reply, testApi } from "./app";
import { said, supporter } from "./help-desk-people";
import { makeDevice, makeModel } from "./network";
import { made, sample, sampleOf, sentBack } from "./samples";
import { makeDesk, makeFiscalPlace, receiptsOf } from "./fiscal-world";
import { callingUnit, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
/** May do everything, and be responsible for tickets. */
const root = await supporter(api, { root: true });
const agent = await supporter(api);

/** Answered with success in tests of their own: they need a company's message service, another protocol, or a demonstration. */
const ELSEWHERE = [
  "company_send_test",
  "enterDemonstration",
  "liveSocket",
  // What needs a provider: payments.test.ts.
  ...["payAsk", "payBegin", "payCallback", "payCancel", "payChoose", "payView", "payment"],
  ...["retryRefund", "settleRefund", "testPayment"],
];

type Form = Parameters<Person["post"]>[1];
const done = (reply: Reply): Reply => {
  if (!reply.result) throw new Error(`${reply.status} ${reply.error} ${JSON.stringify(reply.fields)}`);
  return reply;
};
const get = async (path: string, by = root) => done(await by.get(path));
const post = async (path: string, form: Form = {}, by: Pick<Person, "post"> = root) => done(await by.post(path, form));
const bytes = (path: string, token: string, headers = {}) =>
  api.app.request(path, { headers: { Authorization: token, ...headers } });
/** A picture of one dot. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let keys = 0;
const key = () => `calls-key-${++keys}`;

/** What an action takes along. */
async function taken(entity: Entity, action: EntityAction): Promise<Record<string, string | number>> {
  const [name, field] = takenField(entity, action) ?? [];
  if (!name || !field) return {};
  return { [name]: name === "responsible" ? agent.id : await sample(root, entity, name, field) };
}

/** One action may be possible only after another. */
async function inSomeOrder<T>(all: readonly T[], one: (of: T) => Promise<Reply>): Promise<void> {
  let left = all.map((of) => ({ of, error: "" }));
  for (let before = Infinity; left.length && left.length < before; ) {
    before = left.length;
    const after: typeof left = [];
    for (const { of } of left) {
      const { result, error } = await one(of);
      if (!result) after.push({ of, error: error ?? "" });
    }
    left = after;
  }
  expect(left).toEqual([]);
}

it.each(ENTITIES.filter(({ singleton }) => !singleton).map((entity) => [entity.name, entity] as const))(
  "each call about a %s is answered as OpenAPI says",
  async (name, entity) => {
    const path = entity.api;
    const id = await made(root, entity);
    const record = recordSchema.parse((await get(`${path}/${id}`)).data);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    done(await root.raw(`${path}/${id}`, sentBack(entity, record).toString(), form));
    const { scopes, deleted, imports } = callsOf(entity);
    for (const call of ["", "/export", `/${id}/history`, `/${id}/neighbours`, `/${id}/related`]) await get(path + call);
    if (scopes) await get(scopes.path);
    await get(`/options/${name}`);
    const usual = (one: EntityAction) => one.name !== "delete" && !one.single;
    await inSomeOrder(actionsOf(entity).filter(usual), async (action) =>
      root.post(`${path}/${id}/${action.name}`, await taken(entity, action)),
    );
    await inSomeOrder(bulkActionsOf(entity).filter(usual), async (action) =>
      root.post(`${path}/bulk/${action.name}`, { ids: String(id), ...(await taken(entity, action)) }),
    );
    for (const action of changesOf(entity))
      await post(`${path}/bulk/${action.name}`, { ids: String(id), ...(await taken(entity, action)) });
    if (imports && entity.imports === undefined) {
      const record = recordSchema.parse((await get(`${path}/${id}`)).data);
      const known = identityOf(entity).map((column) => [column, record[column]]);
      const rows = JSON.stringify({ rows: [Object.fromEntries(known)] });
      const tried = done(await root.raw(`${path}/import`, rows, { "content-type": "application/json" }));
      const { id: file } = importSchema.parse((await get(`${path}/import/${idOf(tried)}`)).data);
      expect((await post(`${path}/import/${file}/save`)).data).toEqual({ made: 0, changed: 0, same: 1 });
    }
    if (!deleted) return;
    await get(`${path}/${id}/usage`);
    await post(`${path}/${id}/delete`);
    await get(`${path}/deleted`);
    await get(`${path}/deleted/${id}`);
    await post(`${path}/deleted/${id}/restore`);
    await post(`${path}/bulk/delete`, { ids: String(id) });
  },
);

it.each(ENTITIES.filter(({ singleton }) => singleton).map((entity) => [entity.name, entity] as const))(
  "each call about the %s is answered as OpenAPI says",
  async (_name, entity) => {
    const record = recordSchema.parse((await get(entity.api)).data);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    done(await root.raw(entity.api, sentBack(entity, record).toString(), form));
    await get(`${entity.api}/history`);
  },
);

/** The person signs in with two steps from now on. */
async function inTwoSteps(person: Person): Promise<void> {
  await post("/profile/second_factor/begin", { current_password: PASSWORD }, person);
  const { pending } = secondFactorSchema.parse((await get("/profile/second_factor", person)).data);
  const code = new TOTP({ secret: Secret.fromBase32(pending?.secret ?? "") }).generate();
  await post("/profile/second_factor/confirm", { code }, person);
}

describe("each other call is answered as OpenAPI says:", () => {
  it("what is asked of the service", async () => {
    for (const path of ["/healthz", "/readyz", "/server"]) await get(path);
    expect((await bytes("/openapi.json", "")).status).toBe(200);
    for (const path of ["/info", "/dashboard", "/first_steps", "/notices", "/profile", "/search?q=a"]) await get(path);
    await post("/notices/read", { upto: 1 });
  });

  it("alerts and their mails", async () => {
    const rule = {
      name: "Двері",
      active: "on",
      cause: "door",
      minutes: 0,
      level: "info",
      language: "uk",
      wait_seconds: 0,
    };
    await post("/alert_rules", { ...rule, channels: ["email"], people: [String(root.id)] });
    const device = await makeDevice(root, await makeModel(root));
    await api.pool.query("insert into device_states (device_id, door) values ($1, 'opened')", [device]);
    await watchOnce(api.pool, Date.now());
    const { items } = alertsSchema.parse((await get("/alerts")).data);
    await get(`/alerts/${items[0]?.id}`);
    await post("/alerts/acknowledge", { ids: items[0]?.id ?? 0 });
    const mailer = api.client(MAIL_SECRET);
    const { mail } = claimedAlertMail.parse((await post("/mailer/alerts/claim", {}, mailer)).data);
    await post("/mailer/alerts/settle", { id: mail?.id ?? 0, lease: mail?.lease ?? 0 }, mailer);
  });

  it("a person's own", async () => {
    const person = await api.person();
    const mine = (path: string, form: Form = {}) => post(path, form, person);
    await post("/login", { email: person.email, password: PASSWORD }, api.anybody);
    await mine("/profile", { full_name: "Ім’я", email: person.email, version: 1 });
    await mine("/profile/sessions/end_others");
    await mine("/profile/sessions/1/end");
    await inTwoSteps(person);
    const renewed = await mine("/profile/second_factor/recovery_codes", { current_password: PASSWORD });
    const [recovery = ""] = recoveryCodesAnswer.parse(renewed.data).recovery_codes;
    const first = await api.anybody.post("/login", { email: person.email, password: PASSWORD });
    const { ticket } = ticketData.parse(first.data);
    done(await api.anybody.post("/login/second_step", { ticket, code: recovery }));
    const password = "another long password";
    await mine("/profile/password", { current_password: PASSWORD, password, password_repeat: password });
    await mine("/profile/second_factor/off", { current_password: password });
    await get("/logout", person);
    const other = await api.person();
    await inTwoSteps(other);
    await post(`/users/${other.id}/reset_second_factor`);
  });

  it("saved filters and files", async () => {
    await get("/saved_filters?entity=device");
    await get("/saved_filters/groups");
    const id = idOf(await post("/saved_filters", { entity: "device", query: "hidden=false", name: "Мій" }));
    await post(`/saved_filters/${id}`, { name: "Інший" });
    await post(`/saved_filters/${id}/delete`);
    const png = Buffer.from(PNG, "base64");
    const file = idOf(done(await root.raw("/files?entity=ticket&field=files", png, { "x-file-name": "dot.png" })));
    for (const path of [`/files/${file}`, `/files/${file}/thumbnail`])
      expect((await bytes(path, root.token)).status).toBe(200);
  });

  it("subscriptions and mails", async () => {
    const schedule = { period: "month", frequency: "daily", hour: 1, format: "csv", lang: "uk" };
    const subscription = `/subscriptions/${idOf(await post("/subscriptions", { report: "aggregated_sales", ...schedule }))}`;
    await get("/subscriptions");
    await get("/subscriptions/all");
    await post(subscription, schedule);
    for (const call of ["pause", "resume", "send"]) await post(`${subscription}/${call}`);
    const mailer = api.client(MAIL_SECRET);
    const { mail } = claimedSchema.parse((await post("/mailer/claim", {}, mailer)).data);
    const [token, unsubscribe] = [mail?.token ?? "", mail?.unsubscribe ?? ""];
    await post("/mailer/failed", { token, failure: "later" }, mailer);
    await post("/mailer/sent", { token }, mailer);
    await post("/unsubscribe/look", { token: unsubscribe });
    await post("/unsubscribe", { token: unsubscribe });
    const other = idOf(await post("/subscriptions", { report: "aggregated_sales", ...schedule }));
    await post(`/subscriptions/${other}/delete`);
    const ended = idOf(await post("/subscriptions", { report: "aggregated_sales", ...schedule }));
    for (const call of ["pause", "resume", "delete"]) await post(`/subscriptions/all/${ended}/${call}`);
  });

  it("online payments", async () => {
    const unit = await callingUnit(api, root, await makeModel(root));
    for (const path of ["", "/funnel", "/counters", "/today", "/differences"]) await get(`/payments${path}`);
    await post(`/devices/${unit.device}/pay`, { payer: "none" });
    const { code } = z.object({ code: z.string() }).parse((await get(`/devices/${unit.device}/pay`)).data);
    await get(`/pay/menu?code=${code}`);
  });

  it("a machine's", async () => {
    const unit = await callingUnit(api, root, await makeModel(root));
    const machine = `/devices/${unit.device}`;
    await unit.send();
    const { file_id } = z
      .object({ file_id: z.number() })
      .parse(done(await unit.audit(fixture("worked-first.txt"))).data);
    done(await root.raw(`${machine}/audits`, fixture("worked-second.txt")));
    const tabs = [
      "state",
      "attention",
      "events",
      "timeline",
      "collections",
      "maintenance",
      "placements",
      "cells",
      "errors",
      "commands",
      "forecast",
      "prices",
    ];
    const reads = ["audits", "audits/health", "audits/periods", `audits/${file_id}`];
    const sales = ["sales", "sales/list", "sales/aggregated", "sales/qr"];
    await get("/audits/questions");
    await get("/months");
    await get("/months/200001");
    await get("/months/200001/machines");
    await post("/months/200001/close");
    await post(`${machine}/audits/${file_id}/decision`, { decision: "judge" });
    for (const tab of [...tabs, ...reads, ...sales]) await get(`${machine}/${tab}`);
    expect((await bytes(`${machine}/audits/${file_id}/raw`, root.token)).status).toBe(200);
    await get("/planograms/face?model=1");
    await get("/devices/states");
    await get("/devices/states/choices");
    await post(`${machine}/maintenance`, { key: key(), cleaned: "on" });
    await post(`${machine}/collections`, { key: key(), counted: 100 });
    collectionsSchema.parse((await get(`${machine}/collections`)).data);
    await unit.send({ events: [{ id: "collected", t: "collection", at: iso(Date.now()), bag: "B-1" }] });
    const [bag] = bagsSchema.parse((await get("/collections?q=B-1")).data).items;
    await post("/collections", { key: key(), "counts[0].collection": bag?.id ?? 0, "counts[0].counted": 1 });
    const command = idOf(await post(`${machine}/commands`, { name: "restart", key: key() }));
    await post(`${machine}/commands/${command}/cancel`);
    const terminal = idOf(await post("/pax", { ...(await sampleOf(root, entityNamed("pax"))), device: unit.device }));
    await get(`/pax/${terminal}/state`);
  });

  it("rollouts", async () => {
    const unit = await callingUnit(api, root, await makeModel(root));
    const image = idOf(
      done(await root.raw("/files?entity=firmware&field=image", randomBytes(2_000), { "x-file-name": "a.bin" })),
    );
    const firmware = idOf(
      await post("/firmwares", { name: "FW", release: "3.0.0", type: "TELEMETRY", image, active: "on" }),
    );
    const rollouts = `/firmwares/${firmware}/rollouts`;
    await get(`${rollouts}/candidates`);
    const rollout = idOf(await post(rollouts, { key: key(), devices: [String(unit.device)] }));
    await get(rollouts);
    await get(`${rollouts}/${rollout}`);
    const { commands } = await unit.send();
    expect((await bytes(`/telemetry/firmware/${firmware}`, unit.secret, { "X-Device": unit.serial })).status).toBe(200);
    await unit.send({
      events: commands.map(({ id }) => ({
        id: `${id} failed`,
        t: "command_result",
        at: iso(Date.now()),
        command: id,
        state: "failed",
      })),
    });
    await post(`${rollouts}/${rollout}/retry`, { key: key() });
    await post(`${rollouts}/${rollout}/cancel`);
  });

  it("a planogram's prices", async () => {
    const planogram = await made(root, entityNamed("planogram"));
    const unit = await callingUnit(api, root, await makeModel(root), { values: { planogram: String(planogram) } });
    const prices = `/planograms/${planogram}/prices`;
    const { seen } = planogramPricesSchema.parse((await get(prices)).data);
    const devices = [String(unit.device)];
    await post(`${prices}/send`, { key: key(), seen, devices });
    await post(`${prices}/confirm`, { seen, devices });
  });

  it("a ticket's", async () => {
    const ticket = `/help_desk/tickets/${await made(root, entityNamed("ticket"))}`;
    await get(`${ticket}/conversation`);
    await get(`${ticket}/context`);
    await post(`${ticket}/readers`);
    await post(`${ticket}/entries`, said("Вітаю"));
    await post(`${ticket}/time`, { seconds: 60 });
  });

  it("cards at a machine", async () => {
    const unit = await callingUnit(api, root, await makeModel(root));
    const ask = { id: "ask", kind: "rfid", code: "04A1B2C3", cell: "3", price: 100 };
    done(await api.client(unit.secret).raw("/telemetry/authorise", JSON.stringify(ask), { "x-device": unit.serial }));
  });

  it("people", async () => {
    await get(`/users/${agent.id}/sight`);
    await get(`/users_groups/${agent.group}/sight`);
  });

  it("costs", async () => {
    await get(`/recipes/${await made(root, entityNamed("recipe"))}/cost`);
    await get(`/ingredients/${await made(root, entityNamed("ingredient"))}/prices`);
  });

  it("stock", async () => {
    const ingredient = await made(root, entityNamed("ingredient"));
    const [warehouse, crew] = [await made(root, entityNamed("warehouse")), await made(root, entityNamed("crew"))];
    await post(`/warehouses/${warehouse}/moves`, {
      key: key(),
      kind: "RECEIPT",
      "lines[0].ingredient": ingredient,
      "lines[0].quantity": 2,
      "lines[0].price": 100,
    });
    for (const place of [`/warehouses/${warehouse}`, `/crews/${crew}`]) {
      const line = { "lines[0].ingredient": ingredient, "lines[0].counted": 1 };
      await post(`${place}/counts`, { key: key(), seen: "[]", ...line });
      for (const what of ["stock", "moves", "counts"]) await get(`${place}/${what}`);
    }
    const machine = await made(root, entityNamed("device"));
    for (const what of ["stock", "moves"]) await get(`/devices/${machine}/${what}`);
    for (const what of ["lines", "lines/export", "batches", "purchase"]) await get(`/stock/${what}`);
  });

  it("route sheets", async () => {
    const member = await api.person();
    const [warehouse, ingredient, machine] = [
      await made(root, entityNamed("warehouse")),
      await made(root, entityNamed("ingredient")),
      await made(root, entityNamed("device")),
    ];
    const crew = idOf(await root.post("/crews", { name: "Екіпаж", type: "CREW", warehouse, members: member.id }));
    const stock = { kind: "RECEIPT", "lines[0].ingredient": ingredient, "lines[0].quantity": 5 };
    await post(`/warehouses/${warehouse}/moves`, { key: key(), ...stock });
    const form = { crew, day: "2026-11-25", "stops[0].device": machine, "stops[0].clean": "on" };
    const id = idOf(await post("/route_sheets", { key: key(), ...form }));
    for (const action of ["submit", "approve"]) await post(`/route_sheets/${id}/${action}`);
    await post(`/my_route/${id}/accept`, { key: key() }, member);
    const load = { "loads[0].ingredient": ingredient, "loads[0].quantity": 3 };
    await post(`/my_route/${id}/load`, { key: key(), ...load }, member);
    const { stops } = sheetSchema.parse((await get(`/route_sheets/${id}/sheet`)).data);
    const at = `/my_route/stops/${stops[0]?.id}`;
    for (const by of [root, member]) await get(at, by);
    await get("/my_route", member);
    await get(`/my_route/${id}`, member);
    await get(`/warehouses/${warehouse}/sheets`);
    await post(`${at}/begin`, { key: key() }, member);
    const photo = idOf(done(await member.raw(`${at}/photos?key=${key()}`, Buffer.from(PNG, "base64"))));
    for (const look of ["", "/thumbnail"])
      expect((await bytes(`/my_route/photos/${photo}${look}`, member.token)).status).toBe(200);
    await post(`${at}/serve`, { key: key(), cleaned: "on" }, member);
    const other = idOf(
      await post("/route_sheets", {
        key: key(),
        crew,
        day: "2026-11-26",
        "stops[0].device": await made(root, entityNamed("device")),
      }),
    );
    await post(`/route_sheets/${other}/cancel`, { cancel_reason: "Дощ" });
    const back = { "returns[0].ingredient": ingredient, "returns[0].quantity": 3 };
    await post(`/my_route/${id}/complete`, { key: key(), ...back }, member);
  });

  it("refunds", async () => {
    const refund = entityNamed("refund");
    for (const action of ["approve", "decline"]) {
      // Too much for who asks: somebody else decides.
      await api.pool.query("update settings set refund_limit = 0");
      const id = await made(root, refund);
      await api.pool.query("update refunds set author_id = null where id = $1", [id]);
      await post(`/refunds/${id}/${action}`, { decline_reason: "Видав" });
    }
  });

  it("fiscal desks", async () => {
    const { id } = await makeDesk(root);
    const desk = `/checkbox_cashiers/${id}`;
    const { device, location, send } = await makeFiscalPlace(api, root, id);
    await send({ events: [vend()] });
    const [receipt] = await receiptsOf(api, device);
    for (const what of ["open", "close", "test_access", "x_report"]) await post(`${desk}/${what}`);
    await post(`${desk}/cash`, { key: key(), type: "service_in", amount: 100 });
    for (const what of ["desk", "receipts"]) await get(`${desk}/${what}`);
    await get(`/locations/${location}/fiscal_operations`);
    await get(`/receipts/${receipt?.number}`);
    await get("/receipts");
    await post("/receipts/decide", { decision: "send", receipt: receipt?.number ?? 0 });
  });

  it("codes and keys", async () => {
    await get(`/qr_batches/${await made(root, entityNamed("qr_batch"))}/state`);
    const rows = JSON.stringify({ rows: [{ number: "1", full_name: "Олена" }] });
    const file = idOf(await root.raw("/sportlife/keys/import", rows, { "content-type": "application/json" }));
    await get(`/sportlife/keys/import/${file}`);
    await post(`/sportlife/keys/import/${file}/save`);
    await post("/companies", { name: "Спортклуб", user_sync_login: "club", user_sync_password: "довгий пароль" });
    const partner = { authorization: `Basic ${Buffer.from("club:довгий пароль").toString("base64")}` };
    const path = "/sport_life/employees";
    const told = JSON.stringify({ employees: [{ number: "2", full_name: "Іван" }] });
    for (const answer of [
      await api.app.request(path, { method: "PUT", headers: partner, body: told }),
      await api.app.request(path, { headers: partner }),
      await api.app.request(`${path}/block`, { method: "POST", headers: partner, body: '{"numbers":["2"]}' }),
    ])
      expect(answer.status).toBe(200);
  });

  it("movements of a key", async () => {
    const wallet = `/key_wallets/${await made(root, entityNamed("key_wallet"))}`;
    await post(`${wallet}/moves`, { key: key(), type: "manual_deposit", amount: 100, reason: "Каса" });
    for (const what of ["state", "moves", "moves/export"]) await get(`${wallet}/${what}`);
    const json = { "content-type": "application/json" };
    const lines = (cells: object) => JSON.stringify({ lines: [{ line: 2, cells }] });
    const query = "move=manual_deposit&amount=100&reason=a";
    done(await root.raw(`/key_wallets/imports/moves?${query}`, lines({ key: "1" }), json));
    done(await root.raw("/key_wallets/imports/keys", lines({ key: "1", type: "BALANCE" }), json));
    const ids = wallet.replace(/^.*\//, "");
    const draft = idOf(
      await post("/key_wallets/imports/selected", { move: "manual_deposit", amount: 100, reason: "a", ids }),
    );
    await get(`/key_wallets/imports/${draft}`);
    await post(`/key_wallets/imports/${draft}/confirm`);
  });

  it("needs and rounds", async () => {
    const crew = idOf(await post("/crews", { name: "Екіпаж потреб", type: "CREW" }));
    await get("/needs?until=2030-01-01");
    await get("/needs/choices");
    await get(`/needs/round?crew=${crew}`);
  });

  it("plans", async () => {
    const project = await made(root, entityNamed("project"));
    const line = { "plans[0].project": project, "plans[0].amount": 1_200 };
    await post("/plans", { month: "2030-01", ...line });
    await get("/plans?month=2030-01");
    await get("/plans/year?year=2030");
    await post("/plans/copy", { month: "2030-02" });
    await post("/plans/spread", { month: "2031-01", project, span: "year", amount: 1_200 });
  });

  it("reports", async () => {
    for (const { name } of REPORTS) {
      await get(`/reports/${name}`);
      expect(await (await bytes(`/reports/${name}/rows`, root.token)).text()).toContain('"from"');
    }
    const branch = `/franchises/${await made(root, entityNamed("franchise"))}`;
    await post(`${branch}/royalty_payments`, { key: key(), day: "2026-01-31", amount: 100 });
    for (const what of ["royalty_payments", "financial_report"]) await get(`${branch}/${what}`);
    const buyer = `/key_clients/${await made(root, entityNamed("key_client"))}`;
    for (const what of ["statement", "bonuses", "balances"]) await get(`${buyer}/${what}`);
  });
});

it("no declared call is left out", () => {
  expect([...CALLS.keys()].filter((name) => !api.answered.has(name)).sort()).toEqual(ELSEWHERE);
});

describe("a query that makes no sense", () => {
  const lists = [...CALLS].filter(([name]) => name.endsWith("_list") && !name.endsWith("_deleted_list"));
  it.each(lists.map(([name, { path }]) => [name, path] as const))(
    "is refused with its reason: %s",
    async (_name, path) => {
      for (const [name, value] of [
        ["sort", "nosuch"],
        ["limit", "abc"],
        ["page", "-1"],
      ] as const)
        expect([name, await root.get(`${path}?${name}=${value}`)]).toMatchObject([
          name,
          { status: 400, error: "bad_request", fields: { [name]: [{}] } },
        ]);
    },
  );
});
