import { matchEventCode } from "./codes";
import { add, collectProducts, valueFirst } from "./collect-products";
import type { CashCounters, Counters, EventCounter, MachineEvent, Tally } from "./counters";
import { counter, money, text, time, type Segment } from "./fields";

/** ISO 4217 numbers that ID402 may state, with or without a leading 1, and old telephone codes. */
const CURRENCIES: Record<string, string> = {
  "980": "UAH",
  "978": "EUR",
  "840": "USD",
  "985": "PLN",
  "826": "GBP",
  "643": "RUB",
  "810": "RUR",
  "380": "UAH",
};

/** Reads the counters out of a report's segments; of a repeated single segment the first counts. */
export function collectCounters(all: readonly Segment[]): Counters {
  const segments = all.filter((segment) => segment.known);
  const first = (id: string): Segment | undefined => segments.find((segment) => segment.id === id);
  const every = (id: string): Segment[] => segments.filter((segment) => segment.id === id);
  const currency = readCurrency(first("ID4"));
  const tally = (id: string): Tally => valueFirst(first(id), currency.decimals);
  const [id1, ea3, ea5, ea7] = [first("ID1"), first("EA3"), first("EA5"), first("EA7")];
  return {
    identity: {
      machineSerial: id1 ? text(id1, 1) : null,
      model: id1 ? text(id1, 2) : null,
      build: id1 ? text(id1, 3) : null,
      assetNumber: id1 ? text(id1, 6) : null,
      controlBoard: optional(first("CB1"), (segment) => text(segment, 1)),
      initialisedAt: optional(first("EA4"), (segment) => time(segment, 1)),
    },
    currency,
    machineTime: optional(ea3, (segment) => time(segment, 2)) ?? optional(first("ID5"), machineClock),
    previousReadTime: optional(ea3, (segment) => time(segment, 5)),
    readsWithReset: optional(ea3, (segment) => counter(segment, 1)),
    readsTotal: optional(ea3, (segment) => counter(segment, 9)),
    resetsTotal: optional(ea3, (segment) => counter(segment, 10)),
    totals: { paid: tally("VA1"), test: tally("VA2"), free: tally("VA3") },
    discounts: adjustments(first("VA1"), 5, currency.decimals),
    surcharges: adjustments(first("VA1"), 9, currency.decimals),
    cashSales: tally("CA2"),
    cashless1: tally("DA2"),
    cashless2: tally("DB2"),
    token: tally("TA2"),
    products: collectProducts(segments, currency.decimals),
    cash: collectCash(first, every("CA17"), currency.decimals),
    events: every("EA1").flatMap(readEvent),
    eventCounters: collectEventCounters(every("EA2")),
    ingredients: every("SA2").flatMap(readIngredient),
    powerOutages: {
      count: optional(ea7, (segment) => counter(segment, 2)),
      countInterval: optional(ea7, (segment) => counter(segment, 1)),
    },
    services: every("EA6")
      .map((segment) => ({ at: time(segment, 1), text: text(segment, 4) }))
      .filter((service) => service.at !== null || service.text !== null),
    temperatures: every("MA5").flatMap(readTemperatures),
    priceChanges: {
      at: optional(ea5, (segment) => time(segment, 1)),
      countInterval: optional(ea5, (segment) => counter(segment, 5)),
    },
  };
}

function optional<T>(segment: Segment | undefined, read: (segment: Segment) => T | null): T | null {
  return segment === undefined ? null : read(segment);
}

function machineClock(id5: Segment): string | null {
  return time(id5, 1, text(id5, 3));
}

/** The code is alphabetic where it is known, else what the machine sends ("0007"). */
function readCurrency(id4: Segment | undefined): Counters["currency"] {
  const decimals = optional(id4, (segment) => counter(segment, 1));
  const number = optional(id4, (segment) => text(segment, 2));
  const letters = optional(id4, (segment) => text(segment, 3))?.toUpperCase() ?? "";
  const named = CURRENCIES[number?.replace(/^[01](?=\d{3}$)/, "") ?? ""];
  return {
    code: /^[A-Z]{3}$/.test(letters) ? letters : (named ?? number),
    decimals: decimals !== null && decimals <= 4 ? decimals : 2,
  };
}

