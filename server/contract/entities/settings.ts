import { defineSingleton } from "../define-entity";
import { STAGE_NAMES } from "../payments";
import { choice, flag, integer, money, text } from "../fields";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "../record";
import { TIME_ZONE } from "../time";

/** Minutes of a ticket's target: at most four weeks. */
const target = () => integer({ required: true, min: 1, max: 40_320, unit: "min" });

/** Longest seconds of a stage of an online payment; empty: as `STAGES` says. */
const seconds = () => integer({ min: 3, max: 900, unit: "duration", hint: true });

/** What the code goes by until somebody saves the settings. */
export const SETTINGS_DEFAULTS = {
  pageSize: String(DEFAULT_PAGE_SIZE),
  offlineMinutes: 15,
  eventDays: 90,
  sessionIdleMinutes: 720,
  timeZone: TIME_ZONE,
  fiscal: { keys: false, closeAt: "23:50", cashOut: false, ageDays: 2, lagMinutes: 60 },
  /** Minutes, by priority. */
  response: { CRITICAL: 30, HIGH: 120, MEDIUM: 480 },
  resolution: { CRITICAL: 240, HIGH: 1440, MEDIUM: 4320 },
  /** Kopecks. */
  refundLimit: 200_00,
  voucherDays: 30,
} as const;

/** Options of the whole company; each is read where it acts. */
export const settings = defineSingleton({
  name: "settings",
  api: "/settings",
  path: "/settings",
  permission: "SETTINGS",
  fields: {
    /** Rows of a list in a browser that remembers no size of its own. */
    page_size: choice("page_size", PAGE_SIZES.map(String), { required: true }),
    /** A machine whose unit was silent this long is offline. */
    offline_minutes: integer({ required: true, min: 1, max: 1440, unit: "min" }),
    /** Raw events of machines are dropped after so many days; sales and totals stay. */
    event_days: integer({ min: 31, max: 3650, unit: "days" }),
    /** Who does nothing for so long signs in again. */
    session_idle_minutes: integer({ required: true, min: 5, max: 43_200, unit: "min", hint: true }),
    /** Days begin and end by it everywhere; machines and books would disagree with any other. */
    time_zone: text({ max: 40, readOnly: true }),
    /** Vends paid with a key get receipts, too. */
    fiscal_keys: flag({ hint: true }),
    /** When desks open, by the clock ("07:00"); empty: with the first sale. */
    fiscal_open_at: text({ max: 5, format: "time", hint: true }),
    /** When desks close; like what follows, empty: as `SETTINGS_DEFAULTS` says. */
    fiscal_close_at: text({ max: 5, format: "time", hint: true }),
    /** The cash in a desk is taken out before it closes. */
    fiscal_cash_out: flag(),
    /** Vends that are told later than this get no receipt by themselves: the accountant finds them in a list. */
    fiscal_age_days: integer({ min: 1, max: 60, unit: "days", hint: true }),
    /** A desk whose oldest receipt waits longer lags. */
    fiscal_lag_minutes: integer({ min: 5, max: 1440, unit: "min", hint: true }),
    /** How soon a ticket is first answered, and solved, by its priority. */
    response_critical: target(),
    response_high: target(),
    response_medium: target(),
    resolution_critical: target(),
    resolution_high: target(),
    resolution_medium: target(),
    /** A larger refund is approved by somebody else than who asked for it. */
    refund_limit: money({ max: 1_000_000_00, hint: true }),
    /** A code that is given for a refund may be used so long. */
    voucher_days: integer({ min: 1, max: 365, unit: "days", hint: true }),
    /** How long each stage of an online payment may take (payments.ts). */
    payment_start: seconds(),
    credit_added: seconds(),
    product_selection: seconds(),
    invoice_creation: seconds(),
    payment: seconds(),
    payment_notification: seconds(),
    start_notification: seconds(),
    making: seconds(),
    /** A route sheet is approved by somebody else than who wrote it. */
    sheets_need_second: flag(),
    /** Drafts of tomorrow's route sheets are written in the evening, of what machines are worth a visit. */
    sheets_nightly: flag({ hint: true }),
    /** Money is held first and taken when the product is made, where the provider offers that. */
    hold_payments: flag({ hint: true }),
  },
  sections: [
    { name: "lists", fields: ["page_size"] },
    { name: "security", fields: ["session_idle_minutes"] },
    { name: "machines", fields: ["offline_minutes", "event_days"] },
    {
      name: "fiscal",
      fields: [
        "fiscal_keys",
        "fiscal_open_at",
        "fiscal_close_at",
        "fiscal_cash_out",
        "fiscal_age_days",
        "fiscal_lag_minutes",
      ],
    },
    {
      name: "help_desk",
      fields: [
        "response_critical",
        "response_high",
        "response_medium",
        "resolution_critical",
        "resolution_high",
        "resolution_medium",
      ],
    },
    { name: "refunds", fields: ["refund_limit", "voucher_days"] },
    { name: "route_sheets", fields: ["sheets_need_second", "sheets_nightly"] },
    { name: "online_payments", fields: [...STAGE_NAMES, "hold_payments"] },
  ],
});
