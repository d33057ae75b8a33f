import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { plain } from "~server/contract/plain";
import { profileSchema } from "~server/contract/profile";
import { PASSWORD, type Person, type TestApi, testApi } from "./app";

let api: TestApi;
let root: Person;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
});
afterAll(() => api.close());

/** Signs in once more, with a browser that calls itself `agent`. */
async function again(person: Person, agent: string) {
  const answer = await api.app.request("/login", {
    method: "POST",
    body: new URLSearchParams({ email: person.email, password: PASSWORD }),
    headers: { "content-type": "application/x-www-form-urlencoded", UserAgent: agent },
  });
  const { data } = z.object({ data: z.object({ token: z.string() }) }).parse(await answer.json());
  return api.client(data.token);
}

const sessions = async (person: Pick<Person, "get">) =>
  profileSchema.parse((await person.get("/profile")).data).sessions ?? [];
const lives = async (person: Pick<Person, "get">) => {
  const { status, error } = await person.get("/info");
  return error ?? status;
};

describe("the sessions of a person", () => {
  it("are listed with what each was begun by, the asking one first, and end one by one", async () => {
    const person = await api.person();
    const [phone, laptop] = [await again(person, "Android Chrome"), await again(person, "Windows Firefox")];
    const listed = await sessions(phone);
    expect(listed.map(({ agent, current }) => [agent, current])).toEqual([
      ["Android Chrome", true],
      ["Windows Firefox", false],
      [null, false],
    ]);
    const other = listed.find(({ agent }) => agent === "Windows Firefox")?.id;
    expect((await phone.post(`/profile/sessions/${other}/end`)).status).toBe(200);
    expect([await lives(laptop), await lives(phone), await lives(person)]).toEqual(["session_ended", 200, 200]);
    expect(await sessions(phone)).toHaveLength(2);
  });

  it("end together, but for the one that asks", async () => {
    const person = await api.person();
    const phone = await again(person, "iOS Safari");
    const stranger = await api.person();
    expect((await phone.post("/profile/sessions/end_others")).status).toBe(200);
    expect([await lives(person), await lives(phone), await lives(stranger)]).toEqual(["session_ended", 200, 200]);
  });

  it("are nobody else's to see or to end", async () => {
    const person = await api.person();
    const [own] = await sessions(person);
    await root.post(`/profile/sessions/${own?.id}/end`);
    await root.post("/profile/sessions/end_others");
    expect((await sessions(root)).map(({ id }) => id)).not.toContain(own?.id);
    expect(await lives(person)).toBe(200);
  });
});

describe("a session says why it has ended", () => {
  const age = (person: Person, column: "last_used_at" | "expires_at", by: string) =>
    api.pool.query(`update tokens set ${column} = now() - $2::interval where user_id = $1`, [person.id, by]);

  it("when nobody used it for as long as the settings say", async () => {
    const person = await api.person();
    await age(person, "last_used_at", "719 minutes");
    expect(await lives(person)).toBe(200);
    // The call above was a use.
    await age(person, "last_used_at", "721 minutes");
    expect(await lives(person)).toBe("session_idle");

    const { data } = await root.get("/settings");
    const known = z.record(z.string(), z.unknown()).parse(data);
    const { id: _, time_zone: __, ...values } = known;
    const form = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
    expect((await root.post("/settings", { ...form, session_idle_minutes: 30 })).status).toBe(200);
    const other = await api.person();
    await age(other, "last_used_at", "31 minutes");
    expect(await lives(other)).toBe("session_idle");
    expect((await root.post("/settings", { ...form, version: 2, session_idle_minutes: 4 })).fields).toEqual({
      session_idle_minutes: [{ key: "min_value", count: 5 }],
    });
  });

  it("keeps a session alive by using it", async () => {
    const person = await api.person();
    await age(person, "last_used_at", "20 minutes");
    await person.get("/info");
    expect(Date.now() - Date.parse((await sessions(person))[0]?.last_used_at ?? "")).toBeLessThan(60_000);
  });

  it("when its longest time is over, however much it is used", async () => {
    const person = await api.person();
    await age(person, "expires_at", "1 second");
    expect(await lives(person)).toBe("session_expired");
  });

  it("when its owner is blocked, also after that", async () => {
    const person = await api.person();
    await root.post(`/users/${person.id}/block`);
    expect(await lives(person)).toBe("session_blocked");
    await root.post(`/users/${person.id}/unblock`);
    expect(await lives(person)).toBe("session_blocked");
    expect(await lives(api.client("nonsense"))).toBe("unauthorized");
  });
});
