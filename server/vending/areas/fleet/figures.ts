import { type SQL, sql } from "drizzle-orm";
import { type Db, name, run } from "../../database/query";
import { FIGURE_DAYS, type FigureSubject, FIRST_DAY } from "../../figure-fields";
import { dayOf, localTime } from "../../time";
import { soldIn } from "../sales/rollups";
import { shifted } from "../sales/spans";
import { machineDaysIn } from "./day-rollups";

const OF_DAYS = [
  "known_seconds",
  "down_seconds",
  "repairs",
  "repair_seconds",
  "lost_amount",
  "first_visits",
  "first_fixes",
];
const SOURCES = ["cash", "cashless1", "cashless2", "token", "unknown", "test", "free", "failed"];
const FIGURES = [
  "available_30_days",
  "failed_share_30_days",
  "repair_time_30_days",
  "first_fix_30_days",
  "lost_30_days",
];

const SUBJECTS: readonly FigureSubject[] = ["device", "location", "crew"];
const idOf = (subject: FigureSubject) => name(`${subject}_id`);
const tableOf = (subject: FigureSubject) => name(`${subject}_figures`);

const day = () => localTime(Date.now()).slice(0, 10);
const sumOf = (column: string) => sql`sum(${name(column)})`;
const percent = (a: SQL, b: SQL) => sql`round(100 * ${a}::numeric / nullif(${b}, 0), 2)`;

/**
 * Makes the figures of the last 30 whole days anew of what days `remade` (`from_day`, `placement_id`) touch, or of what is
 * `stale`, having none of yesterday; from the rollups that reports are made of, so that lists say the same. Only what
 * differs is written.
 */
export async function keepFigures(db: Db, which: "remade" | "stale"): Promise<void> {
  const [from, to] = [shifted(day(), -FIGURE_DAYS), shifted(day(), -1)];
  for (const subject of SUBJECTS) {
    const id = idOf(subject);
    const touched =
      which === "stale"
        ? sql`select ${id} as id from ${tableOf(subject)} where until < ${to}`
        : sql`select distinct p.${id} as id from remade r join placements p on p.id = r.placement_id
            join ${name(`${subject}s`)} x on x.id = p.${id} left join ${tableOf(subject)} f on f.${id} = p.${id}
          where r.from_day between ${from} and ${to} or f.until is distinct from ${to}::date`;
    const values = sql`${sql.join(FIGURES.map(name), sql`, `)}`;
    await run(
      db,
      sql`
      with touched as materialized (${touched}),
      stood as materialized (select p.id as placement_id, p.${id} as id from placements p join touched t on t.id = p.${id}),
      those as materialized (select array(select placement_id from stood) as ids),
      days as (
        select s.id, ${sql.join(
          OF_DAYS.map((one) => sql`${sumOf(one)} as ${name(one)}`),
          sql`, `,
        )}
        from ${machineDaysIn("days_by_placement", OF_DAYS, from, to)} d join stood s on s.placement_id = d.placement_id
        where d.placement_id = any((select ids from those)::integer[]) group by 1),
      sold as (
        select s.id, sum(v.failed_count) as failed, sum(${sql.join(
          SOURCES.map((one) => sql`v.${name(`${one}_count`)}`),
          sql` + `,
        )}) as vends
        from ${soldIn("sales_by_placement", from, to)} v join stood s on s.placement_id = v.placement_id
        where v.placement_id = any((select ids from those)::integer[]) group by 1)
      insert into ${tableOf(subject)} as f (${id}, until, ${values})
      select t.id, ${to}, ${percent(sql`(known_seconds - down_seconds)`, sql`known_seconds`)}, ${percent(sql`failed`, sql`vends`)},
        round(repair_seconds::numeric / nullif(repairs, 0)), ${percent(sql`first_fixes`, sql`first_visits`)}, case when known_seconds > 0 then lost_amount end
      from touched t left join days using (id) left join sold using (id) order by t.id
      on conflict (${id}) do update set (until, ${values}) = (excluded.until, ${sql.join(
        FIGURES.map((one) => sql`excluded.${name(one)}`),
        sql`, `,
      )})
      where (f.until, ${sql.join(
        FIGURES.map((one) => sql`f.${name(one)}`),
        sql`, `,
      )}) is distinct from (excluded.until, ${sql.join(
        FIGURES.map((one) => sql`excluded.${name(one)}`),
        sql`, `,
      )})`,
    );
  }
}

/** Says when machines were last visited, on average of those in work that a place has or a crew serves now. Only what differs is written. */
export async function keepLastVisits(db: Db): Promise<void> {
  for (const subject of SUBJECTS) {
    const id = idOf(subject);
    const of = { device: sql`d.id`, location: sql`d.location_id`, crew: sql`p.crew_id` }[subject];
    await run(
      db,
      sql`
      update ${tableOf(subject)} f set visited = now_said.visited
      from (
        select f.${id} as id, round(avg(${dayOf(sql`s.last_visit_at`)} - ${FIRST_DAY}), 1) as visited
        from ${tableOf(subject)} f left join (
          devices d join device_states s on s.device_id = d.id
          ${subject === "crew" ? sql`cross join lateral (select q.crew_id from placements q where q.device_id = d.id and q.from_at <= now() order by q.from_at desc limit 1) p` : sql``}
        ) on ${of} = f.${id} ${subject === "device" ? sql`` : sql`and d.in_work`}
        group by 1) now_said
      where f.${id} = now_said.id and f.visited is distinct from now_said.visited`,
    );
  }
}
