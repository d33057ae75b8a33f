import { daysBetween, HOUR, MINUTE, type Moment, startOf } from "./calendar";
import type { Machine } from "./machines";
import { chance, randomOf, whole } from "./random";
import { scanBehind, scansInVain } from "./scans";
import { around, cutsOf, deafOf, emptyOf, isIn, type Span, stuckOf } from "./troubles";
import { vendsOf } from "./customers";
import { EMPTY_GRINDER, faultsAt, grinderOf } from "./faults";
import type { Draft, Happening } from "./happening";
import { visitOf } from "./visits";

/** What begins on a day may end this much after its midnight, on the next. */
const LONGEST = 10 * HOUR;

/** What happens after `from` up to and at `to`, in order: always the same for a machine and a day. */
export function happeningsBetween(machine: Machine, from: Moment, to: Moment): Happening[] {
  return daysBetween(from - LONGEST, to)
    .flatMap((day) => dayAt(machine, day))
    .filter(({ at }) => at > from && at <= to)
    .sort((one, other) => one.at - other.at);
}

function dayAt(machine: Machine, day: string): Happening[] {
  if (machine.life === "stored") return [];
  const random = randomOf(machine.serial, day);
  const vends = vendsOf(machine, day, random);
  const happened: Draft[] = [
    ...vends,
    ...visitOf(machine, day, random),
    ...faultsAt(machine, day, vends.length, random),
    ...measuredAt(machine, day),
    ...grinderOf(machine, day),
    ...scansInVain(machine, day).map((one) => ({ what: "scan" as const, ...one })),
    ...terminalOf(machine, day),
    ...watchdogOf(machine, day),
  ];
  const troubles = {
    dark: around(machine, day, cutsOf),
    empty: around(machine, day, emptyOf),
    deaf: around(machine, day, deafOf),
    stuck: around(machine, day, stuckOf),
  };
  return [...happened.flatMap((one) => asLived(machine, one, troubles)), ...cutsOf(machine, day).flatMap(cutLived)].map(
    (one, index) => ({ ...paidBy(machine, one), id: `${day}/${index}` }),
  );
}

/** What becomes of something in the machine's troubles: as it was meant to be, something else, or nothing. */
function asLived(
  machine: Machine,
  one: Draft,
  { dark, empty, deaf, stuck }: Record<"dark" | "empty" | "deaf" | "stuck", readonly Span[]>,
): Draft[] {
  // Somebody repairs it and closes it all the same; nobody buys, and nothing is measured.
  if (isIn(dark, one.at)) return one.what === "repair" || one.what === "fault" || one.what === "closed" ? [one] : [];
  const isBought = one.what === "vend" || one.what === "failed" || one.what === "free";
  if (isBought && isIn(stuck, one.at)) return [];
  if ((one.what === "vend" || one.what === "failed") && one.source === "cashless2" && isIn(deaf, one.at)) return [];
  const isCoffee = (one.what === "vend" || one.what === "test" || one.what === "free") && takesBeans(machine, one.cell);
  if (!isCoffee || !isIn(empty, one.at)) return [one];
  return one.what === "vend"
    ? [{ at: one.at, what: "failed", cell: one.cell, source: one.source, why: EMPTY_GRINDER }]
    : [];
}

const takesBeans = ({ cells }: Machine, cell: number): boolean =>
  cells[cell]?.recipe.ingredients.some(([ingredient]) => ingredient === "beans") ?? false;

/** Power goes, and comes again: then the unit starts anew. */
const cutLived = ({ from, to }: Span): Draft[] => [
  { at: from, what: "outage" },
  { at: to, what: "power" },
  { at: to + 40_000, what: "restarted", reason: "power_on" },
];

/** A sale with the card, the code or the application that paid for it. */
function paidBy(machine: Machine, one: Draft): Draft {
  if (one.what !== "free" && !(one.what === "vend" && one.source === "cashless1")) return one;
  const scan = scanBehind(machine, one.at, one.what === "free");
  return scan ? { ...one, scan } : one;
}

/** The temperature inside every two hours. */
function measuredAt({ model, serial }: Machine, day: string): Draft[] {
  const random = randomOf("warmth", serial, day);
  const usual = model.type === "SNACK" ? 5 : 91;
  return Array.from({ length: 12 }, (_, index) => ({
    at: startOf(day) + (2 * index + random()) * HOUR,
    what: "warmth" as const,
    celsius: Math.round((usual + (random() - 0.5) * 3) * 10) / 10,
  })).map((one) => ({ ...one, at: Math.floor(one.at / 1_000) * 1_000 }));
}

/** A terminal is asked every six hours how it is, and tells when it falls silent and when it answers again. */
function terminalOf(machine: Machine, day: string): Draft[] {
  if (machine.payments[2] === 0) return [];
  const deaf = around(machine, day, deafOf);
  const minute = whole(randomOf("terminal asked", machine.serial), 0, 359) * MINUTE;
  const asked = Array.from({ length: 4 }, (_, index) => startOf(day) + index * 6 * HOUR + minute);
  return [
    ...asked.map((at): Draft => ({ at, what: "terminal", answers: !isIn(deaf, at) })),
    ...deafOf(machine, day).flatMap(({ from, to }): Draft[] => [
      { at: from, what: "terminal", answers: false },
      { at: to, what: "terminal", answers: true },
    ]),
  ];
}

/** A unit that hangs restarts itself, about once a month. */
function watchdogOf({ serial }: Machine, day: string): Draft[] {
  const random = randomOf("watchdog", serial, day);
  return chance(random, 0.03)
    ? [{ at: startOf(day) + whole(random, 0, 86_399) * 1_000, what: "restarted", reason: "watchdog" }]
    : [];
}
