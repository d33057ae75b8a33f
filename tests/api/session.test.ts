import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { PERMISSIONS } from "~server/contract/permissions";
import { infoSchema } from "~server/contract/session";
import { rows } from "~server/vending/database/query";
import { PASSWORD, type TestApi, testApi, type Person } from "./app";

let api: TestApi;
let root: Person;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true, email: "root@example.com" });
});
afterAll(() => api.close());

const signIn = (email: string, password: string) =>
  api.app.request("/login", {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

describe("signing in", () => {
  it("answers the user and a token, of which only a hash is kept", async () => {
    const reply = await api.anybody.post("/login", { email: " ROOT@example.com ", password: PASSWORD });
    const data = z.object({ info: infoSchema, token: z.string() }).parse(reply.data);
    expect(data.info).toMatchObject({ id: root.id, is_can_all: true, is_root: true, companies: [] });
    const kept = await rows(api.pool, z.object({ hash: z.string() }), sql`select hash from tokens`);
    expect(kept.map((row) => row.hash)).not.toContain(data.token);
  });

  it("says the same of a wrong password, an unknown email and a blocked user", async () => {
    const blocked = await api.person();
    await root.post(`/users/${blocked.id}/block`);
    for (const email of [root.email, "nobody@example.com", blocked.email]) {
      const answer = await signIn(email, "wrong password");
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ result: false, error: "Email or Password incorrect", data: null });
    }
  });

  it("tells who knows the password that the account is blocked", async () => {
    const blocked = await api.person();
    await root.post(`/users/${blocked.id}/block`);
    expect(await api.anybody.post("/login", { email: blocked.email, password: PASSWORD })).toMatchObject({
      status: 422,
      error: "account_blocked",
    });
  });

  it("says in keys what is missing", async () => {
    const missing = [{ key: "required" }];
    const forms: Record<string, string>[] = [{}, { email: "", password: "" }, { email: "  ", password: "" }];
    for (const form of forms)
      expect(await api.anybody.post("/login", form)).toMatchObject({
        status: 422,
        fields: { email: missing, password: missing },
      });
    expect(await api.anybody.post("/login", { "email.a": "1", password: ["a", "b"] })).toMatchObject({
      fields: { email: [{ key: "required" }], password: [{ key: "required" }] },
    });
  });
});

describe("a token ends", () => {
  it("with logout", async () => {
    const person = await api.person();
    expect((await person.get("/info")).data).toMatchObject({ id: person.id, is_can_all: false, permissions: [] });
    await person.get("/logout");
    expect((await person.get("/info")).status).toBe(401);
  });

  it("with a block, at once", async () => {
    const person = await api.person();
    await root.post(`/users/${person.id}/block`);
    expect((await person.get("/info")).status).toBe(401);
    await root.post(`/users/${person.id}/unblock`);
    expect((await person.get("/info")).status).toBe(401);
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  });

  it("with its time", async () => {
    const person = await api.person();
    await api.pool.query("update tokens set expires_at = now() - interval '1 second' where user_id = $1", [person.id]);
    expect((await person.get("/info")).status).toBe(401);
  });

  it("with a change of password, for every other sign-in", async () => {
    const person = await api.person();
    const other = api.client(
      z.object({ data: z.object({ token: z.string() }) }).parse(await (await signIn(person.email, PASSWORD)).json())
        .data.token,
    );
    const change = (over: Record<string, string>) =>
      person.post("/profile/password", {
        current_password: PASSWORD,
        password: "a new password",
        password_repeat: "a new password",
        ...over,
      });
    expect(await change({ current_password: "wrong" })).toMatchObject({
      status: 422,
      fields: { current_password: [{ key: "wrong_password" }] },
    });
    expect(await change({ password_repeat: "another" })).toMatchObject({
      status: 422,
      fields: { password_repeat: [{ key: "passwords_differ" }] },
    });
    expect(await change({ password: "short", password_repeat: "short" })).toMatchObject({
      status: 422,
      fields: { password: [{ key: "min_length", count: 10 }] },
    });
    for (const common of [
      "password123",
      "Qwertyuiop1",
      "1234567890",
      "aaaaaaaaaaaaaaaa",
      `${person.email.split("@")[0]}!`,
    ])
      expect(await change({ password: common, password_repeat: common })).toMatchObject({
        status: 422,
        fields: { password: [{ key: "common_password" }] },
      });
    expect((await change({})).status).toBe(200);
    expect((await other.get("/info")).status).toBe(401);
    expect((await person.get("/info")).status).toBe(200);
    expect((await signIn(person.email, PASSWORD)).status).toBe(422);
  });
});

