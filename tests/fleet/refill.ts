import { HOUR, type Moment, shiftDay, startOf } from "~server/vending/demonstration/calendar";
import { BUNKERS, INGREDIENTS } from "~server/vending/demonstration/catalogue";
import { vendsOf } from "~server/vending/demonstration/customers";
import type { Machine } from "~server/vending/demonstration/machines";
import { chance, pick, type Random, randomOf } from "~server/vending/demonstration/random";

/** What machines are wanted for and what is really in them: the simulator's truth that forecasts and plans are held against. */

/** Somebody wants a product. */
export interface Wish {
  at: Moment;
  cell: number;
}
export interface TrueSlot {
  slot: string;
  capacity: number;
  level: number;
}

/** Grinders and dosers really take more than recipes say: each its own share up to this, and a little more or less each time. */
const MOST_WASTE = 0.04;
/** Of so many visits, a crew fills one slot to this much of it and writes down "full", or fills everything and writes nothing down. */
const HALF_FILLED = 0.7;
const MISTAKES = { half: 0.04, forgotten: 0.02 };
/** Vends of such a share of days are told only the next morning, after the last hours of the day. */
const LATE = 0.05;

const PIECES: ReadonlySet<string> = new Set(["bunker:cup", "bunker:stirrer"]);

/** Everything that is wanted of a machine on some days, in order. */
export function wishesOf(machine: Machine, first: string, days: number): Wish[] {
  return Array.from({ length: days }, (_, day) => shiftDay(first, day)).flatMap((day) =>
    vendsOf(machine, day, randomOf("wishes", machine.serial, day))
      .flatMap((one) => (one.what === "vend" || one.what === "free" ? [{ at: one.at, cell: one.cell }] : []))
      .sort((one, other) => one.at - other.at),
  );
}

/** What a product takes by its recipe, by slot; floor-standing machines have water from the mains. */
export function usesOf({ model, cells }: Machine, cell: number): { slot: string; quantity: number }[] {
  const { selection = "", recipe } = cells[cell] ?? {};
  if (model.type === "SNACK") return [{ slot: `cell:${selection}`, quantity: 1 }];
  return (recipe?.ingredients ?? []).flatMap(([key, quantity]) =>
    capacityOf(model.type, key) === undefined ? [] : [{ slot: `bunker:${key}`, quantity }],
  );
}

const capacityOf = (type: Machine["model"]["type"], ingredient: string): number | undefined =>
  BUNKERS[type]?.find(([kind]) => kind === INGREDIENTS[ingredient]?.type)?.[1];

/** Its slots, full. */
export function slotsOf(machine: Machine): TrueSlot[] {
  if (machine.model.type === "SNACK")
    return machine.cells.map(({ selection, capacity }) => ({ slot: `cell:${selection}`, capacity, level: capacity }));
  const names = new Set(machine.cells.flatMap((_, cell) => usesOf(machine, cell).map(({ slot }) => slot)));
  return [...names].map((slot) => {
    const capacity = capacityOf(machine.model.type, slot.replace("bunker:", "")) ?? 0;
    return { slot, capacity, level: capacity };
  });
}

/** A machine with what is really in it, beside what its books say. */
export class TrueMachine {
  readonly slots = new Map<string, TrueSlot>();
  /** What the books have: filled to, and used since. */
  readonly books = new Map<string, { level: number; emptySince: Moment | null }>();
  readonly uses: { slot: string; quantity: number }[][];
  readonly sold: Wish[] = [];
  readonly lost: Wish[] = [];
  visited: Moment | null = null;
  readonly #random: Random;
  readonly #waste = new Map<string, number>();

  constructor(readonly machine: Machine) {
    const random = randomOf("waste", machine.serial);
    for (const slot of slotsOf(machine)) {
      const isCounted = machine.model.type === "SNACK" || PIECES.has(slot.slot);
      this.#waste.set(slot.slot, isCounted ? 0 : MOST_WASTE * random());
      this.slots.set(slot.slot, slot);
      this.books.set(slot.slot, { level: slot.capacity, emptySince: null });
    }
    this.uses = machine.cells.map((_, cell) => usesOf(machine, cell));
    this.#random = randomOf("grinder", machine.serial);
  }

  isOut(cell: number): boolean {
    return (this.uses[cell] ?? []).some(({ slot, quantity }) => (this.slots.get(slot)?.level ?? 0) < quantity);
  }

  /** A drinks machine tells when something has run out (an open error); a snack machine does not know. */
  get tellsOut(): boolean {
    return this.machine.model.type !== "SNACK" && this.uses.some((_, cell) => this.isOut(cell));
  }

  /** Somebody wants something, and gets it or not. Answers whether. */
  want(wish: Wish): boolean {
    if (this.isOut(wish.cell)) {
      this.lost.push(wish);
      return false;
    }
    for (const { slot, quantity } of this.uses[wish.cell] ?? []) {
      const [real, book] = [this.slots.get(slot), this.books.get(slot)];
      const waste = this.#waste.get(slot) ?? 0;
      if (real) real.level -= waste ? quantity * (1 + waste) * (0.95 + this.#random() / 10) : quantity;
      if (!book) continue;
      book.level -= quantity;
      if (book.level <= 0) book.emptySince ??= wish.at;
    }
    this.sold.push(wish);
    return true;
  }

  /** A crew fills everything, as crews do. Answers the slots that had been empty by the books, and since when. */
  fill(at: Moment): { slot: string; from: Moment }[] {
    this.visited = at;
    const isForgotten = chance(this.#random, MISTAKES.forgotten);
    const half = chance(this.#random, MISTAKES.half) ? pick(this.#random, [...this.slots.keys()]) : undefined;
    const outages: { slot: string; from: Moment }[] = [];
    for (const [name, slot] of this.slots) {
      slot.level = Math.max(slot.level, Math.floor(slot.capacity * (name === half ? HALF_FILLED : 1)));
      if (isForgotten) continue;
      const from = this.books.get(name)?.emptySince;
      if (from) outages.push({ slot: name, from });
      this.books.set(name, { level: slot.capacity, emptySince: null });
    }
    return outages;
  }
}

/** When a machine's unit was last heard, of an evening. */
export function heardAt(machine: Machine, day: string, evening: Moment): Moment {
  const random = randomOf("late", machine.serial, day);
  return chance(random, LATE) ? evening - (1 + Math.floor(random() * 8)) * HOUR : evening;
}

/** When a crew comes to a machine on a day. */
export const visitAt = (machine: Machine, day: string): Moment =>
  startOf(day) + (9 + randomOf("visit", machine.serial, day)() * 6) * HOUR;
