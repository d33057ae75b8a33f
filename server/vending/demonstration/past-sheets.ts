import { sql } from "drizzle-orm";
import { type Db, run } from "../database/query";
import { dayOf, TODAY } from "../time";

/** Sheets of yesterday: each crew's machines that were visited then, in the order of the visits. Their stock was not kept yet. */
export async function addPastSheets(tx: Db): Promise<void> {
  await run(
    tx,
    sql`with visits as (
        select c.id as crew, e.device_id as device, max(e.at) as at from crews c join device_events e on e.device_id = any(c.devices)
        where c.type = 'CREW' and e.kind = 'maintenance' and e.at >= now() - interval '3 days' and ${dayOf(sql`e.at`)} = ${TODAY} - 1 group by 1, 2),
      sheets as (
        insert into route_sheets (day, crew_id, warehouse_id, vehicle_id, status, devices, author, approver, minutes)
        select ${TODAY} - 1, c.id, c.warehouse_id, (select min(v.id) from crew_vehicles v where v.crew_id = c.id), 'COMPLETED', array_agg(x.device order by x.at),
          (select u.full_name from users u join user_groups g on g.id = u.user_group_id where g.name = 'Менеджери' order by u.id limit 1),
          (select u.full_name from users u where u.role = 'DIRECTOR' order by u.id limit 1), count(*) * 28
        from crews c join visits x on x.crew = c.id group by c.id returning id, crew_id)
      insert into route_sheet_stops (sheet_id, position, device_id, fill, collect, open, status, begun_at, served_at, served_by, collection_id)
      select s.id, row_number() over (partition by s.id order by x.at) - 1, x.device, true, k.id is not null, false, 'served', x.at - interval '14 minutes', x.at,
        (select u.full_name from users u join crews c on u.id = c.members[1] where c.id = x.crew), k.id
      from visits x join sheets s on s.crew_id = x.crew
        left join lateral (select k.id from cash_collections k where k.device_id = x.device and ${dayOf(sql`k.at`)} = ${TODAY} - 1 order by k.at limit 1) k on true`,
  );
  await run(tx, sql`update route_sheets set number = '№ ' || id where number = ''`);
}
