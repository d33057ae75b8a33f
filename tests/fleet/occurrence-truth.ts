import type { Shift } from "~server/contract/shifts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const format = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Kyiv",
  dateStyle: "short",
  timeStyle: "short",
});

/** What the clock in Kyiv shows, minutes since 1970 as if that were UTC. */
function clockAt(at: number): number {
  const [, day = "", month = "", year = "", hour = "", minute = ""] =
    /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(format.format(at)) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) / MINUTE;
}
const shown = new Map<number, number>();
const clock = (at: number): number => {
  const known = shown.get(at) ?? clockAt(at);
  shown.set(at, known);
  return known;
};

/** The last minute at which the clock shows that; where it never does the first one that shows more. Looked for minute by minute. */
function minuteOf(time: number): number {
  const from = (time - 4 * 60) * MINUTE;
  const near = Array.from({ length: 5 * 60 }, (_, n) => from + n * MINUTE);
  return near.findLast((at) => clock(at) === time) ?? near.find((at) => clock(at) > time) ?? NaN;
}

/** The time of a shift that an instant falls in, by going through the minutes. */
export function slowOccurrence(shifts: readonly Shift[], at: number): { begin: number; end: number } | undefined {
  const midnight = Math.floor(clock(Math.floor(at / MINUTE) * MINUTE) / 1440) * 1440;
  for (const day of [midnight - 1440, midnight])
    for (const { start, end } of shifts) {
      const [first, beyond] = [minuteOf(day + start), minuteOf(day + (end > start ? end : end + 1440))];
      if (at >= first && at < beyond) return { begin: first, end: beyond };
    }
  return undefined;
}

/** Random shifts that do not overlap, some across midnight. */
export function someShifts(draw: () => number): Shift[] {
  const grid = [...new Set(Array.from({ length: 6 }, () => 15 * Math.floor(draw() * 96)))].sort((a, b) => a - b);
  return grid.flatMap((start, n): Shift[] => {
    const next = grid[n + 1] ?? grid[0] ?? 0;
    if (draw() < 0.3 || (grid.length === 1 && next === start)) return [];
    return [{ start, end: next === 0 ? 1440 : next }];
  });
}

/** Days of 23, 24 and 25 hours, UTC. */
export const ODD_DAYS = [Date.UTC(2026, 2, 28, 12), Date.UTC(2026, 9, 24, 12), Date.UTC(2026, 5, 9, 12)];
export { DAY, MINUTE };
