import type { Pool } from "pg";
import { z } from "zod";
import { idAsked } from "~server/contract/query";
import { rebuildSales } from "./areas/audits/rebuild";
import { checkWallets } from "./areas/keys/check";
import { checkRollups, toldOf } from "./areas/sales/check";
import { makeProfiles } from "./areas/sales/usual-week";
import { rebuildRollups } from "./areas/sales/rebuild";
import { refoldDays } from "./areas/fleet/days";
import { checkDayRollups } from "./areas/fleet/day-rollups-check";
import { checkDays } from "./areas/fleet/days-check";
import { dropOldEvents } from "./areas/fleet/retention";
import { backupCommand, restoreCommand } from "./backup/commands";
import type { Config } from "./config";
import { migrate } from "./database/migrate";
import { openForCommand } from "./database/open";
import { StartError } from "./start-error";

const idList = z.array(idAsked);
/** Before it there were no machines. */
const ALWAYS = "2000-01-01";

/** Work that an administrator starts by hand: `node build/vending/main.js <name>`. Each returns what to print. */
export const COMMANDS: Readonly<Record<string, (config: Config, words: readonly string[]) => Promise<string>>> = {
  backup: backupCommand,
  restore: restoreCommand,
  /** Derives every sale again from the stored EVA-DTS files, of all machines or of those whose ids are named. */
  "sales:rebuild": onDatabase(async (db, words) => {
    const ids = idList.safeParse(words);
    if (!ids.success) throw new StartError(`sales:rebuild takes ids of machines, not ${words.join(" ")}`);
    const machines = await rebuildSales(db, words.length > 0 ? ids.data : undefined);
    return `The sales of ${machines} machines were derived again from their stored audit files.`;
  }),
  /** Makes every rollup anew from the sales, machines' days from the events that are kept, and usual weeks from the rollups. */
  "rollups:rebuild": onDatabase(async (db) => {
    const machines = await rebuildRollups(db);
    await refoldDays(db);
    return `The rollups of ${machines} machines were made anew; ${await makeProfiles(db)} of them have a usual week.`;
  }),
  /** Compares every rollup with the single sales or events it stands for, and names what differs. */
  "rollups:check": onDatabase(async (db) => {
    const found = [
      ...(await checkRollups(db, ALWAYS)),
      ...(await checkDays(db, ALWAYS)),
      ...(await checkDayRollups(db, ALWAYS)),
    ];
    if (!found.length) return "All rollups are what the single sales and events add up to.";
    throw new StartError(
      `Rollups differ from the sales or events (npm run rollups:rebuild makes them anew):\n${toldOf(found)}`,
    );
  }),
  /** Compares the balances of every key wallet with its movements, and names what differs. */
  "keys:check": onDatabase(async (db) => {
    const found = await checkWallets(db);
    if (!found.length) return "Every key wallet holds what its movements add up to.";
    throw new StartError(`Wallets differ from their movements:\n${found.join("\n")}`);
  }),
  /** Drops raw events older than the settings allow. */
  "events:drop": onDatabase(async (db) => `${await dropOldEvents(db)} old events were dropped; sales and totals stay.`),
};

/** Opens the database for a command and brings it to the newest schema first. */
function onDatabase(work: (db: Pool, words: readonly string[]) => Promise<string>) {
  return async (config: Config, words: readonly string[]): Promise<string> => {
    const database = await openForCommand(config);
    try {
      await migrate(database.pool);
      return await work(database.pool, words);
    } finally {
      await database.close();
    }
  };
}
