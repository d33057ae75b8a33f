import type { Pair, PlanFigures } from "~server/contract/plans";
import { lastDayOf, shifted } from "../sales/spans";

/** Pure: what plans and sales come to. Kopecks and vends are reckoned alike, exactly, halves up. */

/** Weeks of which each weekday's mean is made: the last ones before today. */
export const WEEKS = 8;

/** What one project sold of one kind, kopecks or vends. */
export interface Sold {
  /** In the month before today, today, and in the same month a year ago. */
  done: number;
  today: number;
  year_ago: number;
  /** On each weekday of the last eight weeks before today, Monday first. */
  weekdays: readonly number[];
}
export const NOTHING: Sold = { done: 0, today: 0, year_ago: 0, weekdays: [0, 0, 0, 0, 0, 0, 0] };

/** Weekdays (0: Monday) of a month's days before today, of today if it is one of them, and of those after it. */
export interface MonthDays {
  before: readonly number[];
  today: readonly number[];
  after: readonly number[];
}

/** 0: Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The days of a month by its first day. */
export function daysOf(month: string, today: string): MonthDays {
  const days: string[] = [];
  for (let day = month; day <= lastDayOf(month); day = shifted(day, 1)) days.push(day);
  const of = (some: readonly string[]) => some.map(weekdayOf);
  return {
    before: of(days.filter((day) => day < today)),
    today: of(days.filter((day) => day === today)),
    after: of(days.filter((day) => day > today)),
  };
}

const FLAT: readonly number[] = [1, 1, 1, 1, 1, 1, 1];
const weigh = (weights: readonly number[], days: readonly number[]): number =>
  days.reduce((sum, weekday) => sum + Math.max(0, weights[weekday] ?? 0), 0);
/** What weekdays weigh beside each other; the same, where they brought nothing. */
export const profileOf = (weekdays: readonly number[]): readonly number[] =>
  weekdays.some((sum) => sum > 0) ? weekdays : FLAT;

/** `value × part / whole`, rounded halves up; none of them is below zero. */
export function scaled(value: number, part: number, whole: number): number {
  const [a, b] = [BigInt(value) * BigInt(part), BigInt(whole)];
  return Number((2n * a + b) / (2n * b));
}

/**
 * What may be expected at the end of a month. Each day that is left brings the mean of its weekday, times how the month
 * went so far: what its days before today brought beside the means of their weekdays. Today brings that or what it has
 * brought already, whichever is more. Without days before, each brings the mean; where weekdays tell nothing, each day is
 * as good as another; null where nothing was ever sold.
 */
export function expectedOf({ done, today, weekdays }: Sold, { before, today: now, after }: MonthDays): number | null {
  if (!now.length && !after.length) return done;
  const isKnown = weekdays.some((sum) => sum > 0);
  const brought = Math.max(0, done);
  if (!isKnown && (!before.length || brought === 0)) return today > 0 ? done + today : null;
  // Weekdays that never brought anything before, and did in this month, say nothing of the others.
  const profile = isKnown && (weigh(weekdays, before) > 0 || brought === 0) ? weekdays : FLAT;
  const soFar = weigh(profile, before);
  const rest = (days: readonly number[]) =>
    soFar > 0 ? scaled(brought, weigh(profile, days), soFar) : scaled(1, weigh(profile, days), WEEKS);
  return done + (now.length ? Math.max(today, rest(now)) : 0) + rest(after);
}

/** What a plan's days before today should have brought, by the weight of their weekdays. */
export function dueOf(
  plan: number | null,
  weekdays: readonly number[],
  { before, today, after }: MonthDays,
): number | null {
  if (plan === null) return null;
  const month = (profile: readonly number[]) => weigh(profile, [...before, ...today, ...after]);
  const profile = profileOf(weekdays);
  return scaled(plan, weigh(profile, before), month(profile));
}

/** What each day that is left must bring, rounded up; null where there is no plan or no day. */
export function neededOf(plan: number | null, sold: Sold, { today, after }: MonthDays): number | null {
  const left = today.length + after.length;
  if (plan === null || left === 0) return null;
  return Math.max(0, Math.ceil((plan - sold.done - sold.today) / left));
}

const HUNDREDTHS = 10_000;
/** Of a plan, percent with two decimals. */
export const percentOf = (actual: number, plan: number | null): number | null =>
  plan === null || plan === 0 ? null : (actual < 0 ? -1 : 1) * (scaled(Math.abs(actual), HUNDREDTHS, plan) / 100);

/** A sum that is made of parts of some weights, exactly: what is left over goes to the largest remainders, the earlier first. */
export function spread(sum: number, weights: readonly number[]): number[] {
  const whole = BigInt(weights.reduce((total, weight) => total + weight, 0));
  const parts = weights.map((weight, index) => {
    const exact = BigInt(sum) * BigInt(weight);
    return { index, part: Number(exact / whole), remainder: exact % whole };
  });
  const left = sum - parts.reduce((total, { part }) => total + part, 0);
  const next = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  const more = new Set(next.slice(0, left).map(({ index }) => index));
  return parts.map(({ index, part }) => part + (more.has(index) ? 1 : 0));
}

/** Of a month's days all together. */
export const weightOf = (profile: readonly number[], { before, today, after }: MonthDays): number =>
  weigh(profile, [...before, ...today, ...after]);

/** What is told of one project, of one kind. */
export function figuresOf(plan: number | null, sold: Sold, days: MonthDays): Record<keyof PlanFigures, number | null> {
  const actual = sold.done + sold.today;
  return {
    ...{ plan, actual, done: percentOf(actual, plan), due: dueOf(plan, sold.weekdays, days) },
    ...{ expected: expectedOf(sold, days), needed: neededOf(plan, sold, days), year_ago: sold.year_ago },
  };
}

/** Figures of kopecks and of vends side by side. */
export const paired = (
  amount: Record<keyof PlanFigures, number | null>,
  vends: Record<keyof PlanFigures, number | null>,
): PlanFigures => {
  const of = (name: keyof PlanFigures): Pair => ({ amount: amount[name], vends: vends[name] });
  return {
    ...{ plan: of("plan"), actual: of("actual"), done: of("done"), due: of("due") },
    ...{ expected: of("expected"), needed: of("needed"), year_ago: of("year_ago") },
  };
};

/** All together: sums of what is known; `done` of those that have a plan. */
export function totalOf(all: readonly PlanFigures[]): PlanFigures {
  const of = (kind: keyof Pair) => {
    const sum = (name: keyof PlanFigures, among = all) => {
      const known = among.flatMap(({ [name]: { [kind]: value } }) => (value === null ? [] : [value]));
      return known.length ? known.reduce((total, value) => total + value, 0) : null;
    };
    const withPlan = all.filter(({ plan }) => plan[kind] !== null);
    return {
      ...{ plan: sum("plan"), actual: sum("actual") ?? 0, done: percentOf(sum("actual", withPlan) ?? 0, sum("plan")) },
      ...{ due: sum("due"), expected: sum("expected"), needed: sum("needed"), year_ago: sum("year_ago") ?? 0 },
    };
  };
  return paired(of("amount"), of("vends"));
}
