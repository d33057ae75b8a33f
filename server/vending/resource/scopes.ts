import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { ScopeCounts } from "~server/contract/lists";
import { type Scope, scopesOf } from "~server/contract/entity";
import { COUNT_CAP } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, type Db, only } from "../database/query";
import { filters } from "./filter";
import { matching } from "./read";
import type { Resource } from "./resource";

const t = sql`t`;
const counted = z.object({ seen: z.number(), counts: z.array(z.number()) });

/**
 * Counts the views of a list in one walk over what they have in common, so that the index of that serves them all.
 * The query's own filters and words narrow every view.
 */
export async function scopeCounts(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  query: URLSearchParams,
): Promise<ScopeCounts> {
  const scopes = scopesOf(resource.entity).filter((scope) => scope.counted);
  const [first] = scopes;
  if (!first) return { counts: {}, capped: false };
  const conditions = (where: [string, string][]): SQL =>
    allOf(filters(resource, new URLSearchParams(where), t, viewer));
  const shared = Object.entries(first.where).filter(([name, value]) =>
    scopes.every(({ where }) => where[name] === value),
  );
  const ownOf = ({ where }: Scope) =>
    conditions(Object.entries(where).filter(([name]) => !shared.some(([one]) => one === name)));
  const columns = scopes.map((scope, index) => sql`${ownOf(scope)} as ${sql.identifier(`s${index}`)}`);
  const sums = scopes.map((_, index) => sql`count(*) filter (where ${sql.identifier(`s${index}`)})`);
  const { seen, counts } = await only(
    db,
    counted,
    sql`
    select count(*) as seen, array[${sql.join(sums, sql`, `)}]::integer[] as counts from (
      select ${sql.join(columns, sql`, `)} from ${sql.identifier(resource.table)} t
      where ${matching(resource, viewer, query)} and ${conditions(shared)} limit ${COUNT_CAP + 1}) seen`,
  );
  return {
    counts: Object.fromEntries(scopes.map(({ name }, index) => [name, counts[index] ?? 0])),
    capped: seen > COUNT_CAP,
  };
}
