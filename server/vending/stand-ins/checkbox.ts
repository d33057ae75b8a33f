import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  type Cashier,
  type Counts,
  countsOf,
  type KeptReceipt,
  newCashier,
  newShift,
  sellSchema,
  serviceSchema,
  type Shift,
  sumsOf,
} from "./checkbox-books";
import { type Fault, Faults, faultSchema, type ReadFault } from "./checkbox-faults";

/** A cash register that the stand-in knows: by its licence, with a cashier's login and password, or a PIN. */
export interface Register {
  license: string;
  login?: string;
  pin: string;
}

export interface StandInOptions {
  /** Registers that may sign in; any at all when left out, as in the demonstration. */
  registers?: readonly Register[];
  /** How long shifts and receipts take to be done, ms. */
  takesMs?: number;
  /** Calls of one cashier within so long; more are answered 429. */
  rate?: { count: number; intervalMs: number };
}

type Env = { Bindings: HttpBindings };
type C = Context<Env>;

/** Live tokens of a cashier, as the real one has it. */
const TOKENS = 10;
const DAY_MS = 24 * 3_600_000;

/** Refusals in the service's own words. */
class No extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 422 | 429,
    message: string,
    readonly detail?: object[],
  ) {
    super(message);
  }
}

/**
 * Behaves like Checkbox (checkbox.ua) as far as the product asks it: states, tokens, shifts of a day, wrong licences, uuids
 * that make everything once; and misbehaves on request (`POST /_faults`). It counts by itself (`GET /_counts`).
 */
