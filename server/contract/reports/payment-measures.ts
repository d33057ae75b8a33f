import { PAYMENT_COUNTERS, type PaymentCounter, type Stage, STAGE_NAMES } from "../payments";

export type Reached = `reached_${Stage}`;
export type StageTime = `time_${Stage}`;
export type CounterMeasure = `counter_${PaymentCounter}`;

/** How many online payments came to each stage, how long they were there on average, and how many ended by each error. */
export const REACHED: readonly Reached[] = STAGE_NAMES.map((stage) => `reached_${stage}` as const);
export const STAGE_TIMES: readonly StageTime[] = STAGE_NAMES.map((stage) => `time_${stage}` as const);
export const COUNTERS: readonly CounterMeasure[] = PAYMENT_COUNTERS.map((counter) => `counter_${counter}` as const);

/** Something for each stage, by the name of how many came to it. */
export const byReached = <T>(of: (stage: Stage) => T): Record<Reached, T> => ({
  reached_payment_start: of("payment_start"),
  reached_credit_added: of("credit_added"),
  reached_product_selection: of("product_selection"),
  reached_invoice_creation: of("invoice_creation"),
  reached_payment: of("payment"),
  reached_payment_notification: of("payment_notification"),
  reached_start_notification: of("start_notification"),
  reached_making: of("making"),
});

/** The same by the name of its time. */
export const byStageTime = <T>(of: (stage: Stage) => T): Record<StageTime, T> => ({
  time_payment_start: of("payment_start"),
  time_credit_added: of("credit_added"),
  time_product_selection: of("product_selection"),
  time_invoice_creation: of("invoice_creation"),
  time_payment: of("payment"),
  time_payment_notification: of("payment_notification"),
  time_start_notification: of("start_notification"),
  time_making: of("making"),
});

/** Something for each error. */
export const byCounter = <T>(of: (counter: PaymentCounter) => T): Record<CounterMeasure, T> => ({
  counter_no_ping: of("no_ping"),
  counter_credit_not_charged: of("credit_not_charged"),
  counter_no_product_selected: of("no_product_selected"),
  counter_invoice_not_created: of("invoice_not_created"),
  counter_no_final_status: of("no_final_status"),
  counter_payment_error: of("payment_error"),
  counter_status_not_sent: of("status_not_sent"),
  counter_preparation_not_started: of("preparation_not_started"),
  counter_vend_failed: of("vend_failed"),
});
