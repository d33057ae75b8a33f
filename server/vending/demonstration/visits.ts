import { HOUR, MINUTE, type Moment, startOf } from "./calendar";
import type { Machine } from "./machines";
import { chance, type Random, randomOf, whole } from "./random";
import type { Draft } from "./happening";

/** A technician comes as often as the canisters want it, tries a drink or two, fills the machine and sometimes takes the cash. */
export function visitOf(machine: Machine, day: string, random: Random): Draft[] {
  if (!chance(random, Math.min(0.97, Math.max(0.3, machine.mean / 45)))) return [];
  const at = startOf(day) + 7 * HOUR + Math.floor(random() * 9 * HOUR);
  const tests = Array.from(
    { length: whole(random, 1, 2) },
    (_, index): Draft => ({ at: at + index * 60_000, what: "test", cell: whole(random, 0, machine.cells.length - 1) }),
  );
  const minutes = whole(random, 12, 25) * MINUTE;
  const collected: Draft[] = chance(random, 0.4) ? [{ at: at + minutes - 2 * MINUTE, what: "collected" }] : [];
  return [
    { at: at - MINUTE, what: "opened" },
    ...tests,
    { at: at + minutes - 3 * MINUTE, what: "filled" },
    ...collected,
    { at: leftOpen(machine, day) ?? at + minutes, what: "closed" },
  ];
}

/** Now and then a door is not shut well, and somebody sees it in the evening or the next morning. */
function leftOpen({ serial }: Machine, day: string): Moment | undefined {
  const random = randomOf("door", serial, day);
  return chance(random, 0.07) ? startOf(day) + whole(random, 20 * 60, 33 * 60) * MINUTE : undefined;
}
