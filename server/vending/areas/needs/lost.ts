import { type SQL, sql } from "drizzle-orm";
import { IS } from "../fleet/severity";
import { DAYS } from "./forecast";

/** Which element of the losses of the forecast `f` is told until the end of a day: the first is of the day on which they were reckoned. */
const element = (day: SQL) => sql`least(${DAYS}, greatest(1, ${day} - f.lost_from + 1))`;

/** What runs out costs by the end of a day if nobody comes to the machine of the forecast `f`; kopecks. */
const lostUntil = (day: SQL) => sql`f.lost[${element(day)}]`;

/** Since when the machine `d` with its state `s`, which should work, is thought to sell nothing, as machines' days count outages; silence besides. */
export const STOPPED = sql`(case when d.in_work then least(
  case when ${IS.OFFLINE} then s.last_contact_at end, case when ${IS.power} then s.mains_since end, case when s.quiet = 'sales' then s.quiet_since end) end)`;

/** What usual days of the machine of the forecast `f` would have brought and will bring from `since` to the end of a day; kopecks. */
const usualSince = (since: SQL, day: SQL) =>
  sql`f.per_day * greatest(extract(epoch from ((${day} + 1)::timestamp at time zone 'Europe/Kyiv') - ${since}) / 86400, 0)::float8`;

/** What is lost by the end of a day if nobody comes: what runs out, or usual sales since it sells nothing; kopecks. */
export const lostBy = (day: SQL) => sql`round(greatest(${lostUntil(day)}, ${usualSince(STOPPED, day)}))`;