/** VA1 discounts (from 05) and surcharges (from 09): value i, count i, value r, count r. */
function adjustments(va1: Segment | undefined, from: number, decimals: number): Tally {
  return valueFirst(va1 && { ...va1, fields: va1.fields.slice(from - 1) }, decimals);
}

function collectCash(first: (id: string) => Segment | undefined, tubes: Segment[], decimals: number): CashCounters {
  const value = (id: string, field: number): number | null =>
    optional(first(id), (segment) => money(segment, field, decimals));
  const [inserted, cashBox, toTubes] = [value("CA3", 5), value("CA3", 6), value("CA3", 7)];
  const coins = (cashBox ?? 0) + (toTubes ?? 0);
  // CA308 is currency or whole units, and some machines fill 09/10 with zeros: what balances is meant.
  const units = optional(first("CA3"), (segment) => counter(segment, 8));
  const candidates = [value("CA3", 10), value("CA3", 8), units === null ? null : units * 100];
  const balanced = candidates.find((bills) => bills !== null && coins + bills === inserted);
  return {
    inserted,
    cashBox,
    toTubes,
    bills: balanced ?? candidates.find((bills) => bills !== null) ?? null,
    dispensed: value("CA4", 3),
    dispensedByHand: value("CA4", 4),
    filledByHand: value("CA10", 2),
    inTubes: value("CA15", 1),
    tubes: collectTubes(tubes, decimals),
  };
}

function collectTubes(segments: readonly Segment[], decimals: number): CashCounters["tubes"] {
  const tubes = new Map<string, CashCounters["tubes"][number]>();
  for (const segment of segments) {
    const tube = text(segment, 1);
    if (tube === null) continue;
    const full = text(segment, 6);
    tubes.set(tube, {
      tube,
      coin: money(segment, 2, decimals),
      count: counter(segment, 3),
      full: full === null ? null : full === "1",
    });
  }
  return [...tubes.values()];
}

function readEvent(segment: Segment): MachineEvent[] {
  const raw = text(segment, 1);
  if (raw === null) return [];
  return [
    {
      raw,
      ...matchEventCode(raw),
      at: time(segment, 2),
      durationMinutes: counter(segment, 4),
      text: text(segment, 6),
    },
  ];
}

function collectEventCounters(segments: readonly Segment[]): EventCounter[] {
  const counters = new Map<string, EventCounter>();
  for (const segment of segments) {
    const read = readEventCounter(segment);
    if (read === null) continue;
    const key = JSON.stringify([read.raw, read.text]);
    const same = counters.get(key);
    counters.set(key, same ? mergeEventCounters(same, read) : read);
  }
  return [...counters.values()];
}

/** A lone 0 or 1 in 04 with 05 absent is the active flag of a shortened line, not a text. */
function readEventCounter(segment: Segment): EventCounter | null {
  const raw = text(segment, 1);
  if (raw === null) return null;
  const fourth = text(segment, 4);
  const fifth = text(segment, 5);
  const shortened = fifth === null && (fourth === "0" || fourth === "1");
  const flag = shortened ? fourth : fifth;
  return {
    raw,
    ...matchEventCode(raw),
    count: counter(segment, 3),
    countInterval: counter(segment, 2),
    text: shortened ? null : fourth,
    active: flag === "1" ? true : flag === "0" ? false : null,
  };
}

function mergeEventCounters(one: EventCounter, other: EventCounter): EventCounter {
  return {
    ...one,
    count: add(one.count, other.count),
    countInterval: add(one.countInterval, other.countInterval),
    active: one.active === null ? other.active : one.active || other.active === true,
  };
}

function readIngredient(segment: Segment): Counters["ingredients"] {
  const id = text(segment, 1);
  return id === null ? [] : [{ id, quantity: counter(segment, 3), quantityInterval: counter(segment, 2) }];
}

/** `MA5*DETECTED TEMPERATURE*4*C`, `MA5*TEMP*59*15`: each number of the block is a reading. */
function readTemperatures(segment: Segment): Counters["temperatures"] {
  const label = text(segment, 1);
  if (label === null || !/TEMP/i.test(label)) return [];
  const values = segment.fields.slice(1).map((field) => field.trim());
  const unit = values.find((value) => /^[CF]$/i.test(value))?.toUpperCase() ?? null;
  return values
    .filter((value) => /^-?\d{1,3}(\.\d+)?$/.test(value))
    .map((value) => ({ label, value: Number(value), unit }));
}
