import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { COUNT_CAP, DEFAULT_PAGE_SIZE } from "~server/contract/record";
import { type Db, only, rows } from "./query";

/** What a page is cut from: `from` with its conditions, and an order that leaves nothing to chance. */
interface Listed {
  columns: SQL;
  from: SQL;
  order: SQL;
}

/** One page of rows, and how many there are in all; beyond COUNT_CAP they are not counted. */
export async function paged<T>(
  db: Db,
  row: z.ZodType<T>,
  { columns, from, order }: Listed,
  { page, limit = DEFAULT_PAGE_SIZE }: { page: number; limit?: number },
): Promise<{ items: T[]; total: number; capped: boolean; page: number; limit: number }> {
  const items = await rows(
    db,
    row,
    sql`select ${columns} ${from} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
  );
  const { count } = await only(
    db,
    z.object({ count: z.number() }),
    sql`select count(*) as count from (select 1 ${from} limit ${COUNT_CAP + 1}) x`,
  );
  return { items, total: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP, page, limit };
}
