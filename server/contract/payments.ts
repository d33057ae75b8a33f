/**
 * A customer pays from a phone for a product of a machine (docs/decisions/035-online-payments.md). What may follow what
 * is the table of payment-transitions.ts, and nothing else decides it. Money in kopecks of hryvnias.
 */

/** States of the specification, section 4. */
export const PAYMENT_STATES = [
  "wait",
  "choose",
  "wait_pay",
  "pay_notify",
  "vend",
  "vend_success",
  "vend_fail",
  "cancel",
  "error",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Why a payment went no further; each is counted by machine and stage. */
export const PAYMENT_COUNTERS = [
  "no_ping",
  "credit_not_charged",
  "no_product_selected",
  "invoice_not_created",
  "no_final_status",
  "payment_error",
  "status_not_sent",
  "preparation_not_started",
  "vend_failed",
] as const;
export type PaymentCounter = (typeof PAYMENT_COUNTERS)[number];

/** What goes on, in order: the machine's state meanwhile, and the seconds that it may take where the settings do not say. */
export const STAGES = {
  /** The machine is asked whether it is there. */
  payment_start: { state: "wait", seconds: 10 },
  /** The machine is to take the customer's credit. */
  credit_added: { state: "wait", seconds: 10 },
  /** The customer chooses, on the phone or at the machine. */
  product_selection: { state: "choose", seconds: 60 },
  /** The provider is to open an order. */
  invoice_creation: { state: "wait_pay", seconds: 10 },
  /** The customer pays at the provider. */
  payment: { state: "wait_pay", seconds: 180 },
  /** The machine is to hear that it is paid. */
  payment_notification: { state: "pay_notify", seconds: 15 },
  /** The machine is to begin. */
  start_notification: { state: "vend", seconds: 20 },
  /** It is being made. */
  making: { state: "vend", seconds: 120 },
} as const satisfies Record<string, { state: PaymentState; seconds: number }>;
export type Stage = keyof typeof STAGES;
export const STAGE_NAMES = [
  "payment_start",
  "credit_added",
  "product_selection",
  "invoice_creation",
  "payment",
  "payment_notification",
  "start_notification",
  "making",
] as const satisfies readonly Stage[];

/** States in which nothing more is waited for. */
export const ENDS = ["vend_success", "vend_fail", "cancel", "error"] as const;
export type End = (typeof ENDS)[number];
/** Where a payment stands: at a stage, or at its end. */
export type Place = Stage | End;
export const PLACES = [...STAGE_NAMES, ...ENDS] as const;

/** Who causes a step. */
export const CAUSES = ["customer", "provider", "unit", "clock", "staff"] as const;
export type Cause = (typeof CAUSES)[number];

/** What a unit is told, and at which stages its answer to that counts. */
export const PAYMENT_COMMANDS = {
  credit_added: ["payment_start", "credit_added"],
  paid: ["payment_notification"],
  start: ["start_notification", "making"],
} as const satisfies Record<string, readonly Stage[]>;
export type PaymentCommand = keyof typeof PAYMENT_COMMANDS;

/** What happened. */
export const PAYMENT_NEWS = [
  /** The unit called and took the order. */
  "reached",
  "credited",
  /** The unit will not do what it was told. */
  "refused",
  "chosen",
  /** Gave it up. */
  "cancelled",
  /** The stage took longer than it may. */
  "late",
  "invoiced",
  /** Paid or held, the amount and the currency of the order. */
  "paid",
  /** Paid, another amount or currency. */
  "mispaid",
  /** A test payment of staff was paid. */
  "test_paid",
  /** A definite no of the provider. */
  "declined",
  /** The unit knows that it is paid. */
  "told",
  "started",
  "made",
  /** Made after its money was on the way back: given away. */
  "made_too_late",
  "not_made",
  /** Money for what was made goes back, or a part of it: a person says so. */
  "returned",
] as const;
export type PaymentNews = (typeof PAYMENT_NEWS)[number];

/**
 * What is done about it. To the unit: `credit`, `notify` and `start` are commands, `recall` takes back what it has not
 * heard. `invoice`: open an order; `watch`: ask the provider later what became of it. `refund`: all that was taken goes
 * back; `withdraw`: a refund that has not gone out does not go; `capture`: held money is taken; `give_away`: the sale is
 * booked without money.
 */
export const DEEDS = [
  "credit",
  "notify",
  "start",
  "recall",
  "invoice",
  "watch",
  "refund",
  "withdraw",
  "capture",
  "give_away",
] as const;
export type Deed = (typeof DEEDS)[number];

/** Whose merchant account takes a machine's payments; `auto`: the machine's company of its record, else its location's franchise, else its location's company. */
export const PAYERS = ["auto", "company", "franchise", "none"] as const;
export type Payer = (typeof PAYERS)[number];

/** What is to be had of a provider after a payment: money goes back, or held money is taken. */
export const SETTLEMENTS = ["refund", "capture"] as const;
/** Of a refund: to be sent; sent, and what became of it unknown or under way; the provider has it; or it is to be done by hand; or not needed any more. */
export const REFUND_STATES = ["requested", "sent", "done", "failed", "withdrawn"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** What reconciliation finds: the provider took more or less, or gave back more or less, than we know; or does not know the order; or was not to be asked. */
export const DIFFERENCES = ["paid", "refunded", "unknown_order", "no_answer"] as const;

/** The currency that is sold in. */
export const PAYMENT_CURRENCY = "UAH";
