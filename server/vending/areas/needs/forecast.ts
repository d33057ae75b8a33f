import type { Moment } from "../../time";
import { bandOf, likelihood, type Spread } from "./chance";
import { DAY, type Passing, passingFrom, type Week } from "./week";

/** Pure: what runs out in a machine, when, and what that costs. Money in kopecks, levels in the slot's unit. */

/** What a cell sells. */
export interface Product {
  selection: string;
  /** Vends that a usual week brings, and how many vends that is known by. */
  perWeek: number;
  knownBy: number;
  /** What a vend brings. */
  price: number;
  uses: readonly { slot: string; quantity: number }[];
}
export interface Slot {
  slot: string;
  capacity: number;
  /** By the books; null while nobody told of it. */
  level: number | null;
  /** Grams or millilitres, of which machines take a little more than their recipes say; pieces are counted. */
  isDosed: boolean;
}
export interface Machine {
  week: Week;
  products: readonly Product[];
  slots: readonly Slot[];
  /** It sells nothing at all now: an error that blocks it. */
  isBlocked?: boolean;
}

export interface SlotForecast extends Slot {
  /** Used on a usual day. */
  perDay: number;
  /** Expected; likely from `earlyAt` on; near certain at `lateAt`. Null: not within {@link LONGEST}, or nobody knows. */
  runsOutAt: Moment | null;
  earlyAt: Moment | null;
  lateAt: Moment | null;
  /** Vends that what is left gives. */
  vendsLeft: number | null;
  /** What it brings on a usual day, and no more when it is empty. */
  lostPerDay: number;
}
export interface Forecast {
  slots: SlotForecast[];
  /** When the first slot runs out, and when so many have that {@link STOPS} of the takings are lost; likely from `stopsEarlyAt` on. */
  firstOutAt: Moment | null;
  stopsAt: Moment | null;
  stopsEarlyAt: Moment | null;
  /** What a usual day brings. */
  perDay: number;
  /** Expected to be lost from now until the end of each of the next days, if nobody comes: the first is today. */
  lost: number[];
}

/** A machine that loses this share of its takings has stopped in all but name. */
export const STOPS = 1 / 3;
/** A stop is likely as soon as one of seven such machines has stopped (a normal distribution's quantile): measured, see decision 037. */
const LIKELY = 1.1;
/** Further ahead nothing is foretold. */
export const LONGEST: Moment = 60 * DAY;
/** Days for which losses are told. */
export const DAYS = 8;
/**
 * People come in company, one in five not alone; and days of one weekday differ by such a share of their mean. (One machine
 * in Vinnytsia, 388 days: mean 9.4, deviation 5.2, seasons included.)
 */
const COMPANY = 1.25;
const DAYS_DIFFER = 0.22;
/** A week is not like the weeks before it, however many are known. */
const UNSTEADY = 0.12;
/** Dosers take two percent more than recipes say (operating numbers), give or take so much of what was used since the filling. */
const WASTE = 0.02;
const DRIFT = 0.015;
/** Halvings of {@link LONGEST} down to a second's fraction of it that matters: two minutes. */
const HALVINGS = 15;
/** Of a usual week: what is lost is added up in steps of three hours. */
const STEP = 1 / 56;

/** A slot with what is taken from it in a usual week, in mean portions. */
interface Used {
  slot: Slot;
  /** What is thought to be in it really. */
  left: number | null;
  perWeek: number;
  portion: number;
  spread: Spread;
  products: readonly Product[];
}

function usedSlots({ products, slots }: Machine): Used[] {
  const gone = new Set(slots.flatMap(({ slot, level }) => (level !== null && level <= 0 ? [slot] : [])));
  return slots.map((slot) => {
    const mine = products.flatMap((product) => {
      // What is not sold for want of something else takes nothing of this.
      if (!gone.has(slot.slot) && product.uses.some((use) => gone.has(use.slot))) return [];
      const quantity = product.uses.reduce((sum, use) => (use.slot === slot.slot ? sum + use.quantity : sum), 0);
      return quantity > 0 && product.perWeek > 0 ? [{ product, quantity }] : [];
    });
    const sum = (of: (one: (typeof mine)[number]) => number) => mine.reduce((all, one) => all + of(one), 0);
    const perWeek = sum(({ product, quantity }) => product.perWeek * quantity);
    const portion = perWeek > 0 ? sum(({ product, quantity }) => product.perWeek * quantity ** 2) / perWeek : 0;
    const knownBy = Math.max(
      1,
      sum(({ product }) => product.knownBy),
    );
    const taken = slot.level === null ? 0 : Math.max(0, slot.capacity - slot.level);
    return {
      slot,
      left: slot.level === null ? null : Math.max(0, slot.level - (slot.isDosed ? taken * WASTE : 0)),
      perWeek: perWeek * (slot.isDosed ? 1 + WASTE : 1),
      portion,
      spread: {
        clumping: COMPANY + (portion > 0 ? (DAYS_DIFFER ** 2 * perWeek) / portion / 7 : 0),
        doubt: Math.sqrt(1 / knownBy + UNSTEADY ** 2),
        drift: slot.isDosed && portion > 0 ? (DRIFT * taken) / portion : 0,
      },
      products: mine.map(({ product }) => product),
    };
  });
}

