import type { Pool } from "pg";

/** All that is derived of files and events, as text, in an order that no two rows share: what a rebuild must give again. */
export async function derivedBooks(pool: Pool): Promise<string> {
  const dumps = await Promise.all(
    [
      "select * from sales order by device_id, id",
      "select * from sales_by_device_day order by device_id, day, source",
      "select * from sales_by_product_day order by device_id, day, source, placement_id, selection, recipe_id",
      "select * from sales_by_device_hour order by device_id, hour",
      "select * from audit_questions order by device_id, month, question",
      "select * from audit_differences order by file_id, report, source",
      `select file_id, report, state, kind, chain, position, previous_file, missing_reads, warnings, currency, counted_in,
        rate, period, lines, covered, cut_at from audit_reads order by file_id, report`,
    ].map(async (query) => JSON.stringify((await pool.query(query)).rows)),
  );
  return JSON.stringify(dumps);
}
