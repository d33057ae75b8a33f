import type { SCAN_RESULTS } from "~server/contract/telemetry";
import { daysBetween, HOUR, kyivDay, MINUTE, type Moment, month, shiftDay, startOf, weekday } from "./calendar";
import { type Machine, type Source, SOURCES } from "./machines";
import { dayFactor, demand, hourWeights } from "./profile";
import { chance, pick, poisson, type Random, randomOf, spread, weighted, whole } from "./random";

/** Something that happens at a machine; `cell` is its number in the machine. `id` names it for ever. */
export type Happening = { at: Moment; id: string } & Happens;
type Happens =
  | { what: "vend"; cell: number; source: Source; change: boolean }
  | { what: "failed"; cell: number; source: Source; why: string | null }
  | { what: "test" | "free"; cell: number }
  | { what: "fault" | "repair"; event: string }
  | { what: "outage" | "power" | "opened" | "closed" | "filled" | "collected" }
  | { what: "warmth"; celsius: number }
  | { what: "scan"; card: "rfid" | "qr"; code: string; outcome: (typeof SCAN_RESULTS)[number] };
type Draft = { at: Moment } & Happens;
/** A piece of time, its end not included. */
export interface Span { from: Moment; to: Moment }

/** One customer in five buys again, or with a colleague, within a minute. */
const COMPANY = 0.2;
const MEAN_PARTY = 1 / (1 - COMPANY);
/** About eight faults per thousand vends; a machine in a bad state has five times as many. */
const FAULTS_PER_VEND = 0.008;

/** Vends that fail though nothing is known to be wrong. */
const FAILS = 0.006;

/** What begins on a day may end this much later, on the next. */
const LONGEST = 6 * HOUR;

const COFFEE_FAULTS = ["EBB", "EBB", "EDJ", "EDJ", "EDT", "EFB", "EEJ", "EEJ", "EAR", "EDO", "EEL", "EDU", "EEK", "EDF", "EDZ", "EFN"];
const SNACK_FAULTS = ["EJB", "EJB", "EJB", "EAR", "ECQ", "ECF"];
/** Event codes that machines of a type count. */
export const faultsOf = (machine: Machine): readonly string[] => [...new Set(faultList(machine))];
/** A grinder that runs empty: no coffee till somebody fills it. */
const EMPTY_GRINDER = "EDT";
const faultList = ({ model }: Machine): readonly string[] => (model.type === "SNACK" ? SNACK_FAULTS : COFFEE_FAULTS);

/** What happens after `from` up to and at `to`, in order: always the same for a machine and a day. */
export function happeningsBetween(machine: Machine, from: Moment, to: Moment): Happening[] {
  return daysBetween(from - LONGEST, to).flatMap((day) => dayAt(machine, day)).filter(({ at }) => at > from && at <= to).sort((one, other) => one.at - other.at);
}

function dayAt(machine: Machine, day: string): Happening[] {
  if (machine.life === "stored") return [];
  const random = randomOf(machine.serial, day);
  const vends = vendsOf(machine, day, random);
  const happened = [...vends, ...visitOf(machine, day, random), ...faultsAt(machine, day, vends.length, random), ...measuredAt(machine, day), ...grinderOf(machine, day), ...scansOf(machine, day)];
  const dark = around(machine, day, cutsOf);
  const empty = around(machine, day, emptyOf);
  const lit = happened.flatMap((one): Draft[] => {
    // Somebody repairs and fills it all the same; nobody buys, and nothing is measured.
    if (isIn(dark, one.at)) return one.what === "repair" || one.what === "fault" ? [one] : [];
    const isCoffee = (one.what === "vend" || one.what === "test" || one.what === "free") && takesBeans(machine, one.cell);
    if (!isCoffee || !isIn(empty, one.at)) return [one];
    return one.what === "vend" ? [{ at: one.at, what: "failed", cell: one.cell, source: one.source, why: EMPTY_GRINDER }] : [];
  });
  return [...lit, ...cutsOf(machine, day).flatMap(({ from, to }): Draft[] => [{ at: from, what: "outage" }, { at: to, what: "power" }])]
    .map((one, index) => ({ ...one, id: `${day}/${index}` }));
}

const isIn = (spans: readonly Span[], at: Moment): boolean => spans.some(({ from, to }) => at >= from && at < to);
/** What began on a day or the day before. */
const around = (machine: Machine, day: string, of: (machine: Machine, day: string) => Span[]): Span[] => [...of(machine, shiftDay(day, -1)), ...of(machine, day)];
const takesBeans = ({ cells }: Machine, cell: number): boolean => cells[cell]?.recipe.ingredients.some(([ingredient]) => ingredient === "beans") ?? false;

/** When the unit of a machine reaches nobody: its district is dark, or its signal is lost. It buffers meanwhile. */
export const isCutOff = (machine: Machine, at: Moment): boolean => {
  const day = kyivDay(at);
  return isIn(around(machine, day, cutsOf), at - BATTERY) && isIn(around(machine, day, cutsOf), at) || isIn(around(machine, day, lostOf), at);
};
/** Without mains a unit can still tell so, for a little while. */
const BATTERY = 90_000;

