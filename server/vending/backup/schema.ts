import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { PoolClient } from "pg";
import { z } from "zod";
import { EXTENSION, migrationsFolder } from "../database/migrate";
import { type Db, name, rows, run } from "../database/query";
import { tuneStorage } from "../database/storage";
import { StartError } from "../start-error";
import { anythingIn, placeOf, tablesOf } from "./catalog";
import type { Head, Table } from "./format";

/** The migrations of this program, by the time that names them, in order. */
export const knownMigrations = (): number[] => migrationsOfProgram().map(({ folderMillis }) => folderMillis);

const migrationsOfProgram = () => readMigrationFiles({ migrationsFolder: migrationsFolder() });

/**
 * Makes the schema that a backup was of in an empty database: as its migrations made it, and tables that no migration
 * makes (the demonstration's) as the backup describes them. No table has rows then. Throws `StartError` when the
 * database is not empty, or when the same migrations make other tables than the backup has.
 */
export async function makeSchema(tx: PoolClient, head: Head): Promise<void> {
  const found = await anythingIn(tx);
  if (found) throw new StartError(`The database is not empty (${found} is there): restore into an empty one`);
  const last = Math.max(...head.migrations);
  const migrations = migrationsOfProgram();
  await tx.query(EXTENSION);
  // As Drizzle makes it; which migrations it names comes with its rows.
  await tx.query("create schema if not exists drizzle");
  await tx.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const migration of migrations) {
    if (migration.folderMillis > last) continue;
    for (const statement of migration.sql) await tx.query(statement);
  }
  // It knows the newest tables only; an older schema gets it with the start that migrates it.
  if (migrations.every(({ folderMillis }) => folderMillis <= last)) await tuneStorage(tx);
  await addTables(tx, head, await tablesOf(tx));
}

async function addTables(tx: Db, head: Head, made: readonly Table[]): Promise<void> {
  for (const table of made) {
    const kept = head.tables.find((other) => isSame(table, other));
    if (!kept || columnsOf(table) !== columnsOf(kept))
      throw new StartError(
        `The table ${table.name} is not the backup's: the program that made it had other migrations`,
      );
  }
  for (const sequence of head.sequences) await run(tx, sql`create sequence if not exists ${placeOf(sequence)}`);
  for (const table of head.tables) {
    if (made.some((other) => isSame(table, other))) continue;
    const columns = table.columns.map((column) => sql`${name(column.name)} ${sql.raw(column.definition)}`);
    const parts = [...columns, ...table.keys.map((key) => sql.raw(key))];
    await run(tx, sql`create table ${placeOf(table)} (${sql.join(parts, sql`, `)})`);
  }
}

const isSame = (a: Table, b: Table): boolean => a.schema === b.schema && a.name === b.name;

/** Columns may stand in another order. */
const columnsOf = ({ columns }: Table): string =>
  columns
    .map((column) => column.name)
    .sort()
    .join();

/**
 * Takes away what would look at each row on its own, and answers what brings it back: foreign keys (rows come in any
 * order, and some refer in circles), indexes that are no keys (made at once they take a fraction of the time), and
 * triggers (what they would write is in the backup). An owner may do all of it; nobody else is asked for more.
 */
export async function setAside(tx: Db): Promise<string[]> {
  const keys = await both(
    tx,
    sql`select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as off,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as "on"
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0 order by 2`,
  );
  const indexes = await both(
    tx,
    sql`select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as "on"
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle') and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by i.indrelid, 2`,
  );
  const triggers = await both(
    tx,
    sql`select format('alter table %s disable trigger user', t.tgrelid::regclass) as off,
      format('alter table %s enable trigger user', t.tgrelid::regclass) as "on"
    from pg_trigger t where not t.tgisinternal group by t.tgrelid order by 2`,
  );
  // Foreign keys stand on indexes: they go first, and come back last but for the triggers, which see none of it.
  const all = [...keys, ...indexes, ...triggers];
  for (const { off } of all) await tx.query({ text: off, values: [] });
  return [...indexes, ...keys, ...triggers].map(({ on }) => on);
}

const both = (tx: Db, query: ReturnType<typeof sql>) => rows(tx, z.object({ off: z.string(), on: z.string() }), query);
