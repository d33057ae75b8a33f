import { sql } from "drizzle-orm";
import { type Db, run } from "../../database/query";
import { eventDays } from "../settings/resources";

/** Rows dropped in one statement, so that nobody waits for the deletion of a million. */
const AT_ONCE = 20_000;

/** Drops raw events that came longer ago than the settings say, and answers how many. Sales, rollups and states stay. */
export async function dropOldEvents(db: Db): Promise<number> {
  for (let total = 0; ; ) {
    const dropped = await run(
      db,
      sql`delete from device_events where ctid = any(array(
      select ctid from device_events where received_at < now() - make_interval(days => ${eventDays}) limit ${AT_ONCE}))`,
    );
    total += dropped;
    if (dropped < AT_ONCE) return total;
  }
}
