import { HOUR, shiftDay, startOf } from "~server/vending/demonstration/calendar";
import type { Machine } from "~server/vending/demonstration/machines";
import { TrueMachine, visitAt, type Wish, wishesOf } from "./refill";
import { History } from "./refill-books";

/** Months begin on a Monday; in the first weeks everything is served every third day, and what machines sell is learnt. */
export const FIRST = "2025-09-01";
export const LEARNT = 56;
export const MEASURED = 84;
export const dayOf = (index: number): string => shiftDay(FIRST, index);
/** When plans for the next day are made. */
export const eveningOf = (day: string) => startOf(day) + 20 * HOUR;

const kept = new Map<string, Wish[]>();
/** All that is wanted of a machine in these months; made once. */
export function wishes(machine: Machine): Wish[] {
  const known = kept.get(machine.serial) ?? wishesOf(machine, FIRST, LEARNT + MEASURED + 8);
  kept.set(machine.serial, known);
  return known;
}

/** A machine that lives through these months: people want things, crews come. */
export class Life {
  readonly real: TrueMachine;
  readonly history: History;
  readonly #wishes: Wish[];
  #next = 0;
  visits = 0;

  constructor(readonly machine: Machine) {
    this.real = new TrueMachine(machine);
    this.history = new History(this.real);
    this.#wishes = wishes(machine);
  }

  /** Lives on until a moment; answers what was wanted meanwhile, with what came of it. */
  until(at: number): void {
    for (let wish = this.#wishes[this.#next]; wish && wish.at <= at; wish = this.#wishes[this.#next]) {
      this.#next++;
      if (this.real.want(wish)) this.history.tell(wish);
    }
  }

  serve(day: string): void {
    const at = visitAt(this.machine, day);
    this.until(at);
    this.visits++;
    for (const { slot, from } of this.real.fill(at)) this.history.wasOut(slot, from, at);
  }
}

/** The first weeks of every comparison. */
export function learn(machines: readonly Machine[]): Life[] {
  const lives = machines.map((machine) => new Life(machine));
  for (let index = 0; index < LEARNT; index++)
    lives.forEach((life, number) => {
      if (index % 3 === number % 3) life.serve(dayOf(index));
      life.until(eveningOf(dayOf(index)));
    });
  return lives;
}

/** The last days before a day, that is not among them. */
export const daysBefore = (index: number, count: number): string[] =>
  Array.from({ length: Math.min(count, index) }, (_, back) => dayOf(index - Math.min(count, index) + back));
