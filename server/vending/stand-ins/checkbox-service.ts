import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { z } from "zod";
import { type Cashier, type KeptReceipt, newCashier, newShift, type Shift, sumsOf } from "./checkbox-books";
import { Faults } from "./checkbox-faults";

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

export type Env = { Bindings: HttpBindings };
type C = Context<Env>;

/** Live tokens of a cashier, as the real one has it. */
const TOKENS = 10;

/** Refusals in the service's own words. */
export class No extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 422 | 429,
    message: string,
    readonly detail?: object[],
  ) {
    super(message);
  }
}

/** What the service knows: cashiers with their shifts and receipts; it refuses as the real one does. */
export class CheckboxService {
  readonly cashiers = new Map<string, Cashier>();
  readonly faults = new Faults();
  readonly #calls = new Map<Cashier, number[]>();
  /** How far its clock is ahead of ours, ms; where its checks are looked at. */
  ahead = 0;
  origin = "";

  constructor(private readonly options: StandInOptions) {}

  now(): number {
    return Date.now() + this.ahead;
  }

  cashierOf(name: string): Cashier {
    const known = this.cashiers.get(name) ?? newCashier(name);
    this.cashiers.set(name, known);
    return known;
  }

  /** Whether somebody may sign in: one of its registers, or anybody where it has none of its own. */
  knows(is: (one: Register) => boolean): boolean {
    return !this.options.registers || this.options.registers.some(is);
  }

  licenseOf(c: C): string {
    const license = c.req.header("x-license-key") ?? "";
    if (!license || !this.knows((one) => one.license === license)) throw new No(403, "Невірний ключ ліцензії каси");
    return license;
  }

  enter(cashier: Cashier) {
    const token = randomUUID();
    cashier.tokens = [...cashier.tokens, token].slice(-TOKENS);
    cashier.signIns += 1;
    return { type: "bearer", token_type: "bearer", access_token: token };
  }

  /** All tokens are no good any more. */
  forget(): void {
    for (const one of this.cashiers.values()) one.tokens = [];
  }

  signedIn(c: C): Cashier {
    const token = (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
    const cashier = [...this.cashiers.values()].find(({ tokens }) => tokens.includes(token));
    if (!cashier) throw new No(401, "Невірний токен доступу");
    if (!c.req.header("x-client-name")) throw new No(400, "X-Client-Name");
    this.#limit(cashier);
    return cashier;
  }

  #limit(cashier: Cashier): void {
    const { rate } = this.options;
    if (!rate) return;
    const recent = (this.#calls.get(cashier) ?? []).filter((at) => at > Date.now() - rate.intervalMs);
    if (recent.length >= rate.count) throw new No(429, "Забагато запитів");
    this.#calls.set(cashier, [...recent, Date.now()]);
  }

  /** The open, opening or closing shift. */
  shiftNow(cashier: Cashier) {
    const { shift } = cashier;
    if (!shift) return null;
    const shown = this.shownShift(cashier, shift);
    if (shown.status !== "CLOSED") return shown;
    cashier.shift = null;
    return null;
  }

  openShift(cashier: Cashier): Shift {
    const shown = this.shiftNow(cashier);
    const { shift } = cashier;
    if (!shift || shown?.status !== "OPENED") throw new No(400, "Зміну не відкрито");
    return shift;
  }

  beginShift(cashier: Cashier, id: string): Shift {
    if (this.shiftNow(cashier)) throw new No(400, "Касир вже працює з даною касою");
    const { refusal, hang } = this.#fateOf("POST /shifts");
    const shift = { ...newShift(cashier.shifts.length + 1, this.now(), refusal, hang), id };
    cashier.shifts.push(shift);
    cashier.shift = shift;
    return shift;
  }

  /** A refusal that was asked for of a call: its words, and how often one looks before it is done. */
  #fateOf(call: string): { refusal: string | null; hang: number } {
    const refusal = this.refusalOf(call);
    return { refusal, hang: this.faults.next(call, ({ kind }) => kind === "hang")?.times ?? 0 };
  }

  refusalOf(call: string): string | null {
    return this.faults.next(call, ({ kind }) => kind === "refuse")?.message ?? null;
  }

  #isOver(one: { looks: number }, since: number): boolean {
    return one.looks > 0 ? --one.looks < 0 : this.now() - since >= (this.options.takesMs ?? 0);
  }

  shownShift(cashier: Cashier, shift: Shift) {
    if (shift.fate === "REFUSED" && this.#isOver(shift, shift.opened)) shift.closed ??= this.now();
    if (shift.closing !== null && shift.closed === null && this.#isOver(shift, shift.closing)) {
      if (shift.closingError === null) shift.closed = this.now();
      else shift.closing = null;
    }
    const isOpen = shift.fate === "OPENED" && (shift.closing !== null || this.#isOver(shift, shift.opened));
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

  keep(
    cashier: Cashier,
    shift: Shift,
    call: string,
    one: Pick<KeptReceipt, "id" | "type" | "payment" | "amount" | "related">,
  ): KeptReceipt {
    const { refusal, hang } = this.#fateOf(call);
    const receipt: KeptReceipt = {
      ...one,
      shift,
      serial: cashier.receipts.size + 1,
      fiscal_code: randomUUID().slice(0, 13),
      made: this.now(),
      fate: refusal === null ? "DONE" : "ERROR",
      error: refusal,
      looks: hang,
    };
    cashier.receipts.set(one.id, receipt);
    return receipt;
  }

  checkReturn(cashier: Cashier, related: string | undefined, amount: number): void {
    const sold = related === undefined ? undefined : cashier.receipts.get(related);
    if (!sold || sold.type !== "SELL" || sold.fate !== "DONE") throw new No(400, "Чек продажу не знайдено");
    const before = [...cashier.receipts.values()].filter((one) => one.related === related && one.fate === "DONE");
    if (before.reduce((sum, one) => sum + one.amount, amount) > sold.amount)
      throw new No(400, "Сума повернення більша за суму продажу");
  }

  shownReceipt(receipt: KeptReceipt) {
    const isDone = this.#isOver(receipt, receipt.made);
    return {
      id: receipt.id,
      type: receipt.type,
      serial: receipt.serial,
      status: isDone ? receipt.fate : "CREATED",
      total_sum: receipt.amount,
      fiscal_code: isDone && receipt.fate === "DONE" ? receipt.fiscal_code : null,
      tax_url: isDone && receipt.fate === "DONE" ? `${this.origin}/_check/${receipt.fiscal_code}` : null,
      shift: { id: receipt.shift.id },
      transaction: { status: isDone ? receipt.fate : "PENDING", response_error_message: isDone ? receipt.error : null },
    };
  }
}

/** What a call sends; 422 in the service's words where that is something else. */
export async function body<T>(c: C, schema: z.ZodType<T>): Promise<T> {
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
