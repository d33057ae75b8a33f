import { UNPAID_SOURCES } from "~server/contract/enums";
import type { MeasureName } from "~server/contract/reports/measures";
import type { Report } from "~server/contract/reports/report";
import type { Sold } from "./report-facts";

export type Figure = number | null;
/** Vends of a row, of all rows, and of the rows that have its first cut; `chosen`: the payment sources that count, all where none are named. */
export interface Lines {
  own: Sold[];
  all: Sold[];
  first: Sold[];
  chosen: readonly string[];
}

const BRING_NONE: readonly string[] = [...UNPAID_SOURCES, "failed"];
const isPaid = ({ source }: Sold, chosen: readonly string[]) =>
  !BRING_NONE.includes(source) && (chosen.length === 0 || chosen.includes(source));

/** Whether a row of this vend alone would stand in a report. */
export const saysSomething = ({ measures }: Report, sold: Sold, chosen: readonly string[]): boolean =>
  isPaid(sold, chosen) || measures.some((measure) => BRING_NONE.includes(measure) && measure === sold.source);

/** `a / b`, rounded half away from zero to so many decimals; nothing of no `b`. */
function ratio(a: bigint, b: bigint, decimals: number): Figure {
  if (b === 0n) return null;
  const scaled = (a < 0n ? -a : a) * 10n ** BigInt(decimals);
  const rounded = Number((2n * scaled + b) / (2n * b)) / 10 ** decimals;
  return a < 0n && rounded > 0 ? -rounded : rounded;
}
const percent = (a: number, b: number): Figure => ratio(100n * BigInt(a), BigInt(b), 2);
const per = (a: number, b: number): Figure => ratio(BigInt(a), BigInt(b), 0);
const sum = (lines: readonly Sold[], of: (sold: Sold) => number): number =>
  lines.reduce((all, one) => all + of(one), 0);
const vends = (lines: readonly Sold[]) => sum(lines, ({ count }) => count);
const amount = (lines: readonly Sold[]) => sum(lines, (one) => one.amount);

/** What a measure comes to; of what is offered, that is said. */
export function figureOf(measure: MeasureName, { own, all, first, chosen }: Lines, offered: Figure): Figure {
  const paid = (lines: readonly Sold[]) => lines.filter((one) => isPaid(one, chosen));
  const mine = paid(own);
  const by = (...sources: string[]) => mine.filter(({ source }) => sources.includes(source));
  const of = (source: string) => vends(own.filter((one) => one.source === source));
  const machines = new Set(mine.map(({ device_id }) => device_id)).size;
  const costed = mine.filter((one) => one.cost !== null);
  const cost = Number(
    ratio(
      costed.reduce((spent, one) => spent + BigInt(one.count) * BigInt(one.cost ?? 0), 0n),
      1000n,
      0,
    ),
  );
  const figures: Partial<Record<MeasureName, () => Figure>> = {
    vends: () => vends(mine),
    amount: () => amount(mine),
    mean: () => per(amount(mine), vends(mine)),
    cash_vends: () => vends(by("cash")),
    cash_amount: () => amount(by("cash")),
    cashless1_vends: () => vends(by("cashless1")),
    cashless1_amount: () => amount(by("cashless1")),
    cashless2_vends: () => vends(by("cashless2")),
    cashless2_amount: () => amount(by("cashless2")),
    other_vends: () => vends(by("token", "unknown")),
    other_amount: () => amount(by("token", "unknown")),
    test: () => of("test"),
    free: () => of("free"),
    machines: () => machines,
    per_machine: () => per(amount(mine), machines),
    share: () => percent(amount(mine), amount(paid(all))),
    share_of_vends: () => percent(vends(mine), vends(paid(all))),
    share_of_first: () => percent(amount(mine), amount(paid(first))),
    cost: () => cost,
    margin: () => amount(costed) - cost,
    margin_percent: () => percent(amount(costed) - cost, amount(costed)),
    uncosted: () => vends(mine) - vends(costed),
    offered: () => offered,
  };
  const figure = figures[measure];
  if (!figure) throw new Error(`no truth for ${measure}`);
  return figure();
}
