import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, rows, run } from "../database/query";
import { type Sequence, type Table } from "./format";

/** The product's tables, and where Drizzle notes which migrations made them. Other schemas are somebody else's. */
const OURS = sql`('public', 'drizzle')`;
/** What an extension brings, it brings again. */
const ofExtension = sql`exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Settings of a session decide how values are written and read; limits would break off what takes its time. */
export async function settle(tx: Db): Promise<void> {
  const settings = {
    datestyle: "ISO, YMD",
    intervalstyle: "postgres",
    timezone: "UTC",
    bytea_output: "hex",
    extra_float_digits: "1",
    row_security: "off",
    statement_timeout: "0",
    lock_timeout: "0",
    idle_in_transaction_session_timeout: "0",
    // Since PostgreSQL 17.
    transaction_timeout: "0",
  };
  await run(
    tx,
    sql`select set_config(s.key, s.value, true) from json_each_text(${JSON.stringify(settings)}) s join pg_settings p on lower(p.name) = s.key`,
  );
}

const tableRow = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), definition: z.string() })),
  keys: z.array(z.string()),
});

/** Every table of ours with its columns, by name. Rows of partitions are their parent's. */
export function tablesOf(db: Db): Promise<Table[]> {
  return rows(
    db,
    tableRow,
    sql`
    select n.nspname as schema, c.relname as name,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u') order by k.conname) as keys,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'definition',
          format_type(a.atttypid, a.atttypmod) || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
          || case when a.attnotnull then ' not null' else '' end) order by a.attnum), '[]')
        from pg_attribute a left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and c.relkind in ('r', 'p') and not c.relispartition and not ${ofExtension}
    order by 1, 2`,
  );
}

/** Where each sequence stands. They know no snapshot: read after one was taken, none is behind its table. */
export async function sequencesOf(db: Db): Promise<Sequence[]> {
  const named = await rows(
    db,
    z.object({ schema: z.string(), name: z.string() }),
    sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and c.relkind = 'S' and not ${ofExtension} order by 1, 2`,
  );
  const found: Sequence[] = [];
  for (const sequence of named) {
    const position = await one(
      db,
      z.object({ last: z.string(), called: z.boolean() }),
      sql`select last_value::text as last, is_called as called from ${placeOf(sequence)}`,
    );
    if (position) found.push({ ...sequence, ...position });
  }
  return found;
}

/** One thing that stands in our schemas already, or undefined. */
export async function anythingIn(db: Db): Promise<string | undefined> {
  const found = await one(
    db,
    z.object({ name: z.string() }),
    sql`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not ${ofExtension}
    order by c.relkind <> 'r', 1 limit 1`,
  );
  return found?.name;
}

/** A table or sequence by its full name. */
export const placeOf = ({ schema, name }: { schema: string; name: string }) =>
  sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
