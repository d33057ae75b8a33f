import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { Refusal, type StandInOrder } from "./bank";
import { answerWith, type Occasion, type Trouble } from "./faults";
import type { Message } from "./messages";
import { wayBack } from "./page";
import { type Bound, openStandIn, type StandIn, type StandInOptions } from "./stand-in";

export interface PortmoneOptions extends StandInOptions {
  readonly login: string;
  readonly payeeId: string;
  readonly password: string;
  readonly key: string;
  /** Where payments are told of: the real one's manager sets it for a payee. */
  readonly notifyUrl?: string;
}

const createSchema = z.object({
  method: z.literal("createLinkPayment"),
  payee: z.object({ payeeId: z.string(), login: z.string(), dt: z.string().regex(/^\d{14}$/), signature: z.string() }),
  order: z.object({
    description: z.string(),
    shopOrderNumber: z.string().min(1).max(120),
    billAmount: z.string().regex(/^\d+(\.\d{1,2})?$/),
    billCurrency: z.string(),
    successUrl: z.string(),
    failureUrl: z.string(),
    preauthFlag: z.enum(["Y", "N"]),
    expTime: z.string().regex(/^\d+$/),
  }),
});
const METHODS = { result: "status", return: "refund", confirmPreauth: "capture", rejectPreauth: "release" } as const;
const methodSchema = z.object({
  method: z.enum(["result", "return", "confirmPreauth", "rejectPreauth"]),
  params: z.object({
    data: z.object({
      login: z.string(),
      password: z.string(),
      payeeId: z.string(),
      shopOrderNumber: z.string(),
      startDate: z
        .string()
        .regex(/^\d\d\.\d\d\.\d{4}$/)
        .optional(),
      endDate: z
        .string()
        .regex(/^\d\d\.\d\d\.\d{4}$/)
        .optional(),
      returnAmount: z.string().optional(),
      postauthAmount: z.string().optional(),
    }),
  }),
});
type Method = z.infer<typeof methodSchema>;

const PAGE = "<html><body>Сервіс тимчасово недоступний</body></html>";
const kopecksOf = (text: string | undefined) => Math.round(Number(text ?? 0) * 100);

