import { type SQL, sql } from "drizzle-orm";
import { dayOf, TODAY } from "../../../../time";
import { machineDaysIn } from "../../../fleet/day-rollups";
import { VENDS_SINCE_SERVICE } from "../../../fleet/view";
import type { Owner } from "../../../royalty/royalty";
import { beginOf, joined, paidAmount, soldIn, SUMS, sumColumns } from "../../../sales/rollups";
import type { Edges } from "../../../sales/span";
import { shifted, type Step } from "../../../sales/spans";
import { name } from "../../../../database/query";
import { byPlacement, byTerritory, type Placed } from "../../placed";
import { type Asked, inSight } from "../facts";

/** What one source tells, in no more `columns` than it has: lines `x` of the `from_day` of a span, and the placement or territory that each is of (`owner`). */
export interface Source {
  columns: readonly string[];
  owner: SQL;
  from: SQL;
}
const spanOf = (step: Step | undefined, day: SQL) => (step ? beginOf(step, day) : sql`null::date`);

/** What is known by placement and by territory. */
const placed = (asked: Asked, of: Owner, columns: readonly string[], told: Placed): Source => ({
  columns,
  owner: sql`p.id`,
  from: of === "placement" ? byPlacement(asked, told) : byTerritory(asked, told),
});
const dayOfLine = (step: Step | undefined) => (step ? sql`from_day` : sql`null::date as from_day`);

/** Vends and money of every source; test, free and failed ones. */
export function sales(asked: Asked, of: Owner, { from, to }: Edges): Source {
  const { step } = asked.query;
  return placed(
    asked,
    of,
    SUMS.map(({ column }) => column),
    {
      selected: sql`${dayOfLine(step)}, ${sumColumns}`,
      linesBy: (by) => soldIn(`sales_by_${by}`, from, to, step),
    },
  );
}

/** Takings of the same weekdays a week before, beside the days a week later. */
export const weekBefore = (asked: Asked, of: Owner, { from, to }: Edges): Source =>
  placed(asked, of, ["week_before"], {
    selected: sql`${spanOf(asked.query.step, sql`(from_day + 7)`)} as from_day, ${paidAmount} as week_before`,
    linesBy: (by) => soldIn(`sales_by_${by}`, shifted(from, -7), shifted(to, -7), "day"),
  });

/** Some columns of machines' days with what stood beside them. */
export function days(asked: Asked, of: Owner, { from, to }: Edges, columns: readonly string[]): Source {
  const { step } = asked.query;
  return placed(asked, of, columns, {
    selected: sql`${dayOfLine(step)}, ${joined(columns.map(name))}`,
    linesBy: (by) => machineDaysIn(`days_by_${by}`, columns, from, to, step),
  });
}

/**
 * Machines in work as they are now, where the period lasts until today: overdue by the day or by the vends of the next
 * service; and how many days ago somebody was there, where that is known.
 */
export const machinesNow = (asked: Asked, of: Owner, { to }: Edges): Source => ({
  columns: ["told", "overdue", "visited", "unvisited_days"],
  owner: of === "placement" ? sql`p.id` : sql`p.territory_id`,
  from: sql`from (
      select ${spanOf(asked.query.step, TODAY)} as from_day, 1 as told,
        case when d.next_service_on < ${TODAY} or (d.service_vends is not null and d.service_vends <= (${VENDS_SINCE_SERVICE})) then 1 else 0 end as overdue,
        (s.last_visit_at is not null)::integer as visited, coalesce(${TODAY} - ${dayOf(sql`s.last_visit_at`)}, 0) as unvisited_days,
        (select q.id from placements q where q.device_id = d.id and q.from_at <= now() order by q.from_at desc limit 1) as placement_id
      from devices d left join device_states s on s.device_id = d.id where d.in_work and ${to}::date >= ${TODAY}) x
    join placements p on p.id = x.placement_id where ${inSight(asked)}`,
});
