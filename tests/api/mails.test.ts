import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { JSDOM } from "jsdom";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type * as Mailer from "~/mail/mailer.server";
import type * as Transport from "~/mail/transport.server";
import { refSchema } from "~server/contract/record";
import { type ReportPage, reportSchema } from "~server/contract/reports/answer";
import { subscriptionsSchema } from "~server/contract/subscriptions";
import { watchOnce } from "~server/vending/areas/alerts/watch";
import { rows, run } from "~server/vending/database/query";
import { type MailServer, startMailServer } from "../setup/mail-server";
import { configureWeb } from "../unit/web/with-stand-in";
import { idOf, MAIL_SECRET, type Person, type TestApi, testApi } from "./app";
import { makeLocation, makeModel } from "./network";
import { callingUnit, DAY, iso, vend } from "./unit";

/** More than a mail shows. */
const PLACES = 230;
const SITE = "https://office.example.com";

let api: TestApi;
let root: Person;
let reader: Person;
let mails: MailServer;
let sendDue: typeof Mailer.sendDue;
let openTransport: typeof Transport.openTransport;
const closing: (() => unknown)[] = [];
const project: number[] = [];
const device: number[] = [];

beforeAll(async () => {
  // The web's settings are read once a process: what other files left must not be met, nor left.
  vi.resetModules();
  api = await testApi();
  const server = createAdaptorServer({ fetch: api.app.fetch });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  configureWeb(`http://127.0.0.1:${address.port}`);
  mails = await startMailServer();
  closing.push(
    () => api.close(),
    () => server.close(),
    () => mails.stop(),
    () => vi.resetModules(),
  );
  ({ sendDue } = await import("~/mail/mailer.server"));
  ({ openTransport } = await import("~/mail/transport.server"));

  root = await api.person({ root: true });
  const model = await makeModel(root);
  for (const name of ["Перший", "Другий"]) project.push(idOf(await root.post("/projects", { name })));
  for (const one of project) {
    const unit = await callingUnit(api, root, model, { location: await makeLocation(root, one) });
    device.push(unit.device);
    await unit.send({
      events: [1, 2, 3].flatMap((day) =>
        Array.from({ length: day + device.length }, (_, n) =>
          vend({ at: iso(Date.now() - day * DAY), price: 1_000 * day + n, source: n % 2 ? "cash" : "cashless1" }),
        ),
      ),
    });
  }
  await run(
    api.pool,
    sql`with places as (
      insert into locations (name, address, city, region) select 'Місце ' || n || ' <b>&', 'вул. Садова, 1', 'Київ', 'AA' from generate_series(1, ${PLACES}::integer) n returning id)
    insert into devices (serial_number, model_id, device_type, ownership_type, in_work, location_id, created_at)
    select 'M' || id, ${model}, 'COFFEE', 'PERSONAL', true, id, now() - interval '90 days' from places`,
  );
  await run(api.pool, sql`update devices set created_at = now() - interval '90 days'`);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const log: string[] = [];
beforeEach(async () => {
  await run(api.pool, sql`delete from report_subscriptions`);
  mails.taken.length = mails.trouble.length = mails.begun = 0;
  log.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words) => void log.push(words.join(" ")));
  reader = await api.person({ permissions: ["REPORT"] });
});

const settings = (over: object = {}) => ({
  smtpUrl: mails.url,
  from: "Звіти <reports@example.com>",
  site: SITE,
  secret: MAIL_SECRET,
  ...over,
});
const WANTED = { report: "aggregated_sales", period: "days30", frequency: "daily", hour: 7, format: "csv", lang: "uk" };

/** Subscribes, and has one sent now. */
async function subscribed(person: Person, over: Record<string, string | number> = {}): Promise<number> {
  const id = idOf(await person.post("/subscriptions", { ...WANTED, ...over }));
  await person.post(`/subscriptions/${id}/send`);
  return id;
}
const mine = async (person: Person) => subscriptionsSchema.parse((await person.get("/subscriptions")).data).items;
/** As if the pause until the next attempt were over. */
const due = () => run(api.pool, sql`update report_subscriptions set next_at = now() - interval '1 second'`);

