import type { Period, Schedule } from "~server/contract/subscriptions";
import { instantOf, localTime, type Moment } from "../../time";
import { lastDayOf, shifted } from "../sales/spans";

/** The first occasion after a moment: at its hour by the clock of Kyiv, once a day also where the clock shows it twice or skips it. */
export function nextOccasion(schedule: Schedule, after: Moment): Moment {
  for (let day = dayAt(after); ; day = shifted(day, 1)) {
    const at = momentOn(schedule, day);
    if (isDue(schedule, day) && at > after) return at;
  }
}

/** The last occasion until now: what was missed is sent once. */
export function lastOccasion(schedule: Schedule, now: Moment): Moment {
  for (let day = dayAt(now); ; day = shifted(day, -1)) {
    const at = momentOn(schedule, day);
    if (isDue(schedule, day) && at <= now) return at;
  }
}

const momentOn = ({ hour }: Schedule, day: string) => instantOf(`${day}T${String(hour).padStart(2, "0")}:00:00`);
const dayAt = (at: Moment) => localTime(at).slice(0, 10);
/** 1 Monday – 7. */
const weekday = (day: string) => new Date(day).getUTCDay() || 7;

/** A month without the day has its mail on the last one. */
function isDue({ frequency, on_day }: Schedule, day: string): boolean {
  if (frequency === "daily") return true;
  if (frequency === "weekly") return weekday(day) === on_day;
  const length = Number(lastDayOf(`${day.slice(0, 7)}-01`).slice(8));
  return Number(day.slice(8)) === Math.min(on_day, length);
}

/** The days that a mail tells of which was due at a moment, both included. */
export function daysOf(period: Period, occasion: Moment): { from: string; to: string } {
  const today = dayAt(occasion);
  const yesterday = shifted(today, -1);
  const first = `${today.slice(0, 7)}-01`;
  switch (period) {
    case "yesterday":
      return { from: yesterday, to: yesterday };
    case "days7":
      return { from: shifted(today, -7), to: yesterday };
    case "days30":
      return { from: shifted(today, -30), to: yesterday };
    case "last_week": {
      const monday = shifted(today, -6 - weekday(today));
      return { from: monday, to: shifted(monday, 6) };
    }
    case "last_month": {
      const last = shifted(first, -1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    case "month":
      return { from: first, to: today };
  }
}
