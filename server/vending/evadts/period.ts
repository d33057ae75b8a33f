import type { SaleSource } from "./counters";

/**
 * What `derivePeriod` may say about a period. Texts: `locales/<lang>/evadts.json`, group `flag`;
 * the parameters of each code stand beside it. Counters are named by segment and field, e.g. "VA102".
 */
export const PERIOD_FLAGS = [
  /** The counters began again: no sales are derived. */
  "reset",
  /** {counter} ran over its end and was continued. */
  "counter_wrapped",
  /** {counter} fell without a reset and was skipped. */
  "counter_fell",
  /** {count} reads between the two never arrived; sales are right, their time is coarse. */
  "missing_reads",
  /** A counter without a cumulative field, whose interval does not fit this period, was skipped. */
  "incomplete_interval",
  /** The machine's clock ran backwards between the reads. */
  "clock_back",
  /** The price of {selection} changed and the machine tells no value: the new price was taken. */
  "price_changed",
  /** {selection} was sold and has neither value nor price: its amount stays with no product. */
  "price_unknown",
  /** {selection} was not in the previous read. */
  "new_product",
  /** Vends by product {products} and in total {total} differ by {percent} percent. */
  "products_disagree",
  /** Products say more than the total: the difference is booked as a negative amount without product. */
  "products_exceed",
  /** Payment sources of a product are calculated from the machine's totals. */
  "payment_split_estimated",
  /** The machine keeps no CA2: what cashless devices left of the total was taken in coins and notes. */
  "cash_derived",
  /** Some sales have no known payment source. */
  "payment_split_unknown",
  /** Inserted cash differs from where it went by {difference} kopecks. */
  "cash_imbalance",
  /** The report holds no counter sales could be derived from. */
  "no_counters",
] as const;

export type PeriodFlagCode = (typeof PERIOD_FLAGS)[number];

export interface PeriodFlag {
  code: PeriodFlagCode;
  params?: Record<string, string | number>;
}

/** Sales between two neighbouring reads of a chain. Amounts in kopecks. */
export interface Period {
  /** Machine-local times of the two reads; `from` is the initialisation when there is no previous read. */
  from: string | null;
  to: string | null;
  /** Paid vends and their value: exactly the sums of the paid lines. */
  vends: number;
  value: number;
  /** Test and free vends: exactly the sums of their lines. */
  test: number;
  free: number;
  lines: SaleLine[];
  /** The paid lines without a product. */
  unassigned: { count: number; value: number };
  /** Coins and bills that went to the cash box; null when the machine does not tell. */
  cashToCollect: number | null;
  flags: PeriodFlag[];
}

export interface SaleLine {
  /** Null: not assigned to a product. */
  selection: string | null;
  name: string | null;
  kind: "paid" | "test" | "free";
  /** Null for test and free vends. */
  source: SaleSource | null;
  /** Negative only without product, when products say more than the total. */
  count: number;
  /** Money taken; 0 for test and free vends. */
  amount: number;
  /** Count × price while the price changed in the period. */
  priceGuessed: boolean;
}
