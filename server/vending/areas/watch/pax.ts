import { sql } from "drizzle-orm";
import type { z } from "zod";
import { paxStateSchema } from "~server/contract/fleet";
import { type Db, only } from "../../database/query";

const TODAY = sql`(now() at time zone 'Europe/Kyiv')::date`;
const paid = (days: number) => sql`(
  select json_build_object('count', coalesce(sum(r.count), 0), 'amount', coalesce(sum(r.amount), 0)) from sales_by_device_day r
  where r.device_id = p.device_id and r.source = 'cashless2' and r.day > ${TODAY} - ${days}::integer)`;

/** A terminal by its machine: where it is, and whether anybody pays there. */
export const paxState = (db: Db, id: number): Promise<z.infer<typeof paxStateSchema>> => only(db, paxStateSchema, sql`
  select case when d.id is not null then json_build_object('id', d.id, 'label', d.serial_number) end as device,
    case when l.id is not null then json_build_object('id', l.id, 'label', l.name) end as location, p.last_contact_at,
    (select max(r.day) from sales_by_device_day r where r.device_id = p.device_id and r.source = 'cashless2' and r.count > 0) as last_sale_on, ${paid(1)} as today, ${paid(30)} as days30
  from pax_terminals p left join devices d on d.id = p.device_id left join locations l on l.id = d.location_id where p.id = ${id}`);
