import type { OWNERSHIP_TYPES, READER_TYPES, TELEMETRY_TYPES } from "~server/contract/enums";
import { type MachineType, type Model, MODELS, RECIPES } from "./catalogue";
import { type Place, PLACES } from "./places";
import type { PlaceKind } from "./projects";
import { type Cell, type Planogram, planogramFor } from "./planograms";
import { meanOf } from "./profile";
import { chance, pick, type Random, randomOf, spread, weighted, whole } from "./random";

/** What is odd about a machine. */
export type Quirk =
  /** The control board was changed: counters began anew. */
  | "new_board"
  /** Tells totals only, no products. */
  | "totals_only"
  | "no_clock"
  /** Never states a right check value. */
  | "no_check_value"
  /** One file was damaged on its way. */
  | "damaged_file"
  /** Some reads never arrived. */
  | "lost_reads"
  /** Sells from a cell that its planogram does not have. */
  | "unplanned_cell"
  /** Breaks down more often than others. */
  | "faulty";

/** Where a machine of the network is in its life. */
export type Life = "works" | "stopped" | "stored";

export const SOURCES = ["cash", "cashless1", "cashless2"] as const;
export type Source = (typeof SOURCES)[number];

/** Operators of the units' SIM cards. */
const SIMS = ["Kyivstar", "Vodafone", "lifecell"] as const;

/** An invented machine and the telemetry unit in it. */
export interface Machine {
  serial: string;
  model: Model;
  place: Place | null;
  planogram: Planogram;
  /** What really stands in it. */
  cells: readonly Cell[];
  /** Mean vends on a working day. */
  mean: number;
  /** Shares of payment sources, in the order of SOURCES. */
  payments: [cash: number, cashless1: number, cashless2: number];
  /** Days it had worked before the story begins. */
  age: number;
  quirk: Quirk | null;
  life: Life;
  hidden: boolean;
  ownership: (typeof OWNERSHIP_TYPES)[number];
  reader: (typeof READER_TYPES)[number];
  /** Days before the invention when its unit was last heard; null: it still is. */
  silentSince: number | null;
  unit: { serial: string; type: (typeof TELEMETRY_TYPES)[number]; sim: (typeof SIMS)[number] };
}

interface Slot {
  type: MachineType;
  place: Place | null;
  life: Life;
}

/** Which machines stand at the n-th place of a kind. */
const STOCK: Record<PlaceKind, (n: number) => MachineType[]> = {
  OFFICE: (n) => [n % 5 < 3 ? "COFFEE_TABLETOP" : "COFFEE", ...(n % 5 === 4 ? (["SNACK"] as const) : [])],
  HOSPITAL: (n) => ["COFFEE", ...(n < 4 ? (["COFFEE"] as const) : []), ...(n < 5 ? (["SNACK"] as const) : [])],
  UNIVERSITY: (n) => ["COFFEE", ...(n < 5 ? (["COFFEE"] as const) : []), "SNACK"],
  STATION: () => ["COFFEE", "COFFEE", "SNACK"],
  PETROL: () => ["COFFEE"],
  GYM: (n) => [n < 6 ? "COFFEE_TABLETOP" : "COFFEE", ...(n < 3 ? (["SNACK"] as const) : [])],
  HOME: () => ["COFFEE"],
};

/** By number of the machine in the list. */
const QUIRKS: Readonly<Record<number, Quirk>> = {
  3: "lost_reads",
  9: "no_clock",
  14: "faulty",
  21: "totals_only",
  26: "damaged_file",
  33: "new_board",
  38: "unplanned_cell",
  47: "no_check_value",
  55: "lost_reads",
  62: "faulty",
  71: "unplanned_cell",
  84: "lost_reads",
  97: "faulty",
};
const SILENT: Readonly<Record<number, number>> = { 17: 0.4, 44: 2.3, 66: 6, 90: 0.9, 103: 1.6 };
const STOPPED: Readonly<Record<number, number>> = { 29: 12, 58: 27, 108: 40 };
const HIDDEN: readonly number[] = [58, 108, 119];

/** The invented machines, always the same. */
export function inventMachines(): Machine[] {
  const counts = new Map<PlaceKind, number>();
  const placed = PLACES.flatMap((place): Slot[] => {
    const n = counts.get(place.kind) ?? 0;
    counts.set(place.kind, n + 1);
    return STOCK[place.kind](n).map((type) => ({ type, place, life: "works" }));
  });
  const stored: Slot = { type: "COFFEE", place: null, life: "stored" };
  return [...placed, stored, stored].map(inventMachine);
}

function inventMachine({ type, place, life }: Slot, number: number): Machine {
  const random = randomOf("machine", number);
  const model = pick(
    random,
    MODELS.filter((one) => one.type === type),
  );
  const kind = place?.kind ?? "OFFICE";
  const planogram = planogramFor(model, kind);
  const quirk = QUIRKS[number] ?? null;
  const stopped = STOPPED[number];
  const payments = paymentsOf(random, kind);
  return {
    serial: `${model.maker}${whole(random, 20, 26)}${String(10_000 + number * 137 + whole(random, 0, 99)).padStart(5, "0")}`,
    model,
    planogram,
    quirk,
    payments,
    place: stopped !== undefined && HIDDEN.includes(number) ? null : place,
    cells: quirk === "unplanned_cell" ? [...planogram.cells, unplanned(planogram)] : planogram.cells,
    mean: meanOf(type, kind) * spread(random, 0.5),
    age: whole(random, 120, 1_500),
    life: stopped === undefined ? life : "stopped",
    hidden: HIDDEN.includes(number),
    ownership: chance(random, 0.85) ? "PERSONAL" : "RENT",
    reader: payments[2] > 0 ? "PAX" : pick(random, ["NONE", "QR", "QR", "RFID", "RFID_QR"]),
    silentSince: stopped ?? SILENT[number] ?? null,
    unit: { serial: imei(random), type: unitType(random, model), sim: pick(random, SIMS) },
  };
}

/** Some take cash only or hardly any; a bank terminal beside the telemetry unit's own payments in every third. */
function paymentsOf(random: Random, kind: PlaceKind): Machine["payments"] {
  const cash =
    weighted(random, [2, 5, 3]) === 0
      ? 0
      : kind === "STATION" || kind === "PETROL"
        ? 0.15 + random() * 0.25
        : 0.05 + random() * 0.3;
  const terminal = chance(random, 0.35) ? 0.3 + random() * 0.4 : 0;
  return [cash, (1 - cash) * (1 - terminal), (1 - cash) * terminal];
}

/** A drink or snack that was added at the machine and never in the office. */
function unplanned(planogram: Planogram): Cell {
  const kind = planogram.cells[0]?.recipe.kind;
  const recipe =
    RECIPES.find((one) => one.kind === kind && !planogram.cells.some((cell) => cell.recipe === one)) ??
    pick(randomOf("unplanned"), RECIPES);
  return { selection: kind === "drink" ? "15" : "61", recipe, price: recipe.price, capacity: 10 };
}

function unitType(random: Random, { maker, type }: Model): Machine["unit"]["type"] {
  if (type === "COFFEE_TABLETOP") return chance(random, 0.5) ? "BUILT_IN" : "MDB";
  return maker === "AZK" ? "DDCMP" : chance(random, 0.7) ? "MDB" : "DEX";
}

/** Fifteen digits of which the last checks the others (Luhn), as an IMEI has. */
function imei(random: Random): string {
  const digits = `8636${String(whole(random, 0, 9_999_999_999)).padStart(10, "0")}`;
  const sum = [...digits].reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
