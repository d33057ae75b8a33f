import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "vitest";
import { EXTENSION, migrationsFolder } from "~server/vending/database/migrate";
import { lookIn } from "./picture";
import { run } from "./product";

/** Backups of earlier versions, by their last migration, and what the network in each had then. They are never made anew. */
const KEPT = [
  {
    file: "0042.backup",
    figures: {
      sales: "830 vends, 2869200",
      days: "830 vends, 2869200",
      wallets: "180 wallets, 20891200 and 6946778",
      moves: "331 movements",
      warehouses: "46 lots, 1228420",
      machines: "106 slots, 150797",
      people: "15 people, 1 root",
      // One "limit" for all then: °C, percent and hryvnias.
      alerts: "temperature 12 - -, failed_vends - 20 -, cash - - 400000",
    },
  },
];

/** Figures that people know by heart: an upgrade changes none of them. Kopecks, pieces, grams and millilitres. */
const FIGURES = {
  sales: "select sum(count) || ' vends, ' || sum(amount) from sales",
  days: "select sum(count) || ' vends, ' || sum(amount) from sales_by_device_day",
  wallets: "select count(*) || ' wallets, ' || sum(balance) || ' and ' || sum(bonus_balance) from key_wallets",
  moves: "select count(*) || ' movements' from key_moves",
  warehouses: "select count(*) || ' lots, ' || sum(quantity)::bigint from stock",
  machines: "select count(*) || ' slots, ' || round(sum(filled - used)) from device_stocks",
  people: "select count(*) || ' people, ' || count(*) filter (where is_root) || ' root' from users",
  alerts:
    "select string_agg(concat_ws(' ', cause, coalesce(temperature_limit::text, '-'), coalesce(failed_percent::text, '-'), coalesce(cash_limit::text, '-')), ', ' order by id) from alert_rules where cause in ('temperature', 'failed_vends', 'cash')",
};

test.for(KEPT)("$file keeps every figure through restore and upgrade", async ({ file, figures }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "vending-upgrade-"));
  const kept = fileURLToPath(new URL(`../fixtures/backups/${file}`, import.meta.url));
  await succeeds(folder, "restore", kept);
  // Commands bring the schema to today's first.
  await succeeds(folder, "keys:check");
  await succeeds(folder, "rollups:check");
  const found = await lookIn(folder, async (db) => {
    const told: Record<string, unknown> = {};
    for (const [name, query] of Object.entries(FIGURES)) {
      const { rows } = await db.query<{ told: unknown }>(`select (${query}) as told`);
      told[name] = rows[0]?.told;
    }
    return told;
  });
  expect(found).toEqual(figures);
  await rm(folder, { recursive: true, force: true });
});

test("a backup of an older schema is restored to that schema, and the next work on it brings it to the newest", async () => {
  const place = await mkdtemp(path.join(tmpdir(), "vending-older-"));
  const [older, folder, file] = [
    path.join(place, "older"),
    path.join(place, "folder"),
    path.join(place, "older.backup"),
  ];
  const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  const then = migrations.slice(0, -4);
  await lookIn(older, async (db) => {
    await db.query(EXTENSION);
    await db.query("create schema drizzle");
    await db.query(
      "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    for (const { sql, hash, folderMillis } of then) {
      for (const statement of sql) await db.query(statement);
      await db.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        hash,
        folderMillis,
      ]);
    }
    await db.query(
      "insert into warehouses (name, address) select 'Place ' || n, 'Street' from generate_series(1, 50) n",
    );
  });
  await succeeds(older, "backup", file);
  await succeeds(folder, "restore", file);
  const look = () =>
    lookIn(folder, async (db) => {
      const { rows } = await db.query<{ done: number; places: number; next: number }>(`
        select (select count(*)::int from drizzle.__drizzle_migrations) as done, (select count(*)::int from warehouses) as places,
          (select last_value::int from pg_sequences where sequencename = 'warehouses_id_seq') as next`);
      return rows[0];
    });
  expect(await look()).toEqual({ done: then.length, places: 50, next: 50 });
  await succeeds(folder, "keys:check");
  expect(await look()).toEqual({ done: migrations.length, places: 50, next: 50 });
  await rm(place, { recursive: true, force: true });
});

async function succeeds(folder: string, ...words: string[]): Promise<void> {
  const command = run(["build/vending/main.js", ...words], { DATA_DIR: folder });
  expect(await command.ended, command.output()).toBe(0);
}
