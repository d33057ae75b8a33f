import { sql } from "drizzle-orm";
import { type AlertLetter, type AlertNews, alertLetterSchema, MOST_TOLD } from "~server/contract/alerts";
import type { Viewer } from "../../access";
import { allOf, type Db, only } from "../../database/query";
import { visibleSignals } from "../../visible-alerts";

/** What a reader is told of an alert: their own machines, the longest first. */
export async function letterFor(tx: Db, viewer: Viewer, alert: number, news: AlertNews): Promise<AlertLetter> {
  return only(
    tx,
    alertLetterSchema,
    sql`
    with mine as (
      select g.subject, coalesce(d.serial_number, c.name, substr(g.subject, strpos(g.subject, ':') + 1)) as label, nullif(concat_ws(', ', l.name, l.city), '') as place, g.since
      from alert_signals g left join devices d on d.id = g.device_id left join locations l on l.id = d.location_id
        left join fiscal_cashiers c on g.subject = 'desk:' || c.id
      where ${allOf([sql`g.alert_id = ${alert}`, visibleSignals(viewer, sql`g`), ...(news === "closed" ? [] : [sql`g.ended_at is null`])])})
    select a.id as alert, ${news}::text as news, a.name, a.cause, a.level, a.scope, a.place, a.region, a.opened_at, now() as at, (select count(*) from mine) as count,
      (select coalesce(json_agg(json_build_object('label', m.label, 'place', m.place, 'since', to_char(m.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by m.since, m.subject), '[]')
        from (select * from mine order by since, subject limit ${MOST_TOLD}) m) as machines
    from alerts a where a.id = ${alert}`,
  );
}

const NAMED = 3;

/** Names and numbers, which need no language: where, which machines, how many more. */
export function bodyOf({ scope, place, count, machines }: AlertLetter): string {
  const where =
    scope === "place" || scope === "city"
      ? place
      : [...new Set(machines.map((one) => one.place?.split(", ").at(-1)))].filter(Boolean).slice(0, NAMED).join(", ");
  const named = machines.slice(0, NAMED).map(({ label }) => label);
  const rest = count - named.length;
  return [where, `${named.join(", ")}${rest > 0 ? ` +${rest}` : ""}`].filter(Boolean).join(" · ");
}
