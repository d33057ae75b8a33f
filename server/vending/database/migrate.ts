import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { tuneStorage } from "./storage";

/** Any number: it only has to be the same in every process of this product. */
export const MIGRATIONS_LOCK = 7_264_001;

/** Searches by parts of words; a trusted extension, so the owner of a database may add it (PostgreSQL 13 and later). */
export const EXTENSION = "create extension if not exists pg_trgm";

/** Where the migrations and their journal are, among the sources and in an installation without them. */
export function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, "migrations"), join(here, "../../server/vending/database/migrations")];
  const found = candidates.find((folder) => existsSync(join(folder, "meta/_journal.json")));
  if (!found) throw new Error(`migrations not found beside ${here}`);
  return found;
}

/** Brings the database to the newest schema; several processes starting at once take turns. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATIONS_LOCK]);
    await client.query(EXTENSION);
    await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() });
    await tuneStorage(client);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATIONS_LOCK]);
    client.release();
  }
}
