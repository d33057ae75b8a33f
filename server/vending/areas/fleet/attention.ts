import { sql } from "drizzle-orm";
import { listRequirement } from "~server/contract/entity";
import { crew } from "~server/contract/entities/crews";
import { user } from "~server/contract/entities/users";
import { NEEDS_SEEN } from "~server/contract/needs";
import { allowed } from "~server/contract/permissions";
import { type DeviceAttention, deviceAttentionSchema } from "~server/contract/statuses";
import { byFranchise, companyStaff, type Viewer } from "../../access";
import { type Db, only } from "../../database/query";
import { TODAY } from "../../time";
import { COLLECTED_FROM } from "../needs/list";
import { oneMachine } from "./statuses";

/** What of a machine needs somebody now, of what the viewer may see. */
export async function readAttention(db: Db, viewer: Viewer, device: number): Promise<DeviceAttention> {
  const [machine, besides] = await Promise.all([
    oneMachine(db, viewer, device),
    only(
      db,
      deviceAttentionSchema.omit({ machine: true }),
      sql`
      select l.address, coalesce(d.next_service_on <= ${TODAY} or f.until_service <= 0, false) as service_due,
        ${allowed(viewer, NEEDS_SEEN) ? sql`case when f.cash >= ${COLLECTED_FROM} then f.cash end` : sql`null::float8`} as cash,
        (select count(*) from audit_questions q where q.device_id = d.id and q.question = 'held' and q.count > q.accepted) as held,
        ${allowed(viewer, listRequirement(crew)) && allowed(viewer, listRequirement(user)) ? people(viewer) : sql`null::json`} as people
      from devices d left join locations l on l.id = d.location_id left join device_forecasts f on f.device_id = d.id where d.id = ${device}`,
    ),
  ]);
  return { machine, ...besides };
}

/** Who can be called of the crew that serves the machine `d` now. */
const people = (
  viewer: Viewer,
) => sql`(select coalesce(json_agg(json_build_object('name', u.full_name, 'phone', u.phone) order by u.full_name, u.id), '[]')
  from crews c join users u on u.id = any(c.members) where c.id = d.crew_id and ${companyStaff(viewer, sql`c`)} and u.phone is not null and not u.blocked and ${byFranchise()(viewer, sql`u`)})`;
