import { type SQL, sql } from "drizzle-orm";
import { type FIGURE_NAMES, LOST_SEEN } from "~server/contract/figures";
import { allowed } from "~server/contract/permissions";
import { byCarriedDevice, isUnlimited, type Visibility } from "./access";
import { allOf, always, name, never } from "./database/query";
import type { Borrowed } from "./resource/resource";
import { TODAY } from "./time";

/** What has figures, named by a column of placements; they are kept by `areas/fleet/figures.ts`. */
export type FigureSubject = "device" | "location" | "crew";
/** Whole days that figures are of. */
export const FIGURE_DAYS = 30;
/** Since this day is counted on which one somebody was last at a machine. */
export const FIRST_DAY = sql`'2000-01-01'::date`;

const seesLost: Visibility = (viewer) => (LOST_SEEN.some((code) => allowed(viewer, [code])) ? always : never);

/** Figures of several machines are told to who sees each of those that they are made of. */
const seesAll =
  (subject: FigureSubject): Visibility =>
  (viewer, t) =>
    isUnlimited(viewer)
      ? always
      : sql`not exists (
          select 1 from placements p where p.${name(`${subject}_id`)} = ${t}.id and (${byCarriedDevice(viewer, sql`p`)}) is not true
            and coalesce((select min(n.from_at) from placements n where n.device_id = p.device_id and n.from_at > p.from_at), now()) > now() - make_interval(days => ${FIGURE_DAYS + 1}))`;

/** The fields of `FIGURES` (contract/figures.ts) of what has a table of them. */
export function figureFields(subject: FigureSubject): Record<(typeof FIGURE_NAMES)[number], Borrowed> {
  const kept = { table: `${subject}_figures`, column: `${subject}_id`, link: "id" };
  const whole: Visibility = subject === "device" ? () => always : seesAll(subject);
  const column = (of: string): Borrowed => ({ ...kept, value: (b) => sql`${b}.${name(of)}`, seen: whole });
  const since = (b: SQL) => sql`(${TODAY} - ${FIRST_DAY} - ${b}.visited)`;
  return {
    available_30_days: column("available_30_days"),
    failed_share_30_days: column("failed_share_30_days"),
    repair_time_30_days: column("repair_time_30_days"),
    first_fix_30_days: column("first_fix_30_days"),
    lost_30_days: {
      ...column("lost_30_days"),
      seen: (viewer, t) => bothOf(seesLost(viewer, t), whole(viewer, t)),
    },
    days_since_visit: { ...kept, value: since, order: (b) => sql`(- ${b}.visited)`, seen: whole },
  };
}
/** Where nothing limits it, that is seen by its being `always`. */
const bothOf = (one: SQL, other: SQL): SQL => (one === always ? other : other === always ? one : allOf([one, other]));
