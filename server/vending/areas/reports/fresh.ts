import { type SQL, sql } from "drizzle-orm";
import { type Fresh, freshSchema } from "~server/contract/reports/answer";
import { type Viewer, visibleDevices } from "../../access";
import { anyOf, type Db, only } from "../../database/query";
import { dayOf, TODAY } from "../../time";
import type { Edges } from "../sales/span";
import { offlineAfter } from "../settings/resources";

/**
 * When one of the machines in work that the viewer sees was heard last, and how many of them are silent; of how many the
 * `summed` days are still to be made: all of them after an upgrade, some after late news. Today's and yesterday's always
 * wait a little.
 */
export const freshFor = (db: Db, viewer: Viewer, summed: readonly Edges[] = []): Promise<Fresh> =>
  only(
    db,
    freshSchema,
    sql`
    select max(s.last_contact_at) as heard_at, count(*) as machines,
      count(*) filter (where (s.last_contact_at > now() - ${offlineAfter}) is not true) as silent,
      (select count(*) from devices d where ${anyOf(summed.map(unsummedIn))} and ${visibleDevices(viewer, sql`d`)}) as unsummed
    from devices d left join device_states s on s.device_id = d.id where d.in_work and not d.hidden and ${visibleDevices(viewer, sql`d`)}`,
  );

/** Whether days of a machine `d` between `from` and `to`, and before yesterday, are due (`foldDays`, `foldMachineDays`). */
function unsummedIn({ from, to }: Edges): SQL {
  const last = sql`least(${to}::date, ${TODAY} - 2)`;
  return sql`d.id in (
    select device_id from machine_days_due where from_day <= ${last} and to_day >= ${from}::date
    union select device_id from device_days_due where ${dayOf(sql`since`)} <= ${last})`;
}
