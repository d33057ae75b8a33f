import { sql } from "drizzle-orm";
import { PAYMENT_SOURCES, UNPAID_SOURCES } from "~server/contract/enums";
import { name } from "../../../database/query";
import { type Facts, part, per, percent, type Summed } from "./facts";

const isUnpaid = (source: string) => UNPAID_SOURCES.some((unpaid) => unpaid === source);
const SOURCES = PAYMENT_SOURCES.filter((source) => !isUnpaid(source));
type Source = (typeof SOURCES)[number];
/** Sources that stand together where sources stand beside each other. */
const GROUPS: Record<"cash" | "cashless1" | "cashless2" | "other", readonly Source[]> = {
  cash: ["cash"],
  cashless1: ["cashless1"],
  cashless2: ["cashless2"],
  other: ["token", "unknown"],
};

const sumOf =
  (of: "count" | "amount", among: readonly Source[] = SOURCES): Summed =>
  (chosen) => {
    const counted = among.filter((source) => chosen.length === 0 || chosen.includes(source));
    return counted.length
      ? sql.join(
          counted.map((source) => sql`x.${name(`${source}_${of}`)}`),
          sql` + `,
        )
      : sql`0`;
  };

/** Paid vends and kopecks of lines `x` of a rollup, of all sources and of each. */
export const BY_SOURCE = {
  vends: sumOf("count"),
  amount: sumOf("amount"),
  cash_vends: sumOf("count", GROUPS.cash),
  cash_amount: sumOf("amount", GROUPS.cash),
  cashless1_vends: sumOf("count", GROUPS.cashless1),
  cashless1_amount: sumOf("amount", GROUPS.cashless1),
  cashless2_vends: sumOf("count", GROUPS.cashless2),
  cashless2_amount: sumOf("amount", GROUPS.cashless2),
  other_vends: sumOf("count", GROUPS.other),
  other_amount: sumOf("amount", GROUPS.other),
} satisfies Record<string, Summed>;
export type SourceSum = keyof typeof BY_SOURCE;

/** What is made of them. */
export const MADE_BY_SOURCE = {
  vends: part("vends"),
  amount: part("amount"),
  mean: { of: ["vends", "amount"], make: (v) => per(v("amount"), v("vends")) },
  cash_vends: part("cash_vends"),
  cash_amount: part("cash_amount"),
  cashless1_vends: part("cashless1_vends"),
  cashless1_amount: part("cashless1_amount"),
  cashless2_vends: part("cashless2_vends"),
  cashless2_amount: part("cashless2_amount"),
  other_vends: part("other_vends"),
  other_amount: part("other_amount"),
  share: { of: ["amount"], make: (v) => percent(v("amount"), v("total_amount")) },
  share_of_vends: { of: ["vends"], make: (v) => percent(v("vends"), v("total_vends")) },
  share_of_first: { of: ["amount"], make: (v) => percent(v("amount"), v("first_amount")) },
} satisfies Facts<SourceSum, never>["made"];
