import { createSign, generateKeyPairSync } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { Refusal, refundedOf, type StandInOrder } from "./bank";
import { answerWith, type Fault, wayOf, type Occasion, type Trouble } from "./faults";
import type { Message } from "./messages";
import { type Bound, openStandIn, type StandIn, type StandInOptions } from "./stand-in";

export interface MonobankOptions extends StandInOptions {
  readonly token: string;
}

const createSchema = z.object({
  amount: z.int().positive(),
  ccy: z.int().default(980),
  merchantPaymInfo: z.object({ reference: z.string(), destination: z.string().max(280) }),
  redirectUrl: z.string(),
  webHookUrl: z.string(),
  validity: z.int().positive().default(86_400),
  paymentType: z.enum(["debit", "hold"]).default("debit"),
});
const cancelSchema = z.object({ invoiceId: z.string(), extRef: z.string(), amount: z.int().positive().optional() });
const finalizeSchema = z.object({ invoiceId: z.string(), amount: z.int().positive() });

const WORDS: Record<StandInOrder["state"], string> = {
  open: "created",
  stuck: "processing",
  accepting: "processing",
  held: "hold",
  paid: "success",
  released: "reversed",
  failed: "failure",
  expired: "expired",
};

/** monobank's acquiring as its pages describe it; webhooks are signed by a key pair of its own. */
export function createMonobankStandIn({ token, ...options }: MonobankOptions): StandIn {
  const standIn = openStandIn(options);
  const { app, bank, faults, messages } = standIn;
  const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
  let keys = newKeys();

  function compose(order: StandInOrder, trouble: Trouble | undefined): Message {
    if (trouble === "rotated_key") keys = newKeys();
    const body = JSON.stringify(bodyOf(order, trouble));
    const signed = trouble === "bad_signature" ? `${body} ` : body;
    const sign = createSign("SHA256").update(signed).sign(keys.privateKey, "base64");
    return {
      url: order.callbackUrl ?? "",
      headers: { "content-type": "application/json", "x-sign": sign },
      body: trouble === "altered" ? body.replace(/"amount":\d+/, '"amount":1') : body,
    };
  }
  const tell = (order: StandInOrder) => messages.send((trouble) => compose(order, trouble));

  const merchant = new Hono<Bound>();
  const refused = (c: Context<Bound>, status: 400 | 403 | 404, errCode: string, errText: string) =>
    c.json({ errCode, errText }, status);
  async function faulty(
    c: Context<Bound>,
    on: Occasion,
    act: (fault: Fault | undefined) => Response | Promise<Response>,
  ) {
    const fault = faults.next(on);
    if (fault?.what === "says_secret") return refused(c, 403, "FORBIDDEN", `forbidden token '${token}'`);
    if (fault?.what === "empty") return c.json({});
    return answerWith(c, fault, () => act(fault));
  }
  merchant.use(async (c, next) => {
    if (c.req.header("x-token") !== token) return refused(c, 403, "FORBIDDEN", "forbidden");
    await next();
  });
  merchant.onError((error, c) => {
    if (error instanceof Refusal)
      return refused(c, 400, error.code === "limit" ? "WRONG_CANCEL_AMOUNT" : "BAD_REQUEST", error.message);
    if (error instanceof z.ZodError) return refused(c, 400, "BAD_REQUEST", "empty or wrong field");
    throw error;
  });
  const invoice = (id: string) => {
    const order = bank.find(id);
    if (order?.reference !== id) throw new Refusal("1004", "invoice not found");
    return order;
  };

  merchant.post("/invoice/create", (c) =>
    faulty(c, "create", async (fault) => {
      const asked = createSchema.parse(await c.req.json());
      const order = bank.open({
        id: asked.merchantPaymInfo.reference,
        amount: asked.amount,
        currency: asked.ccy === 980 ? "UAH" : String(asked.ccy),
        hold: asked.paymentType === "hold",
        description: asked.merchantPaymInfo.destination,
        callbackUrl: asked.webHookUrl,
        returnUrl: asked.redirectUrl,
        expiresInS: asked.validity,
      });
      if (fault?.what === "before_answer") {
        bank.pay(order);
        await tell(order);
      }
      return c.json({ invoiceId: order.reference, pageUrl: `${new URL(c.req.url).origin}/pay/${order.reference}` });
    }),
  );
  merchant.get("/invoice/status", (c) =>
    faulty(c, "status", (fault) => {
      const order = bank.find(c.req.query("invoiceId") ?? "");
      if (!order) return refused(c, 404, "NOT_FOUND", "invoice not found");
      bank.settle(order);
      return c.json(bodyOf(order, fault?.what));
    }),
  );
  merchant.post("/invoice/cancel", async (c) => {
    const { invoiceId, extRef, amount } = cancelSchema.parse(await c.req.json());
    const order = invoice(invoiceId);
    if (order.state === "held")
      return faulty(c, "release", () => {
        bank.release(order);
        return c.json({ status: "success" });
      });
    return faulty(c, "refund", (fault) => {
      const refund = bank.refund(order, amount ?? order.taken - refundedOf(order), extRef, wayOf(fault));
      void tell(order);
      return c.json({ status: refund.state, createdDate: iso(order.modifiedAt), modifiedDate: iso(order.modifiedAt) });
    });
  });
  merchant.post("/invoice/finalize", (c) =>
    faulty(c, "capture", async () => {
      const { invoiceId, amount } = finalizeSchema.parse(await c.req.json());
      bank.capture(invoice(invoiceId), amount);
      return c.json({ status: "success" });
    }),
  );
  merchant.get("/pubkey", (c) =>
    faulty(c, "key", () => {
      const pem = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
      return c.json({ key: Buffer.from(pem).toString("base64") });
    }),
  );
  app.route("/api/merchant", merchant);
  standIn.serve({ tell, leave: (c, order) => c.redirect(order.returnUrl, 303) });
  return standIn;
}

