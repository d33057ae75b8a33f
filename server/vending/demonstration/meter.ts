import type { Counters, PaymentCounters } from "../evadts/counters";
import type { AuditInput, Vends, WrittenProduct } from "../evadts/write";
import { HOUR, kyivDay, kyivTime, type Moment, shiftDay, startOf } from "./calendar";
import { faultsOf } from "./faults";
import { type Machine, type Source, SOURCES } from "./machines";
import { demand } from "./profile";
import { randomOf, weighted, whole } from "./random";
import { sell, takeCash } from "./count";

interface MeterProduct extends WrittenProduct {
  cashless2: Vends;
}

/** The counters in a machine, all since its initialisation. Money in kopecks. */
export interface Meter extends AuditInput {
  cashless2: Vends;
  products: MeterProduct[];
}

const COINS = [100, 200, 500, 1_000];

const nothing = (): Vends => ({ count: 0, value: 0 });

/** Counters of a machine that begins to count at `initialised`. */
export function newMeter(machine: Machine, initialised: Moment, board: string): Meter {
  const { serial, model, cells, quirk } = machine;
  return {
    communicationId: serial.slice(0, 10).padEnd(10, "0"),
    serial,
    model: model.name,
    build: model.build,
    assetNumber: null,
    controlBoard: board,
    time: "",
    previousReadTime: null,
    readsWithReset: 0,
    readsTotal: 0,
    resetsTotal: 0,
    initialisedAt: quirk === "no_clock" ? "" : kyivTime(initialised),
    paid: nothing(),
    test: nothing(),
    free: nothing(),
    cash: nothing(),
    cashless1: nothing(),
    cashless2: nothing(),
    cashBox: { inserted: 0, toBox: 0, toTubes: 0, bills: 0 },
    tubes: COINS.map((coin) => ({ coin, count: 30, full: false })),
    products: cells.map(({ selection, recipe, price }) => ({
      selection,
      name: recipe.name,
      price,
      cash: nothing(),
      cashless1: nothing(),
      cashless2: nothing(),
      test: 0,
      free: 0,
    })),
    events: faultsOf(machine).map((id) => ({ id, count: 0, active: false })),
    powerOutages: 0,
  };
}

/** A machine that has already worked `machine.age` days before `at`, at its usual pace. */
export function usedMeter(machine: Machine, at: Moment): Meter {
  const random = randomOf("meter", machine.serial);
  const meter = newMeter(
    machine,
    startOf(shiftDay(kyivDay(at), -machine.age)) + whole(random, 9, 16) * HOUR,
    boardOf(machine, 1),
  );
  const wanted = demand(machine.cells, 10, 10);
  const vends = machine.life === "stored" ? 0 : Math.round(machine.age * machine.mean * 0.8);
  for (let vend = 0; vend < Math.min(vends, 400); vend++) {
    // Four hundred vends tell the mix as well as all of them.
    const weight = Math.max(1, Math.round(vends / 400));
    const source = SOURCES[weighted(random, machine.payments)] ?? "cash";
    sell(meter, machine, weighted(random, wanted), source, weight);
    if (source === "cash") takeCash(meter, (meter.products[0]?.price ?? 0) * weight, false);
  }
  for (const event of meter.events) event.count = Math.round((vends / 1_000) * random() * 1.5);
  for (const [index, product] of meter.products.entries())
    if (index < machine.cells.length) product.test = whole(random, 2, 40);
  meter.test = {
    count: sum(meter.products, "test"),
    value: meter.products.reduce((all, { test, price }) => all + test * price, 0),
  };
  meter.powerOutages = whole(random, 5, 40) + Math.round(machine.age / 8);
  meter.readsTotal = machine.age + whole(random, 3, 30);
  meter.readsWithReset = whole(random, 3, Math.max(4, Math.round(machine.age / 7)));
  meter.resetsTotal = meter.readsWithReset;
  return machine.quirk === "totals_only" ? { ...meter, products: [] } : meter;
}

const sum = (products: readonly MeterProduct[], field: "test" | "free") =>
  products.reduce((all, product) => all + product[field], 0);

/** Serial of the n-th control board of a machine. */
export const boardOf = (machine: Machine, n: number): string =>
  `CB${whole(randomOf("board", machine.serial, n), 100_000, 999_999)}`;

/** The counters as the machine's last audit told them. */
export function meterFrom(machine: Machine, counters: Counters): Meter {
  const { identity, totals, cash } = counters;
  const vends = ({ count, value }: { count: number | null; value: number | null }): Vends => ({
    count: count ?? 0,
    value: value ?? 0,
  });
  const paidBy = (parts: PaymentCounters[], source: Source) =>
    vends(parts.find((part) => part.source === source) ?? { count: 0, value: 0 });
  return {
    ...newMeter(machine, 0, identity.controlBoard ?? ""),
    initialisedAt: identity.initialisedAt ?? "",
    previousReadTime: counters.machineTime,
    readsTotal: counters.readsTotal ?? 0,
    readsWithReset: counters.readsWithReset ?? 0,
    resetsTotal: counters.resetsTotal ?? 0,
    paid: vends(totals.paid),
    test: vends(totals.test),
    free: vends(totals.free),
    cash: vends(counters.cashSales),
    cashless1: vends(counters.cashless1),
    cashless2: vends(counters.cashless2),
    cashBox: {
      inserted: cash.inserted ?? 0,
      toBox: cash.cashBox ?? 0,
      toTubes: cash.toTubes ?? 0,
      bills: cash.bills ?? 0,
    },
    tubes: cash.tubes.map(({ coin, count, full }) => ({ coin: coin ?? 0, count: count ?? 0, full: full ?? false })),
    products: counters.products.map((product) => ({
      selection: product.selection,
      name: product.name ?? "",
      price: product.price ?? 0,
      test: product.test.count ?? 0,
      free: product.free.count ?? 0,
      cash: paidBy(product.byPayment, "cash"),
      cashless1: paidBy(product.byPayment, "cashless1"),
      cashless2: paidBy(product.byPayment, "cashless2"),
    })),
    events: counters.eventCounters.map(({ raw, count, active }) => ({
      id: raw,
      count: count ?? 0,
      active: active ?? false,
    })),
    powerOutages: counters.powerOutages.count ?? 0,
  };
}
