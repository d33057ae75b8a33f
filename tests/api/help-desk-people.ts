import { sql } from "drizzle-orm";
import { run } from "~server/vending/database/query";
import type { TestApi, Person } from "./app";

/** Somebody of the support, who can be responsible for tickets. */
export async function supporter(api: TestApi, over: Parameters<TestApi["person"]>[0] = {}): Promise<Person> {
  const person = await api.person({ permissions: ["HELP_DESK"], ...over });
  await run(api.pool, sql`update users set help_desk_responsible = true where id = ${person.id}`);
  return person;
}

let keys = 0;
/** Something said in a ticket, under a key of its own. */
export const said = (text: string, over: Record<string, string | number | string[]> = {}) => ({
  kind: "REPLY",
  text,
  key: `said-${++keys}-key`,
  ...over,
});
