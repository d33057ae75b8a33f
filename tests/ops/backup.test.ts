import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { FORMAT, frame, head, type Head, MARK } from "~server/vending/backup/format";
import { restore } from "~server/vending/backup/restore";
import { readConfig } from "~server/vending/config";
import { StartError } from "~server/vending/start-error";
import { connectionString } from "~server/vending/database/postgres/cluster";
import { readPostmaster } from "~server/vending/database/postgres/postmaster";
import { startDebianPostgres, wantPostgres } from "../../scripts/lib/debian.mjs";
import { test } from "./fixtures";
import { lookIn, pictureAt, pictureIn } from "./picture";
import { processesOf, run, type Run, serviceOn } from "./product";
import { readIngredients, signIn, writeIngredient } from "./writer";

/** A folder for files of these tests, and a server with a user who owns databases and may do nothing else. */
let place: string;
let server: { url: string; stop(): Promise<void> };
/** Of a database without anything but its schema: a small file. */
let small: string;

beforeAll(async () => {
  wantPostgres();
  place = await mkdtemp(path.join(tmpdir(), "vending-backup-"));
  await chmod(place, 0o755);
  const cluster = await mkdtemp(path.join(tmpdir(), "vending-server-"));
  server = await startDebianPostgres(path.join(cluster, "postgres"), {});
  await onServer("create role owner login password 'owner'");
  const url = await newDatabase("small");
  await succeeds(command({ DATABASE_URL: url }, "keys:check"));
  small = path.join(place, "small.backup");
  await succeeds(command({ DATABASE_URL: url }, "backup", small));
  return async () => {
    await server.stop();
    await rm(cluster, { recursive: true, force: true });
  };
});
afterAll(() => rm(place, { recursive: true, force: true }));

