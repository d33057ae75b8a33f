import { HOUR, startOf } from "./calendar";
import type { Machine } from "./machines";
import { pick, poisson, type Random } from "./random";
import { emptyOf } from "./troubles";
import type { Draft } from "./happening";

/** About eight faults per thousand vends; a machine in a bad state has five times as many. */
const FAULTS_PER_VEND = 0.008;

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
export const EMPTY_GRINDER = "EDT";
const faultList = ({ model }: Machine): readonly string[] => (model.type === "SNACK" ? SNACK_FAULTS : COFFEE_FAULTS);

/** What breaks on a day, and is repaired some hours later. */
export function faultsAt(machine: Machine, day: string, vends: number, random: Random): Draft[] {
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

/** Grinders that run empty on a day, till they are filled. */
export const grinderOf = (machine: Machine, day: string): Draft[] =>
  emptyOf(machine, day).flatMap(({ from, to }): Draft[] => [
    { at: from, what: "fault", event: EMPTY_GRINDER },
    { at: to, what: "repair", event: EMPTY_GRINDER },
  ]);
