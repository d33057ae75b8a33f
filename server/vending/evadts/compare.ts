import { cumulativeChange, intervalsFit, keptSince, moneyScale } from "./change";
import type { Counters, Tally } from "./counters";
import type { PeriodFlag } from "./period";

/** Two reads side by side, and what was noticed while comparing them. */
export class Comparison {
  readonly flags: PeriodFlag[] = [];
  private readonly said = new Set<string>();
  private readonly fits: boolean;
  private readonly scale: number;

  /** `previous` null: everything since initialisation. */
  constructor(
    readonly previous: Counters | null,
    readonly current: Counters,
  ) {
    this.fits = previous !== null && intervalsFit(previous, current);
    this.scale = moneyScale(current);
  }

  /** A code with the same parameters is said once. */
  flag(flag: PeriodFlag): void {
    const known = JSON.stringify(flag);
    if (!this.said.has(known)) this.flags.push(flag);
    this.said.add(known);
  }

  /** `before` null: counted from zero. */
  count(name: string, before: Tally | null, after: Tally): number | null {
    const earlier = before === null ? 0 : before.count;
    const count = keptSince(after.count, after.countInterval);
    return this.change(name, earlier, count, 1) ?? this.interval(earlier, count, after.countInterval);
  }

  value(name: string, before: Tally | null, after: Tally): number | null {
    // Some machines leave the value unset until the first vend.
    const earlier = before === null || (before.value === null && before.count === 0) ? 0 : before.value;
    const value = keptSince(after.value, after.valueInterval);
    return this.change(name, earlier, value, this.scale) ?? this.interval(earlier, value, after.valueInterval);
  }

  /** Change of a money counter that has no interval field. */
  money(name: string, read: (counters: Counters) => number | null): number | null {
    const before = this.previous === null ? 0 : read(this.previous);
    return this.change(name, before, read(this.current), this.scale);
  }

  private change(name: string, before: number | null, after: number | null, scale: number): number | null {
    const { delta, outcome } = cumulativeChange(before, after, scale);
    if (outcome === "wrapped") this.flag({ code: "counter_wrapped", params: { counter: name } });
    if (outcome === "fell") this.flag({ code: "counter_fell", params: { counter: name } });
    return delta;
  }

  /** The interval field, only where the cumulative one is absent and the interval is this period. */
  private interval(before: number | null, after: number | null, interval: number | null): number | null {
    if ((before !== null && after !== null) || interval === null) return null;
    if (this.fits) return interval;
    if (interval > 0) this.flag({ code: "incomplete_interval" });
    return null;
  }
}
