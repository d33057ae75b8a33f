import { sql } from "drizzle-orm";
import pg from "pg";
import { z } from "zod";
import { startEmbedded } from "~server/vending/database/embedded";
import { rows } from "~server/vending/database/query";

/** All that a database holds, by names: each table's rows and their hash, each sequence's position, and what the schema is made of. */
export type Picture = Record<string, string>;

const named = z.object({ name: z.string(), value: z.string() });
const OTHERS = sql`('pg_catalog', 'information_schema', 'pg_toast')`;

/** Looks at everything, by queries that know nothing of how backups are made. */
async function pictureOf(db: pg.Pool): Promise<Picture> {
  const tables = await rows(
    db,
    z.object({ name: z.string() }),
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ${OTHERS}`,
  );
  const picture: Picture = {};
  for (const { name } of tables) {
    const [found] = await rows(
      db,
      z.object({ value: z.string() }),
      sql`select count(*) || ' ' || coalesce(md5(string_agg(h, '' order by h)), '') as value from (select md5(t::text) as h from ${sql.raw(name)} t) x`,
    );
    picture[`table ${name}`] = found?.value ?? "";
  }
  const others = await rows(
    db,
    named,
    sql`
    select 'sequence ' || sequencename as name, coalesce(last_value::text, 'not called') as value from pg_sequences
    union all select 'index ' || indexname, indexdef from pg_indexes where schemaname not in ${OTHERS}
    union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) || case when convalidated then '' else ' not valid' end
      from pg_constraint where contype in ('p', 'u', 'f', 'c', 'x') and conrelid > 16384
    union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, concat(tgenabled, ' ', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select 'column ' || attrelid::regclass || ' ' || attname,
        concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
      from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on (adrelid, adnum) = (attrelid, attnum)
      where c.relkind in ('r', 'v') and attnum > 0 and not attisdropped and c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)`,
  );
  for (const { name, value } of others) picture[name] = value;
  return picture;
}

/** Looks at a database of a server. */
export const pictureAt = (url: string): Promise<Picture> => lookAt(url, pictureOf);

/** Looks at the embedded database of a folder that no process keeps. */
export const pictureIn = (folder: string): Promise<Picture> => lookIn(folder, pictureOf);

export async function lookIn<T>(folder: string, look: (db: pg.Pool) => Promise<T>): Promise<T> {
  const server = await startEmbedded(folder);
  try {
    return await lookAt(server.url, look);
  } finally {
    await server.stop();
  }
}

async function lookAt<T>(url: string, look: (db: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c TimeZone=UTC" });
  try {
    return await look(pool);
  } finally {
    await pool.end();
  }
}
