import type { SCAN_RESULTS } from "~server/contract/telemetry";
import { daysBetween, HOUR, MINUTE, type Moment, month, startOf, weekday } from "./calendar";
import { type Machine, type Source, SOURCES } from "./machines";
import { dayFactor, demand, hourWeights } from "./profile";
import { chance, pick, poisson, type Random, randomOf, spread, weighted, whole } from "./random";
import { type Scan, scanBehind, scansInVain } from "./scans";
import { around, cutsOf, deafOf, emptyOf, isIn, type Span, stuckOf } from "./troubles";

/** Something that happens at a machine; `cell` is its number in the machine. `id` names it for ever. */
export type Happening = { at: Moment; id: string } & Happens;
type Happens =
  | { what: "vend"; cell: number; source: Source; change: boolean; scan?: Scan }
  | { what: "failed"; cell: number; source: Source; why: string | null }
  | { what: "test"; cell: number }
  | { what: "free"; cell: number; scan?: Scan }
  | { what: "fault" | "repair"; event: string }
  | { what: "outage" | "power" | "opened" | "closed" | "filled" | "collected" }
  | { what: "warmth"; celsius: number }
  | { what: "scan"; scan: Scan; outcome: (typeof SCAN_RESULTS)[number] }
  /** The bank terminal says whether it answers. */
  | { what: "terminal"; answers: boolean }
  | { what: "restarted"; reason: "power_on" | "watchdog" };
type Draft = { at: Moment } & Happens;

/** One customer in five buys again, or with a colleague, within a minute. */
const COMPANY = 0.2;
const MEAN_PARTY = 1 / (1 - COMPANY);
/** About eight faults per thousand vends; a machine in a bad state has five times as many. */
const FAULTS_PER_VEND = 0.008;

/** Vends that fail though nothing is known to be wrong. */
const FAILS = 0.006;

/** What begins on a day may end this much after its midnight, on the next. */
const LONGEST = 10 * HOUR;

const COFFEE_FAULTS = [
  "EBB",
  "EBB",
  "EDJ",
  "EDJ",
  "EDT",
  "EFB",
  "EEJ",
  "EEJ",
  "EAR",
  "EDO",
  "EEL",
  "EDU",
  "EEK",
  "EDF",
  "EDZ",
  "EFN",
];
const SNACK_FAULTS = ["EJB", "EJB", "EJB", "EAR", "ECQ", "ECF"];
/** Event codes that machines of a type count. */
export const faultsOf = (machine: Machine): readonly string[] => [...new Set(faultList(machine))];
/** A grinder that runs empty: no coffee till somebody fills it. */
const EMPTY_GRINDER = "EDT";
const faultList = ({ model }: Machine): readonly string[] => (model.type === "SNACK" ? SNACK_FAULTS : COFFEE_FAULTS);

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

function vendsOf(machine: Machine, day: string, random: Random): Draft[] {
  const { model, cells, mean } = machine;
  const kind = machine.place?.kind ?? "OFFICE";
  const customers = poisson(
    random,
    (mean * dayFactor(model.type, kind, weekday(day), month(day)) * spread(random, 0.2)) / MEAN_PARTY,
  );
  const hours = hourWeights(model.type, kind, weekday(day));
  const vends: Draft[] = [];
  for (let customer = 0; customer < customers; customer++) {
    const hour = weighted(random, hours);
    const wanted = demand(cells, hour, month(day));
    let at = startOf(day) + hour * HOUR + Math.floor(random() * HOUR);
    do {
      const cell = weighted(random, wanted);
      const source = SOURCES[weighted(random, machine.payments)] ?? "cash";
      const change = chance(random, 0.5);
      vends.push(
        chance(random, 0.003)
          ? { at, what: "free", cell }
          : chance(random, FAILS)
            ? { at, what: "failed", cell, source, why: null }
            : { at, what: "vend", cell, source, change },
      );
      at += whole(random, 25, 59) * 1_000;
    } while (chance(random, COMPANY));
  }
  return vends;
}

/** A technician comes as often as the canisters want it, tries a drink or two, fills the machine and sometimes takes the cash. */
function visitOf(machine: Machine, day: string, random: Random): Draft[] {
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

function faultsAt(machine: Machine, day: string, vends: number, random: Random): Draft[] {
  const count = poisson(random, vends * FAULTS_PER_VEND * (machine.quirk === "faulty" ? 5 : 0.6));
  return Array.from({ length: count }, () => {
    const at = startOf(day) + Math.floor(random() * 24 * HOUR);
    const event = pick(
      random,
      faultList(machine).filter((code) => code !== EMPTY_GRINDER),
    );
    return [
      { at, what: "fault", event },
      { at: at + Math.floor((0.3 + random() * 5) * HOUR), what: "repair", event },
    ] satisfies Draft[];
  }).flat();
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

const grinderOf = (machine: Machine, day: string): Draft[] =>
  emptyOf(machine, day).flatMap(({ from, to }): Draft[] => [
    { at: from, what: "fault", event: EMPTY_GRINDER },
    { at: to, what: "repair", event: EMPTY_GRINDER },
  ]);

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
