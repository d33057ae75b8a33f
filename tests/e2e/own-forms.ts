import { expect } from "@playwright/test";
import { monthBooksSchema } from "~server/contract/books";
import { device } from "~server/contract/entities/devices";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { settings } from "~server/contract/entities/settings";
import { sportLifeDiscounts } from "~server/contract/entities/sport_life";
import { type Entity, viewPath } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import { MOVE_KINDS } from "~server/contract/enums";
import { bagsSchema, collectionsSchema } from "~server/contract/collections";
import { STAFF_COMMANDS, deviceCommandsSchema } from "~server/contract/commands";
import { plansSchema } from "~server/contract/plans";
import { pageSchema, recordSchema } from "~server/contract/record";
import { rolloutsSchema } from "~server/contract/rollouts";
import { paymentsSchema } from "~server/contract/royalty";
import { planogramPricesSchema } from "~server/contract/prices";
import { MOVE_FORMS, movesSchema, stockSchema } from "~server/contract/stock";
import { walletStateSchema } from "~server/contract/wallet-moves";
import { alerts } from "./alerts";
import { audit } from "./audits";
import { fill } from "./fill";
import { fiscal } from "./fiscal";
import { mailTo, unsubscribeLink } from "./mails";
import { account, notices } from "./own-account";
import type { PlainBrowser, PlainPage } from "./plain-browser";
import { makeResponsible } from "./record-forms";
import { makeRecord } from "./records";
import { payments } from "./payments";
import { refunds } from "./refunds";
import { routeSheets } from "./route-sheets";
import { event, makeUnit } from "./unit";
import { type Api, unique, uniqueNumber } from "./vending";

/** Walks a form as the person to whom the browser belongs; `api` is the administrator's. */
type Walk = (browser: PlainBrowser, api: Api, who: { email: string; password: string }) => Promise<void>;

/** Forms that are no record's own: what each does, read back from the API. */
export const OWN_FORMS: Readonly<Record<string, Walk>> = {
  ...Object.fromEntries(
    MOVE_KINDS.map((kind): [string, Walk] => [`stock move ${kind}`, (browser, api) => move(browser, api, kind)]),
  ),
  ...Object.fromEntries(
    [settings, sportLifeDiscounts].map((one): [string, Walk] => [
      one.name,
      (browser, api) => single(browser, api, one),
    ]),
  ),
  "commands of a machine": commands,
  "an audit file": auditFile,
  "money of many records": moneyOfMany,
  "several records of many": severalOfMany,
  alerts,
  "a file with nested rows": nestedFile,
  "a month's closing": closing,
  "a file of employees": employees,
  "plans of projects": plans,
  "a payment of royalty": payment,
  "transactions of a key": walletMoves,
  "many keys at once": manyKeys,
  "a collection": collection,
  "bags of cash": bags,
  "a maintenance": maintenance,
  "a rollout of firmware": rollout,
  "prices of a planogram": prices,
  "saved filters": savedFilters,
  "a subscription": subscription,
  "a ticket's page": ticketPage,
  "a fiscal desk and its receipts": fiscal,
  "online payments": payments,
  "counts of stock": counts,
  refunds,
  "a crew's route": routeSheets,
  notices,
  "the own account": account,
};

/** One kind of move; what a warehouse or a crew gives must lie there first. */
async function move(browser: PlainBrowser, api: Api, kind: (typeof MOVE_KINDS)[number]): Promise<void> {
  const { id } = await makeRecord(api, "warehouse");
  const form = `/warehouses/view/${id}/moves/new?kind=${kind}`;
  const { page, expected, made } = await fill(form, { browser, api, form: MOVE_FORMS[kind], round: 0 });
  const send = (first: object) =>
    api.post(`/warehouses/${id}/moves`, {
      key: `${unique()}-${unique()}`,
      "lines[0].ingredient": made.ingredient?.id ?? 0,
      "lines[0].quantity": 100,
      ...first,
    });
  // Of the batch that the form names, where it does.
  const typed = (name: string) =>
    page.document.querySelector<HTMLInputElement>(`[name="lines[0].${name}"]`)?.value ?? "";
  await send({ kind: "RECEIPT", "lines[0].batch": typed("batch"), "lines[0].expires_on": typed("expires_on") });
  if (kind === "RETURN") await send({ kind: "ISSUE", crew: made.crew?.id });
  const done = await browser.press(page, page.button());
  expect(done.path).toBe(`/warehouses/view/${id}/moves`);
  const { items } = movesSchema.parse(await api.get(`/warehouses/${id}/moves`));
  expect(items.filter((one) => one.kind === kind && one.comment === expected.comment)).toMatchObject([
    { lines: expected.lines },
  ]);
}

