import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, only, run } from "../../database/query";

/** Ids of a franchise and of all below it, as a query. `union` and not `union all`: even a circle would end. */
export const withDescendants = (id: SQL): SQL => sql`
  with recursive below(id) as (select f.id from franchises f where f.id = ${id} union select f.id from franchises f join below b on f.parent_id = b.id)
  select id from below`;

/** One change of the tree at a time: two that look harmless alone could close a circle together. Reading goes on. */
export const lockTree = (tx: Db) => run(tx, sql`lock table franchises in share row exclusive mode`);

const found = z.object({ found: z.boolean() });

/** Whether `parent` is there and neither the franchise itself nor below it. */
export async function canStandBelow(tx: Db, id: number | undefined, parent: number): Promise<boolean> {
  return (
    await only(
      tx,
      found,
      sql`
    select exists (select 1 from franchises where id = ${parent}) and ${id ?? null}::integer is distinct from ${parent}
      and not ${parent} in (${withDescendants(sql`${id ?? null}::integer`)}) as found`,
    )
  ).found;
}

const hasDependants = async (tx: Db, id: number, except = 0): Promise<boolean> =>
  (
    await only(
      tx,
      found,
      sql`select exists (select 1 from franchises where parent_id = ${id} and id <> ${except}) as found`,
    )
  ).found;

/** Whether a franchise may say that it must have sub-franchises: it has some, or says so already. */
export const mayBeFlagged = async (tx: Db, id: number | undefined): Promise<boolean> =>
  id !== undefined &&
  ((await hasDependants(tx, id)) ||
    (await only(tx, found, sql`select f.must_have_dependants as found from franchises f where f.id = ${id}`)).found);

/** The parent that would be left without the sub-franchises it must have, if `id` went elsewhere. */
export async function parentInNeedOf(tx: Db, id: number): Promise<number | undefined> {
  const parent = await one(
    tx,
    z.object({ id: z.number() }),
    sql`
    select p.id from franchises f join franchises p on p.id = f.parent_id where f.id = ${id} and p.must_have_dependants`,
  );
  return parent && !(await hasDependants(tx, parent.id, id)) ? parent.id : undefined;
}