export function createCheckboxStandIn({ registers, takesMs = 0, rate }: StandInOptions = {}) {
  const cashiers = new Map<string, Cashier>();
  const calls = new Map<Cashier, number[]>();
  const faults = new Faults();
  const asked = new Map<string, number>();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const app = new Hono<Env>();

  const cashierOf = (name: string) => {
    const known = cashiers.get(name) ?? newCashier(name);
    cashiers.set(name, known);
    return known;
  };
  const licenseOf = (c: C) => {
    const license = c.req.header("x-license-key") ?? "";
    if (!license || (registers && !registers.some((one) => one.license === license)))
      throw new No(403, "Невірний ключ ліцензії каси");
    return license;
  };
  const signedIn = (c: C) => {
    const token = (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
    const cashier = [...cashiers.values()].find(({ tokens }) => tokens.includes(token));
    if (!cashier) throw new No(401, "Невірний токен доступу");
    if (!c.req.header("x-client-name")) throw new No(400, "X-Client-Name");
    limit(cashier);
    return cashier;
  };
  const limit = (cashier: Cashier) => {
    if (!rate) return;
    const recent = (calls.get(cashier) ?? []).filter((at) => at > Date.now() - rate.intervalMs);
    if (recent.length >= rate.count) throw new No(429, "Забагато запитів");
    calls.set(cashier, [...recent, Date.now()]);
  };
  const enter = (cashier: Cashier) => {
    const token = randomUUID();
    cashier.tokens = [...cashier.tokens, token].slice(-TOKENS);
    cashier.signIns += 1;
    return { type: "bearer", token_type: "bearer", access_token: token };
  };

  app.use(async (c, next) => {
    const call = `${c.req.method} ${c.req.path.replace(/^\/api\/v1/, "")}`;
    if (call.includes("/_")) return next();
    asked.set(call, (asked.get(call) ?? 0) + 1);
    const fault = faults.next(call, ({ kind }) => kind !== "refuse" && kind !== "hang");
    if (!fault) return next();
    const again = fault.kind === "twice" ? c.req.raw.clone() : undefined;
    return spoil(c, next, fault, {
      forget: () => cashiers.forEach((one) => (one.tokens = [])),
      again: async () => again && app.fetch(again, c.env),
    });
  });
  app.onError((error, c) => {
    if (!(error instanceof No)) throw error;
    return c.json(
      { message: error.message, ...(error.detail && { detail: error.detail }) },
      error.status,
      error.status === 429 ? { "retry-after": "1" } : {},
    );
  });
  app.notFound((c) => c.json({ message: "Не знайдено" }, 404));

  const api = new Hono<Env>();
  api.post("/cashier/signin", async (c) => {
    const { login, password } = await body(c, z.object({ login: z.string(), password: z.string() }));
    const isKnown = !registers || registers.some((one) => one.login === login && one.pin === password);
    if (!isKnown) throw new No(403, "Невірний логін або пароль");
    return c.json(enter(cashierOf(login)));
  });
  api.post("/cashier/signinPinCode", async (c) => {
    const license = licenseOf(c);
    const { pin_code } = await body(c, z.object({ pin_code: z.string() }));
    if (registers && !registers.some((one) => one.license === license && one.pin === pin_code))
      throw new No(403, "Невірний пін-код");
    return c.json(enter(cashierOf(license)));
  });
  api.get("/cashier/shift", (c) => c.json(shiftNow(signedIn(c))));
  api.get("/shifts/:id", (c) => {
    const cashier = signedIn(c);
    const shift = cashier.shifts.find(({ id }) => id === c.req.param("id"));
    if (!shift) throw new No(404, "Зміну не знайдено");
    return c.json(shownShift(cashier, shift));
  });
  api.post("/shifts", async (c) => {
    const cashier = signedIn(c);
    licenseOf(c);
    const { id } = await body(c, z.object({ id: z.uuid() }));
    const known = cashier.shifts.find((one) => one.id === id);
    if (known) return c.json(shownShift(cashier, known), 202);
    if (shiftNow(cashier)) throw new No(400, "Касир вже працює з даною касою");
    const refusal = faults.next("POST /shifts", ({ kind }) => kind === "refuse");
    const hang = faults.next("POST /shifts", ({ kind }) => kind === "hang");
    const shift = { ...newShift(cashier.shifts.length + 1, now(), refusal?.message ?? null, hang?.times ?? 0), id };
    cashier.shifts.push(shift);
    cashier.shift = shift;
    return c.json(shownShift(cashier, shift), 202);
  });
  api.post("/shifts/close", (c) => {
    const cashier = signedIn(c);
    const shift = openShift(cashier);
    const refusal = faults.next("POST /shifts/close", ({ kind }) => kind === "refuse");
    shift.closing = now();
    shift.closingError = refusal?.message ?? null;
    return c.json({ ...shownShift(cashier, shift), status: "CLOSING", closing_transaction: null }, 202);
  });
  api.post("/receipts/sell", async (c) => {
    const cashier = signedIn(c);
    const sell = await body(c, sellSchema);
    const known = cashier.receipts.get(sell.id);
    if (known) return c.json(shownReceipt(known), 201);
    const shift = openShift(cashier);
    if (now() - shift.opened > DAY_MS) throw new No(400, "Зміну відкрито понад 24 години");
    const isReturn = sell.goods.every((one) => one.is_return);
    const amount = sell.goods.reduce((sum, { good, quantity }) => sum + Math.round((good.price * quantity) / 1_000), 0);
    if (sell.payments.reduce((sum, { value }) => sum + value, 0) < amount)
      throw new No(400, "Сума оплат менша за суму чека");
    if (isReturn) checkReturn(cashier, sell.related_receipt_id, amount);
    return c.json(
      shownReceipt(
        keep(cashier, shift, "POST /receipts/sell", {
          id: sell.id,
          type: isReturn ? "RETURN" : "SELL",
          payment: sell.payments[0]?.type ?? "CASH",
          amount,
          related: sell.related_receipt_id ?? null,
        }),
      ),
      201,
    );
  });
  api.post("/receipts/service", async (c) => {
    const cashier = signedIn(c);
    const { id, payment } = await body(c, serviceSchema);
    const known = cashier.receipts.get(id);
    if (known) return c.json(shownReceipt(known), 201);
    const shift = openShift(cashier);
    if (payment.value < 0 && sumsOf(cashier, shift).balance < -payment.value)
      throw new No(400, "Недостатньо готівки в касі");
    return c.json(
      shownReceipt(
        keep(cashier, shift, "POST /receipts/service", {
          id,
          type: payment.value < 0 ? "SERVICE_OUT" : "SERVICE_IN",
          payment: "CASH",
          amount: Math.abs(payment.value),
          related: null,
        }),
      ),
      201,
    );
  });
  api.get("/receipts/:id", (c) => {
    const receipt = signedIn(c).receipts.get(c.req.param("id"));
    if (!receipt) throw new No(404, "Чек не знайдено");
    return c.json(shownReceipt(receipt));
  });
  api.post("/reports", (c) => {
    const cashier = signedIn(c);
    const shift = openShift(cashier);
    const { cash_sales, card_sales, cash_returns, card_returns, service_in, service_out, balance } = sumsOf(
      cashier,
      shift,
    );
    const done = [...cashier.receipts.values()].filter((one) => one.shift === shift && one.fate === "DONE");
    return c.json(
      {
        id: randomUUID(),
        serial: ++cashier.reports,
        is_z_report: false,
        balance,
        sell_receipts_count: done.filter(({ type }) => type === "SELL").length,
        return_receipts_count: done.filter(({ type }) => type === "RETURN").length,
        payments: [
          { type: "CASH", label: "Готівка", sell_sum: cash_sales, return_sum: cash_returns, service_in, service_out },
          {
            type: "CASHLESS",
            label: "Картка",
            sell_sum: card_sales,
            return_sum: card_returns,
            service_in: 0,
            service_out: 0,
          },
        ],
      },
      201,
    );
  });
  api.get("/cash-registers/info", (c) => {
    signedIn(c);
    licenseOf(c);
    return c.json({ fiscal_number: "TEST000001", is_test: true, offline_mode: false, has_shift: false });
  });
  api.post("/cash-registers/ping-tax-service", (c) => {
    signedIn(c);
    licenseOf(c);
    const refusal = faults.next("POST /cash-registers/ping-tax-service", ({ kind }) => kind === "refuse");
    return c.json({ status: refusal ? "ERROR" : "DONE" });
  });

  /** The open, opening or closing shift. */
  function shiftNow(cashier: Cashier) {
    const { shift } = cashier;
    if (!shift) return null;
    const shown = shownShift(cashier, shift);
    if (shown.status !== "CLOSED") return shown;
    cashier.shift = null;
    return null;
  }
  function openShift(cashier: Cashier): Shift {
    const shown = shiftNow(cashier);
    const { shift } = cashier;
    if (!shift || shown?.status !== "OPENED") throw new No(400, "Зміну не відкрито");
    return shift;
  }
  const isOver = (one: { looks: number }, since: number) =>
    one.looks > 0 ? --one.looks < 0 : now() - since >= takesMs;

  function shownShift(cashier: Cashier, shift: Shift) {
    if (shift.fate === "REFUSED" && isOver(shift, shift.opened)) shift.closed ??= now();
    if (shift.closing !== null && shift.closed === null && isOver(shift, shift.closing)) {
      if (shift.closingError === null) shift.closed = now();
      else shift.closing = null;
    }
    const isOpen = shift.fate === "OPENED" && (shift.closing !== null || isOver(shift, shift.opened));
    const status =
      shift.closed !== null ? "CLOSED" : shift.closing !== null ? "CLOSING" : isOpen ? "OPENED" : "OPENING";
    if (status === "OPENED") shift.looks = 0;
    return {
      id: shift.id,
      serial: shift.serial,
      status,
      opened_at: new Date(shift.opened).toISOString(),
      closed_at: shift.closed === null ? null : new Date(shift.closed).toISOString(),
      balance: sumsOf(cashier, shift),
      initial_transaction: { response_error_message: shift.error },
      closing_transaction: shift.closingError === null ? null : { response_error_message: shift.closingError },
    };
  }

  function keep(
    cashier: Cashier,
    shift: Shift,
    call: string,
    one: Pick<KeptReceipt, "id" | "type" | "payment" | "amount" | "related">,
  ): KeptReceipt {
    const refusal = faults.next(call, ({ kind }) => kind === "refuse");
    const hang = faults.next(call, ({ kind }) => kind === "hang");
    const receipt: KeptReceipt = {
      ...one,
      shift,
      serial: cashier.receipts.size + 1,
      fiscal_code: randomUUID().slice(0, 13),
      made: now(),
      fate: refusal ? "ERROR" : "DONE",
      error: refusal?.message ?? null,
      looks: hang?.times ?? 0,
    };
    cashier.receipts.set(one.id, receipt);
    return receipt;
  }

  function checkReturn(cashier: Cashier, related: string | undefined, amount: number): void {
    const sold = related === undefined ? undefined : cashier.receipts.get(related);
    if (!sold || sold.type !== "SELL" || sold.fate !== "DONE") throw new No(400, "Чек продажу не знайдено");
    const before = [...cashier.receipts.values()].filter((one) => one.related === related && one.fate === "DONE");
    if (before.reduce((sum, one) => sum + one.amount, amount) > sold.amount)
      throw new No(400, "Сума повернення більша за суму продажу");
  }

  let origin = "";
  function shownReceipt(receipt: KeptReceipt) {
    const isDone = isOver(receipt, receipt.made);
    return {
      id: receipt.id,
      type: receipt.type,
      serial: receipt.serial,
      status: isDone ? receipt.fate : "CREATED",
      total_sum: receipt.amount,
      fiscal_code: isDone && receipt.fate === "DONE" ? receipt.fiscal_code : null,
      tax_url: isDone && receipt.fate === "DONE" ? `${origin}/_check/${receipt.fiscal_code}` : null,
      shift: { id: receipt.shift.id },
      transaction: { status: isDone ? receipt.fate : "PENDING", response_error_message: isDone ? receipt.error : null },
    };
  }

  app.route("/api/v1", api);
  app.get("/_check/:code", (c) => {
    const found = [...cashiers.values()]
      .flatMap(({ receipts }) => [...receipts.values()])
      .find((one) => one.fiscal_code === c.req.param("code"));
    if (!found) return c.notFound();
    return c.html(
      `<!doctype html><meta charset="utf-8"><title>${found.fiscal_code}</title><h1>${found.type} ${(found.amount / 100).toFixed(2)} грн</h1><p>${found.fiscal_code} · ${new Date(found.made).toISOString()}`,
    );
  });

  const standIn = {
    app,
    /** Faults to come. */
    fail: (...more: readonly Fault[]) => faults.add(more),
    heal: () => faults.clear(),
    /** How often it was asked for "METHOD /path". */
    asked: (call: string) => asked.get(call) ?? 0,
    /** How many faults nothing has met yet. */
    coming: () => faults.left,
    counts: (): Record<string, Counts> => Object.fromEntries([...cashiers].map(([name, one]) => [name, countsOf(one)])),
    /** Its clock goes ahead of ours. */
    goAhead: (ms: number) => (ahead = ms),
    receipts: () => [...cashiers.values()].flatMap(({ receipts }) => [...receipts.values()]),
    /** Somebody closes a shift elsewhere. */
    closeElsewhere: () => cashiers.forEach((one) => one.shift && (one.shift.closed = now())),
    tokens: () => [...cashiers.values()].flatMap((one) => one.tokens),
    /** All tokens are no good any more. */
    forget: () => cashiers.forEach((one) => (one.tokens = [])),
    reachedAt: (url: string) => (origin = url),
  };
  app.post("/_faults", async (c) => {
    standIn.fail(...z.array(faultSchema).parse(await c.req.json()));
    return c.json({});
  });
  app.delete("/_faults", (c) => {
    standIn.heal();
    return c.json({});
  });
  app.get("/_counts", (c) => c.json(standIn.counts()));
  return standIn;
}

async function spoil(
  c: C,
  next: () => Promise<void>,
  fault: ReadFault,
  { forget, again }: { forget(): void; again(): Promise<unknown> },
): Promise<Response | void> {
  switch (fault.kind) {
    case "expire":
      forget();
      return next();
    case "slow":
      await sleep(fault.ms);
      return next();
    case "late":
      await next();
      await sleep(fault.ms);
      return;
    case "twice":
      await Promise.all([next(), again()]);
      return;
    case "drop":
      c.env.outgoing.destroy();
      return c.body(null);
    case "acted_drop":
      await next();
      c.env.outgoing.destroy();
      return;
    case "html":
      return c.html("<html><body>502 Bad Gateway</body></html>");
    case "acted":
      await next();
      c.res = undefined;
      c.res = c.json({ message: fault.message }, 500);
      return;
    case "status":
      return new Response(JSON.stringify({ message: fault.message }), {
        status: fault.status,
        headers: {
          "content-type": "application/json",
          ...(fault.retry_after !== undefined && { "retry-after": String(fault.retry_after) }),
        },
      });
    case "refuse":
    case "hang":
      return next();
  }
}

async function body<T>(c: C, schema: z.ZodType<T>): Promise<T> {
  const read = schema.safeParse(await c.req.json().catch(() => undefined));
  if (read.success) return read.data;
  throw new No(
    422,
    "Validation error",
    read.error.issues.map(({ path, message }) => ({
      loc: ["body", ...path.map(String)],
      msg: message,
      type: "value_error",
    })),
  );
}

/** The stand-in on a loopback port. `url`: what the product takes for the service's address. */
export async function startCheckboxStandIn(options: StandInOptions & { port?: number } = {}) {
  const standIn = createCheckboxStandIn(options);
  const server = createAdaptorServer({ fetch: standIn.app.fetch });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  standIn.reachedAt(`http://127.0.0.1:${port}`);
  return {
    ...standIn,
    url: `http://127.0.0.1:${port}/api/v1`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
export type CheckboxStandIn = Awaited<ReturnType<typeof startCheckboxStandIn>>;
