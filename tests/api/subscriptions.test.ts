import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { historySchema } from "~server/contract/record";
import { claimedSchema, receivedSchema, type Schedule, subscriptionsSchema } from "~server/contract/subscriptions";
import { claim, failed, sent } from "~server/vending/areas/subscriptions/mailing";
import { daysOf, lastOccasion, nextOccasion } from "~server/vending/areas/subscriptions/occasions";
import { only, rows, run } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { clientOf, idOf, MAIL_SECRET, PASSWORD, type Person, testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const reader = await api.person({ permissions: ["REPORT"] });
const other = await api.person({ permissions: ["REPORT", "REPORT_QR", "USER"] });
const mailer = clientOf(async (path, init) => api.app.request(path, init), MAIL_SECRET);

const DAY = 86_400_000;
const MINUTE = 60_000;
const WANTED = {
  ...{ report: "aggregated_sales", query: "region=AA&step=week&columns=vends", period: "yesterday" },
  ...{ frequency: "daily", hour: 7, format: "csv", lang: "uk" },
};
const subscribe = async (person: Person, over: Record<string, string | number> = {}) =>
  idOf(await person.post("/subscriptions", { ...WANTED, ...over }));
const mine = async (person: Person) => subscriptionsSchema.parse((await person.get("/subscriptions")).data).items;
const nextOf = async (person: Person) => Date.parse((await mine(person))[0]?.next_at ?? "");

beforeEach(() => run(api.pool, sql`delete from report_subscriptions`));

describe("when a mail is due", () => {
  /** What the clock of Kyiv shows, asked of the system minute by minute. */
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Kyiv",
    ...{ weekday: "short", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
    hourCycle: "h23",
  });
  const shownAt = (at: number) =>
    Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value] as const));
  const WEEKDAYS = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  const lengthOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

  /** Every whole hour after a moment is looked at; where the clock skips an hour the next one counts, where it repeats one the second. */
  function slowly({ frequency, on_day, hour }: Schedule, after: number): number {
    for (let at = Math.ceil((after + 1) / (60 * MINUTE)) * 60 * MINUTE; ; at += 60 * MINUTE) {
      const { weekday, year, month, day, hour: shown, minute } = shownAt(at);
      // Reading a clock is slow: others are looked at where this one may count.
      if (![hour, hour + 1].includes(Number(shown))) continue;
      const before = shownAt(at - 60 * MINUTE);
      const isHour = Number(shown) === hour || (Number(shown) === hour + 1 && Number(before.hour) === hour - 1);
      const isRepeated = shownAt(at + 60 * MINUTE).hour === shown;
      if (minute !== "00" || !isHour || isRepeated) continue;
      if (frequency === "weekly" && weekday !== WEEKDAYS[on_day]) continue;
      if (frequency === "monthly" && Number(day) !== Math.min(on_day, lengthOf(Number(year), Number(month)))) continue;
      return at;
    }
  }

  it("is as a walk through the hours of Kyiv finds, also when the clock is changed", () => {
    const draw = random(7);
    const whole = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
    // The last Sundays of March and October; the clock is changed at 01:00 UTC.
    const changes = ["2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31"].map((day) => Date.parse(`${day}T01:00Z`));
    for (let n = 0; n < 400; n++) {
      const frequency = (["daily", "weekly", "monthly"] as const)[n % 3] ?? "daily";
      const on_day = { daily: 0, weekly: whole(1, 7), monthly: whole(1, 31) }[frequency];
      const change = changes[whole(0, 3)] ?? 0;
      const isNear = n % 2 === 0;
      const after = isNear
        ? change + whole(-2 * 1440, 60) * MINUTE
        : Date.parse("2026-01-01") + whole(0, 730 * 1440) * MINUTE;
      const schedule = { frequency, on_day, hour: isNear ? whole(1, 5) : whole(0, 23) };
      expect([schedule, new Date(after), new Date(nextOccasion(schedule, after))]).toEqual([
        schedule,
        new Date(after),
        new Date(slowly(schedule, after)),
      ]);
      const found = nextOccasion(schedule, after);
      expect([lastOccasion(schedule, found), lastOccasion(schedule, found + 1)]).toEqual([found, found]);
    }
  });

  it("is once on the days of 23 and of 25 hours", () => {
    const daily = (hour: number) => ({ frequency: "daily" as const, on_day: 0, hour });
    // 03:00 is skipped on 28 March 2027, and shown twice on 31 October 2027.
    expect(new Date(nextOccasion(daily(3), Date.parse("2027-03-27T12:00Z"))).toISOString()).toBe(
      "2027-03-28T01:00:00.000Z",
    );
    const autumn = nextOccasion(daily(3), Date.parse("2027-10-30T12:00Z"));
    expect(new Date(autumn).toISOString()).toBe("2027-10-31T01:00:00.000Z");
    expect(new Date(nextOccasion(daily(3), autumn)).toISOString()).toBe("2027-11-01T01:00:00.000Z");
  });

  it("tells of days by the day on which it was due", () => {
    const at = (text: string) => Date.parse(text);
    const autumn = at("2026-11-02T05:00Z");
    expect(daysOf("yesterday", autumn)).toEqual({ from: "2026-11-01", to: "2026-11-01" });
    expect(daysOf("days7", autumn)).toEqual({ from: "2026-10-26", to: "2026-11-01" });
    expect(daysOf("days30", autumn)).toEqual({ from: "2026-10-03", to: "2026-11-01" });
    expect(daysOf("last_week", autumn)).toEqual({ from: "2026-10-26", to: "2026-11-01" });
    expect(daysOf("last_week", at("2026-11-08T05:00Z"))).toEqual({ from: "2026-10-26", to: "2026-11-01" });
    expect(daysOf("last_month", autumn)).toEqual({ from: "2026-10-01", to: "2026-10-31" });
    expect(daysOf("month", autumn)).toEqual({ from: "2026-11-01", to: "2026-11-02" });
    // In Kyiv it is the next day already.
    expect(daysOf("yesterday", at("2026-11-02T22:30Z"))).toEqual({ from: "2026-11-02", to: "2026-11-02" });
    const daily = { frequency: "daily" as const, on_day: 0, hour: 7 };
    expect(lastOccasion(daily, autumn)).toBe(at("2026-11-02T05:00Z"));
  });
});

