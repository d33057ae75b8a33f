import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, run } from "../../database/query";
import { Fault } from "../../fault";

/** A desk that ever registered anything is kept with what it registered: 409 `desk_has_receipts`. */
export async function forgetDesk(tx: Db, desk: number): Promise<void> {
  const used = await one(
    tx,
    z.object({ found: z.number() }),
    sql`select 1 as found from receipts where desk_id = ${desk} union all select 1 from fiscal_operations where desk_id = ${desk} and state <> 'error' union all select 1 from fiscal_shifts where desk_id = ${desk} limit 1`,
  );
  if (used) throw new Fault(409, "desk_has_receipts");
  await run(tx, sql`delete from fiscal_operations where desk_id = ${desk}`);
}