async function onlyMail() {
  await sendDue(settings());
  expect([log, mails.taken.length]).toEqual([[], 1]);
  const [taken] = mails.taken;
  if (!taken) throw new Error("no mail came");
  const html = new JSDOM(String(taken.mail.html)).window.document;
  const cells = (row: string) =>
    [...html.querySelectorAll(row)].map((tr) =>
      [...tr.children].map((cell) =>
        [...cell.childNodes]
          .filter(({ nodeType }) => nodeType === 3)
          .map(({ textContent }) => textContent)
          .join(""),
      ),
    );
  const links = [...html.querySelectorAll("a")].map(({ href }) => href);
  return {
    ...taken,
    html,
    heads: cells("thead tr")[0] ?? [],
    rows: cells("tbody tr"),
    foot: cells("tfoot tr")[0] ?? [],
    links,
  };
}

/** The report as the API answers it for the days of the mail's own link. */
async function answered(person: Person, link: string, limit = 10_000): Promise<ReportPage> {
  const { pathname, searchParams } = new URL(link);
  searchParams.delete("columns");
  searchParams.set("limit", String(limit));
  return reportSchema.parse((await person.get(`/reports${pathname}?${searchParams}`)).data);
}

const digits = (text: string | undefined) =>
  Number(
    (text ?? "")
      .replace(/[^\d,−-]/g, "")
      .replace(",", ".")
      .replace("−", "-"),
  );
const figure = (value: number | null | undefined, isMoney: boolean) => (isMoney ? (value ?? NaN) / 100 : value);

