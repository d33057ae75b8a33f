import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { recoveryCodesAnswer, secondFactorSchema } from "~server/contract/second-factor";
import { loginData, ticketData } from "~server/contract/session";
import { rows } from "~server/vending/database/query";
import { PASSWORD, type Person, type Reply, type TestApi, testApi } from "./app";

let api: TestApi;
let root: Person;
beforeAll(async () => {
  // Codes go by the clock; standing still, it cannot step over a period in the middle of a test.
  vi.useFakeTimers({ toFake: ["Date"] });
  api = await testApi();
  root = await api.person({ root: true });
});
afterAll(async () => {
  vi.useRealTimers();
  await api.close();
});

const PERIOD = 30_000;
/** What an authenticator app shows `later` periods from now. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * PERIOD });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const status = async (person: Person) => secondFactorSchema.parse((await person.get("/profile/second_factor")).data);

async function begin(person: Person): Promise<string> {
  expect((await person.post("/profile/second_factor/begin", { current_password: PASSWORD })).status).toBe(200);
  return (await status(person)).pending?.secret ?? "";
}

/** Sets the second step up with the code of the period before, so that the present one is still to be used. */
async function setUp(person: Person): Promise<{ secret: string; codes: string[] }> {
  const secret = await begin(person);
  const answer = await person.post("/profile/second_factor/confirm", { code: codeOf(secret, -1) });
  return { secret, codes: recoveryCodesAnswer.parse(answer.data).recovery_codes };
}

const signIn = (person: Person) => api.anybody.post("/login", { email: person.email, password: PASSWORD });
const ticketOf = (reply: Reply) => ticketData.parse(reply.data).ticket;
const secondStep = async (person: Person, code: string) =>
  api.anybody.post("/login/second_step", { ticket: ticketOf(await signIn(person)), code });

describe("setting up the second step", () => {
  it("takes the password, then a code; recovery codes are shown once, and nothing of it can be read anywhere", async () => {
    const person = await api.person();
    expect(await status(person)).toEqual({ enabled: false, required: false, recovery_codes: 0, pending: null });
    expect(await person.post("/profile/second_factor/begin", { current_password: "wrong" })).toMatchObject({
      status: 422,
      fields: { current_password: [{ key: "wrong_password" }] },
    });
    const secret = await begin(person);
    const { pending } = await status(person);
    expect(pending?.uri).toMatch(/^otpauth:\/\/totp\/Vending:.*secret=/);
    expect(pending?.uri).toContain(`secret=${secret}`);
    // Until the first code nothing has changed.
    expect((await signIn(person)).status).toBe(200);

    expect(await person.post("/profile/second_factor/confirm", { code: wrong(codeOf(secret)) })).toMatchObject({
      status: 422,
      fields: { code: [{ key: "wrong_code" }] },
    });
    const elsewhere = api.client(loginData.parse((await signIn(person)).data).token);
    const done = await person.post("/profile/second_factor/confirm", { code: codeOf(secret) });
    const codes = recoveryCodesAnswer.parse(done.data).recovery_codes;
    expect(new Set(codes).size).toBe(10);
    expect(await status(person)).toEqual({ enabled: true, required: false, recovery_codes: 10, pending: null });
    expect(await elsewhere.get("/info")).toMatchObject({ status: 401, error: "session_ended" });

    const kept = JSON.stringify(
      await rows(
        api.pool,
        z.unknown(),
        sql`select f.*, (select json_agg(r) from recovery_codes r where r.user_id = f.user_id) from second_factors f where f.user_id = ${person.id}`,
      ),
    );
    for (const one of [secret, ...codes.flatMap((code) => [code, code.replaceAll("-", "")])])
      expect(kept).not.toContain(one);
    expect((await root.get(`/users/${person.id}/history`)).data).toMatchObject({
      items: [{ action: "update", changes: [{ field: "second_factor", before: false, after: true }] }],
    });
  });

  it("waits a quarter of an hour for the first code", async () => {
    const person = await api.person();
    const secret = await begin(person);
    await api.pool.query("update second_factors set pending_at = now() - interval '16 minutes' where user_id = $1", [
      person.id,
    ]);
    expect((await status(person)).pending).toBeNull();
    expect(await person.post("/profile/second_factor/confirm", { code: codeOf(secret) })).toMatchObject({
      status: 409,
      error: "set_up_expired",
    });
  });

  it("for a new phone leaves the old one in force until the first code of the new", async () => {
    const person = await api.person();
    const { secret: old } = await setUp(person);
    const fresh = await begin(person);
    expect((await secondStep(person, codeOf(old))).status).toBe(200);
    expect((await person.post("/profile/second_factor/confirm", { code: codeOf(fresh, -1) })).status).toBe(200);
    expect((await secondStep(person, codeOf(old, 1))).status).toBe(422);
    expect((await secondStep(person, codeOf(fresh))).status).toBe(200);
  });
});