/** Portmone's gateway: it knows a payment once a customer has begun to pay, and lists each movement as a row. */
export function createPortmoneStandIn(account: PortmoneOptions): StandIn {
  const { login, payeeId, password, key, notifyUrl, ...options } = account;
  const standIn = openStandIn(options);
  const { app, bank, faults, messages } = standIn;

  /** Written apart from the adapter's, so that one's mistake is not the other's. */
  function sign(dt: string, number: string, amount: string): string {
    const hex = (text: string) => Buffer.from(text, "utf8").toString("hex");
    const text = (payeeId + dt + hex(number) + amount).toUpperCase() + hex(login).toUpperCase();
    return createHmac("sha256", key).update(text).digest("hex").toUpperCase();
  }

  const tell = async (order: StandInOrder) => {
    // Only what was paid is told.
    if (!notifyUrl || (order.state !== "paid" && order.state !== "held")) return;
    await messages.send((trouble): Message => {
      const number = trouble === "altered" || trouble === "wrong_order" ? "somebody-elses" : order.id;
      return {
        url: notifyUrl,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ shopOrderNumber: number, shopBillId: order.reference, billAmount: order.amount / 100 }),
      };
    });
  };

  app.post("/gateway/", async (c) => {
    const asked: unknown = await c.req.json();
    const { method } = z.looseObject({ method: z.string() }).parse(asked);
    return method === "createLinkPayment" ? create(c, asked) : call(c, methodSchema.parse(asked));
  });

  function create(c: Context<Bound>, raw: unknown): Response | Promise<Response> {
    const { payee, order } = createSchema.parse(raw);
    const isOurs = payee.payeeId === payeeId && payee.login === login;
    if (!isOurs || payee.signature !== sign(payee.dt, order.shopOrderNumber, order.billAmount))
      return c.json({ errorCode: "7", error: "Невірний підпис" });
    const fault = faults.next("create");
    if (fault?.what === "says_secret") return c.json({ errorCode: "3", error: `login ${login}, key ${key}` });
    return answerWith(c, fault, async () => {
      const opened =
        bank.find(order.shopOrderNumber) ??
        bank.open({
          id: order.shopOrderNumber,
          amount: kopecksOf(order.billAmount),
          currency: order.billCurrency,
          hold: order.preauthFlag === "Y",
          description: order.description,
          callbackUrl: notifyUrl ?? null,
          returnUrl: order.successUrl,
          expiresInS: Number(order.expTime),
        });
      if (fault?.what === "before_answer") {
        bank.pay(opened);
        await tell(opened);
      }
      return c.json({ linkPayment: `${new URL(c.req.url).origin}/pay/${opened.reference}`, errorCode: "0", error: "" });
    });
  }

  function call(c: Context<Bound>, { method, params: { data } }: Method): Response | Promise<Response> {
    // A wrong login is answered with a page.
    if (data.login !== login || data.password !== password) return c.html(PAGE);
    const on: Occasion = METHODS[method];
    const fault = faults.next(on);
    if (fault?.what === "says_secret") return c.json({ error_code: "3", error: `password ${password} is no good` });
    if (fault?.what === "empty") return c.json([]);
    return answerWith(c, fault, () => {
      try {
        return act(c, method, data, fault?.what);
      } catch (error) {
        if (error instanceof Refusal)
          return c.json({ error_code: method === "return" ? "1" : "5", error: error.message });
        throw error;
      }
    });
  }

  function act(
    c: Context<Bound>,
    method: Method["method"],
    data: Method["params"]["data"],
    trouble: Trouble | undefined,
  ): Response {
    const order = bank.find(data.shopOrderNumber);
    if (method === "result") {
      const rows = order && data.payeeId === payeeId ? rowsOf(order, payeeId, trouble) : [];
      const [first] = rows;
      return c.json(trouble === "flipped" && rows.length === 1 ? first : rows);
    }
    if (!order) throw new Refusal("6", "не знайдено");
    if (method === "return") bank.refund(order, kopecksOf(data.returnAmount), null);
    if (method === "confirmPreauth") bank.capture(order, kopecksOf(data.postauthAmount));
    if (method === "rejectPreauth") bank.release(order);
    const [last] = rowsOf(order, payeeId, "snake_case").reverse();
    return c.json(last);
  }

  standIn.serve({
    tell,
    leave: (c, order) =>
      c.html(
        wayBack(order.returnUrl, {
          RESULT: order.state === "failed" ? "Картку відхилено" : "0",
          SHOPBILLID: order.reference,
          SHOPORDERNUMBER: order.id,
          BILL_AMOUNT: (order.amount / 100).toFixed(2),
          APPROVALCODE: order.given ? "739280" : "null",
        }),
      ),
  });
  return standIn;
}

const STATUS: Record<StandInOrder["state"], string | null> = {
  open: null,
  stuck: "CREATED",
  accepting: "CREATED",
  held: "PREAUTH",
  paid: "PAYED",
  released: "REJECTED",
  failed: "REJECTED",
  expired: null,
};

function rowsOf(order: StandInOrder, payeeId: string, trouble: Trouble | undefined) {
  const status = STATUS[order.state];
  if (status === null) return [];
  const amount = (order.taken || order.given || order.amount) + (trouble === "wrong_amount" ? 100 : 0);
  const row = (bill: string, kopecks: number, word: string) => {
    const named = {
      shopBillId: bill,
      shopOrderNumber: trouble === "wrong_order" ? "somebody-elses" : order.id,
      description: order.description,
      billAmount: (kopecks / 100).toFixed(2).replace(/\.00$/, ""),
      billCurrency: trouble === "wrong_currency" ? "USD" : order.currency,
      status: word,
      authCode: order.given ? "739280" : "null",
      errorCode: "0",
      errorMessage: trouble === "nulls" ? "null" : "",
      cardMask: "444433******1111",
    };
    return {
      ...(trouble === "snake_case" ? snakeCase(named) : named),
      payee_id: trouble === "wrong_payee" ? "1" : payeeId,
      rrn: trouble === "nulls" ? "null" : "103918237645",
      chargeback: "N",
      ...(trouble === "unknown_field" ? { novelty: { of: ["another", "version"] } } : {}),
    };
  };
  const first = row(order.reference, amount, trouble === "unknown_word" ? "QUANTUM" : status);
  const back = order.refunds.map((refund, i) => row(`${order.reference}${i}`, -refund.amount, "RETURN"));
  return [first, ...back];
}

const snakeCase = (named: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  );
