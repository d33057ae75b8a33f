import { z } from "zod";
import { kopecks } from "./amounts";
import { type ProviderStatus, ProviderUnknown } from "./provider";

/** One movement of an order as Portmone lists them: a refund is a row of its own, with an amount below zero. */
export interface Row {
  readonly bill: string | null;
  readonly order: string | null;
  readonly payee: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly status: string;
  readonly card: string | null;
  readonly rrn: string | null;
  readonly approval: string | null;
  readonly errorCode: string | null;
  readonly errorWords: string | null;
}

/** Nothing is written as "", null or the text "null". */
const said = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) =>
    value === undefined || value === null || value === "" || value === "null" ? null : String(value),
  );

/** The same fields are in camelCase or in snake_case, as the method or the day has it. */
const rowSchema = z
  .looseObject({
    shopBillId: said,
    shop_bill_id: said,
    shopOrderNumber: said,
    shop_order_number: said,
    bill_number: said,
    payeeId: said,
    payee_id: said,
    billAmount: said,
    bill_amount: said,
    billCurrency: said,
    bill_currency: said,
    status: said,
    cardMask: said,
    card_mask: said,
    rrn: said,
    authCode: said,
    auth_code: said,
    errorCode: said,
    error_code: said,
    errorMessage: said,
    error_message: said,
    error: said,
  })
  .transform((row, context): Row => {
    const text = row.billAmount ?? row.bill_amount;
    const amount = text === null ? null : kopecks.safeParse(text);
    if (amount && !amount.success) context.addIssue({ code: "custom", message: "an amount that is none" });
    return {
      bill: row.shopBillId ?? row.shop_bill_id,
      order: row.shopOrderNumber ?? row.shop_order_number ?? row.bill_number,
      payee: row.payeeId ?? row.payee_id,
      amount: amount?.data ?? null,
      currency: row.billCurrency ?? row.bill_currency,
      status: row.status ?? "",
      card: row.cardMask ?? row.card_mask,
      rrn: row.rrn,
      approval: row.authCode ?? row.auth_code,
      errorCode: row.errorCode ?? row.error_code,
      errorWords: row.errorMessage ?? row.error_message ?? row.error,
    };
  });

const answerSchema = z.union([z.array(rowSchema), rowSchema.transform((row) => [row]), z.null().transform(() => [])]);

export interface PortmoneError {
  readonly code: string;
  readonly words: string | null;
}

/** A row's error: "0" and none are no errors. */
export const errorOf = ({ errorCode, errorWords }: Row): PortmoneError | null =>
  errorCode === null || errorCode === "0" ? null : { code: errorCode, words: errorWords };

/** Reads an array of rows, one row by itself, or an error that is about none; throws `ProviderUnknown` at anything else. */
export function answerOf(json: unknown): readonly Row[] | PortmoneError {
  const read = answerSchema.safeParse(json === "" ? [] : json);
  if (!read.success) throw new ProviderUnknown("an answer that cannot be read");
  const [only] = read.data;
  if (!only || read.data.length > 1 || only.status !== "") return read.data;
  const error = errorOf(only);
  if (error) return error;
  throw new ProviderUnknown("an answer that says nothing");
}

/** The state of an order from all of its rows; null: there are none. CREATED is a customer at 3-D Secure, not a failure. */
export function statusOf(rows: readonly Row[]): ProviderStatus | null {
  const [first] = rows;
  if (!first) return null;
  const sum = (word: string) =>
    rows.filter(({ status }) => status === word).reduce((all, row) => all + amountOf(row), 0);
  const paid = sum("PAYED");
  const refunded = Math.abs(sum("RETURN"));
  const held = sum("PREAUTH");
  const told =
    rows.find(({ status }) => status === "PAYED") ?? rows.find(({ status }) => status === "PREAUTH") ?? first;
  return {
    state: stateOf(rows, { paid, refunded, held }),
    paid: paid || held,
    refunded,
    currency: told.currency ?? "UAH",
    reference: told.bill,
    word: rows.map(({ status }) => status).join(" "),
    ...(told.card ? { card: told.card } : {}),
    ...(told.rrn ? { rrn: told.rrn } : {}),
    ...(told.approval ? { approval: told.approval } : {}),
  };
}

function amountOf({ amount }: Row): number {
  if (amount === null) throw new ProviderUnknown("a row without its amount");
  return amount;
}

function stateOf(
  rows: readonly Row[],
  { paid, refunded, held }: { paid: number; refunded: number; held: number },
): ProviderStatus["state"] {
  if (paid > 0) return refunded >= paid ? "refunded" : "paid";
  if (held > 0) return "held";
  return rows.every(({ status }) => status === "REJECTED") ? "failed" : "pending";
}
