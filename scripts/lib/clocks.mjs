/** Clocks that tests are moved to: what depends on the hour or the day must hold on each of them. */

/** Hours of a day in Kyiv at which something begins or ends: night, noon, and a day that is over before the test is. */
const HOURS = ["03:30", "12:00", "23:59"];
const DAY = 86_400_000;
// All of them are to come: in a signal's handler libfaketime may tell the true time, which PostgreSQL on a clock of the past takes for a missed deadline.
const NEXT_YEAR = new Date().getUTCFullYear() + 1;
const WEEK = Array.from({ length: 7 }, (_, index) => dayOf(Date.now() + (2 + index) * DAY));
/** An hour is left out, one comes twice; a month and a year end. */
const SPECIAL = {
  spring: lastSundayOf(`${NEXT_YEAR}-03-31`),
  autumn: lastSundayOf(`${NEXT_YEAR}-10-31`),
  february: `${NEXT_YEAR}-02-28`,
  december: `${NEXT_YEAR}-12-31`,
};

/** Every weekday and every special day at every hour. */
export const ALL_CLOCKS = [...WEEK, ...Object.values(SPECIAL)].flatMap((day) => HOURS.map((hour) => `${day} ${hour}`));

/** What `npm test` has time for; weekdays pass by themselves: Sundays' nights just before an hour is left out or comes again. */
export const SOME_CLOCKS = [`${SPECIAL.spring} 02:59`, `${SPECIAL.autumn} 03:59`];

function dayOf(moment) {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The Sunday on or before the last day of a month. */
function lastSundayOf(day) {
  return dayOf(Date.parse(day) - new Date(day).getUTCDay() * DAY);
}

/** The environment of a process, and of all that it starts, whose time in Kyiv is `local` ("YYYY-MM-DD HH:mm") now and goes on from there. */
export function underClock(library, local) {
  const seconds = Math.ceil((momentOf(local) - Date.now()) / 1_000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `+${seconds}s`,
    // Timers run on the monotonic clock, which nobody moves.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

/** The moment of a local time, ms: the first of two, and of none the one an hour later. */
function momentOf(local) {
  const [summer, winter] = ["+03:00", "+02:00"].map((zone) => Date.parse(`${local.replace(" ", "T")}${zone}`));
  return KYIV.format(summer) === local ? summer : winter;
}

const KYIV = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Kyiv", dateStyle: "short", timeStyle: "short" });
