import { sql } from "drizzle-orm";
import { z } from "zod";
import { type blockedAnswer, employeesPage, type employeesQuery } from "~server/contract/sport-life";
import { type Db, list, only, rows, run } from "../../database/query";
import type { Author } from "../../resource/history";
import { noteChanged, wholeRecords } from "../../resource/many";
import { resourceNamed } from "../../resource/resource";

/** Employees of a company by number, a page of them. */
export async function employeesOf(
  db: Db,
  company: number,
  { page, limit }: z.infer<typeof employeesQuery>,
): Promise<z.infer<typeof employeesPage>> {
  const items = await rows(
    db,
    employeesPage.shape.items.element,
    sql`
    select k.number, k.full_name, k.blocked, k.updated_at, (
      select coalesce(json_agg(json_build_object('item_number', r.item_number, 'percent', d.percent) order by d.position), '[]')
      from sport_life_key_discounts d join recipes r on r.id = d.recipe_id where d.key_id = k.id) as discounts
    from sport_life_keys k where k.company_id = ${company} order by k.number limit ${limit} offset ${(page - 1) * limit}`,
  );
  const { total } = await only(
    db,
    z.object({ total: z.number() }),
    sql`select count(*) as total from sport_life_keys where company_id = ${company}`,
  );
  return { items, total, page, limit };
}

/** Blocks employees of a company by number; those blocked already stay so. */
export async function blockByNumber(
  tx: Db,
  author: Author,
  company: number,
  numbers: readonly string[],
): Promise<z.infer<typeof blockedAnswer>> {
  const known = await rows(
    tx,
    z.object({ id: z.number(), number: z.string() }),
    sql`select id, number from sport_life_keys where company_id = ${company} and number = any(${list(numbers, "text")}) order by id for update`,
  );
  const ids = known.map(({ id }) => id);
  const resource = resourceNamed("sport_life_key");
  const before = await wholeRecords(tx, resource, ids);
  await run(tx, sql`update sport_life_keys set blocked = true where id = any(${list(ids, "integer")}) and not blocked`);
  const blocked = await noteChanged(tx, resource, author, "block", before);
  const found = new Set(known.map(({ number }) => number));
  return { blocked, unknown: [...new Set(numbers)].filter((number) => !found.has(number)) };
}