describe("a subscription", () => {
  it("keeps what was asked of the report in its order, and nothing else", async () => {
    const query = "sort=-amount&from=2026-01-01&page=3&region=BC&region=AA&columns=vends&columns=nosuch&q=x";
    await subscribe(reader, { query, frequency: "weekly", weekday: 3, month_day: 9 });
    const [one] = await mine(reader);
    expect(one).toMatchObject({ frequency: "weekly", on_day: 3, hour: 7, paused: false, trouble: null });
    expect(one?.query).toBe("sort=-amount&region=BC&region=AA&columns=vends");
  });

  it("is refused where its filters make no sense, and for a report that one may not see", async () => {
    for (const query of ["region=nowhere", "compare=never", "sort=nosuch", "device=abc"])
      expect([query, (await reader.post("/subscriptions", { ...WANTED, query })).status]).toEqual([query, 422]);
    for (const over of [{ report: "nosuch" }, { hour: 24 }, { frequency: "hourly" }, { period: "today" }])
      expect((await reader.post("/subscriptions", { ...WANTED, ...over })).status).toBe(422);
    const nobody = await api.person({ permissions: ["USER", "REPORT_QR"] });
    expect(await nobody.post("/subscriptions", WANTED)).toMatchObject({ status: 403 });
    expect(await mine(nobody)).toEqual([]);
  });

  it("is one however often it is asked for, and one of fifty at most", async () => {
    const id = await subscribe(reader);
    await reader.post(`/subscriptions/${id}/pause`);
    expect(await subscribe(reader, { format: "xlsx" })).toBe(id);
    expect(await mine(reader)).toMatchObject([{ id, format: "xlsx", paused: false }]);
    for (let hour = 8; hour < 24; hour++)
      for (const step of ["day", "week", "month"]) await subscribe(reader, { hour, query: `step=${step}` });
    await subscribe(reader, { hour: 1 });
    expect(await reader.post("/subscriptions", { ...WANTED, hour: 2 })).toMatchObject({
      status: 422,
      error: "too_many_subscriptions",
    });
  });

  it("is nobody else's to change", async () => {
    const id = await subscribe(reader);
    for (const call of ["", "/pause", "/resume", "/send", "/delete"])
      expect([call, (await other.post(`/subscriptions/${id}${call}`, WANTED)).status]).toEqual([call, 404]);
    const second = await subscribe(reader, { hour: 8 });
    expect(await reader.post(`/subscriptions/${second}`, WANTED)).toMatchObject({
      fields: { frequency: [{ key: "taken" }] },
    });
    expect((await reader.post(`/subscriptions/${second}`, { ...WANTED, hour: 9 })).status).toBe(200);
    expect((await reader.post(`/subscriptions/${second}/delete`)).status).toBe(200);
    expect(await mine(reader)).toMatchObject([{ id, hour: 7 }]);
  });

  it("is paused, resumed and ended by who sees its person, which stands in the person's history once each", async () => {
    const id = await subscribe(reader);
    const own = await subscribe(other);
    const press = async (who: Person, what: string) => (await who.post(`/subscriptions/all/${id}/${what}`)).status;
    for (const what of ["pause", "resume", "delete"]) expect([what, await press(reader, what)]).toEqual([what, 403]);
    expect(await press(other, "resume")).toBe(200);
    expect([await press(other, "pause"), await press(other, "pause")]).toEqual([200, 200]);
    expect(await mine(reader)).toMatchObject([{ id, paused: true }]);
    expect(await press(other, "resume")).toBe(200);
    expect(await mine(reader)).toMatchObject([{ id, paused: false }]);
    const { id: franchise } = await only(
      api.pool,
      z.object({ id: z.number() }),
      sql`insert into franchises (name) values ('Ч') returning id`,
    );
    await run(api.pool, sql`update users set franchise_id = ${franchise} where id = ${other.id}`);
    for (const what of ["pause", "delete"]) expect([what, await press(other, what)]).toEqual([what, 404]);
    await run(api.pool, sql`update users set franchise_id = null where id = ${other.id}`);
    expect([await press(other, "delete"), await press(other, "delete")]).toEqual([200, 404]);
    expect([await mine(reader), (await mine(other)).map((one) => one.id)]).toEqual([[], [own]]);
    const { items } = historySchema.parse((await other.get(`/users/${reader.id}/history`)).data);
    const report = "aggregated_sales";
    const [on, paused] = [false, true].map((is) => ({ report, paused: is }));
    expect(items.flatMap(({ changes }) => changes).map(({ before, after }) => [before, after])).toEqual([
      [on, null],
      [paused, on],
      [on, paused],
    ]);
  });

  it("stands in the list of who gets what for who sees people, of those in sight", async () => {
    await subscribe(reader);
    await subscribe(other);
    expect((await reader.get("/subscriptions/all")).status).toBe(403);
    const all = async () =>
      receivedSchema.parse((await other.get("/subscriptions/all")).data).items.map(({ email }) => email);
    expect((await all()).sort()).toEqual([reader.email, other.email].sort());
    const { id } = await only(
      api.pool,
      z.object({ id: z.number() }),
      sql`insert into franchises (name) values ('Ф') returning id`,
    );
    await run(api.pool, sql`update users set franchise_id = ${id} where id = ${other.id}`);
    expect(await all()).toEqual([other.email]);
    await run(api.pool, sql`update users set franchise_id = null where id = ${other.id}`);
  });
});

