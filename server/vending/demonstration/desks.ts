import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { rows, run } from "../database/query";
import { newSecret, seal } from "../secrets";
import { type CheckboxStandIn, startCheckboxStandIn } from "../stand-ins/checkbox";

/** How long a shift or a receipt takes there, about as long as at the real one. */
const TAKES_MS = 300;

/** Starts what the desks of the demonstration register at, and gives each of them what it signs in with. */
export async function openDesks(pool: Pool): Promise<CheckboxStandIn> {
  const bare = await rows(
    pool,
    z.object({ id: z.number() }),
    sql`select id from fiscal_cashiers where pin_code is null and license_key is null`,
  );
  for (const { id } of bare)
    await run(
      pool,
      sql`update fiscal_cashiers set pin_code = ${await seal(pool, newSecret())}, license_key = ${await seal(pool, newSecret())} where id = ${id}`,
    );
  return startCheckboxStandIn({ takesMs: TAKES_MS });
}
