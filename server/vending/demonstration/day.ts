import { daysBetween, HOUR, type Moment, month, startOf, weekday } from "./calendar";
import { type Machine, type Source, SOURCES } from "./machines";
import { dayFactor, demand, hourWeights } from "./profile";
import { chance, pick, poisson, type Random, randomOf, spread, weighted, whole } from "./random";

/** Something that happens at a machine; `cell` is its number in the machine. */
export type Happening = { at: Moment } & (
  | { what: "vend"; cell: number; source: Source; change: boolean }
  | { what: "test" | "free"; cell: number }
  | { what: "fault" | "repair"; event: string }
  | { what: "outage" }
);

/** One customer in five buys again, or with a colleague, within a minute. */
const COMPANY = 0.2;
const MEAN_PARTY = 1 / (1 - COMPANY);
/** About eight faults per thousand vends; a machine in a bad state has five times as many. */
const FAULTS_PER_VEND = 0.008;

/** What begins on a day may end this much later, on the next. */
const LONGEST = 6 * HOUR;

const COFFEE_FAULTS = ["EBB", "EBB", "EDJ", "EDJ", "EDT", "EFB", "EEJ", "EEJ", "EAR", "EDO", "EEL", "EDU", "EEK", "EDF", "EDZ", "EFN"];
const SNACK_FAULTS = ["EJB", "EJB", "EJB", "EAR", "ECQ", "ECF"];
/** Event codes that machines of a type count. */
export const faultsOf = (machine: Machine): readonly string[] => [...new Set(faultList(machine))];
const faultList = ({ model }: Machine): readonly string[] => (model.type === "SNACK" ? SNACK_FAULTS : COFFEE_FAULTS);

/** What happens after `from` up to and at `to`, in order: always the same for a machine and a day. */
export function happeningsBetween(machine: Machine, from: Moment, to: Moment): Happening[] {
  return daysBetween(from - LONGEST, to).flatMap((day) => dayAt(machine, day)).filter(({ at }) => at > from && at <= to).sort((one, other) => one.at - other.at);
}

function dayAt(machine: Machine, day: string): Happening[] {
  if (machine.life === "stored") return [];
  const random = randomOf(machine.serial, day);
  const vends = vendsOf(machine, day, random);
  return [...vends, ...visitOf(machine, day, random), ...faultsAt(machine, day, vends.length, random), ...outagesOf(machine, day)];
}

function vendsOf(machine: Machine, day: string, random: Random): Happening[] {
  const { model, cells, mean } = machine;
  const kind = machine.place?.kind ?? "OFFICE";
  const customers = poisson(random, (mean * dayFactor(model.type, kind, weekday(day), month(day)) * spread(random, 0.2)) / MEAN_PARTY);
  const hours = hourWeights(model.type, kind, weekday(day));
  const vends: Happening[] = [];
  for (let customer = 0; customer < customers; customer++) {
    const hour = weighted(random, hours);
    const wanted = demand(cells, hour, month(day));
    let at = startOf(day) + hour * HOUR + Math.floor(random() * HOUR);
    do {
      const cell = weighted(random, wanted);
      const source = SOURCES[weighted(random, machine.payments)] ?? "cash";
      vends.push(chance(random, 0.003) ? { at, what: "free", cell } : { at, what: "vend", cell, source, change: chance(random, 0.5) });
      at += whole(random, 25, 59) * 1_000;
    } while (chance(random, COMPANY));
  }
  return vends;
}

/** A technician comes every third day or so and tries a drink or two. */
function visitOf(machine: Machine, day: string, random: Random): Happening[] {
  if (!chance(random, machine.model.type === "SNACK" ? 0.15 : 0.33)) return [];
  const at = startOf(day) + 7 * HOUR + Math.floor(random() * 9 * HOUR);
  return Array.from({ length: whole(random, 1, 2) }, (_, index) => ({ at: at + index * 60_000, what: "test", cell: whole(random, 0, machine.cells.length - 1) }));
}

function faultsAt(machine: Machine, day: string, vends: number, random: Random): Happening[] {
  const count = poisson(random, vends * FAULTS_PER_VEND * (machine.quirk === "faulty" ? 5 : 0.6));
  return Array.from({ length: count }, () => {
    const at = startOf(day) + Math.floor(random() * 24 * HOUR);
    const event = pick(random, faultList(machine));
    return [{ at, what: "fault", event }, { at: at + Math.floor((0.3 + random() * 5) * HOUR), what: "repair", event }] satisfies Happening[];
  }).flat();
}

/** Power goes off in whole cities for hours, several times in a row. */
function outagesOf(machine: Machine, day: string): Happening[] {
  const city = randomOf("power", machine.place?.city ?? "", day);
  const cuts = chance(city, 0.12) ? whole(city, 1, 3) : 0;
  return Array.from({ length: cuts }, () => ({ at: startOf(day) + Math.floor(city() * 24 * HOUR), what: "outage" }));
}
