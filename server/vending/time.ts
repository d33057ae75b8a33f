import { type SQL, sql } from "drizzle-orm";
import { TIME_ZONE } from "../contract/time";

/** Milliseconds since 1970, UTC. */
export type Moment = number;

// Not a parameter: PostgreSQL plans by the zone's name, and an expression without parameters can be compared.
const zone = sql.raw(`'${TIME_ZONE}'`);

/** An instant as the company's clock shows it, without a zone. */
export const clockTime = (at: SQL): SQL => sql`(${at} at time zone ${zone})`;
/** The calendar day of an instant. */
export const dayOf = (at: SQL): SQL => sql`${clockTime(at)}::date`;
export const TODAY = dayOf(sql`now()`);
/** The instant at which a day begins, or at which the clock shows `time`. */
export const instantAt = (time: SQL): SQL => sql`((${time})::timestamp at time zone ${zone})`;
/** An instant in JSON, ISO 8601 in UTC. */
export const isoOf = (at: SQL): SQL => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Hour of the week, from 1 (Monday 0 h), as PostgreSQL counts in arrays. */
export const hourOfWeek = (at: SQL): SQL =>
  sql`((extract(isodow from ${clockTime(at)}) - 1) * 24 + extract(hour from ${clockTime(at)}) + 1)::integer`;

// One formatter keeps the zone's rules; dayjs.tz would ask for them at every call (a millisecond each).
const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE, dateStyle: "short", timeStyle: "medium" });

/** The clock's time at an instant, "YYYY-MM-DDTHH:mm:ss". */
export const localTime = (at: Moment): string => clock.format(at).replace(" ", "T");

/** The instant of a clock's time: of a repeated hour the second, of a skipped one what stands an hour later. */
export function instantOf(local: string): Moment {
  const shown = Date.parse(`${local}Z`);
  const offset = (at: Moment) => Date.parse(`${localTime(at)}Z`) - Math.floor(at / 1_000) * 1_000;
  return shown - offset(shown - offset(shown));
}
