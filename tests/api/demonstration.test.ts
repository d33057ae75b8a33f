import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { rows } from "~server/vending/database/query";
import { demonstrate } from "~server/vending/demonstration/demonstrate";
import { type FreshDatabase, freshDatabase } from "../setup/fresh";
let database: FreshDatabase;
beforeAll(async () => { database = await freshDatabase(); });
afterAll(() => database.drop());
it("seeds", async () => {
  const t = performance.now(); const c = process.cpuUsage();
  await demonstrate(database.pool);
  console.log("seed ms", performance.now() - t, process.cpuUsage(c));
  console.log(await rows(database.pool, z.any(), sql`select (select count(*) from audit_files) f, (select count(*) from audit_reads) r,(select count(*) from sales) s, (select sum(count) from sales_by_device_day) n, (select sum(amount) from sales_by_device_day) a, pg_size_pretty(pg_database_size(current_database())) z`));
}, 120_000);
