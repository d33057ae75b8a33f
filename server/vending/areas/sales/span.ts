import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, only } from "../../database/query";
import { instantAt, TODAY } from "../../time";

/** Days in Kyiv, both included; the last 30 where left out. */
export interface Span {
  from?: string | undefined;
  to?: string | undefined;
}
export type Edges = { from: string; to: string };

export async function edgesOf(db: Db, span: Span): Promise<Edges> {
  const to = span.to ? sql`${span.to}::date` : TODAY;
  return only(
    db,
    z.object({ from: z.string(), to: z.string() }),
    sql`select ${span.from ? sql`${span.from}::date` : sql`(${to} - 29)`}::text as from, ${to}::text as to`,
  );
}

/** An instant is of these days. */
export const within = (at: SQL, { from, to }: Edges): SQL =>
  sql`${at} >= ${instantAt(sql`${from}::date`)} and ${at} < ${instantAt(sql`${to}::date + 1`)}`;
