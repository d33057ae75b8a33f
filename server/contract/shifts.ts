import { z } from "zod";

/** A piece of a day in minutes from midnight, Europe/Kyiv; an end before the start lies on the next day. */
export interface Shift {
  start: number;
  end: number;
}

export const DAY_MINUTES = 24 * 60;

/** Shifts as they are read and sent: `start` 0–1439, `end` 1–1440. */
export const shiftList = z.array(z.object({ start: z.number().int(), end: z.number().int() }));

const MAX_SHIFTS = 24;
const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2}))?`;
const SHIFT = new RegExp(`^${CLOCK}\\s*[-–—]\\s*${CLOCK}$`);

const minutes = (hours: string, rest = "0"): number => (Number(rest) < 60 ? Number(hours) * 60 + Number(rest) : NaN);

const NO_SHIFT: Shift = { start: NaN, end: NaN };

/** Reads "08:00–16:00, 22-6"; undefined when it makes no sense. */
export function parseShifts(text: string): Shift[] | undefined {
  const parts = text
    .replace(/\s*[-–—]\s*/g, "-")
    .split(/[,;\s]+/)
    .filter(Boolean);
  const list = parts.map((part) => {
    const [, startHours, startRest, endHours, endRest] = SHIFT.exec(part) ?? [];
    if (startHours === undefined || endHours === undefined) return NO_SHIFT;
    const end = minutes(endHours, endRest);
    return { start: minutes(startHours, startRest), end: end === 0 ? DAY_MINUTES : end };
  });
  return list.every(isShift) && list.length <= MAX_SHIFTS ? list : undefined;
}

/** A shift lasts from a minute to a whole day; a whole day is written 00:00–24:00. */
export const isShift = ({ start, end }: Shift): boolean =>
  Number.isInteger(start) &&
  Number.isInteger(end) &&
  start >= 0 &&
  start < DAY_MINUTES &&
  end >= 1 &&
  end <= DAY_MINUTES &&
  start !== end;

const clock = (time: number): string =>
  `${String(Math.floor(time / 60)).padStart(2, "0")}:${String(time % 60).padStart(2, "0")}`;

/** The one way shifts are shown: "08:00–16:00, 22:00–06:00". */
export const writeShifts = (list: readonly Shift[]): string =>
  list.map(({ start, end }) => `${clock(start)}–${clock(end)}`).join(", ");

/** In the order of the day. */
export const inOrder = (list: readonly Shift[]): Shift[] => [...list].sort((a, b) => a.start - b.start);

/** Whether two shifts share a minute of some day. */
export function overlap(list: readonly Shift[]): boolean {
  const pieces = list.flatMap(({ start, end }): Shift[] =>
    end > start
      ? [{ start, end }]
      : [
          { start, end: DAY_MINUTES },
          { start: 0, end },
        ],
  );
  return inOrder(pieces).some((piece, index, all) => index > 0 && piece.start < (all[index - 1]?.end ?? 0));
}
