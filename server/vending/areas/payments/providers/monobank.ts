import { z } from "zod";
import { cleanText } from "~server/contract/text";
import { ask, type Line, wordsOf } from "./call";
import { isMonobanks } from "./monobank-key";
import {
  type KnownOrder,
  type PaymentProvider,
  ProviderRefused,
  type ProviderStatus,
  ProviderUnknown,
} from "./provider";
import { captureToAsk, refundToAsk, releaseToAsk } from "./repeating";

/** Sources of what is said here of monobank: andrew-demb/monobank-api-community-docs specs/acquiring.json (v2412), OlexiyOdarchuk/go-monobank-sdk. */
const HRYVNIA = 980;
/** ISO 4217 by number; another currency than ours only has to be told apart. */
const CURRENCIES: Record<number, string> = { 980: "UAH", 840: "USD", 978: "EUR" };
const LONGEST_DESTINATION = 280;

const createdSchema = z.looseObject({ invoiceId: z.string().min(1), pageUrl: z.url({ protocol: /^https?$/ }) });
const errorSchema = z.looseObject({ errCode: z.coerce.string().optional(), errText: z.string().optional() });
const amount = z.int().nonnegative();
const cancelSchema = z.looseObject({
  status: z.string(),
  amount: amount.nullish(),
  extRef: z.string().nullish(),
});
const statusSchema = z.looseObject({
  invoiceId: z.string(),
  status: z.string(),
  amount,
  ccy: z.int().default(HRYVNIA),
  finalAmount: amount.nullish(),
  reference: z.string().nullish(),
  failureReason: z.string().nullish(),
  cancelList: z.array(cancelSchema).nullish(),
  paymentInfo: z
    .looseObject({ maskedPan: z.string().nullish(), rrn: z.string().nullish(), approvalCode: z.string().nullish() })
    .nullish(),
});
type Invoice = z.infer<typeof statusSchema>;
const callbackSchema = z.looseObject({ invoiceId: z.string().optional(), reference: z.string().optional() });

