import { type SQL, sql } from "drizzle-orm";
import { isUnlimited, visibleDevices, type Viewer, type Visibility } from "./access";
import { allOf, always, anyOf, list } from "./database/query";

/**
 * Tickets: as their machine. Those without a machine are everybody's of the company; a franchise's people see of them
 * what their own people opened.
 */
export const visibleTickets: Visibility = (viewer, t) =>
  isUnlimited(viewer)
    ? always
    : anyOf([
        sql`exists (select 1 from devices vd where vd.id = ${t}.device_id and ${visibleDevices(viewer, sql`vd`)})`,
        allOf([sql`${t}.device_id is null`, ...ofFranchise(viewer, t)]),
      ]);

const ofFranchise = ({ franchises }: Viewer, t: SQL): SQL[] =>
  franchises
    ? [
        sql`exists (select 1 from users vu where vu.id = ${t}.author_id and vu.franchise_id = any(${list(franchises, "integer")}))`,
      ]
    : [];
