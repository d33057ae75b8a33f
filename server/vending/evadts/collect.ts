import { matchEventCode } from "./codes";
import { add, collectProducts, valueFirst } from "./collect-products";
import { collectCash } from "./collect-cash";
import { collectShown } from "./collect-shown";
import type { Counters, EventCounter, MachineEvent, Tally } from "./counters";
import { currencyOf } from "./currencies";
import { counter, optional, text, time, type Segment } from "./fields";

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
    shown: collectShown(segments, currency.decimals),
  };
}

function machineClock(id5: Segment): string | null {
  return time(id5, 1, text(id5, 3));
}

function readCurrency(id4: Segment | undefined): Counters["currency"] {
  const decimals = optional(id4, (segment) => counter(segment, 1));
  const said = (field: number) => optional(id4, (segment) => text(segment, field));
  return {
    code: currencyOf(said(2), said(3)),
    decimals: decimals !== null && decimals <= 4 ? decimals : 2,
  };
}

/** VA1 discounts (from 05) and surcharges (from 09): value i, count i, value r, count r. */
function adjustments(va1: Segment | undefined, from: number, decimals: number): Tally {
  return valueFirst(va1 && { ...va1, fields: va1.fields.slice(from - 1) }, decimals);
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
