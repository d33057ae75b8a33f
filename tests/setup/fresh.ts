import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** A migrated, empty database of one's own. */
export interface FreshDatabase {
  pool: pg.Pool;
  url: string;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

/** Copies the migrated template; call it in `beforeAll` and `drop` in `afterAll`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject("databaseTemplate")}`);
  const url = new URL(inject("databaseServer"));
  url.pathname = `/${name}`;
  const pool = new pg.Pool({
    connectionString: url.href,
    max: 5,
    options: `${process.env.PGOPTIONS ?? ""} -c TimeZone=UTC`,
  });
  // A transaction that a test has broken off may still be open when its database goes; that is no failure of the next test.
  pool.on("error", () => undefined);
  return {
    pool,
    url: url.href,
    drop: async () => {
      await pool.end();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("databaseServer") });
  await client.connect();
  await client.query(sql);
  await client.end();
}
