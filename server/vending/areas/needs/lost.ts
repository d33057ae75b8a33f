import { type SQL, sql } from "drizzle-orm";
import { TODAY } from "../../time";
import { DAYS } from "./forecast";

/** Which element of the losses of the forecast `f` is told until the end of a day: the first is of the day on which they were reckoned. */
const element = (day: SQL) => sql`least(${DAYS}, greatest(1, ${day} - f.lost_from + 1))`;

/** What is lost by the end of a day if nobody comes to the machine of the forecast `f`; kopecks. */
export const lostUntil = (day: SQL) => sql`f.lost[${element(day)}]`;

/** What usual days of the machine of the forecast `f` would have brought and will bring from `since` to the end of today; kopecks. */
export const usualSince = (since: SQL) =>
  sql`f.per_day * greatest(extract(epoch from ((${TODAY} + 1)::timestamp at time zone 'Europe/Kyiv') - ${since}) / 86400, 0)::float8`;
