import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "~server/vending/database/embedded";
import { migrate } from "~server/vending/database/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of a database of the test server in which nothing is kept. */
    databaseServer: string;
    /** Name of the migrated database that every test file copies. */
    databaseTemplate: string;
  }
}

/**
 * One PostgreSQL server for the run: TEST_DATABASE_URL when set, else the embedded one in a temporary folder.
 * The migrations run once, into a template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL ? await useServer(process.env.TEST_DATABASE_URL) : await startServer();
  const template = `template_${process.pid}_${Date.now()}`;
  await run(server.url, `CREATE DATABASE ${template}`);
  const pool = new pg.Pool({ connectionString: withDatabase(server.url, template) });
  await migrate(pool);
  await pool.end();

  project.provide("databaseServer", server.url);
  project.provide("databaseTemplate", template);
  return async () => {
    await run(server.url, `DROP DATABASE ${template}`);
    await server.stop();
  };
}

async function startServer() {
  const folder = await mkdtemp(path.join(tmpdir(), "vending-test-"));
  const { url, stop } = await startEmbedded(folder);
  return {
    url,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function useServer(url: string) {
  return { url, stop: async () => {} };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
