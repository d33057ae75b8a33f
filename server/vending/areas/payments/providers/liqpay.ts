import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { hryvnias, kopecks } from "./amounts";
import { ask, type Line, wordsOf } from "./call";
import {
  type KnownOrder,
  type PaymentProvider,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRefused,
  type ProviderStatus,
  ProviderUnknown,
} from "./provider";
import { captureToAsk, known, refundToAsk, releaseToAsk } from "./repeating";

/** Sources of what is said here of LiqPay: liqpay/sdk-php, McSym28/liqpay-api-ex specs/openapi.json, yeskiy/killbill-liqpay-plugin. */
export type LiqPayHash = "sha1" | "sha3-256";

export interface LiqPayAccount {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Of our own signatures; version 3 of the API has SHA-1. */
  readonly hash: LiqPayHash;
}

const VERSION = 3;
const HASHES: readonly LiqPayHash[] = ["sha1", "sha3-256"];
/** Our languages as LiqPay knows them. */
const LANGUAGES = { uk: "uk", en: "en", pl: "en" } as const;

/** base64 of the hash of key + data + key. */
export const liqPaySignature = (privateKey: string, data: string, hash: LiqPayHash): string =>
  createHash(hash)
    .update(privateKey + data + privateKey)
    .digest("base64");

/** A number or a text; nothing is left out or null. */
const said = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" ? undefined : String(value)));

const answerSchema = z.looseObject({
  result: said,
  status: said,
  order_id: said,
  payment_id: said,
  amount: kopecks.nullish(),
  refund_amount: kopecks.nullish(),
  currency: said,
  sender_card_mask2: said,
  rrn_debit: said,
  authcode_debit: said,
  err_code: said,
  err_description: said,
});
type LiqPayAnswer = z.infer<typeof answerSchema>;

const callbackSchema = z.looseObject({ order_id: said, payment_id: said });

/** LiqPay by its API of version 3. A customer pays at a signed address, so opening an order needs no call. */
export function liqpay(line: Line, account: LiqPayAccount): PaymentProvider {
  const { publicKey, privateKey, hash } = account;
  /** Keys of LiqPay's own test mode: "sandbox" is their word for paid. */
  const isTest = publicKey.startsWith("sandbox_");

  function signed(values: Record<string, unknown>): URLSearchParams {
    const data = Buffer.from(JSON.stringify({ version: VERSION, public_key: publicKey, ...values })).toString("base64");
    // URLSearchParams writes "+" as %2B: a bare one would arrive as a blank, and the signature would be wrong.
    return new URLSearchParams({ data, signature: liqPaySignature(privateKey, data, hash) });
  }

  async function call(values: Record<string, unknown>): Promise<LiqPayAnswer> {
    const { json } = await ask(line, {
      method: "POST",
      path: "/api/request",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: signed(values).toString(),
    });
    const read = answerSchema.safeParse(json);
    if (!read.success || read.data.status === undefined) throw new ProviderUnknown("an answer that cannot be read");
    return read.data;
  }

  function refusal({ err_code, err_description, status }: LiqPayAnswer): ProviderRefused {
    const code = wordsOf(err_code ?? status, [privateKey]);
    return new ProviderRefused(wordsOf(err_description, [privateKey]) || code, code);
  }

  async function status({ id }: KnownOrder): Promise<ProviderStatus | null> {
    const answer = await call({ action: "status", order_id: id });
    if (isRequestError(answer)) {
      if (answer.err_code === "payment_not_found") return null;
      throw refusal(answer);
    }
    if (answer.order_id !== id) throw new ProviderUnknown("an answer about another order");
    return statusOf(answer, isTest);
  }

  /** Asks for a change of money; what is not a refusal is told by the state alone. */
  async function change(values: Record<string, unknown>): Promise<LiqPayAnswer> {
    const answer = await call(values);
    if (isRequestError(answer) || answer.status === "failure" || answer.status === "error") throw refusal(answer);
    return answer;
  }

  return {
    holds: true,
    create: (order) =>
      Promise.resolve({ reference: null, url: `${line.url}/api/3/checkout?${signed(checkout(order))}` }),
    status,
    readCallback: ({ body }) => Promise.resolve(readCallback(Buffer.from(body).toString("utf8"), privateKey)),
    async refund(order, refund: ProviderRefund) {
      if (refundToAsk(await status(order), refund) === "done") return "done";
      const { status: word } = await change({
        action: "refund",
        order_id: order.id,
        amount: Number(hryvnias(refund.amount)),
      });
      return word === "reversed" || word === "success" ? "done" : "pending";
    },
    async capture(order, amount) {
      if (captureToAsk(await status(order), amount) === "done") return;
      await change({ action: "hold_completion", order_id: order.id, amount: Number(hryvnias(amount)) });
    },
    async release(order) {
      const now = known(await status(order));
      if (releaseToAsk(now) === "done") return;
      // There is no call of its own: a hold that is refunded is let go.
      await change({ action: "refund", order_id: order.id, amount: Number(hryvnias(now.paid)) });
    },
  };
}