/** What lies at a warehouse and with a crew is counted: a wrong line keeps what was typed, then the difference is booked, once. */
async function counts(browser: PlainBrowser, api: Api): Promise<void> {
  const [store, crew] = [await makeRecord(api, "warehouse"), await makeRecord(api, "crew")];
  const { id: ingredient } = await makeRecord(api, "ingredient");
  const move = (kind: string, quantity: number, over: object) =>
    api.post(`/warehouses/${store.id}/moves`, {
      key: `${unique()}-${unique()}`,
      kind,
      "lines[0].ingredient": ingredient,
      "lines[0].quantity": quantity,
      ...over,
    });
  await move("RECEIPT", 100, { "lines[0].batch": "A-1" });
  await move("ISSUE", 40, { crew: crew.id });
  for (const [place, id, counted, left] of [
    [entityNamed("warehouse"), store.id, "55,5", 55.5],
    [entityNamed("crew"), crew.id, "0", undefined],
  ] as const) {
    const page = await browser.open(`${viewPath(place, id)}/moves/new?kind=COUNT`);
    page.control("lines[0].counted").value = "багато";
    for (const one of page.document.forms) one.noValidate = true;
    const refused = await browser.press(page, page.button(), "");
    expect(refused.control("lines[0].counted").value).toBe("багато");
    refused.control("lines[0].counted").value = counted;
    expect((await browser.press(refused, refused.button())).path).toBe(`${viewPath(place, id)}/counts`);
    await browser.press(refused, refused.button());
    const { items } = stockSchema.parse(await api.get(`${place.api}/${id}/stock`));
    expect(items.find((one) => one.ingredient.id === ingredient)?.quantity).toBe(left);
    expect(await api.get(`${place.api}/${id}/counts`)).toMatchObject({ total: 1 });
  }
}

/** A file of employees: chosen, looked at, saved. */
async function employees(browser: PlainBrowser, api: Api): Promise<void> {
  const number = unique();
  let page = await browser.open("/sportlife/keys/import");
  page.choose("file", new File([`number,full_name\n${number},Олена Коваль\n`], "keys.csv", { type: "text/csv" }));
  page = await browser.press(page, page.button("", undefined, page.control("file").form));
  expect(page.path).toContain("/sportlife/keys/import?file=");
  page = await browser.press(page, page.button("save"));
  expect(page.path).toBe("/sportlife/keys");
  expect(pageSchema.parse(await api.get(`/sportlife/keys?q=${number}`)).items).toMatchObject([{ number }]);
}

/** The form of an entity of one record; what it said before is put back, for others go by it. */
async function single(browser: PlainBrowser, api: Api, form: Entity): Promise<void> {
  const before = await browser.open(form.paths.view);
  const { page, expected } = await fill(form.paths.view, { browser, api, form, round: 1 });
  const done = await browser.press(page, page.button());
  expect(await api.get(form.api)).toMatchObject(expected);
  before.control("version").value = done.control("version").value;
  await browser.press(before, before.button());
}

const machine = async (api: Api) => {
  const { id, title } = await makeRecord(api, "device");
  return { id, title, path: viewPath(device, id), unit: await makeUnit(api, id) };
};

/** Every command from its confirm page; each is called back from the tab that tells of it. */
async function commands(browser: PlainBrowser, api: Api): Promise<void> {
  const { id, path, unit } = await machine(api);
  const { id: firmware } = await makeRecord(api, "firmware", { type: "TELEMETRY", active: "on" });
  const given = async () => deviceCommandsSchema.parse(await api.get(`/devices/${id}/commands`)).items;
  for (const name of STAFF_COMMANDS) {
    const query = name.endsWith("_update") ? `?firmware=${firmware}` : "";
    const page = await browser.open(`${path}/command/${name}${query}`);
    const done = await browser.press(page, page.button());
    expect((await given())[0]).toMatchObject({ name, state: "queued" });
    // The audits have no list of commands: the unit's own page has.
    const tab = done.path.endsWith("/audits") ? await browser.open(`/telemetry/view/${unit.id}/connection`) : done;
    await browser.press(tab, tab.button("cancel"));
    expect((await given())[0]).toMatchObject({ name, state: "cancelled" });
  }
}

