import { z } from "zod";
import { days, idAsked, isSpanWithin, pageAsked, wrongSpan } from "./query";
import { moment, refSchema } from "./record";
import { LONGEST_PERIOD } from "./reports/answer";
import { POCKET_MEASURES, TYPE_MEASURES } from "./reports/key-types";
import { defineReport } from "./reports/report";

/** What the keys of a client had, what moved on them while they were its own, and what they had then; a report that stands with the client alone. */
export const keyClientStatementReport = defineReport({
  name: "key_client_statement",
  needs: ["KEY_CLIENTS"],
  facts: "keys",
  rows: ["key"],
  beside: ["owner"],
  measures: [...POCKET_MEASURES, "vends", "vended_price", ...TYPE_MEASURES],
  compares: false,
  sort: "key",
  filters: ["client"],
});

/** Keys of a page of a statement: as many as one prints. */
export const STATEMENT_PAGE = 500;
const period = z.object({ ...days, page: pageAsked });
export const statementQuery = period.refine((ends) => isSpanWithin(LONGEST_PERIOD, ends), wrongSpan);

/** What a client's keys have now, all together; kopecks. */
export const keyClientBalancesSchema = z.object({
  keys: z.number().int(),
  balance: z.number().int(),
  bonus_balance: z.number().int(),
});

/** Bonuses of a page. */
export const BONUSES_PAGE = 50;
export const bonusesQuery = period
  .extend({ program: idAsked.optional() })
  .refine((ends) => isSpanWithin(LONGEST_PERIOD, ends), wrongSpan);

/** What keys of a client earned by bonus programs, the latest first. Kopecks; below zero what was taken back. */
export const bonusesSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  items: z.array(
    z.object({
      id: z.number().int(),
      at: moment,
      key: refSchema,
      owner: z.string().nullable(),
      /** Null: there is no such program any more. */
      program: z.string().nullable(),
      shift_at: moment,
      amount: z.number().int(),
    }),
  ),
  /** Of all of them, whatever the page. */
  amount: z.number().int(),
  total: z.number().int(),
});
export type ClientBonuses = z.infer<typeof bonusesSchema>;
