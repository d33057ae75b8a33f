import type { CashCounters, Counters, ProductCounters, ShownCounters } from "./counters";

/**
 * What amounts of an audit file are multiplied by, where a machine writes them in units of its own: coins (cash box and
 * tubes, change, denominations), bills, and the price list (prices in tens). Totals of sales are never touched.
 */
export interface Multipliers {
  coins: number;
  bills: number;
  prices: number;
}

/** The same counters in the machine's currency. */
export function scaleCounters(counters: Counters, by: Multipliers): Counters {
  if (by.coins === 1 && by.bills === 1 && by.prices === 1) return counters;
  return {
    ...counters,
    products: counters.products.map((product) => scaleProduct(product, by)),
    cash: scaleCash(counters.cash, by),
    shown: scaleShown(counters.shown, by),
  };
}

const times = (value: number | null, by: number): number | null => (value === null ? null : Math.round(value * by));

function scaleProduct(product: ProductCounters, { prices }: Multipliers): ProductCounters {
  return {
    ...product,
    price: times(product.price, prices),
    byPayment: product.byPayment.map((line) => ({ ...line, price: times(line.price, prices) })),
  };
}

function scaleCash(cash: CashCounters, by: Multipliers): CashCounters {
  const scaled = {
    cashBox: times(cash.cashBox, by.coins),
    toTubes: times(cash.toTubes, by.coins),
    bills: times(cash.bills, by.bills),
  };
  return {
    ...scaled,
    inserted: isSum(cash.inserted, cash) ? sumOf(scaled) : cash.inserted,
    dispensed: times(cash.dispensed, by.coins),
    dispensedByHand: times(cash.dispensedByHand, by.coins),
    filledByHand: times(cash.filledByHand, by.coins),
    inTubes: times(cash.inTubes, by.coins),
    tubes: cash.tubes.map((tube) => ({ ...tube, coin: times(tube.coin, by.coins) })),
  };
}

type Parts = Pick<CashCounters, "cashBox" | "toTubes" | "bills">;
const sumOf = ({ cashBox, toTubes, bills }: Parts): number => (cashBox ?? 0) + (toTubes ?? 0) + (bills ?? 0);

/** A total in the units of its parts changes with them; one that is not their sum is in units of its own. */
const isSum = (inserted: number | null, parts: Parts): boolean => inserted !== null && inserted === sumOf(parts);

function scaleShown(shown: ShownCounters, by: Multipliers): ShownCounters {
  return {
    ...shown,
    coins: shown.coins.map((coin) => ({ ...coin, value: Math.round(coin.value * by.coins) })),
    bills: shown.bills.map((bill) => ({ ...bill, value: Math.round(bill.value * by.bills) })),
  };
}
