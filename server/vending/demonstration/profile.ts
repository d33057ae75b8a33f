import { COLD_DRINKS, type MachineType, SNACK_DEMAND } from "./catalogue";
import type { PlaceKind } from "./projects";
import type { Cell } from "./planograms";

/**
 * Mean vends by weekday (Monday first) and hour (6 … 22), thousandths: one coffee machine in Vinnytsia, 2024–2025
 * (Kaggle `ihelon/coffee-sales`; the distribution, not the rows).
 */
const COFFEE_HOURS = [
  "36 382 764 691 964 782 455 509 782 727 836 673 636 800 418 509 236",
  "0 273 891 764 982 1018 545 400 564 491 909 673 636 982 673 600 236",
  "0 309 527 455 891 855 673 800 291 564 782 655 636 655 455 545 182",
  "0 236 400 618 945 582 545 564 600 636 727 673 545 800 545 782 255",
  "54 321 875 929 821 518 661 643 607 661 643 750 554 464 286 304 625",
  "0 54 429 607 768 1018 839 589 661 696 750 536 321 339 393 214 393",
  "0 71 357 393 929 536 768 589 607 643 446 464 643 214 321 607 161",
].map((line) => [0, 0, 0, 0, 0, 0, ...line.split(" ").map(Number), 0]);

/** Snacks sell around noon and in the late afternoon (an estimate). */
const SNACK_HOURS = "0 0 0 0 0 0 1 3 5 6 7 10 13 12 8 7 10 11 8 5 4 3 2 1"
  .split(" ")
  .map((weight) => Number(weight) * 70);

interface Kind {
  /** Mean vends a day of a full-size coffee machine on a working day. */
  mean: number;
  saturday: number;
  sunday: number;
  /** How busy the place is in each hour of the day, 0 … 9. */
  hours: string;
  /** Vends the round-the-clock profile adds in any open hour, so that nights are quiet but not dead. */
  night: number;
}

/** Means are estimates for Ukraine; places close and empty as such places do. */
const KINDS: Record<PlaceKind, Kind> = {
  OFFICE: { mean: 25, saturday: 0.2, sunday: 0.1, hours: "000000026999989999630000", night: 0 },
  HOSPITAL: { mean: 45, saturday: 0.5, sunday: 0.4, hours: "111112479998888776543222", night: 25 },
  UNIVERSITY: { mean: 45, saturday: 0.4, sunday: 0.15, hours: "000000037999999876321000", night: 0 },
  STATION: { mean: 60, saturday: 1, sunday: 1.05, hours: "333335899988888899998765", night: 90 },
  PETROL: { mean: 60, saturday: 1.1, sunday: 1.05, hours: "444445678888888889987655", night: 110 },
  GYM: { mean: 18, saturday: 0.9, sunday: 0.75, hours: "000000268765555568999730", night: 0 },
  HOME: { mean: 10, saturday: 1.1, sunday: 1, hours: "100000689754445678998742", night: 20 },
};

/** Table-top machines serve small crowds; snack machines sell about half as often as coffee ones. */
const SIZE: Record<MachineType, number> = { COFFEE: 1, COFFEE_TABLETOP: 0.55, SNACK: 0.5 };

/** Mean vends on a working day. */
export const meanOf = (type: MachineType, kind: PlaceKind): number => KINDS[kind].mean * SIZE[type];

/** How a day compares with a working day in winter. */
export function dayFactor(type: MachineType, kind: PlaceKind, weekday: number, month: number): number {
  const { saturday, sunday } = KINDS[kind];
  const week = weekday === 5 ? saturday : weekday === 6 ? sunday : 1;
  const summer = month >= 6 && month <= 8;
  const warm = summer ? (type === "SNACK" ? 1.1 : 0.75) : 1;
  const holidays = kind === "UNIVERSITY" && (month === 7 || month === 8) ? 0.8 : 1;
  return week * warm * holidays;
}

/** Weights of the hours 0 … 23. */
export function hourWeights(type: MachineType, kind: PlaceKind, weekday: number): number[] {
  const { hours, night } = KINDS[kind];
  const sales = type === "SNACK" ? SNACK_HOURS : (COFFEE_HOURS[weekday] ?? SNACK_HOURS);
  return sales.map((weight, hour) => (weight + night) * Number(hours[hour] ?? 0));
}

/** Share of drinks by part of the day, percent (same source as the hours; tea and the three specials are estimates). */
const MIX: { until: number; shares: Record<string, number> }[] = [
  {
    until: 11,
    shares: {
      americano_milk: 29,
      latte: 20.8,
      americano: 16.4,
      cortado: 11.9,
      cappuccino: 10.4,
      cocoa: 4.6,
      chocolate: 3.6,
      espresso: 3.3,
    },
  },
  {
    until: 15,
    shares: {
      americano_milk: 22.4,
      americano: 22,
      latte: 17.6,
      cappuccino: 12.7,
      cortado: 9.7,
      cocoa: 5.8,
      chocolate: 4.9,
      espresso: 4.7,
    },
  },
  {
    until: 19,
    shares: {
      latte: 23.5,
      americano_milk: 18.2,
      americano: 15.8,
      cappuccino: 15.2,
      chocolate: 10.4,
      cocoa: 7.3,
      cortado: 5.1,
      espresso: 4.4,
    },
  },
  {
    until: 24,
    shares: {
      latte: 25,
      americano_milk: 20.9,
      cappuccino: 17.7,
      chocolate: 13.5,
      cocoa: 9.7,
      americano: 6.8,
      cortado: 4.7,
      espresso: 1.7,
    },
  },
];
const OTHERS: Record<string, number> = { tea: 6, double: 2.5, mocha: 4, flat_white: 4.5 };

/** How much each cell is wanted at an hour. */
export function demand(cells: readonly Cell[], hour: number, month: number): number[] {
  const shares = MIX.find(({ until }) => hour < until)?.shares ?? {};
  const summer = month >= 6 && month <= 8;
  return cells.map(({ recipe: { key, kind } }, index) => {
    if (kind === "drink") return shares[key] ?? OTHERS[key] ?? 1;
    // The same snack in several spirals: eye level sells best.
    const level = index < 6 ? 0.8 : index < 18 ? 1.2 : 0.9;
    return (SNACK_DEMAND[key] ?? 1) * level * (summer && COLD_DRINKS.includes(key) ? 1.4 : 1);
  });
}
