import { lostUntil, type Machine } from "./forecast";

/** Nobody leaves a machine alone for longer: what is in it ages. */
export const LONGEST_CYCLE = 28;

/** How often a machine is best served, and what a day then costs on the average: its share of a visit, and what is lost. Kopecks. */
export interface Cycle {
  days: number;
  perDay: number;
}

/** The cycle of a machine that is filled to the brim each time: visits that cost `visit` against sales lost before the next. */
export function bestCycle(machine: Machine, visit: number): Cycle {
  const full = { ...machine, isBlocked: false, slots: machine.slots.map((one) => ({ ...one, level: one.capacity })) };
  const lost = lostUntil(
    full,
    Array.from({ length: LONGEST_CYCLE }, (_, day) => (day + 1) / 7),
  );
  let best: Cycle = { days: LONGEST_CYCLE, perDay: Infinity };
  lost.forEach((sum, index) => {
    const perDay = (visit + sum) / (index + 1);
    if (perDay < best.perDay) best = { days: index + 1, perDay };
  });
  return best;
}
