import type { Pool } from "pg";
import { rebuildSales } from "./areas/audits/rebuild";
import { makeProfiles } from "./areas/sales/usual-week";
import { rebuildRollups } from "./areas/sales/rebuild";
import { dropOldEvents } from "./areas/fleet/retention";

/** Work that an administrator starts by hand: `node build/vending/main.js <name>`. Each returns what to print. */
export const COMMANDS: Readonly<Record<string, (db: Pool) => Promise<string>>> = {
  /** Derives every sale again from the stored EVA-DTS files. */
  "sales:rebuild": async (db) => {
    await rebuildSales(db);
    return "The sales were derived again from the stored audit files.";
  },
  /** Makes every rollup anew from the sales, and machines' usual weeks from the rollups. */
  "rollups:rebuild": async (db) => {
    const machines = await rebuildRollups(db);
    return `The rollups of ${machines} machines were made anew; ${await makeProfiles(db)} of them have a usual week.`;
  },
  /** Drops raw events older than the settings allow. */
  "events:drop": async (db) => `${await dropOldEvents(db)} old events were dropped; sales and totals stay.`,
};
