import { type SQL, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { allowNames, MOST_NAMES, NAMES_LAST_S } from "~server/vending/database/names";
import { databaseError, type Db, one, planned, rows, run } from "~server/vending/database/query";
import { type FreshDatabase, freshDatabase } from "../setup/fresh";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
// Names are the process's, which runs other files too.
beforeEach(() => allowNames(true));
afterEach(() => {
  allowNames(true);
  vi.useRealTimers();
});

/** Works on one connection, outside of any transaction. */
async function onOne<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

/** Texts that a connection knows by name; asking this is no statement of ours. */
async function known(db: Db): Promise<string[]> {
  const answer = await db.query({ text: "select statement from pg_prepared_statements order by 1", values: [] });
  return answer.rows.map((row) => z.object({ statement: z.string() }).parse(row).statement);
}

const number = z.object({ n: z.number() });
const plus = (extra: number): SQL => sql`select ${1}::integer + ${sql.raw(String(extra))} as n`;

test("a connection knows a text by name when it is asked again, and answers the same", () =>
  onOne(async (db) => {
    expect(await one(db, number, plus(1))).toEqual({ n: 2 });
    expect(await known(db)).toEqual([]);
    expect(await one(db, number, plus(1))).toEqual({ n: 2 });
    expect(await known(db)).toEqual(["select $1::integer + 1 as n"]);
    expect(await one(db, number, sql`select ${41}::integer + 1 as n`)).toEqual({ n: 42 });
    expect(await known(db)).toHaveLength(1);
  }));

test("no connection knows more than the most, and what is planned always has its place", () =>
  onOne(async (db) => {
    for (let extra = 0; extra < 3 * MOST_NAMES; extra += 1)
      for (let time = 0; time < 2; time += 1) expect(await one(db, number, plus(extra))).toEqual({ n: 1 + extra });
    expect(await known(db)).toHaveLength(MOST_NAMES);
    await one(planned(db), number, sql`select 7 as n`);
    expect(await known(db)).toHaveLength(MOST_NAMES + 1);
  }));

test("texts that differ each time are watched for a while only", () =>
  onOne(async (db) => {
    await one(db, number, plus(-1));
    for (let extra = 0; extra < 1_000; extra += 1) await one(db, number, plus(extra));
    await one(db, number, plus(-1));
    expect(await known(db)).toEqual([]);
  }));

test("what sums days is planned for its days each time", () =>
  onOne(async (db) => {
    for (const table of ["sales_by_device_day", "sales", "key_moves"])
      for (let time = 0; time < 3; time += 1)
        await one(db, number, sql`select count(*) as n from ${sql.identifier(table)} x where ${1} = 1`);
    expect(await known(db)).toEqual([]);
  }));

test("names are given anew after a while, to the same texts the same", () =>
  onOne(async (db) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    allowNames(true);
    for (let extra = 0; extra < 2 * MOST_NAMES; extra += 1)
      for (let time = 0; time < 2; time += 1) await one(db, number, plus(extra));
    const late = plus(2 * MOST_NAMES);
    for (let time = 0; time < 2; time += 1) await one(db, number, late);
    expect(await known(db)).not.toContain(`select $1::integer + ${2 * MOST_NAMES} as n`);
    vi.advanceTimersByTime(NAMES_LAST_S * 1_000 + 1);
    for (let time = 0; time < 2; time += 1) await one(db, number, late);
    for (let time = 0; time < 2; time += 1) await one(db, number, plus(0));
    expect(await known(db)).toHaveLength(MOST_NAMES + 1);
  }));

test("switched off, nothing has a name, what is planned neither", () =>
  onOne(async (db) => {
    allowNames(false);
    for (let time = 0; time < 3; time += 1) {
      await one(db, number, plus(1));
      await one(planned(db), number, plus(2));
    }
    expect(await known(db)).toEqual([]);
  }));

test("what a table's change has made of a known statement is answered", async () => {
  const row = z.record(z.string(), z.unknown());
  const all = sql`select * from changing`;
  await run(database.pool, sql`create table changing (a integer)`);
  await run(database.pool, sql`insert into changing values (1)`);
  await onOne(async (db) => {
    for (const asked of [db, planned(db)]) {
      for (let time = 0; time < 3; time += 1) await rows(asked, row, all);
    }
    await run(database.pool, sql`alter table changing add column b text default 'new'`);
    expect(await rows(db, row, all)).toEqual([{ a: 1, b: "new" }]);
    expect(await rows(planned(db), row, all)).toEqual([{ a: 1, b: "new" }]);
    for (let time = 0; time < 3; time += 1) expect(await rows(db, row, all)).toEqual([{ a: 1, b: "new" }]);
  });
});

test("a transaction that meets such a change is broken off, and the next one goes on", async () => {
  const row = z.record(z.string(), z.unknown());
  await run(database.pool, sql`create table shifting (a integer)`);
  await onOne(async (db) => {
    const ask = async () => {
      await run(db, sql`begin`);
      try {
        return await rows(db, row, sql`select * from shifting`);
      } finally {
        await run(db, sql`rollback`);
      }
    };
    for (let time = 0; time < 3; time += 1) await ask();
    await run(database.pool, sql`alter table shifting alter column a type text`);
    expect(databaseError(await ask().catch((error: unknown) => error))?.code).toBe("0A000");
    expect(await ask()).toEqual([]);
  });
});

test("many at once", async () => {
  const asked = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(
    asked.map((index) =>
      one(database.pool, number, sql`select ${index}::integer + ${sql.raw(String(index % 5))} as n`),
    ),
  );
  expect(answers).toEqual(asked.map((index) => ({ n: index + (index % 5) })));
});

test("an error within a transaction harms neither the statement nor its connection", () =>
  onOne(async (db) => {
    const asked = (value: string) => sql`select ${value}::integer as n`;
    for (let time = 0; time < 4; time += 1) {
      await run(db, sql`begin`);
      expect(await one(db, number, asked("5"))).toEqual({ n: 5 });
      await expect(one(db, number, asked("five"))).rejects.toThrow("invalid input syntax");
      await run(db, sql`rollback`);
      expect(await one(db, number, asked("6"))).toEqual({ n: 6 });
    }
    // What could not be read the first time can be when its table is there.
    const missing = sql`select n from missing`;
    for (let time = 0; time < 3; time += 1)
      await expect(one(db, number, missing)).rejects.toThrow('relation "missing" does not exist');
    await run(db, sql`create table missing (n integer)`);
    expect(await one(db, number, missing)).toBeUndefined();
  }));
