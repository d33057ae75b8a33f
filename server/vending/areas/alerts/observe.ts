import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ALERT_CAUSES, ALERT_LIMITS, type AlertCause } from "~server/contract/alerts";
import type { DEVICE_TYPES } from "~server/contract/enums";
import { allOf, always, type Db, list, rows } from "../../database/query";
import type { Moment } from "../../time";
import { IS } from "../fleet/severity";
import { failingProviders } from "../payments/failing";
import type { Seen } from "./model";

/** What of a rule says what it is about. */
export const watchSchema = z.object({
  id: z.number(),
  cause: z.enum(ALERT_CAUSES),
  error_code: z.string().nullable(),
  temperature_limit: z.number().nullable(),
  failed_percent: z.number().nullable(),
  cash_limit: z.number().nullable(),
  payment_percent: z.number().nullable(),
  projects: z.array(z.number()),
  crews: z.array(z.number()),
  models: z.array(z.number()),
  regions: z.array(z.string()),
  locations: z.array(z.number()),
  devices: z.array(z.number()),
});
export type Watch = z.infer<typeof watchSchema>;

const seenRow = z.object({
  rule: z.number(),
  subject: z.string(),
  /** Null: since now, for nobody says since when. */
  since: z.string().nullable(),
  place: z.string(),
  city: z.string().nullable(),
  region: z.string().nullable(),
});

/** Causes that are there now, by rule. */
export async function observe(db: Db, watches: readonly Watch[], now: Moment): Promise<Seen[]> {
  if (!watches.length) return [];
  const found = await rows(db, seenRow, sql.join(watches.map(seenBy), sql` union all `));
  return found.map(({ since, ...seen }) => ({ ...seen, since: since === null ? now : Date.parse(since) }));
}

const seenBy = (watch: Watch): SQL => {
  if (watch.cause === "desk") return desks(watch);
  if (watch.cause === "payment") return providers(watch);
  return machines(watch, CAUSES[watch.cause](watch));
};

/** Machines in work of the rule; a machine that stands nowhere is a place of its own. */
const machines = (
  { id, projects, crews, models, regions, locations, devices }: Watch,
  { holds, since }: Cause,
): SQL => sql`
  select ${id}::integer as rule, 'device:' || d.id as subject, ${since} as since, coalesce('location:' || d.location_id, 'device:' || d.id) as place, l.city, l.region
  from devices d join device_states s on s.device_id = d.id left join locations l on l.id = d.location_id
  where ${allOf([
    sql`d.in_work and not d.hidden`,
    holds,
    ...(projects.length ? [sql`d.project_id = any(${list(projects, "integer")})`] : []),
    ...(models.length ? [sql`d.model_id = any(${list(models, "integer")})`] : []),
    ...(regions.length ? [sql`l.region = any(${list(regions, "text")})`] : []),
    ...(locations.length ? [sql`d.location_id = any(${list(locations, "integer")})`] : []),
    ...(devices.length ? [sql`d.id = any(${list(devices, "integer")})`] : []),
    ...(crews.length
      ? // Also those of whoever stands in for one of them now: rather one alert too many.
        [
          sql`(d.crew_id = any(${list(crews, "integer")}) or d.crew_id in (select c.replaced_by_id from crews c where c.id = any(${list(crews, "integer")})))`,
        ]
      : []),
  ])}`;

interface Cause {
  holds: SQL;
  /** Null where nobody says it. */
  since: SQL;
}
/** A boiler is hot: these have a limit only where a rule names their models. */
const HEATING: readonly (typeof DEVICE_TYPES)[number][] = ["COFFEE", "COFFEE_TABLETOP"];
const unknown = sql`null::timestamptz`;

/** How each cause is seen of the machine `d` with its state `s`. What a machine without contact said last is no news, but for its power. */
const CAUSES: Record<Exclude<AlertCause, "desk" | "payment">, (watch: Watch) => Cause> = {
  power: () => ({ holds: IS.power, since: sql`s.mains_since` }),
  // Seen by the sweep, too: after a stop of ours machines are given time to call.
  offline: () => ({ holds: sql`(not s.online and ${IS.OFFLINE})`, since: sql`s.last_contact_at` }),
  error: ({ error_code }) => {
    const open = sql`device_errors e where e.device_id = d.id and e.open${error_code === null ? sql`` : sql` and starts_with(upper(coalesce(e.code, e.raw)), upper(${error_code}))`}`;
    return {
      holds: sql`(${IS.errors} and exists (select 1 from ${open}))`,
      since: sql`(select min(e.opened_at) from ${open})`,
    };
  },
  temperature: ({ temperature_limit: limit, models }) => ({
    holds: sql`(${models.length ? sql`` : sql`d.device_type <> all(${list(HEATING, "text")}) and `}s.temperature_at > now() - interval '1 hour' and ${limit ?? ALERT_LIMITS.temperature}::real < any(s.temperatures))`,
    since: unknown,
  }),
  door: () => ({ holds: IS.door, since: sql`s.door_since` }),
  quiet: () => ({ holds: IS.quiet, since: sql`s.quiet_since` }),
  failed_vends: ({ failed_percent: limit }) => ({
    holds: sql`d.id in (${failing(limit ?? ALERT_LIMITS.failed_vends)})`,
    since: unknown,
  }),
  runs_out: () => ({ holds: IS.runs_out, since: unknown }),
  cash: ({ cash_limit: limit }) => ({
    holds: sql`exists (select 1 from device_forecasts f where f.device_id = d.id and f.cash >= ${limit ?? ALERT_LIMITS.cash}::bigint)`,
    since: unknown,
  }),
  held_audit: () => ({
    holds: sql`exists (select 1 from audit_questions q where q.device_id = d.id and q.question = 'held' and q.count > q.accepted)`,
    since: unknown,
  }),
};

/** So few failures of a day say nothing. */
const FEWEST_FAILURES = 3;

/** Machines of whose vends of the last day more than `percent` failed. */
const failing = (percent: number): SQL => sql`
  select f.device_id from (
    select e.device_id, count(*) as failed from device_events e where e.kind = 'vend_failed' and e.at > now() - interval '1 day' group by 1 having count(*) >= ${FEWEST_FAILURES}) f
  where f.failed * 100 > ${percent}::integer * (f.failed + (select count(*) from device_events v where v.device_id = f.device_id and v.at > now() - interval '1 day' and v.kind = 'sale'))`;

const NOWHERE = sql`null::text as city, null::text as region`;

/** Fiscal desks about which something must be done. */
const desks = ({ id }: Watch): SQL => sql`
  select ${id}::integer as rule, 'desk:' || c.id as subject, ${unknown} as since, 'desk:' || c.id as place, ${NOWHERE} from fiscal_cashiers c where c.alarm is not null`;

/** Payment providers at which more than the limit of the last hour's payments failed. */
const providers = ({ id, payment_percent: limit }: Watch): SQL => sql`
  select ${id}::integer as rule, 'payment:' || p.provider as subject, ${unknown} as since, 'payment:' || p.provider as place, ${NOWHERE}
  from (${failingProviders(limit ?? ALERT_LIMITS.payment, always)}) p`;
