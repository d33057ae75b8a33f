import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { noticesSchema } from "~server/contract/notices";
import { announce } from "~server/vending/areas/notices/announce";
import { only, transaction } from "~server/vending/database/query";
import { type TestApi, testApi, type Person } from "./app";
import { tell } from "./live";
import { makeDevice, makeModel } from "./network";

let api: TestApi;
const agent = () => api.person({ permissions: ["HELP_DESK"] });
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const noticesOf = async (person: Person, query = "") =>
  noticesSchema.parse((await person.get(`/notices${query}`)).data);

/** A promise and what keeps it. */
function signal(): { given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((done) => {
    give = done;
  });
  return { given, give: () => give() };
}

describe("notices", () => {
  it("are stored one a recipient, newest first, and count until they are read", async () => {
    const [anna, boris, outsider] = await Promise.all([agent(), agent(), agent()]);
    expect(await noticesOf(anna)).toEqual({ items: [], more: false, unread: 0, last: 0 });
    await tell(api, [anna.id, boris.id, anna.id]);
    await tell(api, [anna.id], { type: "ticketCreated", ticket: 8, title: "  Немає\n води ", body: "а".repeat(400) });
    const seen = await noticesOf(anna);
    expect(seen).toMatchObject({
      unread: 2,
      more: false,
      items: [
        { type: "ticketCreated", ticket: 8, title: "Немає води", read: false },
        { type: "ticketReply", ticket: 7, body: "Олена: вже їдемо" },
      ],
    });
    expect(seen.items[0]?.body).toBe(`${"а".repeat(299)}…`);
    expect(seen.last).toBe(seen.items[0]?.id);
    expect((await noticesOf(boris)).items).toHaveLength(1);
    expect((await noticesOf(outsider)).items).toHaveLength(0);
  });

  it("come page by page, either way", async () => {
    const person = await agent();
    for (let i = 1; i <= 5; i++) await tell(api, [person.id], { ticket: i });
    const first = await noticesOf(person, "?limit=2");
    expect(first).toMatchObject({ more: true, items: [{ ticket: 5 }, { ticket: 4 }] });
    expect(await noticesOf(person, `?limit=10&before=${first.items[1]?.id}`)).toMatchObject({
      more: false,
      items: [{ ticket: 3 }, { ticket: 2 }, { ticket: 1 }],
    });
    expect(await noticesOf(person, `?limit=1&after=${first.items[1]?.id}`)).toMatchObject({
      more: false,
      items: [{ ticket: 5 }],
    });
    expect(await noticesOf(person, "?limit=2&after=0")).toMatchObject({
      more: true,
      items: [{ ticket: 1 }, { ticket: 2 }],
    });
    for (const wrong of ["limit=0", "limit=9999", "after=-1", "after=x", "before=1e3"])
      expect((await person.get(`/notices?${wrong}`)).status).toBe(400);
  });

  it("are read singly, by ticket, and up to one that was seen", async () => {
    const [person, other] = await Promise.all([agent(), agent()]);
    for (const ticket of [1, 2, 2, 3, 4]) await tell(api, [person.id, other.id], { ticket });
    const { items } = await noticesOf(person);
    const read = (values: Record<string, number>) => person.post("/notices/read", values);
    expect((await read({ id: items[0]?.id ?? 0 })).data).toEqual({ unread: 4 });
    expect((await read({ ticket: 2 })).data).toEqual({ unread: 2 });
    await tell(api, [person.id], { ticket: 9 });
    expect((await read({ upto: items[0]?.id ?? 0 })).data).toEqual({ unread: 1 });
    expect(await noticesOf(person, "?unread=true")).toMatchObject({ items: [{ ticket: 9 }], unread: 1 });
    const [foreign] = (await noticesOf(other)).items;
    expect((await read({ id: foreign?.id ?? 0 })).data).toEqual({ unread: 1 });
    expect(await noticesOf(other)).toMatchObject({ unread: 5 });
    expect((await read({})).status).toBe(422);
    expect((await read({ id: 1, upto: 2 })).status).toBe(422);
    expect((await api.anybody.get("/notices")).status).toBe(401);
  });

  it("are not shown any more to who lost the permission, or the machine", async () => {
    const root = await api.person({ root: true });
    const [near, far] = [await makeDevice(root, await makeModel(root)), await makeDevice(root, await makeModel(root))];
    const [limited, dismissed] = [
      await api.person({ permissions: ["HELP_DESK"], mode: "OPEN_SELECTED", devices: [near, far] }),
      await agent(),
    ];
    for (const device of [near, far])
      await root.post("/help_desk/tickets", {
        subject: `Не працює ${device}`,
        type: "DEVICE_PROBLEM",
        priority: "HIGH",
        device,
      });
    expect(await noticesOf(limited)).toMatchObject({
      unread: 2,
      items: [{ type: "ticketCreated", title: `Не працює ${far}` }, { title: `Не працює ${near}` }],
    });
    expect(await noticesOf(dismissed)).toMatchObject({ unread: 2 });
    await api.pool.query("update users set access_devices = array[$2::int] where id = $1", [limited.id, near]);
    await api.pool.query("update user_groups set permissions = '{}' where id = $1", [dismissed.group]);
    expect(await noticesOf(limited)).toMatchObject({ unread: 1, items: [{ title: `Не працює ${near}` }] });
    expect(await noticesOf(dismissed)).toMatchObject({ unread: 0, items: [] });
  });

  it("disappear with what they tell of when it is undone, and pass over blocked people", async () => {
    const [person, blocked] = await Promise.all([agent(), agent()]);
    await api.pool.query("update users set blocked = true where id = $1", [blocked.id]);
    await tell(api, [person.id, blocked.id]);
    const undone = transaction(api.pool, async (tx) => {
      await announce(tx, { type: "ticketReply", ticket: 1, title: "", body: "", recipients: [person.id] });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await noticesOf(person)).toMatchObject({ unread: 1 });
    const { rows } = await api.pool.query("select 1 from notices where user_id = $1", [blocked.id]);
    expect(rows).toHaveLength(0);
  });

  it("are numbered in the order in which they become visible", async () => {
    const person = await agent();
    const [announced, held] = [signal(), signal()];
    const order: string[] = [];
    const slow = transaction(api.pool, async (tx) => {
      await announce(tx, { type: "ticketReply", ticket: 1, title: "slow", body: "", recipients: [person.id] });
      announced.give();
      await held.given;
    }).then(() => order.push("slow"));
    await announced.given;
    const quick = tell(api, [person.id], { title: "quick" }).then(() => order.push("quick"));
    const waits = sql`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => (await only(api.pool, z.object({ n: z.number() }), waits)).n === 1, 20_000);
    expect(order).toEqual([]);
    held.give();
    await Promise.all([slow, quick]);
    expect((await noticesOf(person, "?after=0")).items.map(({ title }) => title)).toEqual(["slow", "quick"]);
  });

  it("are neither lost nor repeated for who reads on from the last number while many are told at once", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => agent()));
    const ids = people.map(({ id }) => id);
    const told = Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        await pause(Math.random() * 400);
        const some = index % 3 ? ids : [...ids].reverse().filter((id) => (id + index) % 2 === 0);
        await transaction(api.pool, async (tx) => {
          await announce(tx, { type: "ticketReply", ticket: index + 1, title: "", body: "", recipients: some });
          await pause(Math.random() * 10);
        });
      }),
    );
    const readOn = async (person: Person) => {
      const seen: number[] = [];
      for (let finished = false, after = 0; ; ) {
        const { items, more } = await noticesOf(person, `?limit=7&after=${after}`);
        seen.push(...items.map(({ id }) => id));
        after = seen.at(-1) ?? 0;
        if (finished && !more) return seen;
        finished ||= await Promise.race([told.then(() => true), pause(5, false)]);
      }
    };
    for (const [person, seen] of await Promise.all(people.map(async (one) => [one, await readOn(one)] as const))) {
      const { rows } = await api.pool.query<{ id: number }>("select id from notices where user_id = $1 order by id", [
        person.id,
      ]);
      expect(seen).toEqual(rows.map(({ id }) => id));
    }
  });

  it("are kept for a season", async () => {
    const person = await agent();
    await tell(api, [person.id], { title: "old" });
    await api.pool.query("update notices set created_at = now() - interval '91 days' where user_id = $1", [person.id]);
    await tell(api, [person.id], { title: "new" });
    expect((await noticesOf(person)).items.map(({ title }) => title)).toEqual(["new"]);
  });
});
