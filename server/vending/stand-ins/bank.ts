import { randomBytes } from "node:crypto";

/** Money back of an order, as the provider keeps it. */
export interface StandInRefund {
  /** The merchant's own key, where the provider takes one. */
  readonly key: string | null;
  readonly amount: number;
  state: "processing" | "success" | "failure";
  /** What is to become of it when it is looked at the next time. */
  readonly ends: "success" | "failure";
}

/** How a refund goes: at once, or later well or badly. */
export type RefundWay = "at_once" | "later" | "fails_later";

/** An order as a provider that we stand in for keeps it; amounts in kopecks. */
export interface StandInOrder {
  readonly id: string;
  /** The provider's own number. */
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly hold: boolean;
  readonly description: string;
  readonly callbackUrl: string | null;
  readonly returnUrl: string;
  expiresAt: number;
  state: "open" | "stuck" | "accepting" | "held" | "paid" | "released" | "failed" | "expired";
  /** What the customer gave, and what of it is kept where it was held first. */
  given: number;
  taken: number;
  readonly refunds: StandInRefund[];
  modifiedAt: number;
}

/** A definite no in the words of the provider. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type NewOrder = Pick<
  StandInOrder,
  "id" | "amount" | "currency" | "hold" | "description" | "callbackUrl" | "returnUrl"
> & { readonly expiresInS: number };

/** The books of a provider that we stand in for: they are kept in memory, and what is impossible with money is refused. */
export class Bank {
  readonly orders: StandInOrder[] = [];

  open({ expiresInS, ...order }: NewOrder): StandInOrder {
    const opened: StandInOrder = {
      ...order,
      reference: randomBytes(8).toString("hex"),
      expiresAt: Date.now() + expiresInS * 1_000,
      state: "open",
      given: 0,
      taken: 0,
      refunds: [],
      modifiedAt: Date.now(),
    };
    this.orders.push(opened);
    return opened;
  }

  /** The newest of this key, or of this number. */
  find(name: string): StandInOrder | undefined {
    const found = this.orders.findLast(({ id, reference }) => id === name || reference === name);
    if (found && isPayable(found) && found.expiresAt <= Date.now()) change(found, "expired");
    return found;
  }

  /** The customer pays; another amount than was asked for where `amount` says so. */
  pay(order: StandInOrder, amount = order.amount): void {
    if (!isPayable(order)) throw new Refusal("payment_err_status", "the order cannot be paid any more");
    order.given = amount;
    if (!order.hold) order.taken = amount;
    change(order, order.hold ? "held" : "paid");
  }

  /** What else becomes of an order while a customer tries to pay it. */
  turn(order: StandInOrder, state: "failed" | "stuck" | "accepting" | "expired"): void {
    if (!isPayable(order)) throw new Refusal("payment_err_status", "the order cannot be paid any more");
    change(order, state);
  }

  capture(order: StandInOrder, amount: number): void {
    if (order.state !== "held") throw new Refusal("payment_err_status", "nothing is held");
    if (amount > order.given || amount <= 0) throw new Refusal("err_amount_hold", "more than is held");
    order.taken = amount;
    change(order, "paid");
  }

  release(order: StandInOrder): void {
    if (order.state !== "held") throw new Refusal("payment_err_status", "nothing is held");
    change(order, "released");
  }

  /** Money back; a key that was seen before is one refund. */
  refund(order: StandInOrder, amount: number, key: string | null, way: RefundWay = "at_once"): StandInRefund {
    const seen = key === null ? undefined : order.refunds.find((refund) => refund.key === key);
    if (seen) return seen;
    if (order.state !== "paid") throw new Refusal("payment_err_status", "nothing is paid");
    if (amount <= 0 || amount > order.taken - backOf(order)) throw new Refusal("limit", "more than is left");
    const ends = way === "fails_later" ? "failure" : "success";
    const refund: StandInRefund = { key, amount, state: way === "at_once" ? "success" : "processing", ends };
    order.refunds.push(refund);
    order.modifiedAt = nextAfter(order.modifiedAt);
    return refund;
  }

  /** Refunds that were under way come to their end. */
  settle(order: StandInOrder): void {
    for (const refund of order.refunds) if (refund.state === "processing") refund.state = refund.ends;
  }

  /** What is compared with the merchant's books to the kopeck. */
  counts() {
    return this.orders.map((order) => ({
      id: order.id,
      reference: order.reference,
      state: order.state,
      amount: order.amount,
      paid: order.taken,
      held: order.state === "held" ? order.given : 0,
      refunded: refundedOf(order),
    }));
  }
}

const isPayable = ({ state }: StandInOrder) => state === "open" || state === "stuck" || state === "accepting";

function change(order: StandInOrder, state: StandInOrder["state"]): void {
  order.state = state;
  order.modifiedAt = nextAfter(order.modifiedAt);
}

/** No two changes have one time: the later of two messages is told by it. */
const nextAfter = (at: number) => Math.max(Date.now(), at + 1);

/** What went back. */
export const refundedOf = ({ refunds }: StandInOrder): number =>
  sum(refunds.filter(({ state }) => state === "success"));
/** What went back or is on its way. */
const backOf = ({ refunds }: StandInOrder): number => sum(refunds.filter(({ state }) => state !== "failure"));
const sum = (refunds: readonly StandInRefund[]) => refunds.reduce((all, { amount }) => all + amount, 0);
