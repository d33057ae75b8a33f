import type { Pool } from "pg";

/**
 * How tables are kept that are written all the time. Rows that are rewritten with every contact need room beside them, so
 * that a new version lands on the same page and no index is touched; and their old versions must be swept early.
 */
const STATEMENTS = [
  "alter table device_states set (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)",
  "alter table telemetry_contacts set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)",
  "alter table devices set (fillfactor = 80)",
  "alter table sales_by_device_day set (fillfactor = 80)",
  "alter table sales_by_product_day set (fillfactor = 80)",
  "alter table sales_by_device_hour set (fillfactor = 80)",
  ...["sales_by_placement", "sales_by_territory", "products_by_placement", "products_by_territory"].map(
    (table) => `alter table ${table} set (fillfactor = 80)`,
  ),
  "alter table sales_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0)",
  "alter table device_stocks set (fillfactor = 60)",
  "alter table device_events set (autovacuum_vacuum_insert_scale_factor = 0.02)",
];

/** Tells the database once how to keep them; repeating it changes nothing. */
export async function tuneStorage(client: Pick<Pool, "query">): Promise<void> {
  const { rows } = await client.query<{ tuned: boolean }>(
    "select reloptions is not null as tuned from pg_class where oid = 'telemetry_contacts'::regclass",
  );
  if (rows[0]?.tuned) return;
  for (const statement of STATEMENTS) await client.query(statement);
}