describe("a mail", () => {
  it("holds the table of its report with the filters in sight, a picture, the file and the links", async () => {
    const query = `project=${project[0]}&step=week&sort=span&columns=span&columns=vends&columns=amount`;
    const id = await subscribed(reader, { query });
    const { to, mail, heads, rows, foot, links, html } = await onlyMail();
    expect(to).toEqual([reader.email]);
    expect(mail.from?.text).toContain("reports@example.com");
    const report = await answered(reader, links[0] ?? "");
    expect(new URL(links[0] ?? "").searchParams.getAll("project")).toEqual([String(project[0])]);
    expect(heads).toEqual(["Тиждень", expect.any(String), expect.any(String)]);
    expect(rows.map(([, vends, amount]) => [digits(vends), digits(amount)])).toEqual(
      report.items.map(({ figures }) => [figures.vends, figure(figures.amount, true)]),
    );
    expect([digits(foot[1]), digits(foot[2])]).toEqual([
      report.total.figures.vends,
      figure(report.total.figures.amount, true),
    ]);
    // Of the first project alone: 2 + 3 + 4 vends.
    expect(report.total.figures.vends).toBe(9);
    expect(html.body.textContent).toContain("Перший");
    expect(mail.text).toContain("Перший");
    expect(mail.text).toContain(links[0]);
    const [picture, file] = mail.attachments;
    expect(picture).toMatchObject({ contentType: "image/png", cid: "chart@report" });
    expect(picture?.content.subarray(1, 4).toString()).toBe("PNG");
    expect(file?.filename).toMatch(/^aggregated_sales-\d{4}-\d\d-\d\d--\d{4}-\d\d-\d\d\.csv$/);
    const lines = String(file?.content)
      .replace("\ufeff", "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(";"));
    expect(lines.slice(1).map(([, vends, amount]) => [digits(vends), digits(amount)])).toEqual(
      report.items.map(({ figures }) => [figures.vends, figure(figures.amount, true)]),
    );
    const unsubscribe = links.at(-1) ?? "";
    expect(unsubscribe).toMatch(new RegExp(`^${SITE}/unsubscribe/${id}\\.[\\w-]{43}$`));
    expect(mail.headers.get("list")).toMatchObject({
      unsubscribe: { url: unsubscribe },
      "unsubscribe-post": { name: "List-Unsubscribe=One-Click" },
    });
    expect(mail.messageId).toMatch(new RegExp(`^<report-${id}-\\d+@office.example.com>$`));
    const [one] = await mine(reader);
    expect(one).toMatchObject({ trying: false, trouble: null });
    expect(one?.last_sent_at).not.toBeNull();
  });

  it("shows 200 rows, says so, and has all of them in the file", async () => {
    await subscribed(reader, {
      report: "devices_by_count",
      query: "by=location&sort=location",
      period: "yesterday",
      format: "xlsx",
    });
    const { rows, foot, links, mail, html } = await onlyMail();
    const report = await answered(reader, links[0] ?? "");
    expect(report.rows).toBe(PLACES + 2);
    expect(rows).toHaveLength(200);
    const named = (item: ReportPage["items"][number]) => refSchema.parse(item.cuts.location).label;
    expect(rows.map(([place]) => place)).toEqual(report.items.slice(0, 200).map(named));
    expect(digits(foot[1])).toBe(PLACES + 2);
    expect(html.body.textContent).toContain("200 з 232");
    const file = mail.attachments.find(({ filename }) => filename?.endsWith(".xlsx"));
    const { sheets } = await readXlsx(new Uint8Array(file?.content ?? []));
    const written = sheets[0]?.rows.slice(1, PLACES + 3) ?? [];
    expect(written.map(([place]) => place)).toEqual(report.items.map(named));
    expect(mail.attachments).toHaveLength(1);
  });

  it("is in the language of who gets it, and of an empty period says so", async () => {
    await subscribed(reader, {
      lang: "pl",
      query: "region=BB&sort=-amount",
      report: "aggregated_sales_per_device",
      period: "last_month",
    });
    const { mail, rows } = await onlyMail();
    expect(mail.subject).toMatch(/^Sprzedaż/);
    expect(String(mail.html)).toContain('<html lang="pl">');
    expect(rows).toEqual([]);
    expect(mail.attachments).toHaveLength(1);
  });

  it("holds only what the person may see when it is sent", async () => {
    const limited = await api.person({ permissions: ["REPORT"], mode: "OPEN_SELECTED", devices: [device[1] ?? 0] });
    const wanted = { report: "aggregated_sales_per_device", query: "sort=-amount&columns=device&columns=vends" };
    await subscribed(limited, wanted);
    const first = await onlyMail();
    expect(first.rows).toHaveLength(1);
    expect(digits(first.foot[1])).toBe(3 + 4 + 5);
    mails.taken.length = 0;
    await run(
      api.pool,
      sql`update users set access_devices = ${sql.param([device[0] ?? 0])}::integer[] where id = ${limited.id}`,
    );
    await limited.post(`/subscriptions/${(await mine(limited))[0]?.id}/send`);
    const second = await onlyMail();
    expect(second.rows).toHaveLength(1);
    expect(second.rows[0]?.[0]).not.toBe(first.rows[0]?.[0]);
    expect(digits(second.foot[1])).toBe(2 + 3 + 4);
  });

  it("does not go to who is blocked or lost the permission", async () => {
    await subscribed(reader);
    await run(api.pool, sql`update users set blocked = true where id = ${reader.id}`);
    const other = await api.person({ permissions: ["REPORT"] });
    await subscribed(other);
    await run(api.pool, sql`update user_groups set permissions = '{}' where id = ${other.group}`);
    expect(await sendDue(settings())).toBe(true);
    expect(mails.begun).toBe(0);
    expect(await mine(other)).toMatchObject([{ trouble: "no_permission", trying: false }]);
  });
});

describe("a mail server", () => {
  it("that says 451 is asked again and gets the same mail; whoever reads both knows them as one", async () => {
    const id = idOf(await reader.post("/subscriptions", WANTED));
    await due();
    mails.trouble.push(
      { kind: "status", at: "content", status: 451 },
      { kind: "status", at: "recipient", status: 450 },
    );
    await sendDue(settings());
    expect(await mine(reader)).toMatchObject([{ trouble: "later", last_sent_at: null }]);
    // Its pause is not over.
    await sendDue(settings());
    expect(mails.begun).toBe(1);
    await due();
    await sendDue(settings());
    expect(mails.taken).toEqual([]);
    await due();
    await sendDue(settings());
    expect(mails.taken).toHaveLength(1);
    expect(await mine(reader)).toMatchObject([{ id, trouble: null }]);
    const sent = mails.taken[0]?.mail.messageId;
    await due();
    await sendDue(settings());
    expect(mails.taken[1]?.mail.messageId).toBe(sent);
    expect(log.join()).not.toContain(reader.email);
  });

  it("that says 550 is not asked again before the next occasion", async () => {
    await reader.post("/subscriptions", WANTED);
    await due();
    mails.trouble.push({ kind: "status", at: "recipient", status: 550 });
    await sendDue(settings());
    const [one] = await mine(reader);
    expect(one?.trouble).toBe("refused");
    expect(new Date(one?.next_at ?? "").toISOString()).toMatch(/:00:00\.000Z$/);
    await sendDue(settings());
    expect(mails.begun).toBe(1);
  });

  it("that breaks off, is away, wants another password or answers too late is said in plain words, and no secret in the log", async () => {
    await subscribed(reader);
    mails.trouble.push({ kind: "drop" });
    await sendDue(settings());
    expect(await mine(reader)).toMatchObject([{ trouble: "unreachable" }]);
    await reader.post(`/subscriptions/${(await mine(reader))[0]?.id}/send`);
    await sendDue(settings({ smtpUrl: "smtp://127.0.0.1:9" }));
    expect(await mine(reader)).toMatchObject([{ trouble: "unreachable" }]);
    const closed = await startMailServer("the right one");
    closing.push(() => closed.stop());
    for (const [password, trouble] of [
      ["a-wrong-secret", "sign_in"],
      ["the%20right%20one", null],
    ] as const) {
      await reader.post(`/subscriptions/${(await mine(reader))[0]?.id}/send`);
      await sendDue(settings({ smtpUrl: closed.url.replace("//", `//me:${password}@`) }));
      expect(await mine(reader)).toMatchObject([{ trouble }]);
    }
    expect(log.join("\n")).toContain("sign_in");
    expect(log.join("\n")).not.toMatch(/wrong-secret|right|unsubscribe/);
    expect(log.join("\n")).not.toContain(MAIL_SECRET);
    mails.trouble.push({ kind: "silence" });
    const impatient = await openTransport(mails.url, { connect: 2_000, silence: 2_000, longest: 300 });
    expect(await impatient({ from: "a@example.com", to: "b@example.com", text: "x" })).toMatchObject({
      failure: "unreachable",
      code: "ETIMEDOUT",
    });
  });

  it("elsewhere gets a password over TLS alone", async () => {
    const send = await openTransport(mails.url.replace("127.0.0.1", "me:secret@localhost.localdomain"), {
      connect: 500,
      silence: 500,
      longest: 1_000,
    });
    expect(await send({ from: "a@example.com", to: "b@example.com", text: "x" })).toMatchObject({
      failure: "unreachable",
    });
  });
});

describe("an alert's mail", () => {
  const opened = async (people: readonly Person[]) => {
    await root.post("/alert_rules", {
      ...{
        name: "Двері <b>&",
        active: "on",
        cause: "door",
        minutes: 0,
        level: "warning",
        language: "en",
        wait_seconds: 0,
      },
      ...{ channels: ["email"], people: people.map(({ id }) => String(id)) },
    });
    await run(api.pool, sql`update device_states set door = 'opened', door_since = now() - interval '2 hours'`);
    await watchOnce(api.pool, Date.now());
  };
  afterEach(async () => {
    for (const table of ["alerts", "alert_rules"]) await run(api.pool, sql`delete from ${sql.identifier(table)}`);
  });

  it("names the machines that its reader may see, in the language of the rule, and leads to the alert", async () => {
    const some = await api.person({
      permissions: ["DEVICE_STATUS"],
      mode: "OPEN_SELECTED",
      projects: project.slice(0, 1),
    });
    await opened([root, some]);
    await sendDue(settings());
    expect(log).toEqual([]);
    expect(mails.taken.map(({ to }) => to).sort()).toEqual([[root.email], [some.email]].sort());
    const textTo = (email: string) => mails.taken.find(({ to }) => to.includes(email))?.mail.text ?? "";
    const serials = await rows(
      api.pool,
      z.object({ serial: z.string() }),
      sql`select serial_number as serial from devices where id = any(${sql.param(device)}) order by id`,
    );
    const named = (email: string) => serials.filter(({ serial }) => textTo(email).includes(serial)).length;
    expect([named(root.email), named(some.email)]).toEqual([2, 1]);
    expect(textTo(some.email)).toContain("Alert: Двері <b>&\nWarning · Door open · ");
    expect(textTo(some.email)).toMatch(new RegExp(`Open the alert: ${SITE}/alerts/view/\\d+`));
    await sendDue(settings());
    expect(mails.taken).toHaveLength(2);
  });

  it("that the server refuses for now is sent later, once", async () => {
    await opened([root]);
    mails.trouble.push({ kind: "status", at: "content", status: 451 });
    await sendDue(settings());
    expect([mails.taken.length, log.length]).toEqual([0, 1]);
    await run(api.pool, sql`update alert_messages set next_at = now()`);
    await sendDue(settings());
    await sendDue(settings());
    expect(mails.taken).toHaveLength(1);
  });
});

it("who sends mail with another secret gets nothing, and says so once", async () => {
  await subscribed(reader);
  expect(await sendDue(settings({ secret: "x".repeat(40) }))).toBe(false);
  expect(mails.begun).toBe(0);
  expect(await mine(reader)).toMatchObject([{ trying: true, trouble: null }]);
});