function vendsOf(machine: Machine, day: string, random: Random): Draft[] {
  const { model, cells, mean } = machine;
  const kind = machine.place?.kind ?? "OFFICE";
  const customers = poisson(random, (mean * dayFactor(model.type, kind, weekday(day), month(day)) * spread(random, 0.2)) / MEAN_PARTY);
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
      vends.push(chance(random, 0.003) ? { at, what: "free", cell } : chance(random, FAILS) ? { at, what: "failed", cell, source, why: null } : { at, what: "vend", cell, source, change });
      at += whole(random, 25, 59) * 1_000;
    } while (chance(random, COMPANY));
  }
  return vends;
}

/** A technician comes as often as the canisters want it, tries a drink or two, fills the machine and sometimes takes the cash. */
function visitOf(machine: Machine, day: string, random: Random): Draft[] {
  if (!chance(random, Math.min(0.97, Math.max(0.3, machine.mean / 45)))) return [];
  const at = startOf(day) + 7 * HOUR + Math.floor(random() * 9 * HOUR);
  const tests = Array.from({ length: whole(random, 1, 2) }, (_, index): Draft => ({ at: at + index * 60_000, what: "test", cell: whole(random, 0, machine.cells.length - 1) }));
  const minutes = whole(random, 12, 25) * MINUTE;
  const collected: Draft[] = chance(random, 0.4) ? [{ at: at + minutes - 2 * MINUTE, what: "collected" }] : [];
  return [{ at: at - MINUTE, what: "opened" }, ...tests, { at: at + minutes - 3 * MINUTE, what: "filled" }, ...collected, { at: at + minutes, what: "closed" }];
}

function faultsAt(machine: Machine, day: string, vends: number, random: Random): Draft[] {
  const count = poisson(random, vends * FAULTS_PER_VEND * (machine.quirk === "faulty" ? 5 : 0.6));
  return Array.from({ length: count }, () => {
    const at = startOf(day) + Math.floor(random() * 24 * HOUR);
    const event = pick(random, faultList(machine).filter((code) => code !== EMPTY_GRINDER));
    return [{ at, what: "fault", event }, { at: at + Math.floor((0.3 + random() * 5) * HOUR), what: "repair", event }] satisfies Draft[];
  }).flat();
}

/** The temperature inside every two hours. */
function measuredAt({ model, serial }: Machine, day: string): Draft[] {
  const random = randomOf("warmth", serial, day);
  const usual = model.type === "SNACK" ? 5 : 91;
  return Array.from({ length: 12 }, (_, index) => ({ at: startOf(day) + (2 * index + random()) * HOUR, what: "warmth" as const, celsius: Math.round((usual + (random() - 0.5) * 3) * 10) / 10 }))
    .map((one) => ({ ...one, at: Math.floor(one.at / 1_000) * 1_000 }));
}

/** Now and then nobody noticed in time that the beans are going. */
function emptyOf({ model, serial }: Machine, day: string): Span[] {
  const random = randomOf("grinder", serial, day);
  if (model.type === "SNACK" || !chance(random, 0.01)) return [];
  const from = startOf(day) + Math.floor((7 + random() * 12) * HOUR);
  return [{ from, to: from + Math.floor((0.5 + random() * 4) * HOUR) }];
}

const grinderOf = (machine: Machine, day: string): Draft[] =>
  emptyOf(machine, day).flatMap(({ from, to }): Draft[] => [{ at: from, what: "fault", event: EMPTY_GRINDER }, { at: to, what: "repair", event: EMPTY_GRINDER }]);

/** People hold cards and phones before the reader, where there is one. */
function scansOf({ serial, reader, mean }: Machine, day: string): Draft[] {
  if (reader === "NONE" || reader === "PAX") return [];
  const random = randomOf("scan", serial, day);
  return Array.from({ length: poisson(random, mean / 15) }, (): Draft => ({
    at: startOf(day) + Math.floor((8 + random() * 11) * HOUR), what: "scan", card: reader === "QR" || (reader === "RFID_QR" && chance(random, 0.5)) ? "qr" : "rfid",
    code: String(whole(random, 10_000_000, 99_999_999)), outcome: pick(random, OUTCOMES),
  }));
}
const OUTCOMES = ["accepted", "accepted", "accepted", "insufficient_balance", "expired", "already_used", "not_found", "blocked"] as const;

/** Power goes off in whole cities for hours, sometimes twice a day. */
function cutsOf(machine: Machine, day: string): Span[] {
  const city = randomOf("power", machine.place?.city ?? "", day);
  const cuts = chance(city, 0.06) ? whole(city, 1, 2) : 0;
  return Array.from({ length: cuts }, (_, index) => {
    const from = startOf(day) + Math.floor((index * 12 + city() * 6) * HOUR);
    return { from, to: from + Math.floor((1 + city() * 4) * HOUR) };
  });
}

/** A signal is lost for minutes, now and then for hours. */
function lostOf({ serial }: Machine, day: string): Span[] {
  const random = randomOf("signal", serial, day);
  if (!chance(random, 0.1)) return [];
  const from = startOf(day) + Math.floor(random() * 24 * HOUR);
  return [{ from, to: from + whole(random, 5, chance(random, 0.3) ? 340 : 40) * MINUTE }];
}
