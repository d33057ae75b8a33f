import { sql } from "drizzle-orm";
import { z } from "zod";
import { DEMONSTRATION_ACCOUNTS, type DemonstrationAccount } from "~server/contract/demonstration";
import { hasSecondFactor } from "../areas/session/second-factor";
import type { Config } from "../config";
import { type Db, one, rows, run } from "../database/query";
import { recall } from "./units";

export interface OfferedAccount {
  account: DemonstrationAccount;
  id: number;
  two_steps: boolean;
}

const offeredRow = z.object({ account: z.enum(DEMONSTRATION_ACCOUNTS), id: z.number(), two_steps: z.boolean() });
const there = z.object({ there: z.boolean() });

/** Nobody named a database, and the network in the embedded one is invented. A copy of it on a server is none. */
export const isDemonstration = async (db: Db, { demonstration }: Pick<Config, "demonstration">): Promise<boolean> =>
  demonstration && (await recall(db)) !== undefined;

/**
 * Keeps which person plays which role, in a table of its own as `demonstration` is. Only who invents a network writes
 * it, so nobody's own people, nor those of a network invented before, are ever offered.
 */
export async function keepAccounts(tx: Db, people: ReadonlyMap<DemonstrationAccount, number>): Promise<void> {
  await run(tx, sql`create table demonstration_accounts (account text primary key, user_id integer not null)`);
  for (const [account, id] of people)
    await run(tx, sql`insert into demonstration_accounts (account, user_id) values (${account}, ${id})`);
}

/** Accounts that a demonstration opens without a password: those that nobody has given one, or blocked. */
export async function offeredAccounts(db: Db, config: Pick<Config, "demonstration">): Promise<OfferedAccount[]> {
  if (!(await isDemonstration(db, config))) return [];
  const kept = await one(db, there, sql`select to_regclass('demonstration_accounts') is not null as there`);
  if (!kept?.there) return [];
  const found = await rows(
    db,
    offeredRow,
    sql`select a.account, u.id, ${hasSecondFactor(sql`u`)} as two_steps from demonstration_accounts a join users u on u.id = a.user_id
    where u.demonstration_password is not null and not u.blocked and not u.is_root`,
  );
  return DEMONSTRATION_ACCOUNTS.flatMap((role) => found.filter(({ account }) => account === role));
}
