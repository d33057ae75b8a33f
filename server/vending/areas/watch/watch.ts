import type { Pool } from "pg";
import { refreshDays } from "./days";
import { markQuiet } from "./quiet";
import { makeTakings } from "./ranking";

/** Keeps ready what nobody should wait for: rollups of the whole network, and which machines are too quiet. */
export async function lookAfter(pool: Pool): Promise<void> {
  await refreshDays(pool);
  await makeTakings(pool);
  await markQuiet(pool);
}
