import { sql } from "drizzle-orm";
import { type MonthMachines, monthMachinesSchema } from "~server/contract/books";
import { UNPAID_SOURCES } from "~server/contract/enums";
import { byDevice, type Viewer } from "../../access";
import { paged } from "../../database/page";
import { type Db, list } from "../../database/query";

const PAID = sql`s.source <> all(${list(UNPAID_SOURCES, "text")})`;

/** What machines' books of a month were when it was closed and what corrected them since, of those that the viewer may see, a page. */
export function listMachines(
  db: Db,
  viewer: Viewer,
  month: string,
  query: { page: number; limit: number },
): Promise<MonthMachines> {
  const visible = byDevice()(viewer, sql.raw("s"));
  const of = (table: string) =>
    sql`select s.device_id, ${sql.raw(String(table === "closed_totals"))} as closed, s.count, s.amount from ${sql.identifier(table)} s where s.month = ${month} and ${PAID} and ${visible}`;
  const sum = (which: "x.closed" | "not x.closed") =>
    sql`json_build_object('count', coalesce(sum(x.count) filter (where ${sql.raw(which)}), 0), 'amount', coalesce(sum(x.amount) filter (where ${sql.raw(which)}), 0))`;
  return paged(
    db,
    monthMachinesSchema.shape.items.element,
    {
      columns: sql`json_build_object('id', m.device_id, 'label', d.serial_number) as device, m.closed, m.corrections`,
      from: sql`from (select x.device_id, ${sum("x.closed")} as closed, ${sum("not x.closed")} as corrections
        from (${of("closed_totals")} union all ${of("closed_corrections")}) x group by x.device_id) m join devices d on d.id = m.device_id`,
      order: sql`d.serial_number collate "uk-x-icu", m.device_id`,
    },
    query,
  );
}
