/**
 * One report's counters in plain JSON (kept as jsonb): the same shape for every maker.
 * Money is integer kopecks (hundredths of the report's currency, ID401 applied). Null means the
 * machine did not say, or said "not set"; it never means 0. Times are the machine's own clock,
 * local and without zone, "YYYY-MM-DDTHH:mm:ss"; null when the machine has no clock.
 * "EA309" and the like are segment EA3, field 09 of the EVA-DTS dictionary.
 */
export interface Counters {
  identity: Identity;
  /** Letters of ISO 4217; null where ID4 names no currency, and then it is the hryvnia unless staff say otherwise. */
  currency: { code: string | null; decimals: number };
  /** EA302/303, else ID5. */
  machineTime: string | null;
  /** EA305/306. */
  previousReadTime: string | null;
  /** EA301, since initialisation. */
  readsWithReset: number | null;
  /** EA309. */
  readsTotal: number | null;
  /** EA310. */
  resetsTotal: number | null;
  totals: { paid: Tally; test: Tally; free: Tally };
  /** Discounts and surcharges inside the paid total (VA105–112). */
  discounts: Tally;
  surcharges: Tally;
  /** CA2, DA2, DB2, TA2. */
  cashSales: Tally;
  cashless1: Tally;
  cashless2: Tally;
  token: Tally;
  /** In the order of the report. */
  products: ProductCounters[];
  cash: CashCounters;
  /** EA1. */
  events: MachineEvent[];
  /** EA2. */
  eventCounters: EventCounter[];
  /** SA2, in the machine's own unit. */
  ingredients: { id: string; quantity: number | null; quantityInterval: number | null }[];
  /** EA7. */
  powerOutages: { count: number | null; countInterval: number | null };
  /** EA6. */
  services: { at: string | null; text: string | null }[];
  /** MA5 blocks about temperature; unit "C", "F" or null. */
  temperatures: { label: string; value: number; unit: string | null }[];
  /** EA5: last change of prices, and how many since the last reset. */
  priceChanges: { at: string | null; countInterval: number | null };
  shown: ShownCounters;
}

export interface Identity {
  /** ID101. */
  machineSerial: string | null;
  model: string | null;
  build: string | null;
  assetNumber: string | null;
  /** CB101. */
  controlBoard: string | null;
  /** EA401/402. */
  initialisedAt: string | null;
}

/** Since initialisation (cumulative), and since the last reset ("interval"). */
export interface Tally {
  count: number | null;
  value: number | null;
  countInterval: number | null;
  valueInterval: number | null;
}

export type PaymentSource = "cash" | "cashless1" | "cashless2" | "token";

/** "unknown": the machine did not say. */
export type SaleSource = PaymentSource | "unknown";

/** In the order used wherever sources are listed. */
export const PAYMENT_SOURCES: readonly PaymentSource[] = ["cash", "cashless1", "cashless2", "token"];

export interface ProductCounters {
  /** PA101, as the machine writes it ("01" stays "01"). */
  selection: string;
  name: string | null;
  /** PA102. */
  price: number | null;
  /** PA2. */
  paid: Tally;
  /** PA3. */
  test: Tally;
  /** PA4. */
  free: Tally;
  /** PA7 lines; LA1 lines where the product has no PA7. One per source and price list. */
  byPayment: PaymentCounters[];
}

export interface PaymentCounters extends Tally {
  source: SaleSource;
  priceList: string;
  price: number | null;
  /** LA1 names price lists, not devices: list 0 is read as cash and list 1 as cashless 1, others as unknown. */
  segment: "PA7" | "LA1";
}

export interface CashCounters {
  /** CA305–308/310, since initialisation. `bills` is CA310, or CA308 where that is absent or balances. */
  inserted: number | null;
  cashBox: number | null;
  toTubes: number | null;
  bills: number | null;
  /** CA403/404, dispensed and dispensed by hand since initialisation. */
  dispensed: number | null;
  dispensedByHand: number | null;
  /** CA1002, filled by hand into the tubes since initialisation. */
  filledByHand: number | null;
  /** CA1501, money in the tubes now. */
  inTubes: number | null;
  /** CA17, one per tube; of repeated sets the last. */
  tubes: { tube: string; coin: number | null; count: number | null; full: boolean | null }[];
}

/**
 * What is only shown: no sale is derived from it, and a read that is sent again is recognised without it. Money and
 * counts since initialisation. Reads that were kept before these were looked at lack them all.
 */
export interface ShownCounters {
  /** DA and DB segments. */
  cards: { cashless1: CardCounters; cashless2: CardCounters };
  /** CA802: inserted, and neither given back nor spent. */
  overpay: number | null;
  /** CA902: value of the vends while there was no change to give. */
  exactChange: number | null;
  /** CA11; coins of one value and another age are one. */
  coins: CoinCounters[];
  /** CA14. */
  bills: BillCounters[];
  /** PA5, of the products that say something. */
  soldOut: SoldOut[];
}

export interface CardCounters {
  /** DA301. */
  debited: number | null;
  /** DA401: put on cards. */
  revalued: number | null;
  /** DA1001 and DA1002: vends paid in part with a card, and that part. */
  mixed: { count: number | null; value: number | null };
}

/** Coins of a denomination: CA1105–1107. */
export interface CoinCounters {
  value: number;
  inserted: number | null;
  toCashBox: number | null;
  toTubes: number | null;
}

/** Bills of a denomination: CA1404 and CA1405; those that were given back are in the first only. */
export interface BillCounters {
  value: number;
  inserted: number | null;
  stacked: number | null;
}

export interface SoldOut {
  /** PA101. */
  selection: string;
  /** PA501/502: when it was sold out, with some makers when it was sold last. */
  at: string | null;
  /** PA503: how often it was asked for in vain since the last reset. */
  times: number | null;
}

/** An event with its standard code, if it has one, and what the machine sent after it. */
export interface MachineEvent {
  raw: string;
  code: string | null;
  suffix: string;
  at: string | null;
  durationMinutes: number | null;
  text: string | null;
}

/** Lines of one event id and text are one counter (some machines repeat a line for every product). */
export interface EventCounter {
  raw: string;
  code: string | null;
  suffix: string;
  count: number | null;
  countInterval: number | null;
  text: string | null;
  active: boolean | null;
}
