import { createServer } from "node:net";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { test } from "./fixtures";
import { ADMIN, freshSettings, processesOf, processOf, run, startWithNpm } from "./product";

/** The web answers, and the vending API answers it. */
async function ready(web: string): Promise<void> {
  while (!(await fetch(`${web}/readyz`).catch(() => undefined))?.ok) await sleep(100);
}

test("both services answer, the address is printed, and the end leaves nothing behind", async ({ settings, start }) => {
  const product = await start(settings.env, startWithNpm);
  expect(product.output()).toContain(settings.web);
  expect(product.output()).toContain(ADMIN.email);
  expect((await fetch(`${settings.web}/healthz`)).status).toBe(200);
  expect((await fetch(`${settings.api}/healthz`)).status).toBe(200);
  expect(processesOf(settings.env).length).toBeGreaterThanOrEqual(4);

  product.process.kill("SIGTERM");
  expect(await product.ended).toBe(0);
  expect(processesOf(settings.env)).toEqual([]);
});

test("a second start keeps the database and the session secret", async ({ settings, start }) => {
  const kept = () =>
    Promise.all(
      ["postgres/global/pg_control", "session-secret"].map((name) =>
        readFile(path.join(settings.env.DATA_DIR ?? "", name), "latin1"),
      ),
    );
  let product = await start(settings.env);
  const [, secret] = await kept();
  const system = (await kept())[0]?.slice(0, 8);
  product.process.kill("SIGINT");
  expect(await product.ended).toBe(0);

  product = await start(settings.env);
  expect((await kept())[0]?.slice(0, 8)).toBe(system);
  expect((await kept())[1]).toBe(secret);
});

const WEB = "@remix-run/serve";
const API = "build/vending/main.js";
const DATABASE = "/bin/postgres -D";

test.for([
  ["web", WEB, "SIGKILL", [API, DATABASE]],
  ["web", WEB, "SIGTERM", [API, DATABASE]],
  ["vending API", API, "SIGKILL", [WEB]],
  // The service cannot live without its database and ends with it.
  ["vending API", DATABASE, "SIGQUIT", [WEB]],
] as const)(
  "the %s is started again when %s meets %s, and no other is touched",
  async ([name, part, signal, others], { settings, start }) => {
    const product = await start(settings.env);
    const before = others.map((other) => processOf(settings.env, other));
    const ended = processOf(settings.env, part);
    process.kill(ended, signal);
    while (!new RegExp(`The ${name} ended by itself \\(.+\\); it is started again`).test(product.output()))
      await sleep(50);
    await ready(settings.web);
    expect(processOf(settings.env, part)).not.toBe(ended);
    expect(others.map((other) => processOf(settings.env, other))).toEqual(before);

    product.process.kill("SIGTERM");
    expect(await product.ended).toBe(0);
    expect(processesOf(settings.env)).toEqual([]);
  },
);

test("a web that ends again and again ends everything, with a reason", async ({ settings, start }) => {
  const product = await start(settings.env);
  while (product.process.exitCode === null) {
    for (const { pid, command } of processesOf(settings.env)) if (command.includes(WEB)) process.kill(pid, "SIGKILL");
    await sleep(50);
  }
  expect(product.process.exitCode).toBe(1);
  expect(product.output()).toMatch(/The web ended by itself \(signal SIGKILL\) for the 6th time .*: giving up/);
  expect(processesOf(settings.env)).toEqual([]);
});

test("when the supervisor is killed, its children end by themselves", async ({ settings, start }) => {
  const product = await start(settings.env);
  product.process.kill("SIGKILL");
  await vi.waitFor(() => expect(processesOf(settings.env)).toEqual([]), { timeout: 60_000, interval: 100 });
});

test("when everything is killed at once, the next start works", async ({ settings, start }) => {
  let product = await start(settings.env);
  // All are found before one of them is killed: the web ends by itself when its supervisor has gone.
  const parts = ["scripts/start.mjs", "build/vending/main.js", "@remix-run/serve"].map((part) =>
    processOf(settings.env, part),
  );
  for (const part of parts) process.kill(part, "SIGKILL");
  await product.ended;
  product = await start(settings.env);
  expect((await fetch(`${settings.api}/healthz`)).status).toBe(200);
});

test("a second product on the same data folder is refused", async ({ settings, start }) => {
  await start(settings.env);
  const other = await freshSettings();
  const second = run(["scripts/start.mjs"], { ...other.env, DATA_DIR: settings.env.DATA_DIR ?? "" });
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/The data folder .* is in use by another vending process/);
  expect((await fetch(`${settings.api}/healthz`)).status).toBe(200);
  await other.remove();
});

test("a command runs beside the service and without it", async ({ settings, start }) => {
  const product = await start(settings.env);
  const beside = run(["scripts/vending.mjs", "sales:rebuild", "1", "2"], settings.env);
  expect(await beside.ended, beside.output()).toBe(0);
  expect((await fetch(`${settings.api}/healthz`)).status).toBe(200);
  product.process.kill("SIGTERM");
  await product.ended;

  const alone = run(["scripts/vending.mjs", "rollups:rebuild"], settings.env);
  expect(await alone.ended, alone.output()).toBe(0);
  expect(processesOf(settings.env)).toEqual([]);
  const unknown = run(["scripts/vending.mjs", "nonsense"], settings.env);
  expect(await unknown.ended).toBe(1);
  expect(unknown.output().trim().split("\n")).toHaveLength(1);
});

test.for(["PORT", "VENDING_PORT"])("a taken %s is told in one line", async (name, { fresh: settings }) => {
  const server = createServer().listen(Number(settings.env[name]), "127.0.0.1");
  await once(server, "listening");
  const refused = run(["scripts/start.mjs"], settings.env);
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toBe(`Port ${settings.env[name]} on 127.0.0.1 is taken: set ${name} to another one`);
  server.close();
});

test("every mistake in the settings is told in one line, by the start and by each service", async ({
  fresh: settings,
}) => {
  const wrong = {
    ...settings.env,
    PORT: "70000",
    DATABASE_URL: "mysql://x",
    ADMIN_EMAIL: "nobody",
    ADMIN_PASSWORD: "",
  };
  const start = run(["scripts/start.mjs"], wrong);
  expect(await start.ended).toBe(1);
  expect(start.output().trim().split("\n")).toEqual([
    "PORT must be a port number from 1 to 65535",
    "DATABASE_URL must look like postgres://user:password@host:5432/name",
    "ADMIN_EMAIL must be an e-mail address",
    "SESSION_SECRET must be set when DATABASE_URL is (at least 32 random characters)",
    "ADMIN_PASSWORD must be set together with ADMIN_EMAIL",
  ]);
  const vending = run(["build/vending/main.js"], { ...wrong, VENDING_PORT: "x" });
  expect(await vending.ended).toBe(1);
  expect(vending.output().trim().split("\n")).toEqual([
    "DATABASE_URL must look like postgres://user:password@host:5432/name",
    "ADMIN_EMAIL must be an e-mail address",
    "VENDING_PORT must be a port number from 0 to 65535",
    "ADMIN_PASSWORD must be set together with ADMIN_EMAIL",
  ]);
});

test("a server that does not answer is told in one line", async ({ fresh: settings }) => {
  const { output, ended } = run(["build/vending/main.js"], {
    ...settings.env,
    DATABASE_URL: "postgres://a:b@127.0.0.1:1/c",
  });
  expect(await ended).toBe(1);
  expect(output().trim()).toMatch(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*$/);
});