describe("mails that are due", () => {
  it("are given to who sends mail, and to nobody else", async () => {
    expect((await reader.post("/mailer/claim")).status).toBe(401);
    expect((await api.anybody.post("/mailer/claim")).status).toBe(401);
    expect(
      (await clientOf(async (path, init) => api.app.request(path, init), `${MAIL_SECRET}x`).post("/mailer/claim"))
        .status,
    ).toBe(401);
    expect(claimedSchema.parse((await mailer.post("/mailer/claim")).data).mail).toBeNull();
  });

  it("are each taken once, by however many at a time", async () => {
    for (let hour = 0; hour < 20; hour++) await subscribe(reader, { hour });
    const now = Date.now() + DAY;
    const taken = (await Promise.all(Array.from({ length: 30 }, () => claim(api.pool, now)))).filter((one) => one);
    // Who finds nothing free looks again a moment later.
    for (let more = await claim(api.pool, now); more; more = await claim(api.pool, now)) taken.push(more);
    expect(taken.length).toBe(20);
    expect(new Set(taken.map((one) => one?.id)).size).toBe(20);
    expect(new Set(taken.map((one) => one?.token)).size).toBe(20);
  });

  it("come at their time, once, and late when it was missed", async () => {
    await subscribe(reader);
    const first = await nextOf(reader);
    expect(await claim(api.pool, first - 1)).toBeUndefined();
    const late = first + 5 * DAY + 40 * MINUTE;
    const due = await claim(api.pool, late);
    expect(due).toMatchObject({
      email: reader.email,
      report: "aggregated_sales",
      query: "region=AA&step=week&columns=vends",
    });
    const last = lastOccasion({ frequency: "daily", on_day: 0, hour: 7 }, late);
    expect(late - last).toBeLessThan(DAY);
    expect(Date.parse(due?.occasion ?? "")).toBe(last);
    expect({ from: due?.from, to: due?.to }).toEqual(daysOf("yesterday", last));
    await sent(api.pool, due?.token ?? "", late);
    expect(await claim(api.pool, late)).toBeUndefined();
    expect(await mine(reader)).toMatchObject([{ trouble: null, last_sent_at: new Date(late).toISOString() }]);
    expect(await nextOf(reader)).toBe(nextOccasion({ frequency: "daily", on_day: 0, hour: 7 }, late));
  });

  it("carry a session that reads what the person may see, changes nothing and ends with the mail", async () => {
    await subscribe(reader);
    await run(api.pool, sql`update users set last_seen_at = null where id = ${reader.id}`);
    const now = (await nextOf(reader)) + 1;
    const token = (await claim(api.pool, now))?.token ?? "";
    const theirs = api.client(token);
    expect((await theirs.get("/reports/aggregated_sales")).status).toBe(200);
    await run(api.pool, sql`update user_groups set permissions = '{USER}' where id = ${reader.group}`);
    expect((await theirs.get("/reports/aggregated_sales")).status).toBe(403);
    await run(api.pool, sql`update user_groups set permissions = '{REPORT}' where id = ${reader.group}`);
    expect((await theirs.post("/profile/sessions/end_others")).status).toBe(403);
    expect((await theirs.post("/subscriptions", WANTED)).status).toBe(403);
    const { sessions } = z.object({ sessions: z.array(z.unknown()) }).parse((await reader.get("/profile")).data);
    expect(sessions).toHaveLength(1);
    await run(api.pool, sql`update users set last_seen_at = null where id = ${reader.id}`);
    await theirs.get("/info");
    const { seen } = await only(
      api.pool,
      z.object({ seen: z.boolean() }),
      sql`select last_seen_at is not null as seen from users where id = ${reader.id}`,
    );
    expect(seen).toBe(false);
    await sent(api.pool, token, now);
    expect((await theirs.get("/info")).status).toBe(401);
  });

  it("are tried again with growing pauses, until the next occasion at the latest, and given up after three days", async () => {
    await subscribe(reader);
    let now = await nextOf(reader);
    const began = now;
    const pauses: number[] = [];
    const occasions = new Set<string>();
    while (now < began + 5 * DAY) {
      const due = await claim(api.pool, now);
      if (!due) throw new Error("nothing is due");
      occasions.add(due.occasion);
      await failed(api.pool, due.token, "unreachable", false, now);
      const next = await nextOf(reader);
      pauses.push((next - now) / MINUTE);
      now = next;
    }
    expect(pauses.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240]);
    expect(Math.max(...pauses.slice(0, 20))).toBe(240);
    // From then on once a day.
    expect(pauses.slice(-2)).toEqual([1440, 1440]);
    expect(occasions.size).toBe(5);
    expect(await mine(reader)).toMatchObject([{ trouble: "unreachable" }]);
    const due = await claim(api.pool, now);
    await sent(api.pool, due?.token ?? "", now);
    expect(await mine(reader)).toMatchObject([{ trouble: null }]);
  });

  it("are not tried again for the occasion where that makes no sense", async () => {
    await subscribe(reader);
    const now = await nextOf(reader);
    const due = await claim(api.pool, now);
    await failed(api.pool, due?.token ?? "", "refused", true, now);
    expect(await nextOf(reader)).toBe(nextOccasion({ frequency: "daily", on_day: 0, hour: 7 }, now));
    expect(await mine(reader)).toMatchObject([{ trouble: "refused" }]);
  });

  it("are taken up again when whoever had them died, who then has no say", async () => {
    await subscribe(reader);
    const now = await nextOf(reader);
    const first = await claim(api.pool, now);
    expect(await claim(api.pool, now + 9 * MINUTE)).toBeUndefined();
    expect(await claim(api.pool, now + 10 * MINUTE)).toBeUndefined();
    expect(await mine(reader)).toMatchObject([{ trouble: "interrupted" }]);
    expect((await api.client(first?.token ?? "").get("/info")).status).toBe(401);
    const second = await claim(api.pool, now + 11 * MINUTE);
    expect(second).toMatchObject({ id: first?.id, occasion: first?.occasion });
    await sent(api.pool, first?.token ?? "", now);
    expect(await mine(reader)).toMatchObject([{ trouble: "interrupted", last_sent_at: null }]);
    await sent(api.pool, second?.token ?? "", now);
    expect(await mine(reader)).toMatchObject([{ trouble: null }]);
  });

  it("do not go to who is blocked, lost the permission or lacks the second step, and go again when that is over", async () => {
    await subscribe(reader);
    const cases = [
      [
        "blocked",
        sql`update users set blocked = true where id = ${reader.id}`,
        sql`update users set blocked = false where id = ${reader.id}`,
      ],
      [
        "no_permission",
        sql`update user_groups set permissions = '{USER}' where id = ${reader.group}`,
        sql`update user_groups set permissions = '{REPORT}' where id = ${reader.group}`,
      ],
      [
        "second_factor",
        sql`update user_groups set second_factor_required = true where id = ${reader.group}`,
        sql`update user_groups set second_factor_required = false where id = ${reader.group}`,
      ],
    ] as const;
    for (const [why, take, give] of cases) {
      const now = await nextOf(reader);
      await run(api.pool, take);
      expect([why, await claim(api.pool, now)]).toEqual([why, undefined]);
      await run(api.pool, give);
      expect(await mine(reader)).toMatchObject([{ trouble: why }]);
      const next = await nextOf(reader);
      expect(next).toBe(nextOccasion({ frequency: "daily", on_day: 0, hour: 7 }, now));
      const due = await claim(api.pool, next);
      await sent(api.pool, due?.token ?? "", next);
    }
    await run(api.pool, sql`update report_subscriptions set user_id = ${other.id}`);
    await run(api.pool, sql`delete from report_subscriptions`);
  });

  it("rest while they are paused, and one to try comes all the same", async () => {
    const id = await subscribe(reader);
    const now = (await nextOf(reader)) + MINUTE;
    await reader.post(`/subscriptions/${id}/pause`);
    expect(await claim(api.pool, now)).toBeUndefined();
    await reader.post(`/subscriptions/${id}/send`);
    expect(await mine(reader)).toMatchObject([{ trying: true }]);
    const due = await claim(api.pool, now);
    expect(due).toMatchObject({ id });
    const before = await nextOf(reader);
    await failed(api.pool, due?.token ?? "", "later", false, now);
    expect(await mine(reader)).toMatchObject([{ trying: false, trouble: "later", paused: true }]);
    expect(await claim(api.pool, now)).toBeUndefined();
    expect(await nextOf(reader)).toBe(before);
    await reader.post(`/subscriptions/${id}/resume`);
    expect(await mine(reader)).toMatchObject([{ trouble: null, paused: false }]);
    expect(await claim(api.pool, now)).toMatchObject({ id });
  });
});

