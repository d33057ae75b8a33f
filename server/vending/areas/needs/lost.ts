import { type SQL, sql } from "drizzle-orm";
import { DAYS } from "./forecast";

/** Which element of the losses of the forecast `f` is told until the end of a day: the first is of the day on which they were reckoned. */
const element = (day: SQL) => sql`least(${DAYS}, greatest(1, ${day} - f.lost_from + 1))`;

/** What is lost by the end of a day if nobody comes to the machine of the forecast `f`; kopecks. */
export const lostUntil = (day: SQL) => sql`f.lost[${element(day)}]`;
