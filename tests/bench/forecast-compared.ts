import type { Machine } from "~server/vending/demonstration/machines";
import { passingFrom } from "~server/vending/areas/needs/week";
import { startOf } from "~server/vending/demonstration/calendar";
import { usesOf } from "../fleet/refill";
import { BACK, DAY, even, halving, type Kind, kindsOf, knownOf, type Weight } from "../fleet/refill-books";
import { daysBefore, dayOf, learn, LEARNT, MEASURED, wishes } from "../fleet/refill-months";

/** A way to foretell use: days of the past by their weight, spread over a week as usual or evenly. */
interface Way {
  name: string;
  days: number;
  weight: Weight;
  isWeekly: boolean;
  /** What machines of the kind sell decides where the machine's own say little. */
  asKind: boolean;
}
const way = (name: string, days: number, weight: Weight, isWeekly: boolean, asKind: boolean): Way => ({
  ...{ name, days, weight, isWeekly, asKind },
});
/** The first is the one that the product has. */
const WAYS: readonly Way[] = [
  way("usual week of 8 weeks, shrunk to its kind", BACK, even, true, true),
  way("usual week of 8 weeks, its own alone", BACK, even, true, false),
  way("usual week, smoothed (half-life 28 days), shrunk", BACK, halving(28), true, true),
  way("usual week, smoothed (half-life 14 days), shrunk", BACK, halving(14), true, true),
  way("moving average of 28 days", 28, even, false, false),
  way("moving average of 14 days", 14, even, false, false),
  way("moving average of 7 days", 7, even, false, false),
  way("exponential smoothing (0.1 a day)", BACK, (age) => 0.9 ** age, false, false),
  way("exponential smoothing (0.2 a day)", BACK, (age) => 0.8 ** age, false, false),
];
const AHEAD = [1, 3, 7];

/** Foretells the use of every slot from each midnight, for a day, three and seven; answers what is missed of the bar. */
export function compareForecasts(machines: readonly Machine[]): string[] {
  const errors = WAYS.map(() => AHEAD.map(() => ({ off: 0, used: 0 })));
  // All is sold here: machines are served each day, so that what is wanted is what is sold.
  const lives = learn(machines);
  for (let index = LEARNT; index < LEARNT + MEASURED - 7; index++) {
    for (const life of lives) life.serve(dayOf(index - 1));
    for (const life of lives) life.until(startOf(dayOf(index)));
    const now = startOf(dayOf(index));
    WAYS.forEach((one, which) => {
      const days = daysBefore(index, one.days);
      const kinds = kindsOf(
        lives.map(({ history }) => history),
        days,
        one.weight,
      );
      for (const { machine, history } of lives) {
        const kind: Kind | undefined = kinds.get(`${machine.planogram.key}/${machine.place?.kind}`);
        if (!kind) continue;
        const known = knownOf(history, one.asKind ? kind : { ...kind, perWeek: [] }, days, one.weight);
        const passing = passingFrom(known.week, now);
        AHEAD.forEach((ahead, column) => {
          const part = one.isWeekly ? passing.until(now + ahead * DAY) : ahead / 7;
          const used = trueUse(machine, now, now + ahead * DAY);
          for (const { slot } of known.slots) {
            const [expected, portion] = expectedUse(known.products, slot);
            const sum = errors[which]?.[column];
            if (!sum || portion <= 0) continue;
            sum.off += Math.abs(expected * part - (used.get(slot) ?? 0)) / portion;
            sum.used += (used.get(slot) ?? 0) / portion;
          }
        });
      }
    });
  }
  console.log("\nUse of a slot, mean error (portions, % of what was used)");
  console.log(`${"".padEnd(52)}${AHEAD.map((days) => `${days} d`.padStart(9)).join("")}`);
  const shares = errors.map((row) => row.map(({ off, used }) => off / used));
  WAYS.forEach(({ name }, which) =>
    console.log(
      name.padEnd(52) + (shares[which] ?? []).map((one) => `${(one * 100).toFixed(1)} %`.padStart(9)).join(""),
    ),
  );
  return AHEAD.flatMap((days, column) => {
    const best = Math.min(...shares.map((row) => row[column] ?? Infinity));
    const own = shares[0]?.[column] ?? Infinity;
    return own <= best * 1.02 ? [] : [`Use of ${days} days: more than 2 % behind the best way.`];
  });
}

const counts = new WeakMap<Machine, Map<string, number[]>>();
/** What was really wanted of each slot between two midnights. */
function trueUse(machine: Machine, from: number, to: number): Map<string, number> {
  const used = new Map<string, number>();
  const byDay = counts.get(machine) ?? new Map<string, number[]>();
  if (!counts.has(machine)) {
    counts.set(machine, byDay);
    for (const { at, cell } of wishes(machine)) {
      const day = String(Math.floor((at - startOf(dayOf(0))) / DAY));
      const row = byDay.get(day) ?? machine.cells.map(() => 0);
      row[cell] = (row[cell] ?? 0) + 1;
      byDay.set(day, row);
    }
  }
  const first = Math.round((from - startOf(dayOf(0))) / DAY);
  for (let day = first; day < first + Math.round((to - from) / DAY); day++)
    byDay.get(String(day))?.forEach((vends, cell) => {
      for (const { slot, quantity } of usesOf(machine, cell)) used.set(slot, (used.get(slot) ?? 0) + vends * quantity);
    });
  return used;
}

/** What a usual week takes of a slot, and a mean portion of it. */
function expectedUse(
  products: ReturnType<typeof knownOf>["products"],
  slot: string,
): [perWeek: number, portion: number] {
  let [sum, vends] = [0, 0];
  for (const { perWeek, uses } of products)
    for (const use of uses)
      if (use.slot === slot) {
        sum += perWeek * use.quantity;
        vends += perWeek;
      }
  return [sum, vends > 0 ? sum / vends : 0];
}