async function addAudit(browser: PlainBrowser, machinePath: string, content: string): Promise<PlainPage> {
  const page = await browser.open(`${machinePath}/audits`);
  page.choose("file", new File([content], "audit.txt"));
  return browser.press(page, page.button());
}

async function auditFile(browser: PlainBrowser, api: Api): Promise<void> {
  const { id, path } = await machine(api);
  const file = await addAudit(browser, path, audit(1, "2026-01-02T10:00:00", 3, 2));
  const expectRead = async (read: object) =>
    expect(await api.get(`/devices/${id}/audits`)).toMatchObject({ total: 1, items: [read] });
  await expectRead({ kind: "baseline" });
  const left = await browser.press(file, file.button("decision", "leave_out"));
  await expectRead({ kind: null, decision: "leave_out" });
  await browser.press(left, left.button("decision", "judge"));
  await expectRead({ kind: "baseline", decision: "judge" });
  // The same from the table of periods.
  const number = file.path.replace(/^.*\//, "");
  const periods = await browser.open(`${path}/audits/periods?from=2026-01-01&to=2026-01-31`);
  const without = await browser.press(periods, periods.button("decision", `leave_out ${number}`));
  await expectRead({ kind: null, decision: "leave_out" });
  await browser.press(without, without.button("decision", `judge ${number}`));
  await expectRead({ kind: "baseline", decision: "judge" });
}

/** The first month of this century that is not closed yet, of which a read is missing, closed with that said. */
async function closing(browser: PlainBrowser, api: Api): Promise<void> {
  const { path } = await machine(api);
  const booksOf = async (month: string) => monthBooksSchema.parse(await api.get(`/months/${month.replace("-", "")}`));
  let number = 0;
  const monthAt = () => `${2000 + Math.floor(number / 12)}-${String(1 + (number % 12)).padStart(2, "0")}`;
  while ((await booksOf(monthAt())).closed) number++;
  const month = monthAt();
  for (const [reads, day] of [
    [1, "02"],
    [3, "05"],
  ] as const)
    await addAudit(browser, path, audit(reads, `${month}-${day}T10:00:00`, reads, reads));
  const page = await browser.open(`/closed_months/${month}`);
  page.box("accepted", "gap").checked = true;
  await browser.press(page, page.button());
  const books = await booksOf(month);
  expect(books.closed?.questions).toMatchObject([{ question: "gap" }]);
  expect(books.sources.map(({ source }) => source)).toEqual(["cash", "cashless1"]);
  for (const { closed, now } of books.sources) expect(closed).toEqual(now);
}

/** Plans of a month in their table, those of the month before, and one that is spread over a quarter. */
async function plans(browser: PlainBrowser, api: Api): Promise<void> {
  const { id } = await makeRecord(api, "project");
  const address = (month: string) => `/plan/project?month=${month}&limit=200`;
  const planIn = async (month: string) => {
    const { items } = plansSchema.parse(await api.get(`/plans?month=${month}&limit=200`));
    return items.find(({ project }) => project.id === id)?.plan;
  };
  const [amount, vends] = [`amount_${id}`, `vends_${id}`];
  const save = (page: PlainPage) => page.button("", undefined, page.control(amount).form);
  const first = await browser.open(address("2031-03"));
  first.control(amount).value = "12 345,60";
  first.control(vends).value = "-3";
  const refused = await browser.press(first, save(first), "0");
  expect(refused.control(amount).value).toBe("12 345,60");
  refused.control(vends).value = "340";
  await browser.press(refused, save(refused));
  expect(await planIn("2031-03")).toEqual({ amount: 1_234_560, vends: 340 });

  const [one, other] = [await browser.open(address("2031-03")), await browser.open(address("2031-03"))];
  one.control(amount).value = "10";
  await browser.press(one, save(one));
  other.control(amount).value = "20";
  const stale = await browser.press(other, save(other), "10,00");
  expect([await planIn("2031-03"), stale.control(amount).value]).toEqual([{ amount: 1_000, vends: 340 }, "20"]);
  await browser.press(stale, save(stale));
  expect((await planIn("2031-03"))?.amount).toBe(2_000);

  const next = await browser.open(address("2031-04"));
  await browser.press(next, next.button("intent", "copy"));
  expect(await planIn("2031-04")).toEqual({ amount: 2_000, vends: 340 });
  const later = await browser.open(address("2032-03"));
  await browser.press(later, later.button("intent", "copy_year"));
  expect(await planIn("2032-03")).toEqual({ amount: 2_000, vends: 340 });

  const spread = await browser.open(address("2031-05"));
  const fillIn = (page: PlainPage) => {
    page.control("project").value = String(id);
    page.control("span").value = "quarter";
    page.control("amount").value = "91";
    return page.button("", undefined, page.control("project").form);
  };
  const there = await browser.press(spread, fillIn(spread), "1");
  there.box("replace", "on").checked = true;
  await browser.press(there, fillIn(there));
  expect(await Promise.all(["2031-04", "2031-05", "2031-06"].map(planIn))).toEqual(
    [3_000, 3_100, 3_000].map((kopecks) => ({ amount: kopecks, vends: null })),
  );
}

/** What a franchise paid, refused first: of nothing there is no payment. */
async function payment(browser: PlainBrowser, api: Api): Promise<void> {
  const { id } = await makeRecord(api, "franchise");
  const page = await browser.open(`/franchise/view/${id}/financial_report`);
  const fillIn = (shown: PlainPage, amount: string) => {
    shown.control("day").value = "2026-10-15";
    shown.control("amount").value = amount;
    return shown.button("", undefined, shown.control("amount").form);
  };
  page.control("note").value = "Акт 7";
  const refused = await browser.press(page, fillIn(page, "0"), "");
  expect([refused.control("amount").value, refused.control("note").value]).toEqual(["0", "Акт 7"]);
  const entered = async () => paymentsSchema.parse(await api.get(`/franchises/${id}/royalty_payments`));
  expect((await entered()).items).toEqual([]);
  await browser.press(refused, fillIn(refused, "1 250,50"));
  expect((await entered()).items).toMatchObject([{ day: "2026-10-15", amount: 125_050, note: "Акт 7" }]);
}

/** Money that a key is issued with, put on it, taken off it (more than it has is refused), and its cashback. */
async function walletMoves(browser: PlainBrowser, api: Api): Promise<void> {
  const { id } = await makeRecord(api, "key_wallet", { type: "CASHBACK", original_balance: 10_000 });
  const path = viewPath(keyWallet, id);
  const has = async () => walletStateSchema.parse(await api.get(`/key_wallets/${id}/state`));
  const fillIn = async (type: string, amount: string) => {
    const page = await browser.open(`${path}/moves/${type}`);
    page.control("amount").value = amount;
    page.control("reason").value = "Каса 7";
    return page;
  };
  const deposit = await fillIn("manual_deposit", "25,50");
  expect((await browser.press(deposit, deposit.button())).path).toBe(path);
  // The same form again is the same movement.
  await browser.press(deposit, deposit.button());
  expect(await has()).toMatchObject({ balance: 12_550 });
  const withdrawal = await fillIn("manual_withdraw", "125,51");
  const refused = await browser.press(withdrawal, withdrawal.button(), "125,50");
  expect([refused.control("amount").value, refused.control("reason").value]).toEqual(["125,51", "Каса 7"]);
  refused.control("amount").value = "125,5";
  await browser.press(refused, refused.button());
  const correction = await fillIn("cashback", "3");
  await browser.press(correction, correction.button());
  expect(await has()).toMatchObject({ balance: 0, bonus_balance: 300 });
  // A key of a bonus program has another correction than one with cashback.
  const other = await makeRecord(api, "key_wallet", { type: "BONUS" });
  const bonus = await browser.open(`${viewPath(keyWallet, other.id)}/moves/bonus`);
  bonus.control("amount").value = "4";
  bonus.control("reason").value = "Каса 7";
  await browser.press(bonus, bonus.button());
  expect(await api.get(`/key_wallets/${other.id}/state`)).toMatchObject({ bonus_balance: 400 });
}

/** Keys from a file, and what is put on them: from a file, and on those that are chosen in their list. */
async function manyKeys(browser: PlainBrowser, api: Api): Promise<void> {
  const key = String(uniqueNumber() + 50_000_000);
  const balance = async () =>
    pageSchema.parse(await api.get(`/key_wallets?q=${key}`)).items.map((one) => [one.id, one.balance]);
  const confirmed = async (page: PlainPage) => {
    expect(page.path).toContain("/key_wallets/keys/imports/");
    await browser.press(page, page.button());
    // Confirmed already: the same form does nothing more.
    await browser.press(page, page.button());
  };
  const file = (content: string) => new File([content], "keys.csv", { type: "text/csv" });
  const keys = await browser.open("/key_wallets/keys/import");
  keys.choose("file", file(`key,type,balance\n${key},BALANCE,"12,5"\n`));
  await confirmed(await browser.press(keys, keys.button()));
  const [[id = 0] = []] = await balance();
  expect(await balance()).toEqual([[id, 1_250]]);

  const moves = await browser.open("/key_wallets/keys/move");
  moves.box("which", "file").checked = true;
  moves.choose("file", file(`key\n${key}\n`));
  moves.control("amount").value = "1";
  moves.control("reason").value = "Каса 7";
  await confirmed(await browser.press(moves, moves.button()));
  const chosen = await browser.open(`/key_wallets/keys/move?ids=${String(id)}`);
  chosen.box("which", "chosen").checked = true;
  chosen.control("amount").value = "0,25";
  chosen.control("reason").value = "Каса 8";
  await confirmed(await browser.press(chosen, chosen.button()));
  expect(await balance()).toEqual([[id, 1_375]]);
}

/** A price of two ingredients: what cannot be read comes back as it was typed. */
async function moneyOfMany(browser: PlainBrowser, api: Api): Promise<void> {
  const made = [await makeRecord(api, "ingredient"), await makeRecord(api, "ingredient")];
  const ids = made.map(({ id }) => `&ids=${id}`).join("");
  const page = await browser.open(`/bulk/ingredient/change?field=price${ids}`);
  page.control("price").value = "12,345";
  const refused = await browser.press(page, page.button("", undefined, page.control("price").form), "");
  expect(refused.control("price").value).toBe("12,345");
  refused.control("price").value = "12,34";
  await browser.press(refused, refused.button("", undefined, refused.control("price").form));
  for (const { id } of made) expect(await api.get(`/ingredients/${id}`)).toMatchObject({ price: 1_234 });
}

/** Managers of two companies, ticked. */
async function severalOfMany(browser: PlainBrowser, api: Api): Promise<void> {
  const made = [await makeRecord(api, "company"), await makeRecord(api, "company")];
  const manager = await makeRecord(api, "user");
  const ids = made.map(({ id }) => `&ids=${id}`).join("");
  const page = await browser.open(
    `/bulk/company/change?field=managers&managers=${manager.id}&find=${encodeURIComponent(manager.title)}${ids}`,
  );
  page.box("managers", String(manager.id)).checked = true;
  await browser.press(page, page.button("", undefined, page.box("managers", String(manager.id)).form));
  for (const { id } of made)
    expect(await api.get(`/companies/${id}`)).toMatchObject({ managers: [{ id: manager.id }] });
}

/** A planogram with two cells, looked at and saved twice by the same form. */
async function nestedFile(browser: PlainBrowser, api: Api): Promise<void> {
  const recipe = await makeRecord(api, "recipe");
  const name = unique();
  const text = `name,cells.cell,cells.recipe,cells.price\n${name},1,${recipe.title},"12,5"\n,2,${recipe.title},13\n`;
  let page = await browser.open("/planograms/import");
  page.choose("file", new File([text], "planograms.csv", { type: "text/csv" }));
  page = await browser.press(page, page.button("", undefined, page.control("file").form));
  await browser.press(page, page.button("save"));
  await browser.press(page, page.button("save"));
  const { items } = pageSchema.parse(await api.get(`/planograms?q=${name}`));
  expect(items).toHaveLength(1);
  expect(await api.get(`/planograms/${items[0]?.id}`)).toMatchObject({ cells: [{ price: 1_250 }, { price: 1_300 }] });
}

async function collection(browser: PlainBrowser, api: Api): Promise<void> {
  const { id, path } = await machine(api);
  const page = await browser.open(`${path}/collection`);
  page.control("counted").value = "1 034,05";
  page.control("bag").value = "B-7";
  await browser.press(page, page.button());
  const { items } = collectionsSchema.parse(await api.get(`/devices/${id}/collections`));
  expect(items).toMatchObject([{ counted: 103_405, bag: "B-7" }]);
}

/** Two bags on the page of all; what cannot be read keeps what was typed. */
async function bags(browser: PlainBrowser, api: Api): Promise<void> {
  const { unit } = await machine(api);
  const word = unique();
  await unit.send({ events: [5, 65].map((ago) => event("collection", ago, { who: word, bag: `B-${ago}` })) });
  const waiting = async (state = "waiting") =>
    bagsSchema.parse(await api.get(`/collections?state=${state}&q=${word}`)).items;
  const [first, second] = (await waiting()).map(({ id }) => `counted_${id}`);
  const page = await browser.open(`/devices_collections?q=${word}`);
  page.control(first ?? "").value = "багато";
  page.control(second ?? "").value = "1 034,05";
  const save = (of: PlainPage) => of.button("", undefined, of.control(first ?? "").form);
  const refused = await browser.press(page, save(page), "неправильно");
  expect([refused.control(first ?? "").value, refused.control(second ?? "").value]).toEqual(["багато", "1 034,05"]);
  refused.control(first ?? "").value = "0";
  await browser.press(refused, save(refused));
  expect((await waiting("counted")).map(({ counted }) => counted)).toEqual([103_405, 0]);
  expect(await waiting()).toEqual([]);
}

async function maintenance(browser: PlainBrowser, api: Api): Promise<void> {
  const planogram = await makeRecord(api, "planogram", { "cells[0].capacity": 20 });
  const { id } = await makeRecord(api, "device", { planogram: planogram.id });
  const page = await browser.open(`${viewPath(device, id)}/maintenance`);
  page.control("level").value = "7";
  page.box("cleaned", "on").checked = true;
  await browser.press(page, page.button());
  expect(await api.get(`/devices/${id}/maintenance`)).toMatchObject({ slots: [{ level: 7 }] });
}

/** To one machine, called back; and to all at once as an emergency, which is asked about once more. */
async function rollout(browser: PlainBrowser, api: Api): Promise<void> {
  const { id, title } = await machine(api);
  const firmware = await makeRecord(api, "firmware", { type: "TELEMETRY", active: "on" });
  const rollouts = async () => rolloutsSchema.parse(await api.get(`/firmwares/${firmware.id}/rollouts`)).items;
  const page = await browser.open(`/firmware/view/${firmware.id}/rollouts/new?devices=${id}`);
  page.box("devices", String(id)).checked = true;
  const open = await browser.press(page, page.button("key"));
  await browser.press(open, open.button());
  expect(await rollouts()).toMatchObject([{ total: 1, states: [{ state: "cancelled", count: 1 }] }]);

  const filtered = await browser.open(`/firmware/view/${firmware.id}/rollouts/new?q=${title}`);
  filtered.box("all", "on").checked = true;
  filtered.box("emergency", "on").checked = true;
  const asked = await browser.press(filtered, filtered.button("key"));
  expect((await rollouts()).length).toBe(1);
  await browser.press(asked, asked.button());
  expect((await rollouts())[0]).toMatchObject({ total: 1, emergency: true });
}

/** Nothing chosen is told of; a chosen machine is sent its prices, then all are confirmed by hand. */
async function prices(browser: PlainBrowser, api: Api): Promise<void> {
  const { id } = await makeRecord(api, "planogram");
  const { id: device } = await makeRecord(api, "device", { planogram: id, in_work: "on" });
  await makeRecord(api, "telemetry", { device });
  const states = async () => planogramPricesSchema.parse(await api.get(`/planograms/${id}/prices`)).states;
  let page = await browser.open(`/planogram/view/${id}/prices`);
  page = await browser.press(page, page.button("do", "send"), "");
  page.box("devices", String(device)).checked = true;
  page = await browser.press(page, page.button("do", "send"));
  expect(await states()).toContainEqual({ state: "sent", count: 1 });
  page.box("all", "on").checked = true;
  await browser.press(page, page.button("do", "confirm"));
  expect(await states()).toContainEqual({ state: "confirmed", count: 1 });
}

async function savedFilters(browser: PlainBrowser): Promise<void> {
  const name = unique();
  const named = (page: PlainPage, wanted: string) =>
    page.document.querySelector<HTMLInputElement>(`input[name=name][value="${wanted}"]`);
  const page = await browser.open(`/saved_filters/company?name=${name}`);
  page.control("name").value = name;
  await browser.press(page, page.button("intent", "save"));
  const kept = await browser.open("/saved_filters/company");
  const own = named(kept, name);
  if (!own) throw new Error("the filter is not on its page");
  own.value = `${name}-2`;
  const renamed = await browser.press(kept, kept.button("intent", "save", own.form));
  const again = named(renamed, `${name}-2`);
  const gone = await browser.press(renamed, renamed.button("intent", "delete", again?.form));
  expect(named(gone, `${name}-2`)).toBeNull();
}

/** Made with the filters in the address, changed, paused, tried, and gone. */
async function subscription(browser: PlainBrowser, api: Api, { email }: { email: string }): Promise<void> {
  const { id: project } = await makeRecord(api, "project");
  const card = (page: PlainPage) =>
    [...page.document.querySelectorAll<HTMLFormElement>("main form:has([name=intent])")].at(-1);
  const form = await browser.open(`/subscriptions/new/aggregated_sales?project=${project}`);
  form.control("frequency").value = "monthly";
  form.control("month_day").value = "31";
  let page = await browser.press(form, form.button("", undefined, form.control("hour").form));
  expect(page.path).toBe("/subscriptions");
  const link = card(page)?.querySelector("a")?.getAttribute("href") ?? "";
  const changing = await browser.open(link);
  expect(changing.control("month_day").value).toBe("31");
  changing.control("frequency").value = "daily";
  page = await browser.press(changing, changing.button("", undefined, changing.control("hour").form));
  for (const intent of ["pause", "resume", "send"])
    page = await browser.press(page, page.button("intent", intent, card(page)));
  const letter = await browser.open(new URL(unsubscribeLink(await mailTo(email))).pathname);
  await browser.press(
    letter,
    letter.button("", undefined, letter.document.querySelector<HTMLFormElement>("main form")),
  );
  expect(card(await browser.open("/subscriptions"))).toBeUndefined();
  page = await browser.press(form, form.button("", undefined, form.control("hour").form));
  page = await browser.press(page, page.button("intent", "delete", card(page)));
  expect(card(page)).toBeUndefined();
}

/** Every button of a ticket's page: taken, taken over, answered, noted, written for the client, put into another status, its time corrected. */
async function ticketPage(browser: PlainBrowser, api: Api): Promise<void> {
  const solution = await makeRecord(api, "ticket_solution", { text: "Перезавантажте" });
  const { id } = await makeRecord(api, "ticket");
  const read = async () => recordSchema.parse(await api.get(`/help_desk/tickets/${id}`));
  const press = async (intent: string) => {
    page = await browser.press(page, page.button("intent", intent));
  };

  // From the menu of actions, and on the page itself.
  const other = await makeRecord(api, "ticket");
  let page = await browser.open(`/help_desk/tickets/view/${other.id}/take`);
  page = await browser.press(page, page.button());
  expect(await api.get(`/help_desk/tickets/${other.id}`)).toMatchObject({ status: "IN_PROGRESS", free: false });
  page = await browser.open(`/help_desk/tickets/view/${id}`);
  await press("take");
  expect((await read()).responsible).not.toBeNull();
  page.control("solution").value = String(solution.id);
  await press("insert");
  expect(page.control("text").value).toContain("Перезавантажте");
  await press("attach");
  for (const kind of ["REPLY", "NOTE", "CLIENT"]) {
    const text = `${kind} ${unique()}`;
    page.control("text").value = text;
    await press(kind);
    expect(JSON.stringify(await api.get(`/help_desk/tickets/${id}/conversation`))).toContain(text);
  }
  page.control("time_hours").value = "2";
  await press("time");
  expect(Number((await read()).time_spent)).toBeGreaterThanOrEqual(7200);
  await makeResponsible(api);
  page = await browser.open(page.path);
  // Of many only some are offered on the page itself.
  const colleague = page.options("responsible").find((one) => one !== page.control("responsible").value) ?? "";
  page.control("responsible").value = colleague;
  await press("assign");
  expect((await read()).responsible).toMatchObject({ id: Number(colleague) });
  await press("take_over");
  expect((await read()).responsible).not.toMatchObject({ id: Number(colleague) });
  page.control("status").value = "status ON_HOLD";
  await press("set_status");
  expect((await read()).status).toBe("ON_HOLD");
  // What is offered depends on what the ticket is: each once, until nothing new is offered.
  const steps = () => page.buttons().flatMap(({ value }) => (value.startsWith("status ") ? value : []));
  const done = new Set<string>();
  for (let step = steps()[0]; step; step = steps().find((one) => !done.has(one))) {
    done.add(step);
    await press(step);
    expect((await read()).status).toBe(step.replace("status ", ""));
  }
}