describe("the link of a mail", () => {
  const links = z.object({ links: z.array(z.string()) });

  it("unsubscribes without a session, once; a forged one does nothing", async () => {
    const kept = await subscribe(reader, { hour: 9 });
    const id = await subscribe(reader);
    await reader.post(`/subscriptions/${id}/send`);
    const due = await claim(api.pool, Date.now() + 1000);
    const token = due?.unsubscribe ?? "";
    const [, secret = ""] = token.split(".");
    const forged = [`${kept}.${secret}`, `${id}.${secret.slice(1)}A`, `${id}.`, secret, "x", `${id}.${"A".repeat(43)}`];
    for (const one of forged)
      for (const path of ["/unsubscribe/look", "/unsubscribe"])
        expect([one, (await api.anybody.post(path, { token: one })).data]).toEqual([one, { subscription: null }]);
    expect(await mine(reader)).toHaveLength(2);
    const stored = await rows(api.pool, links, sql`select links from report_subscriptions`);
    expect(JSON.stringify(stored)).not.toContain(secret);
    const whose = { subscription: { report: "aggregated_sales", frequency: "daily", on_day: 0, hour: 7, lang: "uk" } };
    expect((await api.anybody.post("/unsubscribe/look", { token })).data).toEqual(whose);
    expect(await mine(reader)).toHaveLength(2);
    expect((await api.anybody.post("/unsubscribe", { token })).data).toEqual(whose);
    expect(await mine(reader)).toMatchObject([{ id: kept }]);
    expect((await api.anybody.post("/unsubscribe", { token })).data).toEqual({ subscription: null });
  });

  it("of an older mail is good, too", async () => {
    await subscribe(reader);
    const now = await nextOf(reader);
    const first = await claim(api.pool, now);
    await sent(api.pool, first?.token ?? "", now);
    const second = await claim(api.pool, now + DAY + 60 * MINUTE);
    expect(second?.unsubscribe).not.toBe(first?.unsubscribe);
    await api.anybody.post("/unsubscribe", { token: first?.unsubscribe ?? "" });
    expect(await mine(reader)).toEqual([]);
  });

  it("is not let be guessed for long, and who guesses may sign in all the same", async () => {
    const server = createAdaptorServer({ fetch: api.app.fetch });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const post = async (path: string, form: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: new URLSearchParams(form) })).status;
    const statuses = [];
    for (let n = 0; n < 55; n++) statuses.push(await post("/unsubscribe", { token: `${n}.guess` }));
    expect(statuses).toEqual([...Array<number>(50).fill(200), ...Array<number>(5).fill(429)]);
    expect(await post("/login", { email: reader.email, password: PASSWORD })).toBe(200);
    server.close();
  });
});

it("whoever is deleted takes their subscriptions along", async () => {
  const leaver = await api.person({ permissions: ["REPORT"] });
  await subscribe(leaver);
  await run(api.pool, sql`delete from users where id = ${leaver.id}`);
  expect(await claim(api.pool, Date.now() + 3 * DAY)).toBeUndefined();
});
