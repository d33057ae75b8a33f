/** The calls of Checkbox that the product makes (api.checkbox.ua/api/docs; shapes of version 0.1.79, later fields are let pass). */
import { z } from "zod";
import { type Asked, ask, CheckboxRefused, type Line } from "./http";

const kopecks = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
const word = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

const balanceSchema = z
  .object({
    balance: kopecks,
    cash_sales: kopecks,
    card_sales: kopecks,
    cash_returns: kopecks,
    card_returns: kopecks,
    service_in: kopecks,
    service_out: kopecks,
  })
  .nullish();
const transaction = z.object({ response_error_message: word }).nullish();

export const shiftSchema = z.object({
  id: z.uuid(),
  serial: z.number().nullish(),
  /** CREATED, OPENING, OPENED, CLOSING, CLOSED; others may follow one day. */
  status: z.string(),
  opened_at: word,
  closed_at: word,
  balance: balanceSchema,
  initial_transaction: transaction,
  closing_transaction: transaction,
});
export type Shift = z.infer<typeof shiftSchema>;

export const receiptSchema = z.object({
  id: z.uuid(),
  /** CREATED, DONE, ERROR, CANCELLATION, CANCELLED. */
  status: z.string(),
  serial: z.number().nullish(),
  fiscal_code: word,
  tax_url: word,
  shift: z.object({ id: z.uuid() }).nullish(),
  transaction,
});
export type ServiceReceipt = z.infer<typeof receiptSchema>;

const reportSchema = z.object({
  serial: z.number().nullish(),
  sell_receipts_count: z.number().nullish(),
  return_receipts_count: z.number().nullish(),
  balance: kopecks,
  payments: z
    .array(
      z.object({ type: z.string(), sell_sum: kopecks, return_sum: kopecks, service_in: kopecks, service_out: kopecks }),
    )
    .nullish(),
});

const registerSchema = z.object({
  fiscal_number: word,
  is_test: z.boolean().nullish(),
  offline_mode: z.boolean().nullish(),
});

export interface SellBody {
  id: string;
  departament: string;
  goods: {
    good: { code: string; name: string; price: number; tax?: number[] };
    quantity: number;
    is_return?: boolean;
  }[];
  payments: { type: "CASH" | "CASHLESS"; value: number; label: string }[];
  footer?: string;
  related_receipt_id?: string;
  context: { device: string };
}

/** What a cash register signs in with; secrets are open here. */
export interface Credentials {
  login: string | null;
  /** A password where there is a login, else a PIN. */
  pin: string;
  license: string;
}

/** A token for the cashier. It knows ten at a time: callers keep theirs. */
export async function signIn(line: Line, { login, pin, license }: Credentials): Promise<string> {
  const answer = z.object({ access_token: z.string().min(1) });
  const asked: Asked = login
    ? { method: "POST", path: "/cashier/signin", body: { login, password: pin } }
    : { method: "POST", path: "/cashier/signinPinCode", body: { pin_code: pin }, license };
  return (await ask(line, asked, answer)).access_token;
}

/** Asks with the desk's token and licence; see session.ts. */
export type SignedIn = <T>(asked: Omit<Asked, "token" | "license">, schema: z.ZodType<T>) => Promise<T>;

/** What may not be there: null where the service knows no such thing. */
async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CheckboxRefused && error.status === 404) return null;
    throw error;
  }
}

/** A desk's calls; every one throws the errors of http.ts. */
export const checkbox = (ask: SignedIn) => ({
  /** The shift that the cashier has open, or is opening or closing. */
  shift: () => ask({ method: "GET", path: "/cashier/shift" }, shiftSchema.nullable()),
  shiftOf: (id: string) => found(ask({ method: "GET", path: `/shifts/${id}` }, shiftSchema)),
  openShift: (id: string) => ask({ method: "POST", path: "/shifts", body: { id } }, shiftSchema),
  closeShift: () => ask({ method: "POST", path: "/shifts/close", body: {} }, shiftSchema),
  sell: (body: SellBody) => ask({ method: "POST", path: "/receipts/sell", body }, receiptSchema),
  /** Cash in (above zero) and out (below), kopecks. */
  service: (id: string, value: number) =>
    ask(
      { method: "POST", path: "/receipts/service", body: { id, payment: { type: "CASH", value, label: "Готівка" } } },
      receiptSchema,
    ),
  receipt: (id: string) => found(ask({ method: "GET", path: `/receipts/${id}` }, receiptSchema)),
  xReport: () => ask({ method: "POST", path: "/reports", body: {} }, reportSchema),
  register: () => ask({ method: "GET", path: "/cash-registers/info" }, registerSchema),
  /** Whether the tax service can be reached. */
  ping: () =>
    ask({ method: "POST", path: "/cash-registers/ping-tax-service", body: {} }, z.object({ status: z.string() })),
});
export type Checkbox = ReturnType<typeof checkbox>;
