/** Clocks that tests are moved to: what depends on the hour or the day must hold on each of them. */

/** Hours of a day in Kyiv at which something begins or ends: night, noon, and a day that is over before the test is. */
const HOURS = ["03:30", "12:00", "23:59"];
const MONDAY = Date.UTC(2026, 10, 9);
const WEEK = Array.from({ length: 7 }, (_, index) => new Date(MONDAY + index * 86_400_000).toISOString().slice(0, 10));
/** An hour is left out, one comes twice; a month and a year end. */
const SPECIAL = ["2027-03-28", "2027-10-31", "2027-02-28", "2026-12-31"];

/** Every weekday and every special day at every hour. */
export const ALL_CLOCKS = [...WEEK, ...SPECIAL].flatMap((day) => HOURS.map((hour) => `${day} ${hour}`));

/** One for each weekday and each kind of hour and day: what `npm test` has time for. */
export const SOME_CLOCKS = [
  "2026-11-09 12:00", // Monday
  "2026-11-10 23:59", // Tuesday
  "2026-11-11 03:30", // Wednesday
  "2026-12-31 23:59", // Thursday
  "2026-11-13 12:00", // Friday
  "2026-02-28 23:59", // Saturday
  "2027-03-28 02:59", // Sunday, then it is 4
  "2027-10-31 03:59", // Sunday, then it is 3 again
];

/** The environment of a process, and of all that it starts, whose time in Kyiv is `local` ("YYYY-MM-DD HH:mm") now and goes on from there. */
export function underClock(library, local) {
  const seconds = Math.ceil((momentOf(local) - Date.now()) / 1_000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
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