describe("people", () => {
  const values = (over: Record<string, string | number | string[]> = {}) => ({
    full_name: "Олена Коваль",
    email: "olena@example.com",
    phone: "067 123-45-67",
    password: "long enough",
    role: "MANAGER",
    access_mode: "UNRESTRICTED",
    ...over,
  });

  it("have one email each, and phones of one form", async () => {
    const made = await root.post("/users", values());
    expect(made.status).toBe(201);
    expect(await root.post("/users", values({ email: "OLENA@example.com" }))).toMatchObject({
      status: 422,
      error: "email already exist",
      fields: { email: [{ key: "email_taken" }] },
    });
    const { data } = await root.get("/users?q=olena");
    expect(data).toMatchObject({ total: 1, items: [{ phone: "+380671234567", email: "olena@example.com" }] });
    expect(JSON.stringify(data)).not.toContain("argon2");
    expect(await root.post("/users", values({ email: "x@y.ua", phone: "12" }))).toMatchObject({
      fields: { phone: [{ key: "incorrect" }] },
    });
  });

  it("keep their password when it is left empty", async () => {
    const person = await api.person();
    const form = { ...values({ email: person.email, full_name: "Нове Ім’я" }), password: "", version: 1 };
    expect((await root.post(`/users/${person.id}`, form)).status).toBe(200);
    expect((await person.get("/info")).status).toBe(200);
  });

  it("cannot give away more than they hold", async () => {
    const clerk = await api.person({ permissions: ["USER", "USER_CREATE", "USER_GROUP", "USER_GROUP_CREATE"] });
    const strong = await api.person({ permissions: ["DEVICE"] });
    expect(await clerk.post("/users", values({ email: "a1@example.com", user_group: strong.group }))).toMatchObject({
      status: 422,
      fields: { user_group: [{ key: "grant_exceeds" }] },
    });
    expect(
      await clerk.post("/users_groups", { name: "Усе", permissions: [...PERMISSIONS], access_mode: "UNRESTRICTED" }),
    ).toMatchObject({ status: 422, fields: { permissions: [{ key: "grant_exceeds" }] } });
    expect((await clerk.post("/users", values({ email: "a2@example.com", user_group: clerk.group }))).status).toBe(201);
    expect((await clerk.post(`/users/${root.id}`, { ...values({ email: root.email }), version: 1 })).status).toBe(403);
    expect((await clerk.post(`/users/${root.id}/block`)).status).toBe(403);
    expect(await root.post(`/users/${root.id}/block`)).toMatchObject({ status: 422, error: "block_self" });
  });

  it("see and change their own data", async () => {
    const person = await api.person();
    const { data } = await person.get("/profile");
    expect(data).toMatchObject({ id: person.id, email: person.email, group: { id: person.group } });
    expect(
      (await person.post("/profile", { full_name: "Я", email: person.email, phone: "", version: 1 })).data,
    ).toMatchObject({ full_name: "Я", version: 2 });
    expect((await person.post("/profile", { full_name: "Я", email: person.email, phone: "", version: 1 })).status).toBe(
      409,
    );
    expect(
      await person.post("/profile", {
        full_name: "Я",
        email: root.email,
        phone: "",
        version: 2,
        current_password: PASSWORD,
      }),
    ).toMatchObject({ error: "email already exist", fields: { email: [{ key: "email_taken" }] } });
  });

  it("change their own e-mail with their password alone", async () => {
    const person = await api.person();
    const email = `new-${person.email}`;
    const save = (over: Record<string, string>) =>
      person.post("/profile", { full_name: "Я", email, phone: "", version: 1, ...over });
    expect((await save({})).fields).toEqual({ current_password: [{ key: "required" }] });
    expect((await save({ current_password: "wrong" })).fields).toEqual({
      current_password: [{ key: "wrong_password" }],
    });
    expect((await save({ current_password: PASSWORD })).data).toMatchObject({ email });

    const clerk = await api.person({ permissions: ["USER"] });
    const own = (over: Record<string, string>) =>
      clerk.post(`/users/${clerk.id}`, { ...values({ email: clerk.email }), password: "", version: 1, ...over });
    expect((await own({ email: "another@example.com" })).fields).toEqual({ email: [{ key: "own_in_profile" }] });
    expect((await own({ password: "another good one" })).fields).toEqual({ password: [{ key: "own_in_profile" }] });
  });

  it("get no password that anybody would guess", async () => {
    expect(await root.post("/users", values({ email: "weak@example.com", password: "sunshine2024!" }))).toMatchObject({
      status: 422,
      fields: { password: [{ key: "common_password" }] },
    });
  });
});

it("describes itself", async () => {
  const answer = await api.app.request("/openapi.json");
  const document = z
    .object({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
    .parse(await answer.json());
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      "/login",
      "/info",
      "/logout",
      "/devices",
      "/devices/{id}",
      "/users/{id}/block",
      "/telemetry/audit",
    ]),
  );
});

it("tells whether it is up and ready", async () => {
  expect((await api.app.request("/healthz")).status).toBe(200);
  expect((await api.app.request("/readyz")).status).toBe(200);
});
