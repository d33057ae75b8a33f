import { sql } from "drizzle-orm";
import { HOLDS_FROM, holdsFromSchema, type Written } from "~server/contract/schema";
import { type Db, run } from "../database/query";
import { invalid } from "../fault";
import { instantOf } from "../time";
import type { Resource } from "./resource";

/** Since when changes of a write hold, as an instant or `always`; undefined: from now on. */
export function heldSince({ entity }: Resource, values: Written): string | undefined {
  if (!entity.dated) return undefined;
  const since = holdsFromSchema.parse(values[HOLDS_FROM]);
  if (since === "now" || since === "always") return since === "now" ? undefined : since;
  return new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(since) ? since : instantOf(since)).toISOString();
}

/** Tells the triggers that keep the past since when this transaction's changes hold. */
export async function holdFrom(tx: Db, resource: Resource, values: Written): Promise<void> {
  const since = heldSince(resource, values);
  if (since === undefined) return;
  if (Date.parse(since) > Date.now()) throw invalid({ [HOLDS_FROM]: [{ key: "not_in_future" }] });
  await run(tx, sql`select set_config('vending.holds_from', ${since === "always" ? "-infinity" : since}, true)`);
}
