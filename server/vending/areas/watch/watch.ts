import type { Pool } from "pg";
import { refreshDays } from "../sales/days";
import { markQuiet } from "../sales/quiet";
import { makeTakings } from "../dashboard/ranking";

/** Keeps ready what nobody should wait for: rollups of the whole network, and which machines are too quiet. */
export async function lookAfter(pool: Pool): Promise<void> {
  await refreshDays(pool);
  await makeTakings(pool);
  await markQuiet(pool);
}
