import { kyivDay } from "../demonstration/calendar";
import type { Happening } from "../demonstration/happening";
import type { Machine } from "../demonstration/machines";

/** What the machines really sold, by machine, day in Kyiv and payment source: "serial/day/source" → vends and kopecks. */
export class Ledger {
  readonly entries = new Map<string, { count: number; amount: number }>();

  write(machine: Machine, happened: readonly Happening[]): void {
    for (const one of happened) {
      if (one.what !== "vend" && one.what !== "test" && one.what !== "free") continue;
      const source = one.what === "vend" ? one.source : one.what;
      const key = `${machine.serial}/${kyivDay(one.at)}/${source}`;
      const entry = this.entries.get(key) ?? { count: 0, amount: 0 };
      entry.count++;
      if (one.what === "vend") entry.amount += machine.cells[one.cell]?.price ?? 0;
      this.entries.set(key, entry);
    }
  }

  /** Paid vends of all machines. */
  get paid(): { count: number; amount: number } {
    const paid = [...this.entries].filter(([key]) => !/\/(test|free)$/.test(key));
    return paid.reduce((all, [, { count, amount }]) => ({ count: all.count + count, amount: all.amount + amount }), {
      count: 0,
      amount: 0,
    });
  }
}
