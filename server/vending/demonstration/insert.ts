import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Db, name, rows, run } from "../database/query";

/** Inserts rows that all have the keys of the first one, in one statement. Answers their ids in the same order. */
export async function insertAll<T extends PgTable>(tx: Db, table: T, list: T["$inferInsert"][]): Promise<number[]> {
  const made = await rows(tx, z.object({ id: z.number() }), sql`${insertion(table, list)} returning id`);
  return made.map(({ id }) => id);
}

/** As {@link insertAll}, for tables without an id. */
export async function insertParts<T extends PgTable>(tx: Db, table: T, list: T["$inferInsert"][]): Promise<void> {
  await run(tx, insertion(table, list));
}

function insertion<T extends PgTable>(table: T, list: T["$inferInsert"][]) {
  const into = name(getTableName(table));
  const columns = sql.join(Object.keys(list[0] ?? {}).map(name), sql`, `);
  return sql`insert into ${into} (${columns}) select ${columns} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(list)}::jsonb)`;
}

/** Ids by what people know the rows by. */
export function idsBy<T>(
  list: readonly T[],
  key: (one: T) => string,
  ids: readonly number[],
): (wanted: string) => number {
  const known = new Map(list.map((one, index) => [key(one), ids[index]]));
  return (wanted) => {
    const id = known.get(wanted);
    if (id === undefined) throw new Error(`nothing invented is called ${wanted}`);
    return id;
  };
}
