import { randomUUID } from "node:crypto";
import { z } from "zod";

/** What a cash register of the stand-in knows; in memory, and of nobody's money. Kopecks. */
export const sellSchema = z.object({
  id: z.uuid(),
  goods: z
    .array(
      z.object({
        good: z.object({
          code: z.string().min(1).max(256),
          name: z.string().min(1),
          price: z.number().int().min(0),
          tax: z.array(z.number().int()).optional(),
        }),
        quantity: z.number().int().min(1),
        is_return: z.boolean().default(false),
      }),
    )
    .min(1),
  payments: z
    .array(z.object({ type: z.enum(["CASH", "CASHLESS"]), value: z.number().int().min(0), label: z.string() }))
    .min(1),
  related_receipt_id: z.uuid().optional(),
});
export const serviceSchema = z.object({
  id: z.uuid(),
  payment: z.object({ type: z.literal("CASH"), value: z.number().int() }),
});

export interface KeptReceipt {
  id: string;
  type: "SELL" | "RETURN" | "SERVICE_IN" | "SERVICE_OUT";
  payment: "CASH" | "CASHLESS";
  amount: number;
  related: string | null;
  shift: Shift;
  serial: number;
  fiscal_code: string;
  made: number;
  /** What it ends with when its time is over. */
  fate: "DONE" | "ERROR";
  /** How often it may be looked at before it is over. */
  looks: number;
  error: string | null;
}

export interface Shift {
  id: string;
  serial: number;
  opened: number;
  closing: number | null;
  closed: number | null;
  fate: "OPENED" | "REFUSED";
  error: string | null;
  closingError: string | null;
  looks: number;
}

export interface Cashier {
  name: string;
  tokens: string[];
  signIns: number;
  shift: Shift | null;
  shifts: Shift[];
  receipts: Map<string, KeptReceipt>;
  reports: number;
}

export const newCashier = (name: string): Cashier => ({
  name,
  tokens: [],
  signIns: 0,
  shift: null,
  shifts: [],
  receipts: new Map(),
  reports: 0,
});

export const newShift = (serial: number, now: number, refusal: string | null, looks: number): Shift => ({
  id: randomUUID(),
  serial,
  opened: now,
  closing: null,
  closed: null,
  fate: refusal === null ? "OPENED" : "REFUSED",
  error: refusal,
  closingError: null,
  looks,
});

/** Done receipts of a cashier, in one shift or in all, by what they are. */
export function sumsOf({ receipts }: Cashier, shift?: Shift) {
  const done = [...receipts.values()].filter((one) => one.fate === "DONE" && (!shift || one.shift === shift));
  const sum = (type: KeptReceipt["type"], payment: KeptReceipt["payment"]) =>
    done.filter((one) => one.type === type && one.payment === payment).reduce((all, { amount }) => all + amount, 0);
  const sums = {
    cash_sales: sum("SELL", "CASH"),
    card_sales: sum("SELL", "CASHLESS"),
    cash_returns: sum("RETURN", "CASH"),
    card_returns: sum("RETURN", "CASHLESS"),
    service_in: sum("SERVICE_IN", "CASH"),
    service_out: sum("SERVICE_OUT", "CASH"),
  };
  return { ...sums, balance: sums.cash_sales - sums.cash_returns + sums.service_in - sums.service_out };
}

const countOf = ({ receipts }: Cashier, type: KeptReceipt["type"]) =>
  [...receipts.values()].filter((one) => one.type === type && one.fate === "DONE").length;

/** What tests compare with the product's books, to the kopeck. */
export const countsOf = (cashier: Cashier) => ({
  sells: countOf(cashier, "SELL"),
  returns: countOf(cashier, "RETURN"),
  ...sumsOf(cashier),
  opened: cashier.shifts.filter(({ fate }) => fate === "OPENED").length,
  closed: cashier.shifts.filter(({ closed, fate }) => fate === "OPENED" && closed !== null).length,
  sign_ins: cashier.signIns,
});
export type Counts = ReturnType<typeof countsOf>;
