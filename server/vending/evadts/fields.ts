/** One segment of a report: `XX1*a*b` is id "XX1" with fields ["a", "b"]. */
export interface Segment {
  id: string;
  /** Decoded, not trimmed; trailing empty fields may be left out by the machine. */
  fields: string[];
  /** In the dictionary, and not cut off. Unknown segments are kept and not interpreted. */
  known: boolean;
  /** Line of the file, from 1. */
  line: number;
}

/** Machines send −1 as an unsigned 32-bit number for "not set". */
const UNSET_COUNTER = 4_294_967_295;
const UNSET_PRICE = 65_535;

/** Field `number` (from 1, as the standard counts) without padding; null when empty or absent. */
export function text(segment: Segment, number: number): string | null {
  return segment.fields[number - 1]?.trim() || null;
}

/** A counter: null when absent, unset (−1) or not a number. Real ones have up to ten digits; beyond twelve it is garbage. */
export function counter(segment: Segment, number: number): number | null {
  const raw = text(segment, number);
  if (raw === null || !/^\d{1,12}$/.test(raw)) return null;
  const value = Number(raw);
  return value === UNSET_COUNTER ? null : value;
}

/** A value of money in kopecks; `decimals` is ID401. */
export function money(segment: Segment, number: number, decimals: number): number | null {
  const value = counter(segment, number);
  return value === null ? null : toKopecks(value, decimals);
}

/** A price in kopecks; 65535 means "not set". */
export function price(segment: Segment, number: number, decimals: number): number | null {
  const value = counter(segment, number);
  return value === null || value === UNSET_PRICE ? null : toKopecks(value, decimals);
}

/** Hundredths from a machine's own unit. */
export function toKopecks(value: number, decimals: number): number {
  return Math.round(value * 10 ** (2 - decimals));
}

/**
 * Machine-local "YYYY-MM-DDTHH:mm:ss" from fields `number` (date) and `number` + 1 (time).
 * Date YYMMDD or YYYYMMDD, time HHMM or HHMMSS (also in one line). Null without a valid date:
 * 000000 means the machine has no clock.
 */
export function time(segment: Segment, number: number, seconds?: string | null): string | null {
  const date = calendarDate(text(segment, number));
  if (date === null) return null;
  const clock = /^(\d{2})(\d{2})(\d{2})?$/.exec(text(segment, number + 1) ?? "0000");
  if (clock === null) return null;
  const [, hour = "", minute = "", own] = clock;
  const second = own ?? (/^\d{1,2}$/.test(seconds ?? "") ? (seconds ?? "").padStart(2, "0") : "00");
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${date}T${hour}:${minute}:${second}`;
}

function calendarDate(raw: string | null): string | null {
  const parts = /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(raw ?? "");
  if (parts === null) return null;
  const [, year = "", month = "", day = ""] = parts;
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  const iso = `${String(full).padStart(4, "0")}-${month}-${day}`;
  return full >= 1970 && date.toISOString().startsWith(iso) ? iso : null;
}

/** What a segment says that may be absent. */
export function optional<T>(segment: Segment | undefined, read: (segment: Segment) => T | null): T | null {
  return segment === undefined ? null : read(segment);
}