describe("signing in with two steps", () => {
  it("gives no token for the password alone, but a ticket that is good for nothing else", async () => {
    const person = await api.person();
    const { secret } = await setUp(person);
    const first = await signIn(person);
    expect(first).toMatchObject({ status: 401, result: false, error: "second_step" });
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(first.data))).toEqual(["ticket"]);
    expect((await api.client(ticketOf(first)).get("/info")).status).toBe(401);
    const second = await api.anybody.post("/login/second_step", { ticket: ticketOf(first), code: codeOf(secret) });
    const { token, info } = loginData.parse(second.data);
    expect(info.id).toBe(person.id);
    expect((await api.client(token).get("/info")).status).toBe(200);
  });

  it("takes a ticket once, not for long, and not after the password has changed", async () => {
    const person = await api.person();
    const { secret, codes } = await setUp(person);
    const expired = { status: 401, error: "ticket_expired" };
    const ticket = ticketOf(await signIn(person));
    expect((await api.anybody.post("/login/second_step", { ticket, code: codeOf(secret) })).status).toBe(200);
    expect(await api.anybody.post("/login/second_step", { ticket, code: codes[0] ?? "" })).toMatchObject(expired);
    const late = ticketOf(await signIn(person));
    await api.pool.query("update sign_in_tickets set expires_at = now() where user_id = $1", [person.id]);
    expect(await api.anybody.post("/login/second_step", { ticket: late, code: codes[0] ?? "" })).toMatchObject(expired);
    const before = ticketOf(await signIn(person));
    const change = { current_password: PASSWORD, password: "another good one", password_repeat: "another good one" };
    expect((await person.post("/profile/password", change)).status).toBe(200);
    expect(await api.anybody.post("/login/second_step", { ticket: before, code: codes[0] ?? "" })).toMatchObject(
      expired,
    );
  });

  it("takes each code once, also when it comes many times at once", async () => {
    const person = await api.person();
    const { secret } = await setUp(person);
    const tickets = [ticketOf(await signIn(person)), ticketOf(await signIn(person)), ticketOf(await signIn(person))];
    const code = codeOf(secret);
    const answers = await Promise.all(
      tickets.map((ticket) => api.anybody.post("/login/second_step", { ticket, code })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422]);
    // Nor is one that is older than the last that was taken.
    expect((await secondStep(person, codeOf(secret, -1))).status).toBe(422);
    expect((await secondStep(person, codeOf(secret, 1))).status).toBe(200);
  });

  it("bears with a clock that is half a minute off, and with no more", async () => {
    const person = await api.person();
    const { secret } = await setUp(person);
    expect((await secondStep(person, codeOf(secret, 3))).status).toBe(422);
    expect((await secondStep(person, codeOf(secret, -4))).status).toBe(422);
    expect((await secondStep(person, codeOf(secret, 1))).status).toBe(200);
  });

  it("takes each recovery code once, however it is written", async () => {
    const person = await api.person();
    const { codes } = await setUp(person);
    const [first = "", second = ""] = codes;
    const stranger = await api.person();
    await setUp(stranger);
    expect((await secondStep(stranger, first)).status).toBe(422);
    expect((await secondStep(person, ` ${first.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    expect((await secondStep(person, first)).status).toBe(422);
    const fresh = recoveryCodesAnswer.parse(
      (await person.post("/profile/second_factor/recovery_codes", { current_password: PASSWORD })).data,
    ).recovery_codes;
    expect((await secondStep(person, second)).status).toBe(422);
    expect((await secondStep(person, fresh[0] ?? "")).status).toBe(200);
    expect((await status(person)).recovery_codes).toBe(9);
  });

  it("compares five codes, however many come at once and under however many tickets", async () => {
    const person = await api.person();
    const { secret } = await setUp(person);
    const tickets: string[] = [];
    for (let i = 0; i < 12; i++) tickets.push(ticketOf(await signIn(person)));
    const guess = wrong(codeOf(secret));
    const answers = await Promise.all(
      tickets.map((ticket) => api.anybody.post("/login/second_step", { ticket, code: guess })),
    );
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(5);
    const refused = await secondStep(person, codeOf(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("says in keys what is missing", async () => {
    const missing = [{ key: "required" }];
    expect((await api.anybody.post("/login/second_step")).fields).toEqual({ ticket: missing, code: missing });
  });
});

describe("ending the second step", () => {
  it("takes the person's own password", async () => {
    const person = await api.person();
    await setUp(person);
    expect((await person.post("/profile/second_factor/off", { current_password: "wrong" })).status).toBe(422);
    expect((await person.post("/profile/second_factor/off", { current_password: PASSWORD })).status).toBe(200);
    expect((await signIn(person)).status).toBe(200);
  });

  it("is an administrator's for others only, ends their sessions and stands in history", async () => {
    const clerk = await api.person({ permissions: ["USER"] });
    const person = await api.person();
    const { codes } = await setUp(person);
    expect((await root.get(`/users?second_factor=true&q=${person.email}`)).data).toMatchObject({ total: 1 });
    const ticket = ticketOf(await signIn(person));
    expect((await clerk.post(`/users/${person.id}/reset_second_factor`)).status).toBe(200);
    expect((await person.get("/info")).error).toBe("session_ended");
    expect((await api.anybody.post("/login/second_step", { ticket, code: codes[0] ?? "" })).status).toBe(401);
    expect((await signIn(person)).status).toBe(200);
    expect((await root.get(`/users/${person.id}/history`)).data).toMatchObject({
      items: [
        { action: "reset_second_factor", changes: [{ field: "second_factor", before: true, after: false }] },
        { action: "update" },
      ],
    });
    expect((await clerk.post(`/users/${person.id}/reset_second_factor`)).error).toBe("already_done");

    await setUp(root);
    expect((await clerk.post(`/users/${root.id}/reset_second_factor`)).status).toBe(403);
    expect((await root.post(`/users/${root.id}/reset_second_factor`)).error).toBe("own_in_profile");
    const nobody = await api.person({ permissions: ["USER_GROUP"] });
    expect((await nobody.post(`/users/${root.id}/reset_second_factor`)).status).toBe(403);
  });
});

describe("a group that requires the second step", () => {
  const require = (person: Person, required: boolean) =>
    api.pool.query("update user_groups set second_factor_required = $2 where id = $1", [person.group, required]);

  it("leaves its people nothing but to set it up, at once and until it is done", async () => {
    const person = await api.person({ permissions: ["DEVICE", "USER"] });
    expect((await person.get("/devices")).status).toBe(200);
    await require(person, true);
    expect((await person.get("/info")).data).toMatchObject({ second_factor_missing: true });
    for (const path of ["/devices", "/profile", "/settings", "/notices", "/users", "/options/user", "/dashboard"])
      expect([path, await person.get(path)]).toMatchObject([path, { status: 403, error: "second_factor_missing" }]);
    for (const path of ["/profile", "/profile/password", "/profile/sessions/end_others", "/users"])
      expect([path, (await person.post(path)).error]).toEqual([path, "second_factor_missing"]);
    // Who signs in anew is no better off.
    const { token, info } = loginData.parse((await signIn(person)).data);
    expect(info.second_factor_missing).toBe(true);
    expect((await api.client(token).get("/devices")).status).toBe(403);

    await setUp(person);
    expect((await person.get("/devices")).status).toBe(200);
    expect((await person.get("/info")).data).toMatchObject({ second_factor_missing: false });
    expect(await person.post("/profile/second_factor/off", { current_password: PASSWORD })).toMatchObject({
      status: 422,
      error: "second_factor_required",
    });
    await require(person, false);
    expect((await person.post("/profile/second_factor/off", { current_password: PASSWORD })).status).toBe(200);
  });

  it("is made so in its form", async () => {
    const form = { name: "Бухгалтери", permissions: ["DEVICE"], access_mode: "UNRESTRICTED" };
    const made = await root.post("/users_groups", { ...form, second_factor_required: "on" });
    const { id } = z.object({ id: z.number() }).parse(made.data);
    expect((await root.get(`/users_groups/${id}`)).data).toMatchObject({ second_factor_required: true });
  });
});

it("cannot be set up where secrets cannot be sealed", async () => {
  const person = await api.person();
  const { useSecretsKey } = await import("~server/vending/secrets");
  useSecretsKey(undefined);
  const answer = await person.post("/profile/second_factor/begin", { current_password: PASSWORD });
  useSecretsKey(api.secretsKey);
  expect(answer).toMatchObject({ status: 422, error: "secrets_key_missing" });
});
