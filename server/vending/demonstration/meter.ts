import type { Counters, PaymentCounters } from "../evadts/counters";
import type { AuditInput, Vends, WrittenProduct } from "../evadts/write";
import { kyivTime, type Moment, startOf, shiftDay, kyivDay, HOUR } from "./calendar";
import { faultsOf, type Happening } from "./day";
import { type Machine, type Source, SOURCES } from "./machines";
import { demand } from "./profile";
import { randomOf, weighted, whole } from "./random";

interface MeterProduct extends WrittenProduct {
  cashless2: Vends;
}

/** The counters in a machine, all since its initialisation. Money in kopecks. */
export interface Meter extends AuditInput {
  cashless2: Vends;
  products: MeterProduct[];
}

const COINS = [100, 200, 500, 1_000];
const TUBE_HOLDS = 70;

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

/** Counts what happened. */
export function count(meter: Meter, machine: Machine, happenings: readonly Happening[]): void {
  for (const happening of happenings) {
    switch (happening.what) {
      case "vend":
        if (happening.source === "cash") takeCash(meter, machine.cells[happening.cell]?.price ?? 0, happening.change);
        sell(meter, machine, happening.cell, happening.source, 1);
        break;
      case "test":
      case "free":
        giveAway(meter, machine, happening.cell, happening.what);
        break;
      case "fault":
      case "repair":
        noteEvent(meter, happening.event, happening.what === "fault");
        break;
      case "outage":
        meter.powerOutages++;
        break;
      case "failed":
      case "power":
      case "opened":
      case "closed":
      case "filled":
      case "collected":
      case "warmth":
      case "scan":
      case "terminal":
      case "restarted":
        break;
    }
  }
}

function sell(meter: Meter, machine: Machine, index: number, source: Source, times: number): void {
  const cell = machine.cells[index];
  if (!cell) return;
  const product = meter.products.find(({ selection }) => selection === cell.selection);
  for (const vends of [meter.paid, meter[source], product?.[source]]) if (vends) add(vends, cell.price, times);
}

function add(vends: Vends, price: number, times: number): void {
  vends.count += times;
  vends.value += price * times;
}

/** Hundreds go as bills and smaller change as coins; who has no change gives the next full hundred and gets coins back. */
function takeCash(meter: Meter, price: number, withChange: boolean): void {
  const { cashBox, tubes } = meter;
  const bill = 2_000;
  const back = Math.ceil(price / bill) * bill - price;
  const change = withChange && payOut(tubes, back) ? back : 0;
  const bills = change > 0 ? price + change : Math.floor(price / bill) * bill;
  cashBox.inserted += price + change;
  cashBox.bills += bills;
  let coins = price + change - bills;
  for (const tube of [...tubes].reverse()) {
    for (; coins >= tube.coin && tube.count < TUBE_HOLDS; coins -= tube.coin) {
      tube.count++;
      cashBox.toTubes += tube.coin;
    }
    tube.full = tube.count >= TUBE_HOLDS;
  }
  cashBox.toBox += coins;
}

/** Takes change out of the tubes, largest coins first; false, and nothing is taken, when they cannot give it. */
function payOut(tubes: Meter["tubes"], amount: number): boolean {
  let left = amount;
  const taken = [...tubes].reverse().map((tube) => {
    const coins = Math.min(tube.count, Math.floor(left / tube.coin));
    left -= coins * tube.coin;
    return { tube, coins };
  });
  if (left > 0) return false;
  for (const { tube, coins } of taken) {
    tube.count -= coins;
    tube.full = tube.count >= TUBE_HOLDS;
  }
  return true;
}

function giveAway(meter: Meter, machine: Machine, index: number, kind: "test" | "free"): void {
  const cell = machine.cells[index];
  if (!cell) return;
  add(meter[kind], cell.price, 1);
  const product = meter.products.find(({ selection }) => selection === cell.selection);
  if (product) product[kind]++;
}

function noteEvent(meter: Meter, id: string, active: boolean): void {
  const event = meter.events.find((one) => one.id === id);
  if (!event) return;
  event.active = active;
  if (active) event.count++;
}

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