const checkout = ({ id, amount, description, language, returnUrl, callbackUrl, expiresInS, hold }: ProviderOrder) => ({
  action: hold ? "hold" : "pay",
  amount: Number(hryvnias(amount)),
  currency: "UAH",
  description,
  order_id: id,
  language: LANGUAGES[language],
  result_url: returnUrl,
  server_url: callbackUrl,
  expired_date: new Date(Date.now() + expiresInS * 1_000).toISOString().slice(0, 19).replace("T", " "),
});

/** A refused question, as against a payment whose state is "error". */
const isRequestError = ({ result, payment_id }: LiqPayAnswer): boolean =>
  result === "error" && payment_id === undefined;

const FAILED: readonly string[] = ["failure", "error"];

function statusOf(answer: LiqPayAnswer, isTest: boolean): ProviderStatus {
  const word = answer.status ?? "";
  const isReversed = word === "reversed";
  const isPaid = word === "success" || isReversed || (word === "sandbox" && isTest);
  const amount = answer.amount ?? undefined;
  if (amount === undefined && (isPaid || word === "hold_wait"))
    throw new ProviderUnknown("an answer without its amount");
  const paid = isPaid || word === "hold_wait" ? (amount ?? 0) : 0;
  const refunded = isPaid ? (answer.refund_amount ?? (isReversed ? paid : 0)) : 0;
  return {
    state: stateOf(word, isPaid, refunded >= paid && isReversed),
    paid,
    refunded,
    currency: answer.currency ?? "UAH",
    reference: answer.payment_id ?? null,
    word,
    ...(answer.sender_card_mask2 ? { card: answer.sender_card_mask2 } : {}),
    ...(answer.rrn_debit ? { rrn: answer.rrn_debit } : {}),
    ...(answer.authcode_debit ? { approval: answer.authcode_debit } : {}),
  };
}

/** Everything that is not final, known or not, is pending: wait_secure is not paid, wait_accept may be taken back. */
function stateOf(word: string, isPaid: boolean, isRefunded: boolean): ProviderStatus["state"] {
  if (isPaid) return isRefunded ? "refunded" : "paid";
  if (word === "hold_wait") return "held";
  return FAILED.includes(word) ? "failed" : "pending";
}

/** A callback is a form of `data` and `signature`; one hash or the other, as LiqPay's own pages disagree. */
function readCallback(text: string, privateKey: string): { order: string; reference?: string } | null {
  const form = new URLSearchParams(text);
  const [data, signature] = [form.get("data"), form.get("signature")];
  if (!data || !signature) return null;
  if (!HASHES.some((hash) => isSame(signature, liqPaySignature(privateKey, data, hash)))) return null;
  try {
    const { order_id, payment_id } = callbackSchema.parse(JSON.parse(Buffer.from(data, "base64").toString("utf8")));
    return order_id === undefined ? null : { order: order_id, ...(payment_id ? { reference: payment_id } : {}) };
  } catch {
    return null;
  }
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