const iso = (at: number) => new Date(at).toISOString();

/** The answer to `invoice/status`, which is a webhook's body as well. */
function bodyOf(order: StandInOrder, trouble: Trouble | undefined) {
  const refunded = refundedOf(order);
  const isPaid = order.state === "paid";
  const word = isPaid && refunded >= order.taken ? "reversed" : WORDS[order.state];
  return {
    invoiceId: order.reference,
    status: trouble === "unknown_word" ? "quantum" : word,
    amount: amountOf(order) + (trouble === "wrong_amount" ? 100 : 0),
    ccy: trouble === "wrong_currency" ? 840 : 980,
    ...(isPaid ? { finalAmount: order.taken - refunded + (trouble === "wrong_amount" ? 100 : 0) } : {}),
    ...(order.state === "released" ? { finalAmount: 0 } : {}),
    createdDate: iso(order.modifiedAt),
    modifiedDate: iso(order.modifiedAt),
    reference: trouble === "wrong_order" ? "somebody-elses" : order.id,
    destination: order.description,
    ...(order.state === "failed" ? { errCode: "59", failureReason: "Недостатньо коштів" } : {}),
    ...(order.refunds.length ? { cancelList: order.refunds.map((refund) => cancelOf(refund, order)) } : {}),
    ...(order.given
      ? {
          paymentInfo: {
            maskedPan: "444403******1902",
            approvalCode: "662476",
            rrn: "060189181768",
            paymentSystem: "visa",
          },
        }
      : {}),
    ...(trouble === "unknown_field" ? { novelty: { of: ["another", "version"] } } : {}),
  };
}

/** What was asked for; what was given, where that is another amount. */
const amountOf = ({ amount, given }: StandInOrder) => given || amount;

const cancelOf = ({ key, amount, state }: StandInOrder["refunds"][number], { modifiedAt }: StandInOrder) => ({
  status: state,
  amount,
  ccy: 980,
  extRef: key,
  createdDate: iso(modifiedAt),
  modifiedDate: iso(modifiedAt),
});
