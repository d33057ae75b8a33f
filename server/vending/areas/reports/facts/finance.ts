import { type SQL, sql } from "drizzle-orm";
import { type Facts, type Made, part, type Summed } from "./facts";
import { financeLines } from "./finance-lines";
import { COSTS, MADE_OF_COSTS } from "./sales";
import { BY_SOURCE, MADE_BY_SOURCE } from "./sources";

const column =
  (of: SQL): Summed =>
  () =>
    of;

const SUMS = {
  ...BY_SOURCE,
  ...COSTS,
  royalty: column(sql`x.royalty`),
  refunds: column(sql`x.refunded`),
  fiscalised: column(sql`x.fiscalised`),
  not_fiscalised: column(sql`x.waiting`),
  key_deposits: column(sql`x.deposited`),
  key_bonuses: column(sql`x.granted`),
  payment_fees: column(sql`x.fee`),
  cash_expected: column(sql`x.expected_amount`),
  expected: column(sql`x.expected`),
  cash_collected: column(sql`x.collected`),
  collected: column(sql`x.counted`),
  cash_difference: column(sql`x.collected_difference`),
  compared: column(sql`x.weighed`),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;

/** What nobody knows is no zero. */
const ifKnown = (of: Sum, times: Sum): Made<Sum> => ({
  of: [of, times],
  make: (v) => sql`case when ${v(times)} > 0 then ${v(of)} end`,
});

/** What came in and what of it goes out again: sales with receipts and costs, royalty, refunds, keys, fees, and cash taken out of machines. */
export const FINANCE: Facts<Sum, never> = {
  lines: financeLines,
  ofDays: true,
  // What staff put on a key was put there at no machine: it is of the company whose client that is.
  keys: { company: sql`coalesce(p.company_id, x.of_company)` },
  sums: SUMS,
  counts: {},
  made: {
    ...MADE_BY_SOURCE,
    ...MADE_OF_COSTS,
    fiscalised: part("fiscalised"),
    not_fiscalised: part("not_fiscalised"),
    royalty: part("royalty"),
    refunds: part("refunds"),
    key_deposits: part("key_deposits"),
    key_bonuses: part("key_bonuses"),
    payment_fees: part("payment_fees"),
    cash_expected: ifKnown("cash_expected", "expected"),
    cash_collected: ifKnown("cash_collected", "collected"),
    cash_difference: ifKnown("cash_difference", "compared"),
  },
};
