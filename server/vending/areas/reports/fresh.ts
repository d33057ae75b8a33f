import { sql } from "drizzle-orm";
import { type Fresh, freshSchema } from "~server/contract/reports/answer";
import { type Viewer, visibleDevices } from "../../access";
import { type Db, only } from "../../database/query";
import { offlineAfter } from "../settings/resources";

/** When one of the machines in work that the viewer sees was heard last, and how many of them are silent. */
export const freshFor = (db: Db, viewer: Viewer): Promise<Fresh> =>
  only(
    db,
    freshSchema,
    sql`
    select max(s.last_contact_at) as heard_at, count(*) as machines,
      count(*) filter (where (s.last_contact_at > now() - ${offlineAfter}) is not true) as silent
    from devices d left join device_states s on s.device_id = d.id where d.in_work and not d.hidden and ${visibleDevices(viewer, sql`d`)}`,
  );
