import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type TestApi, testApi } from "./app";

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** The API on a port of its own, so that calls come over real connections. */
async function served(trustedProxies: string[]) {
  const api = await testApi({ trustedProxies });
  const server = createAdaptorServer({ fetch: api.app.fetch });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the API has no port");
  closing.push(async () => {
    server.close();
    await once(server, "close");
    await api.close();
  });
  const signIn = (email: string, password: string, forwarded?: string) =>
    fetch(`http://127.0.0.1:${address.port}/login`, {
      method: "POST",
      body: new URLSearchParams({ email, password }),
      headers: forwarded ? { "x-forwarded-for": forwarded } : {},
    });
  return { api, signIn };
}

/** How many answers there were of each status. */
function counted(answers: Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

type Served = Awaited<ReturnType<typeof served>>;
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("guessing a password", () => {
  let api: TestApi;
  let signIn: Served["signIn"];
  beforeAll(async () => {
    ({ api, signIn } = await served(["loopback"]));
  });

  it("is slowed for an account, and told how long to wait", async () => {
    const victim = await api.person();
    for (let i = 0; i < 5; i++) expect((await signIn(victim.email, "guess")).status).toBe(422);
    const refused = await signIn(victim.email, PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await api.person();
    expect((await signIn(other.email, PASSWORD)).status).toBe(200);
  });

  it("compares no more when all come at once", async () => {
    const victim = await api.person();
    expect(counted(await times(30, () => signIn(victim.email, "guess")))).toEqual({ 422: 5, 429: 25 });
  });

  it("gets no fresh count by another spelling of the e-mail", async () => {
    const victim = await api.person();
    const spellings = [
      victim.email,
      ` ${victim.email}`,
      `${victim.email}  `,
      victim.email.toUpperCase(),
      `\t${victim.email}\u00a0`,
    ];
    for (const spelling of spellings) expect((await signIn(spelling, "guess")).status).toBe(422);
    for (const spelling of spellings) expect((await signIn(spelling, PASSWORD)).status).toBe(429);
  });

  it("starts a fresh count when the person has signed in", async () => {
    const person = await api.person();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) expect((await signIn(person.email, "guess")).status).toBe(422);
      expect((await signIn(person.email, PASSWORD)).status).toBe(200);
    }
  });

  it("is slowed for an address over many accounts, however many of them come at once", async () => {
    const person = await api.person();
    const guesses = await times(60, (index) => signIn(`guess${index}@example.com`, "guess", "203.0.113.7"));
    expect(counted(guesses)).toEqual({ 422: 50, 429: 10 });
    expect((await signIn(person.email, PASSWORD, "203.0.113.7")).status).toBe(429);
    // Whoever stands before a trusted proxy may write what they like: the proxy adds whom it saw.
    expect((await signIn(person.email, PASSWORD, "198.51.100.1, 203.0.113.7")).status).toBe(429);
    expect((await signIn(person.email, PASSWORD, "203.0.113.8")).status).toBe(200);
  });

  it("does not touch the change of anybody's own password", async () => {
    const person = await api.person();
    for (const name of [`password of ${person.id}`, `password:${person.id}`, String(person.id)])
      for (let i = 0; i < 6; i++) await signIn(name, "guess", `203.0.113.${20 + i}`);
    const changed = await person.post("/profile/password", {
      current_password: PASSWORD,
      password: "another good one",
      password_repeat: "another good one",
    });
    expect(changed.status).toBe(200);
  });

  it("is slowed for the own password too, all at once, and leaves signing in alone", async () => {
    const person = await api.person();
    const change = (current_password: string) =>
      person.post("/profile/password", {
        current_password,
        password: "a new password",
        password_repeat: "a new password",
      });
    const answers = await times(20, () => change("guess"));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await change(PASSWORD)).status).toBe(429);
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  });
});

describe("an address", () => {
  it("that no trusted proxy names is not believed: the peer's own counts", async () => {
    const { signIn } = await served(["192.0.2.0/24"]);
    const guesses = await times(60, (index) => signIn(`guess${index}@example.com`, "guess", `203.0.113.${index}`));
    expect(counted(guesses)).toEqual({ 422: 50, 429: 10 });
  });
});
