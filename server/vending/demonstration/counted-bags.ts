import { sql } from "drizzle-orm";
import { expectedIn } from "../areas/fleet/collections";
import { type Db, run } from "../database/query";
import { instantAt, TODAY } from "../time";

/** The office counts bags a day later, now and then not what the counters say; those of today and yesterday wait. */
export const countBagsAtOffice = (db: Db): Promise<number> =>
  run(
    db,
    sql`update cash_collections c set counted = greatest(0, x.expected + x.mistake), counted_by_id = x.who, counted_by = x.name, counted_at = x.at + interval '1 day'
    from (
      select k.id, k.at, u.id as who, u.full_name as name, coalesce(${expectedIn}, 20000 + k.id % 97 * 500) as expected,
        case when k.id % 23 = 0 then -5000 when k.id % 41 = 0 then 2000 else 0 end as mistake
      from cash_collections k cross join (select id, full_name from users where role = 'BOOKKEEPER' order by id limit 1) u
      where k.counted is null and k.at < ${instantAt(sql`${TODAY} - 1`)}) x
    where c.id = x.id`,
  );
