import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { Refusal, refundedOf, type StandInOrder } from "./bank";
import { answerWith, type Fault, type Occasion, type Trouble, wayOf } from "./faults";
import type { Message } from "./messages";
import { payPage } from "./page";
import { type Bound, openStandIn, type StandIn, type StandInOptions } from "./stand-in";

export interface LiqPayOptions extends StandInOptions {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly hash?: "sha1" | "sha3-256";
}

const common = { version: z.literal(3), public_key: z.string(), order_id: z.string().min(1).max(255) };
const checkoutSchema = z.object({
  ...common,
  action: z.enum(["pay", "hold"]),
  amount: z.number().positive(),
  currency: z.string(),
  description: z.string(),
  result_url: z.string().max(510),
  server_url: z.string().max(510),
  expired_date: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
});
const requestSchema = z.object({
  ...common,
  action: z.enum(["status", "refund", "hold_completion"]),
  amount: z.number().positive().optional(),
});

const WORDS: Record<StandInOrder["state"], string> = {
  open: "prepared",
  stuck: "wait_secure",
  accepting: "wait_accept",
  held: "hold_wait",
  paid: "success",
  released: "reversed",
  failed: "failure",
  expired: "error",
};
const kopecksOf = (hryvnia: number) => Math.round(hryvnia * 100);

/** LiqPay, version 3 of its API. It knows an order once a customer's browser has brought it. */
export function createLiqPayStandIn({ publicKey, privateKey, hash = "sha1", ...options }: LiqPayOptions): StandIn {
  const standIn = openStandIn(options);
  const { app, bank, faults, messages } = standIn;
  const sign = (data: string) => createHash(hash).update(`${privateKey}${data}${privateKey}`, "utf8").digest("base64");

  function opened(fields: Readonly<Record<string, unknown>>): unknown {
    const { data, signature } = z.object({ data: z.string(), signature: z.string() }).parse(fields);
    if (sign(data) !== signature) throw new Refusal("invalid_signature", "Помилка підпису");
    const values: unknown = JSON.parse(Buffer.from(data, "base64").toString("utf8"));
    if (z.looseObject({ public_key: z.string() }).parse(values).public_key !== publicKey)
      throw new Refusal("public_key_not_found", "public_key не знайдено");
    return values;
  }

  function compose(order: StandInOrder, trouble: Trouble | undefined): Message {
    const encode = (values: object) => Buffer.from(JSON.stringify(values)).toString("base64");
    const data = encode(bodyOf(order, trouble));
    const signature = trouble === "bad_signature" || trouble === "rotated_key" ? sign(`${data}=`) : sign(data);
    const sent = trouble === "altered" ? encode({ ...bodyOf(order, trouble), order_id: "somebody-elses" }) : data;
    return {
      url: order.callbackUrl ?? "",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ data: sent, signature }).toString(),
    };
  }
  const tell = (order: StandInOrder) => messages.send((trouble) => compose(order, trouble));

  function checkout(fields: Record<string, unknown>): StandInOrder {
    const asked = checkoutSchema.parse(opened(fields));
    const known = bank.find(asked.order_id);
    if (known && known.state !== "open" && known.state !== "stuck")
      throw new Refusal("order_id_duplicate", "order_id повторюється");
    return (
      known ??
      bank.open({
        id: asked.order_id,
        amount: kopecksOf(asked.amount),
        currency: asked.currency,
        hold: asked.action === "hold",
        description: asked.description,
        callbackUrl: asked.server_url,
        returnUrl: asked.result_url,
        expiresInS: (Date.parse(`${asked.expired_date.replace(" ", "T")}Z`) - Date.now()) / 1_000,
      })
    );
  }
  app.get("/api/3/checkout", (c) => c.html(payPage(checkout(c.req.query()))));
  app.post("/api/3/checkout", async (c) => c.html(payPage(checkout(await c.req.parseBody()))));

  app.post("/api/request", async (c) => {
    try {
      const asked = requestSchema.parse(opened(await c.req.parseBody()));
      return await answer(c, asked);
    } catch (error) {
      if (error instanceof Refusal) return refused(c, error.code, error.message);
      if (error instanceof z.ZodError) return refused(c, "err_missing_params", "missing or wrong parameters");
      throw error;
    }
  });

  function answer(c: Context<Bound>, asked: z.infer<typeof requestSchema>): Response | Promise<Response> {
    const order = bank.find(asked.order_id);
    const fault = faults.next(occasionOf(asked.action, order));
    if (fault?.what === "says_secret") return refused(c, "err_auth", `access denied for ${privateKey}`);
    if (fault?.what === "empty") return c.json({});
    return answerWith(c, fault, () => {
      if (!order) return refused(c, "payment_not_found", "Платіж не знайдено");
      try {
        return act(c, order, asked, fault);
      } catch (error) {
        if (error instanceof Refusal) return refused(c, error.code, error.message);
        throw error;
      }
    });
  }

  function act(
    c: Context<Bound>,
    order: StandInOrder,
    { action, amount }: z.infer<typeof requestSchema>,
    fault: Fault | undefined,
  ): Response {
    const kopecks = kopecksOf(amount ?? 0);
    if (action === "status") bank.settle(order);
    if (action === "hold_completion") bank.capture(order, kopecks);
    if (action === "refund") {
      if (order.state === "held") bank.release(order);
      else {
        const { state } = bank.refund(order, kopecks, null, wayOf(fault));
        void tell(order);
        if (state === "processing") return c.json({ ...bodyOf(order, undefined), status: "processing", action });
        return c.json({ ...bodyOf(order, undefined), status: "reversed", action });
      }
    }
    return c.json(bodyOf(order, fault?.what));
  }

  standIn.serve({ tell, leave: (c, order) => c.redirect(order.returnUrl, 303) });
  return standIn;
}

function occasionOf(action: z.infer<typeof requestSchema>["action"], order: StandInOrder | undefined): Occasion {
  if (action === "status") return "status";
  if (action === "hold_completion") return "capture";
  return order?.state === "held" ? "release" : "refund";
}

const refused = (c: Context<Bound>, err_code: string, err_description: string) =>
  c.json({ result: "error", status: "error", err_code, err_description });

/** The answer about a payment, which is a callback's content as well; hryvnias. */
function bodyOf(order: StandInOrder, trouble: Trouble | undefined) {
  const refunded = refundedOf(order);
  const word = order.state === "paid" && refunded >= order.taken ? "reversed" : WORDS[order.state];
  const amount = (order.taken || order.given || order.amount) + (trouble === "wrong_amount" ? 100 : 0);
  return {
    result: order.state === "failed" ? "error" : "ok",
    payment_id: Number.parseInt(order.reference.slice(0, 12), 16),
    action: order.hold ? "hold" : "pay",
    status: trouble === "unknown_word" ? "quantum" : word,
    version: 3,
    order_id: trouble === "wrong_order" ? "somebody-elses" : order.id,
    amount: trouble === "flipped" ? (amount / 100).toFixed(2) : amount / 100,
    currency: trouble === "wrong_currency" ? "USD" : order.currency,
    ...(refunded ? { refund_amount: refunded / 100 } : {}),
    ...(order.given ? { sender_card_mask2: "424242*42", rrn_debit: 3_180_012_345, authcode_debit: "112233" } : {}),
    ...(order.state === "failed" ? { err_code: "limit", err_description: "Ліміт картки" } : {}),
    ...(trouble === "nulls" ? { err_code: null, refund_amount: null, rrn_debit: null } : {}),
    ...(trouble === "unknown_field" ? { novelty: { of: ["another", "version"] } } : {}),
  };
}
