import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type DeskAlarm, deskAlarms } from "~server/contract/fiscal";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { companyStaff, type Viewer } from "../../access";
import { type Db, rows, run } from "../../database/query";
import { clockTime, dayOf, TODAY } from "../../time";
import { fiscalLag } from "./settings";

/** A shift may last 24 hours. */
const NEARLY_OVER = sql`interval '23 hours'`;
/** So many failures in a row are no accident. */
const FAILURES = 3;

const shift = (condition: SQL) => sql`exists (select 1 from fiscal_shifts s where s.id = d.shift_id and ${condition})`;

/** What is wrong with the desk `c`, the worst first. A night between closing and opening is no lag. */
const ALARMS: [DeskAlarm, SQL][] = [
  [
    "close_failed",
    sql`${shift(sql`true`)} and exists (select 1 from fiscal_operations o where o.desk_id = c.id and o.type = 'close' and (o.state in ('queued', 'sent') and (o.attempts > 0 or o.at < now() - interval '5 minutes')))`,
  ],
  ["shift_old", shift(sql`s.opened_at < now() - ${NEARLY_OVER} or ${dayOf(sql`s.opened_at`)} < ${TODAY}`)],
  ["unreachable", sql`d.failures >= ${FAILURES}::integer`],
  [
    "lag",
    sql`${clockTime(sql`now()`)}::time between (${sql`coalesce((select x.fiscal_open_at from settings x), '00:00')`})::time + ${fiscalLag} and (${sql`coalesce((select x.fiscal_close_at from settings x), '23:50')`})::time
      and exists (select 1 from receipts r where r.desk_id = c.id and r.state in ('queued', 'sent') and r.created_at < now() - ${fiscalLag})`,
  ],
  ["not_fiscalised", sql`exists (select 1 from receipts r where r.desk_id = c.id and r.state = 'error')`],
];

/** Says of each desk what is wrong with it, where that is no longer what was said. */
export const markAlarms = (db: Db): Promise<number> =>
  run(
    db,
    sql`update fiscal_cashiers c set alarm = x.alarm from (
      select c.id, case ${sql.join(
        ALARMS.map(([name, holds]) => sql`when ${holds} then ${name}`),
        sql` `,
      )} end as alarm from fiscal_cashiers c left join fiscal_desks d on d.desk_id = c.id) x
    where x.id = c.id and c.alarm is distinct from x.alarm`,
  );

const MOST_SHOWN = 20;

/** Desks that somebody must look at, by name, for who may. */
export async function alarmedDesks(db: Db, viewer: Viewer): Promise<z.infer<typeof deskAlarms>> {
  if (!allowed(viewer, listRequirement(fiscalCashier))) return [];
  return rows(
    db,
    deskAlarms.element,
    sql`select json_build_object('id', c.id, 'label', c.name) as desk, c.alarm from fiscal_cashiers c where c.alarm is not null and ${companyStaff(viewer, sql`c`)}
    order by c.alarm, c.name, c.id limit ${MOST_SHOWN}`,
  );
}
