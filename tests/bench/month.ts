import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { only } from "~server/vending/database/query";
import { HOUR } from "~server/vending/demonstration/calendar";
import { differences, playMonth } from "../fleet/month";
import { startService } from "../fleet/service";

/**
 * `npm run bench month [machines]`: a month of 1,000 machines against the built API on the embedded database, with
 * repeated, reordered and unheard batches, missed files, wrong clocks and two kills, while machines are moved and planograms change. Throws when the totals are not the
 * simulator's own, to the kopeck.
 */
export async function month(machines = 1_000): Promise<void> {
  const service = await startService();
  try {
    const { ledger, moves, took, kills } = await playMonth(service, {
      machines,
      days: 30,
      seed: "month",
      readEvery: 72 * HOUR,
      atOnce: 24,
      changes: 1,
      told: console.log,
    });
    const { n: events } = await only(
      service.pool,
      z.object({ n: z.number() }),
      sql`select count(*) as n from device_events`,
    );
    const { n: reads } = await only(
      service.pool,
      z.object({ n: z.number() }),
      sql`select count(*) as n from audit_reads`,
    );
    for (const table of ["sales", "sales_by_device_day"] as const) {
      const wrong = await differences(service, ledger, table);
      if (wrong.length) throw new Error(`${table} differs from the ledger: ${JSON.stringify(wrong.slice(0, 5))}`);
    }
    for (const [cut, { slow, found }] of Object.entries(await moves.compared()))
      if (!isDeepStrictEqual(found, slow)) throw new Error(`Sales by ${cut} differ from the ledger.`);
    const { count, amount } = ledger.paid;
    console.log(
      `${machines} machines, 30 days, ${kills} kills, ${moves.made} moves and changes of planograms: ${count} vends for ${(amount / 100).toFixed(2)} UAH, ${events} events and ${reads} audits in ${(took / 1_000).toFixed(0)} s, ${(events / (took / 1_000)).toFixed(0)} events/s with the simulator on the same machine. Every total is the ledger's, by location, franchise, crew and recipe too.`,
    );
  } finally {
    await service.close();
  }
}
