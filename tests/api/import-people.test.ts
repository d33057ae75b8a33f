import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { historySchema, recordSchema, refSchema } from "~server/contract/record";
import { only } from "~server/vending/database/query";
import { idOf, type Person, testApi } from "./app";
import { attempt, faultsOf, imported } from "./imported";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const groupOf = async (name: string, permissions: string[]) =>
  idOf(await root.post("/users_groups", { name, permissions, access_mode: "UNRESTRICTED" }));
await groupOf("Техніки", ["DEVICE"]);
await groupOf("Бухгалтерія", ["REPORT_FINANCE"]);
const project = idOf(await root.post("/projects", { name: "Вокзали" }));
await root.post("/projects", { name: "Чужий" });
const clerk = await api.person({ permissions: ["USER", "USER_CREATE", "DEVICE"] });

const PERSON = { role: "USUAL", access_mode: "UNRESTRICTED" };
const idBy = async (email: string) =>
  (
    await only(
      api.pool,
      z.object({ id: z.number().nullable() }),
      sql`select max(id) as id from users where email = ${email}`,
    )
  ).id;
const read = async (email: string) => recordSchema.parse((await root.get(`/users/${await idBy(email)}`)).data);
const login = (email: string, password: string) => api.anybody.post("/login", { email, password });

describe("a file of people", () => {
  it("makes them without a password: nobody signs in as them before they are given one", async () => {
    const row = { full_name: "Олена Нова", email: "Olena@Example.com", user_group: "техніки", ...PERSON };
    expect(await imported(clerk, "/users", [row])).toEqual({ made: 1, changed: 0, same: 0 });
    const olena = await read("olena@example.com");
    expect(olena).toMatchObject({ full_name: "Олена Нова", password_set: false, user_group: { label: "Техніки" } });
    for (const password of ["", "null", "correct horse", "Olena@Example.com"])
      expect((await login("olena@example.com", password)).status, password).toBe(422);
    const form = { ...row, companies: [], user_group: refSchema.parse(olena.user_group).id };
    const given = await clerk.post(`/users/${olena.id}`, { ...form, password: "довгий новий шлях", version: 1 });
    expect(given.status).toBe(200);
    expect((await login("olena@example.com", "довгий новий шлях")).status).toBe(200);
    // Another file leaves the password alone, and knows the person by the address alone.
    const renamed = { email: "olena@example.com", full_name: "Олена Інша" };
    expect(await imported(clerk, "/users", [renamed])).toEqual({ made: 0, changed: 1, same: 0 });
    expect((await login("olena@example.com", "довгий новий шлях")).status).toBe(200);
    const history = historySchema.parse((await root.get(`/users/${olena.id}/history`)).data);
    expect(history.items.map(({ action }) => action)).toEqual(["update", "update", "create"]);
  });

  it("has no column of a password or of what is not in the form", async () => {
    const row = { full_name: "Хитрун", email: "sly@example.com", ...PERSON };
    const said = { password: "correct horse battery", is_root: "1", is_can_all: "1", blocked: "1", id: "1" };
    expect(await imported(root, "/users", [{ ...row, ...said }])).toMatchObject({ made: 1 });
    expect(await read("sly@example.com")).toMatchObject({ password_set: false, blocked: false });
    expect((await login("sly@example.com", "correct horse battery")).status).toBe(422);
    const rights = z.object({ is_root: z.boolean(), is_can_all: z.boolean() });
    const held = await only(
      api.pool,
      rights,
      sql`select is_root, is_can_all from users where email = 'sly@example.com'`,
    );
    expect(held).toEqual({ is_root: false, is_can_all: false });
  });

  it("gives nobody more than who imports it holds, and takes nobody over who stands above", async () => {
    const above = await api.person({ all: true });
    const wide = { full_name: "Ширший", email: "wide@example.com", ...PERSON };
    const limited = await api.person({
      permissions: ["USER", "USER_CREATE"],
      mode: "OPEN_SELECTED",
      projects: [project],
    });
    const tries: [Person, Record<string, string>, string][] = [
      [clerk, { ...wide, user_group: "Бухгалтерія" }, "rows[0].user_group grant_exceeds"],
      [clerk, { ...wide, sport_life: "так" }, "rows[0].sport_life grant_exceeds"],
      [clerk, { email: above.email, full_name: "Захоплений" }, "rows[0].email no_permission"],
      [clerk, { email: root.email, phone: "+380501112233" }, "rows[0].email no_permission"],
      [clerk, { email: clerk.email, user_group: "Бухгалтерія" }, "rows[0].user_group grant_exceeds"],
      [limited, wide, "rows[0].access_mode view_exceeds"],
      [
        limited,
        { ...wide, access_mode: "OPEN_SELECTED", access_projects: "Чужий" },
        "rows[0].access_projects no_such_record",
      ],
      [clerk, { ...wide, access_mode: "OPEN_SELECTED" }, "rows[0].access_mode nothing_selected"],
      [clerk, { ...wide, email: "немає" }, "rows[0].email incorrect"],
      [clerk, { full_name: "Без адреси", email: "" }, "rows[0].email required"],
    ];
    for (const [person, row, fault] of tries) expect(await faultsOf(person, "/users", [row])).toContain(fault);
    const within = { ...wide, access_mode: "OPEN_SELECTED", access_projects: "Вокзали" };
    expect(await imported(limited, "/users", [within])).toMatchObject({ made: 1 });
    expect(recordSchema.parse((await root.get(`/users/${above.id}`)).data)).toMatchObject({ version: 1 });
  });

  it("is for who may make people, and the same address in it twice is a fault", async () => {
    const row = { full_name: "Двічі", email: "twice@example.com", ...PERSON };
    for (const permissions of [[], ["USER"], ["USER_CREATE"]])
      expect((await attempt(await api.person({ permissions }), "/users", [row])).status).toBe(403);
    expect(await faultsOf(clerk, "/users", [row, { ...row, email: "TWICE@example.com " }])).toEqual([
      "rows[1].email repeats",
    ]);
    // Two people of one name are two people.
    const two = [row, { ...row, email: "twice2@example.com" }];
    expect(await imported(clerk, "/users", two)).toMatchObject({ made: 2 });
  });
});

describe("rates of currencies", () => {
  it("are known by currency and day together", async () => {
    const rows = [
      { currency: "eur", from_day: "06.05.2026", rate: "48,123456" },
      { currency: "EUR", from_day: "2026-05-07", rate: "48.2" },
      { currency: "USD", from_day: "2026-05-07", rate: "41" },
    ];
    expect(await imported(root, "/currency_rates", rows)).toEqual({ made: 3, changed: 0, same: 0 });
    expect(await imported(root, "/currency_rates", rows)).toEqual({ made: 0, changed: 0, same: 3 });
    const again = [{ currency: "EUR", from_day: "7.5.2026", rate: "49" }];
    expect(await imported(root, "/currency_rates", again)).toEqual({ made: 0, changed: 1, same: 0 });
    expect(await faultsOf(root, "/currency_rates", [...again, ...again])).toEqual(["rows[1].from_day repeats"]);
  });
});