test("what is sold and written during a backup is in it as of one moment, and the product goes on", async ({
  settings,
  fresh,
  start,
}) => {
  const service = await start(settings.env, (env) => serviceOn(settings.api, env));
  const token = await signIn(settings.api);
  const written: string[] = [];
  let alive = true;
  const writing = Array.from({ length: 2 }, async (_, writer) => {
    for (let nth = 0; alive; nth++) {
      const name = `beside ${writer} ${nth}`;
      expect(await writeIngredient(settings.api, token, name)).toBe(true);
      written.push(name);
    }
  });
  while (written.length < 4) await sleep(5);
  const before = [...written];
  const file = path.join(place, "beside.backup");
  await succeeds(command(settings.env, "backup", file));
  const during = written.length;
  while (written.length < during + 3) await sleep(5);
  const after = written.slice(during + 2);
  alive = false;
  await Promise.all(writing);
  expect(before.length + 10).toBeLessThan(during);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.part`)).toBe(false);
  service.process.kill("SIGTERM");
  await service.ended;

  const restored = { ...fresh.env, DATA_DIR: path.join(place, "beside") };
  await succeeds(command(restored, "restore", file));
  await isOfOneMoment(restored.DATA_DIR);
  const opened = await start(restored, (env) => serviceOn(fresh.api, env));
  const kept = await readIngredients(fresh.api, await signIn(fresh.api));
  expect(before.filter((name) => !kept.has(name))).toEqual([]);
  expect(after.filter((name) => kept.has(name))).toEqual([]);
  opened.process.kill("SIGTERM");
  await opened.ended;
  expect(processesOf(restored)).toEqual([]);
});

test("from embedded to a server and back, every row, sequence, index, key and trigger is as it was", async ({
  settings,
}) => {
  const there = path.join(place, "there.backup");
  const back = path.join(place, "back.backup");
  const url = await newDatabase("there");
  const key = await readFile(path.join(settings.env.DATA_DIR ?? "", "secrets.key"), "utf8");
  await succeeds(command(settings.env, "backup", there));
  const told = await succeeds(command({ DATABASE_URL: url }, "restore", there));
  expect(told).toContain(`VENDING_SECRETS_KEY: it is in ${there}.key`);
  expect(await readFile(`${there}.key`, "utf8")).toBe(key);
  const original = await pictureIn(settings.env.DATA_DIR ?? "");
  expect(Object.keys(original).length).toBeGreaterThan(1000);
  expect(original["table public.sales"]).toMatch(/^\d{5,} /);
  expect(await pictureAt(url)).toEqual(original);

  await succeeds(command({ DATABASE_URL: url }, "backup", back));
  const folder = path.join(place, "back");
  const said = await succeeds(command({ DATA_DIR: folder }, "restore", back));
  expect(said).toContain("Start with the VENDING_SECRETS_KEY that it was run with");
  expect(await pictureIn(folder)).toEqual(original);
  expect(await readdir(folder)).not.toContain("restore.new");
});

test("a file that is no whole backup of this version or an older one is refused, and nothing is made", async () => {
  const whole = await readFile(small);
  const raw = gunzipSync(whole);
  const other = { ...headOf(raw), product: "99.1.0" };
  const files: [string, Buffer, RegExp][] = [
    ["text", Buffer.from("select 1;\n"), /is not a backup of this product$/],
    ["empty", Buffer.alloc(0), /is cut off$/],
    ["other", gzipSync("some other file, which is long enough"), /is not a backup of this product$/],
    ["flipped", Buffer.from(whole).fill(0x55, whole.length - 400, whole.length - 390), /is (damaged|cut off)$/],
    ["cut", whole.subarray(0, whole.length - 1), /is cut off$/],
    ["half", whole.subarray(0, whole.length / 2), /is cut off$/],
    ["endless", gzipSync(raw.subarray(0, raw.lastIndexOf('{"tables"') - 5)), /is cut off$/],
    ["changed", gzipSync(changedRow(raw)), /is damaged$/],
    ["format", packed({ ...other, format: FORMAT + 1 }), /version 99\.1\.0 .* is newer than this one/],
    [
      "schema",
      packed({ ...other, migrations: [...other.migrations, 4e12] }),
      /version 99\.1\.0 .* is newer than this one/,
    ],
    ["strange", packed({ ...other, migrations: [1] }), /has a schema that this program has never made$/],
  ];
  const folder = path.join(place, "refused");
  for (const [name, content, reason] of files) {
    const file = path.join(place, name);
    await writeFile(file, content);
    // A process each would cost a minute.
    const trying = restore(
      readConfig({ ...process.env, DATABASE_URL: "", DATA_DIR: folder }),
      file,
      () => undefined,
      new AbortController().signal,
    );
    await expect(trying, name).rejects.toSatisfy((error) => error instanceof StartError && reason.test(error.message));
    expect(existsSync(folder), name).toBe(false);
  }
  expect(await fails(command({ DATA_DIR: folder }, "restore", path.join(place, "text")))).toBe(
    `${path.join(place, "text")} is not a backup of this product`,
  );
  expect(await fails(command({ DATA_DIR: folder }, "restore", path.join(place, "none")))).toMatch(
    /cannot be read: ENOENT/,
  );
  expect(await fails(command({ DATA_DIR: folder }, "restore"))).toBe(
    "restore takes the name of one file: npm run restore -- <file>",
  );
});

test("nothing is written over: neither data nor a backup", async ({ settings, start }) => {
  const full = await newDatabase("taken");
  await succeeds(command({ DATABASE_URL: full }, "restore", small));
  const before = await pictureAt(full);
  expect(await fails(command({ DATABASE_URL: full }, "restore", small))).toMatch(
    /^The database is not empty \(.* is there\)/,
  );
  expect(await pictureAt(full)).toEqual(before);

  expect(await fails(command(settings.env, "restore", small))).toMatch(/holds a database already: set DATA_DIR/);
  expect(await fails(command(settings.env, "backup", small))).toMatch(
    /is there already: a backup never replaces another/,
  );
  await start(settings.env, (env) => serviceOn(settings.api, env));
  expect(await fails(command(settings.env, "restore", small))).toMatch(/is in use by another vending process/);
  const none = path.join(place, "nothing");
  expect(await fails(command({ DATA_DIR: none }, "backup", path.join(place, "nothing.backup")))).toMatch(
    /^There is nothing to back up/,
  );
  expect(existsSync(none)).toBe(false);
});

test("killed in the middle, a backup is no backup and a restore leaves its target empty", async ({ settings }) => {
  const file = path.join(place, "killed.backup");
  const written = command(settings.env, "backup", file);
  while (!existsSync(`${file}.part`) || (await stat(`${file}.part`)).size < 100_000) await goesOn(written);
  written.process.kill("SIGKILL");
  await written.ended;
  expect(existsSync(file)).toBe(false);
  expect(await fails(command(settings.env, "restore", file))).toMatch(/cannot be read/);
  expect(await fails(command(settings.env, "backup", file))).toMatch(/\.part is there: another backup writes it/);
  await rm(`${file}.part`);
  await succeeds(command(settings.env, "backup", file));

  const folder = path.join(place, "killed");
  const unfinished = path.join(folder, "restore.new");
  const into = command({ DATA_DIR: folder }, "restore", file);
  await copies(into, () => {
    const running = readPostmaster(path.join(unfinished, "postgres"));
    return running?.ready ? connectionString(unfinished, running.port, "vending") : undefined;
  });
  into.process.kill("SIGKILL");
  await into.ended;
  expect(existsSync(path.join(folder, "postgres"))).toBe(false);
  await succeeds(command({ DATA_DIR: folder }, "restore", small));
  expect(await readdir(folder)).not.toContain("restore.new");
  expect(processesOf({ DATA_DIR: folder })).toEqual([]);

  const url = await newDatabase("killed");
  const onto = command({ DATABASE_URL: url }, "restore", file);
  await copies(onto, () => url);
  onto.process.kill("SIGKILL");
  await onto.ended;
  await succeeds(command({ DATABASE_URL: url }, "restore", small));
});

/** A command of the built product, as `npm run` gives it to it. */
function command(env: Record<string, string>, ...words: string[]): Run {
  return run(["build/vending/main.js", ...words], env);
}

async function succeeds(started: Run): Promise<string> {
  expect(await started.ended, started.output()).toBe(0);
  return started.output();
}

async function fails(started: Run): Promise<string> {
  expect(await started.ended, started.output()).toBe(1);
  return started.output().trim();
}

async function goesOn(started: Run): Promise<void> {
  if (started.process.exitCode !== null) throw new Error(`It ended too early: ${started.output()}`);
  await sleep(2);
}

/** Waits until rows arrive in the database at `urlOf()`, which may not be there yet. */
async function copies(started: Run, urlOf: () => string | undefined): Promise<void> {
  for (;;) {
    await goesOn(started);
    const url = urlOf();
    if (!url) continue;
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      for (;;) {
        await goesOn(started);
        const { rowCount } = await client.query("select 1 from pg_stat_progress_copy where tuples_processed > 100");
        if (rowCount) return;
      }
    } catch (error) {
      // The database itself is made a moment after its server answers.
      if (!(error instanceof pg.DatabaseError) || error.code !== "3D000") throw error;
    } finally {
      await client.end();
    }
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database of somebody who is no superuser. */
async function newDatabase(name: string): Promise<string> {
  await onServer(`create database ${name} owner owner`);
  const url = new URL(server.url);
  url.username = url.password = "owner";
  url.pathname = `/${name}`;
  return url.href;
}

/** An ingredient is written together with what its history says of it; tables are read one after another. */
async function isOfOneMoment(folder: string): Promise<void> {
  const strays = await lookIn(folder, (db) =>
    db.query<{ n: number }>(`
      select count(*)::int as n from (select id from ingredients where name like 'beside %') i
      full join (select entity_id from history where entity = 'ingredient' and action = 'create') h on h.entity_id = i.id
      where (i.id is null) <> (h.entity_id is null)`),
  );
  expect(strays.rows).toEqual([{ n: 0 }]);
}

function headOf(raw: Buffer): Head {
  const from = MARK.length + 5;
  return head.parse(JSON.parse(raw.toString("utf8", from, from + raw.readUInt32BE(from - 4))));
}

/** The beginning of a backup with this head. */
const packed = (changed: Head): Buffer => gzipSync(Buffer.concat([MARK, frame("head", changed)]));

/** A backup in which one digit of a row is another. */
function changedRow(raw: Buffer): Buffer {
  const changed = Buffer.from(raw);
  const last = headOf(raw).migrations.at(-1);
  const digit = changed.indexOf(`\t${last}\n`) - 1;
  changed.writeUInt8(changed.readUInt8(digit) ^ 1, digit);
  return changed;
}
