import { DAY_MINUTES, type Shift } from "~server/contract/shifts";
import { instantOf, localTime, type Moment } from "../../time";

const DAY = DAY_MINUTES * 60_000;

/** One time that a shift is worked: from `begin` to before `end`. */
export interface Occurrence {
  begin: Moment;
  end: Moment;
}

/**
 * The time of a shift that an instant falls in, by the clock of Europe/Kyiv. Times of an hour that a day has twice are those
 * of the second one, times of an hour that it does not have are where it would have begun: shifts that touch on the clock touch
 * on every day.
 */
export function occurrenceOf(shifts: readonly Shift[], at: Moment): Occurrence | undefined {
  const today = Date.parse(localTime(at).slice(0, 10));
  // A shift that passes midnight may have begun yesterday.
  return [today, today - DAY]
    .flatMap((day) =>
      shifts.map(({ start, end }) => ({
        begin: clockAt(day, start),
        end: clockAt(end <= start ? day + DAY : day, end),
      })),
    )
    .find(({ begin, end }) => begin <= at && at < end);
}

/** When the clock shows a time, minutes from midnight of a day that is given as if it were UTC. */
function clockAt(day: Moment, minutes: number): Moment {
  const local = new Date(day + minutes * 60_000).toISOString().slice(0, 19);
  const at = instantOf(local);
  return localTime(at) === local ? at : instantOf(`${local.slice(0, 13)}:00:00`);
}
