import {
  type Cause,
  type Deed,
  type PaymentCounter,
  type PaymentNews,
  type PaymentState,
  type Place,
  type Stage,
  STAGES,
} from "./payments";

export interface Transition {
  from: Place;
  on: PaymentNews;
  by: readonly Cause[];
  to: Place;
  does?: readonly Deed[];
  counts?: PaymentCounter;
}

/** How a payment begins: a customer at a machine, or staff who test its account. */
export const BEGINNINGS = {
  sale: { place: "payment_start", does: ["credit"] },
  test: { place: "invoice_creation", does: ["invoice"] },
} as const satisfies Record<string, { place: Stage; does: readonly Deed[] }>;

const customer = ["customer"] as const;
const provider = ["provider"] as const;
const unit = ["unit"] as const;
const clock = ["clock"] as const;
const staff = ["staff"] as const;

/** All that may happen to a payment. News that no row has changes nothing: it came twice, or too late to matter. */
export const TRANSITIONS: readonly Transition[] = [
  { from: "payment_start", on: "reached", by: unit, to: "credit_added" },
  { from: "payment_start", on: "credited", by: unit, to: "product_selection" },
  { from: "payment_start", on: "refused", by: unit, to: "error", counts: "credit_not_charged" },
  { from: "payment_start", on: "cancelled", by: customer, to: "cancel", does: ["recall"] },
  { from: "payment_start", on: "late", by: clock, to: "error", does: ["recall"], counts: "no_ping" },

  { from: "credit_added", on: "credited", by: unit, to: "product_selection" },
  { from: "credit_added", on: "refused", by: unit, to: "error", counts: "credit_not_charged" },
  { from: "credit_added", on: "cancelled", by: customer, to: "cancel", does: ["recall"] },
  { from: "credit_added", on: "late", by: clock, to: "error", does: ["recall"], counts: "credit_not_charged" },

  { from: "product_selection", on: "chosen", by: ["customer", "unit"], to: "invoice_creation", does: ["invoice"] },
  { from: "product_selection", on: "cancelled", by: customer, to: "cancel" },
  { from: "product_selection", on: "late", by: clock, to: "cancel", counts: "no_product_selected" },

  { from: "invoice_creation", on: "invoiced", by: provider, to: "payment" },
  // Its word can overtake its answer.
  { from: "invoice_creation", on: "paid", by: provider, to: "payment_notification", does: ["notify"] },
  { from: "invoice_creation", on: "mispaid", by: provider, to: "error", does: ["refund"], counts: "payment_error" },
  { from: "invoice_creation", on: "test_paid", by: provider, to: "cancel", does: ["refund"] },
  { from: "invoice_creation", on: "declined", by: provider, to: "error", counts: "invoice_not_created" },
  { from: "invoice_creation", on: "cancelled", by: customer, to: "cancel", does: ["watch"] },
  { from: "invoice_creation", on: "late", by: clock, to: "error", does: ["watch"], counts: "invoice_not_created" },

  { from: "payment", on: "paid", by: provider, to: "payment_notification", does: ["notify"] },
  { from: "payment", on: "mispaid", by: provider, to: "error", does: ["refund"], counts: "payment_error" },
  { from: "payment", on: "test_paid", by: provider, to: "cancel", does: ["refund"] },
  { from: "payment", on: "declined", by: provider, to: "error", does: ["watch"], counts: "payment_error" },
  { from: "payment", on: "cancelled", by: customer, to: "cancel", does: ["watch"] },
  { from: "payment", on: "late", by: clock, to: "error", does: ["watch"], counts: "no_final_status" },

  { from: "payment_notification", on: "told", by: unit, to: "start_notification", does: ["start"] },
  { from: "payment_notification", on: "started", by: unit, to: "making" },
  { from: "payment_notification", on: "made", by: unit, to: "vend_success", does: ["recall", "capture"] },
  {
    from: "payment_notification",
    on: "refused",
    by: unit,
    to: "vend_fail",
    does: ["refund"],
    counts: "status_not_sent",
  },
  { from: "payment_notification", on: "not_made", by: unit, to: "vend_fail", does: ["refund"], counts: "vend_failed" },
  {
    from: "payment_notification",
    on: "late",
    by: clock,
    to: "vend_fail",
    does: ["recall", "refund"],
    counts: "status_not_sent",
  },

  { from: "start_notification", on: "started", by: unit, to: "making" },
  { from: "start_notification", on: "made", by: unit, to: "vend_success", does: ["recall", "capture"] },
  {
    from: "start_notification",
    on: "refused",
    by: unit,
    to: "vend_fail",
    does: ["refund"],
    counts: "preparation_not_started",
  },
  { from: "start_notification", on: "not_made", by: unit, to: "vend_fail", does: ["refund"], counts: "vend_failed" },
  {
    from: "start_notification",
    on: "late",
    by: clock,
    to: "vend_fail",
    does: ["recall", "refund"],
    counts: "preparation_not_started",
  },

  { from: "making", on: "made", by: unit, to: "vend_success", does: ["capture"] },
  { from: "making", on: "not_made", by: unit, to: "vend_fail", does: ["refund"], counts: "vend_failed" },
  { from: "making", on: "refused", by: unit, to: "vend_fail", does: ["refund"], counts: "vend_failed" },
  { from: "making", on: "late", by: clock, to: "vend_fail", does: ["refund"], counts: "vend_failed" },

  // The unit was cut off while it made it: what was vended is sold, unless its money is on the way back.
  { from: "vend_fail", on: "made", by: unit, to: "vend_success", does: ["withdraw", "capture"] },
  { from: "vend_fail", on: "made_too_late", by: unit, to: "vend_fail", does: ["give_away"] },

  // Money that came when nobody waited for it any more.
  { from: "error", on: "paid", by: provider, to: "error", does: ["refund"] },
  { from: "error", on: "mispaid", by: provider, to: "error", does: ["refund"] },
  { from: "error", on: "made_too_late", by: unit, to: "error", does: ["give_away"] },
  { from: "cancel", on: "paid", by: provider, to: "cancel", does: ["refund"] },
  { from: "cancel", on: "mispaid", by: provider, to: "cancel", does: ["refund"] },
  { from: "cancel", on: "made_too_late", by: unit, to: "cancel", does: ["give_away"] },

  { from: "vend_success", on: "returned", by: staff, to: "vend_success" },
];

/** The row of the table for what happened, if there is one. */
export const transitionOf = (from: Place, on: PaymentNews, by: Cause): Transition | undefined =>
  TRANSITIONS.find((one) => one.from === from && one.on === on && one.by.includes(by));

const isStage = (place: Place): place is Stage => place in STAGES;
/** The state and the stage of a place. */
export const standing = (place: Place): { state: PaymentState; stage: Stage | null } =>
  isStage(place) ? { state: STAGES[place].state, stage: place } : { state: place, stage: null };
