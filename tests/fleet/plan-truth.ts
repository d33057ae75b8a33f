import { daysIn, daysLater, weekday } from "./report-days";
import type { Sold } from "./report-facts";

/** What plans come to, by single vends and fractions. */

const UNPAID = ["test", "free", "failed"];
const BACK = 56;
type Kind = "amount" | "count";
/** A number of whole parts. */
interface Fraction {
  of: bigint;
  by: bigint;
}
const fraction = (of: number, by = 1): Fraction => ({ of: BigInt(of), by: BigInt(by) });
const plus = (a: Fraction, b: Fraction): Fraction => ({ of: a.of * b.by + b.of * a.by, by: a.by * b.by });
const times = (a: Fraction, b: Fraction): Fraction => ({ of: a.of * b.of, by: a.by * b.by });
const over = (a: Fraction, b: Fraction): Fraction => ({ of: a.of * b.by, by: a.by * b.of });
/** Halves up. */
const rounded = ({ of, by }: Fraction): number => Number((2n * of + by) / (2n * by));
const sumOf = (all: readonly Fraction[]): Fraction => all.reduce(plus, fraction(0));

export const monthOf = (month: string) => {
  const from = `${month}-01`;
  return { from, to: daysLater(`${daysLater(`${month}-28`, 4).slice(0, 7)}-01`, -1) };
};

export type Figures = Record<"plan" | "actual" | "done" | "due" | "expected" | "needed" | "year_ago", number | null>;

/** Figures of one project's vends, of money or of vends. */
export function planFigures(
  plan: number | null,
  sold: readonly Sold[],
  kind: Kind,
  month: string,
  today: string,
): Figures {
  const paid = sold.filter(({ source }) => !UNPAID.includes(source));
  const on = (holds: (day: string) => boolean) =>
    paid.filter(({ day }) => holds(day)).reduce((sum, one) => sum + one[kind], 0);
  const span = monthOf(month);
  const days = daysIn(span);
  const [before, left] = [days.filter((day) => day < today), days.filter((day) => day >= today)];
  const actual = on((day) => day >= span.from && day <= span.to);
  const brought = on((day) => before.includes(day));
  const soldToday = actual - brought;
  const last = monthOf(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`);
  const since = daysLater(today, -BACK);
  const ofWeekdays = Array.from({ length: 7 }, (_, which) =>
    on((day) => day < today && day >= since && weekday(day) === which),
  );
  const everSold = on((day) => day < today && day >= since) > 0;
  const meanOf = (day: string) => fraction(ofWeekdays[weekday(day)] ?? 0, 8);
  const even = () => fraction(1);

  const due = () => {
    if (plan === null) return null;
    const weight = everSold ? meanOf : even;
    return rounded(times(fraction(plan), over(sumOf(before.map(weight)), sumOf(days.map(weight)))));
  };
  const expected = () => {
    if (!left.length) return actual;
    const usual = sumOf(before.map(meanOf));
    const isUsual = everSold && (usual.of > 0n || brought === 0);
    if (!isUsual && (!before.length || brought === 0)) return soldToday > 0 ? actual : null;
    const weight = isUsual ? meanOf : even;
    const soFar = sumOf(before.map(weight));
    const pace = soFar.of > 0n ? over(fraction(brought), soFar) : fraction(1);
    const comes = (some: readonly string[]) => rounded(times(sumOf(some.map(weight)), pace));
    const isNow = left.includes(today);
    return brought + (isNow ? Math.max(soldToday, comes([today])) : 0) + comes(left.filter((day) => day > today));
  };
  const missing = plan === null ? 0 : plan - actual;
  return {
    plan,
    actual,
    done: plan ? rounded(fraction(actual * 10_000, plan)) / 100 : null,
    due: due(),
    expected: expected(),
    needed: plan === null || !left.length ? null : missing <= 0 ? 0 : Math.ceil(missing / left.length),
    year_ago: on((day) => day >= last.from && day <= last.to),
  };
}

/** All projects together. */
export function planTotal(all: readonly Figures[]): Figures {
  const sum = (name: keyof Figures, among = all) =>
    among.every((one) => one[name] === null) ? null : among.reduce((total, one) => total + (one[name] ?? 0), 0);
  const plan = sum("plan");
  const actual =
    sum(
      "actual",
      all.filter((one) => one.plan !== null),
    ) ?? 0;
  return {
    ...{ plan, actual: sum("actual") ?? 0, done: plan ? rounded(fraction(actual * 10_000, plan)) / 100 : null },
    ...{ due: sum("due"), expected: sum("expected"), needed: sum("needed"), year_ago: sum("year_ago") ?? 0 },
  };
}
