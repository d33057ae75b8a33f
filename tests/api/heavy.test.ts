import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { heavily } from "~server/vending/database/heavy";
import { type Db, only, run } from "~server/vending/database/query";
import { type TestApi, testApi } from "./app";
import { type Process, startProcess } from "./live";

let api: TestApi;
let server: Process;
/** Keeps reports waiting, from outside of the pool: they wait for a table that it has locked. */
let holder: pg.Client;

beforeAll(async () => {
  api = await testApi();
  server = await startProcess(api);
  holder = new pg.Client({ connectionString: String(api.pool.options.connectionString) });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await server.stop();
  await api.close();
});

const held = async (work: () => Promise<void>) => {
  await holder.query("begin; lock table sales_changes in access exclusive mode");
  try {
    await work();
  } finally {
    await holder.query("rollback");
  }
};
const n = z.object({ n: z.number() });
const waiting = async () => {
  const waits = sql`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await only(api.pool, n, waits)).n;
};
const untilWaiting = (count: number) => vi.waitUntil(async () => (await waiting()) === count, { timeout: 60_000 });
const wait = (db: Db) => run(db, sql`select count(*) from sales_changes`);
setFlagsFromString("--expose-gc");
const collectGarbage = z.function().parse(runInNewContext("gc"));
const never = new AbortController().signal;
const TOO_MUCH = { status: 422, key: "too_much_to_sum" };

test("what takes too long is refused, ended and leaves its connection as it was", () =>
  held(async () => {
    const asked = expect(heavily(api.pool, never, wait, 500)).rejects.toMatchObject(TOO_MUCH);
    // Until then much is collected as garbage, and what watches the time must not be.
    await untilWaiting(1);
    collectGarbage();
    await asked;
    expect(await waiting()).toBe(0);
    expect(await heavily(api.pool, never, (db) => only(db, n, sql`select 1 as n`))).toEqual({ n: 1 });
  }));

test("what nobody waits for any more is ended", () =>
  held(async () => {
    const caller = new AbortController();
    const asked = heavily(api.pool, caller.signal, wait);
    const refused = expect(asked).rejects.toMatchObject(TOO_MUCH);
    await untilWaiting(1);
    caller.abort();
    await refused;
    expect(await waiting()).toBe(0);
  }));

test("four read much at once, the fifth waits its turn or leaves, and others are answered beside them", () =>
  held(async () => {
    const callers = Array.from({ length: 6 }, () => new AbortController());
    const asked = callers.map(({ signal }) => heavily(api.pool, signal, wait).catch((error: unknown) => error));
    await untilWaiting(4);
    expect((await api.anybody.get("/readyz")).status).toBe(200);
    expect(await waiting()).toBe(4);
    callers[4]?.abort();
    callers[0]?.abort();
    expect(await asked[0]).toMatchObject(TOO_MUCH);
    expect(await asked[4]).toMatchObject(TOO_MUCH);
    await untilWaiting(4);
    await holder.query("rollback");
    const [, one, two, three, , five] = await Promise.all(asked);
    expect([one, two, three, five]).toEqual([1, 1, 1, 1]);
  }));

test("an error of the work itself is told as it is, and nothing may be written", async () => {
  await expect(heavily(api.pool, never, (db) => run(db, sql`select 1 / 0`))).rejects.toMatchObject({ code: "22012" });
  await expect(heavily(api.pool, never, (db) => run(db, sql`delete from sales_changes`))).rejects.toMatchObject({
    code: "25006",
  });
});

test("a report whose caller has gone is not summed up any more", () =>
  held(async () => {
    const { token } = await api.person({ root: true });
    const caller = new AbortController();
    const asked = fetch(`http://${server.url}/reports/own_report`, {
      headers: { Authorization: token },
      signal: caller.signal,
    });
    const left = expect(asked).rejects.toThrow(/abort/);
    await untilWaiting(1);
    caller.abort();
    await left;
    await untilWaiting(0);
  }));