/** monobank's internet acquiring. */
export function monobank(line: Line, token: string): PaymentProvider {
  async function call(method: "GET" | "POST", path: string, body?: object): Promise<{ status: number; json: unknown }> {
    const { status, json } = await ask(line, {
      method,
      path: `/api/merchant/${path}`,
      headers: { "x-token": token, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (status < 400 || status === 404) return { status, json };
    throw refusal(json, status);
  }

  function refusal(json: unknown, status: number): ProviderRefused {
    const { data } = errorSchema.safeParse(json);
    const code = wordsOf(data?.errCode, [token]) || `HTTP ${status}`;
    return new ProviderRefused(wordsOf(data?.errText, [token]) || code, code);
  }

  /** An invoice whose number is not known was never shown to anybody, so nobody can have paid it. */
  async function invoice({ id, reference }: KnownOrder): Promise<Invoice | null> {
    if (reference === null) return null;
    const { status, json } = await call("GET", `invoice/status?invoiceId=${encodeURIComponent(reference)}`);
    if (status === 404) return null;
    const found = read(statusSchema, json);
    if (found.invoiceId !== reference || (found.reference ?? id) !== id)
      throw new ProviderUnknown("an answer about another order");
    return found;
  }

  async function change(path: string, body: object): Promise<string> {
    const { status, json } = await call("POST", path, body);
    if (status === 404) throw refusal(json, status);
    const { status: word } = read(z.looseObject({ status: z.string() }), json);
    if (word === "failure") throw new ProviderRefused("the provider says: failure", "failure");
    return word;
  }

  const status = async (order: KnownOrder) => {
    const found = await invoice(order);
    return found && statusOf(found);
  };

  return {
    holds: true,
    async create({ id, amount, description, returnUrl, callbackUrl, expiresInS, hold }) {
      const { status, json } = await call("POST", "invoice/create", {
        amount,
        ccy: HRYVNIA,
        merchantPaymInfo: { reference: id, destination: description.slice(0, LONGEST_DESTINATION) },
        redirectUrl: returnUrl,
        webHookUrl: callbackUrl,
        validity: expiresInS,
        paymentType: hold ? "hold" : "debit",
      });
      if (status === 404) throw refusal(json, status);
      const { invoiceId, pageUrl } = read(createdSchema, json);
      return { reference: invoiceId, url: pageUrl };
    },
    status,
    async readCallback({ body, headers }) {
      const sign = headers.get("x-sign");
      if (!sign || !(await isMonobanks(line, token, body, sign))) return null;
      try {
        const { invoiceId, reference } = callbackSchema.parse(JSON.parse(Buffer.from(body).toString("utf8")));
        return { ...(reference ? { order: reference } : {}), ...(invoiceId ? { reference: invoiceId } : {}) };
      } catch {
        return null;
      }
    },
    async refund(order, refund) {
      const found = await invoice(order);
      // Unlike the others monobank keeps our key, so a refund that failed is told from one that was never asked for.
      const word = found?.cancelList?.find(({ extRef }) => extRef === refund.key)?.status;
      if (word === "failure") throw new ProviderRefused("the provider says: failure", "failure");
      if (word) return word === "success" ? "done" : "pending";
      if (refundToAsk(found && statusOf(found), refund) === "done") return "done";
      const asked = { invoiceId: order.reference, extRef: refund.key, amount: refund.amount };
      return (await change("invoice/cancel", asked)) === "success" ? "done" : "pending";
    },
    async capture(order, amount) {
      if (captureToAsk(await status(order), amount) === "done") return;
      // Always with its amount: less than was held lets the rest go.
      await change("invoice/finalize", { invoiceId: order.reference, amount });
    },
    async release(order) {
      if (releaseToAsk(await status(order)) === "done") return;
      await change("invoice/cancel", { invoiceId: order.reference, extRef: `release-${order.id}` });
    },
  };
}

function read<T>(schema: z.ZodType<T>, json: unknown): T {
  const { success, data } = schema.safeParse(json);
  if (!success) throw new ProviderUnknown("an answer that cannot be read");
  return data;
}

const PAID: readonly string[] = ["success", "reversed"];
const FAILED: readonly string[] = ["failure", "expired"];

/** `finalAmount` is what is left after refunds, which `cancelList` tells; of a hold that was taken in part it is that part. */
function statusOf(invoice: Invoice): ProviderStatus {
  const { status: word, paymentInfo } = invoice;
  const [paid, refunded] = PAID.includes(word) ? sumsOf(invoice) : [word === "hold" ? invoice.amount : 0, 0];
  return {
    state: stateOf(word, refunded >= paid),
    paid,
    refunded,
    currency: CURRENCIES[invoice.ccy] ?? String(invoice.ccy),
    reference: invoice.invoiceId,
    word: invoice.failureReason ? `${word}: ${cleanText(invoice.failureReason)}` : word,
    ...(paymentInfo?.maskedPan ? { card: paymentInfo.maskedPan } : {}),
    ...(paymentInfo?.rrn ? { rrn: paymentInfo.rrn } : {}),
    ...(paymentInfo?.approvalCode ? { approval: paymentInfo.approvalCode } : {}),
  };
}

function sumsOf({ status, amount, finalAmount, cancelList }: Invoice): [paid: number, refunded: number] {
  const done = (cancelList ?? []).filter((one) => one.status === "success");
  const refunded = done.reduce((sum, one) => sum + (one.amount ?? 0), 0);
  if (status === "reversed" && refunded === 0) return [amount, amount];
  return [(finalAmount ?? amount - refunded) + refunded, refunded];
}

/** A word that is not known yet is pending: time or a later answer will tell. */
function stateOf(word: string, isRefunded: boolean): ProviderStatus["state"] {
  if (PAID.includes(word)) return isRefunded ? "refunded" : "paid";
  if (word === "hold") return "held";
  return FAILED.includes(word) ? "failed" : "pending";
}
