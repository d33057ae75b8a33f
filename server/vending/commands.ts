import type { Pool } from "pg";
import { rebuildSales } from "./areas/audits/rebuild";

/** Work that an administrator starts by hand: `node build/vending/main.js <name>`. Each returns what to print. */
export const COMMANDS: Readonly<Record<string, (db: Pool) => Promise<string>>> = {
  /** Derives every sale again from the stored EVA-DTS files. */
  "sales:rebuild": async (db) => {
    await rebuildSales(db);
    return "The sales were derived again from the stored audit files.";
  },
};