const takingsOf = (products: Iterable<Product>): number => {
  let sum = 0;
  for (const { perWeek, price } of products) sum += perWeek * price;
  return sum;
};

/** What a machine will be like if nobody comes. */
export function forecastOf(machine: Machine, now: Moment, dayEnds: readonly Moment[]): Forecast {
  const passing = passingFrom(machine.week, now);
  const used = usedSlots(machine);
  const slots = used.map((one) => slotForecast(one, passing, now));
  const { isBlocked = false } = machine;
  const firstOut = slots.flatMap(({ runsOutAt, lostPerDay }) =>
    runsOutAt !== null && lostPerDay > 0 ? [runsOutAt] : [],
  );
  const first = firstOut.length ? Math.min(...firstOut) : null;
  const stop = isBlocked ? { stopsAt: now, stopsEarlyAt: now } : stopOf(machine, used, passing, now);
  return {
    slots,
    firstOutAt: isBlocked ? now : first,
    ...stop,
    // A machine has not stopped before anything has run out, however likely each of many slots is by then.
    stopsAt: !isBlocked && stop.stopsAt !== null && first !== null ? Math.max(stop.stopsAt, first) : stop.stopsAt,
    perDay: takingsOf(machine.products) / 7,
    lost: lostUntil(
      machine,
      dayEnds.map((end) => passing.until(end)),
    ),
  };
}

function slotForecast(
  { slot, left, perWeek, portion, spread, products }: Used,
  passing: Passing,
  now: Moment,
): SlotForecast {
  const isUsed = perWeek > 0;
  const when = (part: number | null): Moment | null => {
    if (part === null) return null;
    const at = passing.when(part);
    return at - now > LONGEST ? null : at;
  };
  const parts = (portions: number | null) => when(portions === null ? null : (portions * portion) / perWeek);
  const portions = left === null || !isUsed ? null : left / portion;
  const band = portions === null ? null : portions > 0 ? bandOf(portions, spread) : { early: 0, late: 0 };
  const vends = products.reduce((sum, product) => sum + product.perWeek, 0);
  return {
    ...slot,
    perDay: perWeek / 7,
    runsOutAt: parts(portions),
    earlyAt: parts(band && band.early),
    lateAt: parts(band && band.late),
    vendsLeft: left === null || !isUsed ? null : Math.floor((left * vends) / perWeek + 1e-6),
    lostPerDay: takingsOf(products) / 7,
  };
}

/**
 * What is out of a machine when a part of a usual week has passed, in money a week: expected, and how far it strays. A
 * product is lost where any of its slots is empty: the likeliest of them counts, for the same people empty them all.
 */
function outAt(used: readonly Used[], part: number): { mean: number; deviation: number } {
  const odds = new Map<Product, { likely: number; slot: Used }>();
  for (const slot of used) {
    const { left, perWeek, portion, spread, products } = slot;
    if (left === null || perWeek <= 0) continue;
    const likely = likelihood(left / portion, (perWeek * part) / portion, spread);
    if (likely < 0.001) continue;
    for (const product of products) if (likely > (odds.get(product)?.likely ?? 0)) odds.set(product, { likely, slot });
  }
  const bySlot = new Map<Used, { takings: number; likely: number }>();
  let mean = 0;
  for (const [{ perWeek, price }, { likely, slot }] of odds) {
    mean += perWeek * price * likely;
    bySlot.set(slot, { takings: (bySlot.get(slot)?.takings ?? 0) + perWeek * price, likely });
  }
  let variance = 0;
  for (const { takings, likely } of bySlot.values()) variance += takings * takings * likely * (1 - likely);
  return { mean, deviation: Math.sqrt(variance) };
}

/** When what is out costs so much that the machine has stopped: expected, and as soon as it is likely. */
function stopOf(
  { products }: Machine,
  used: readonly Used[],
  passing: Passing,
  now: Moment,
): Pick<Forecast, "stopsAt" | "stopsEarlyAt"> {
  const limit = takingsOf(products) * STOPS;
  const longest = passing.until(now + LONGEST);
  const first = (isThere: (part: number) => boolean, within: number): number | null => {
    if (limit <= 0 || !isThere(within)) return null;
    let [low, high] = [0, within];
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (low + high) / 2;
      if (isThere(middle)) high = middle;
      else low = middle;
    }
    return high;
  };
  const stops = first((part) => outAt(used, part).mean >= limit, longest);
  const early = first((part) => {
    const { mean, deviation } = outAt(used, part);
    return mean + LIKELY * deviation >= limit;
  }, stops ?? longest);
  const when = (part: number | null) => (part === null ? null : passing.when(part));
  return { stopsAt: when(stops), stopsEarlyAt: when(early) };
}

/** Expected to be lost until so many parts of a usual week have passed, each beyond the one before. */
export function lostUntil(machine: Machine, parts: readonly number[]): number[] {
  const used = usedSlots(machine);
  const takings = takingsOf(machine.products);
  let [at, lost] = [0, 0];
  return parts.map((part) => {
    while (at < part) {
      const next = Math.min(part, at + STEP);
      lost += (machine.isBlocked ? takings : outAt(used, (at + next) / 2).mean) * (next - at);
      at = next;
    }
    return lost;
  });
}
