import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { rows, run, transaction } from "../../database/query";
import { correctClosed } from "../books/corrections";
import { rollUp } from "./book";
import { refoldSales } from "./fold";
import { recountStocks } from "../objects/stocks";

/** Makes every rollup of sales and the use of stocks anew from the sales, one transaction a machine: totals are either the old or the new ones. */
export async function rebuildRollups(pool: Pool): Promise<number> {
  const devices = await rows(
    pool,
    z.object({ id: z.number() }),
    sql`
    select d.id from devices d where exists (select 1 from sales s where s.device_id = d.id) or exists (select 1 from sales_by_device_day r where r.device_id = d.id) order by d.id`,
  );
  for (const { id } of devices)
    await transaction(pool, async (tx) => {
      await run(tx, sql`select 1 from devices where id = ${id} for no key update`);
      await rollUp(tx, id, "all");
      await correctClosed(tx, [id], "all", { cause: "rebuild" });
      await recountStocks(tx, [id]);
    });
  await refoldSales(pool);
  return devices.length;
}
