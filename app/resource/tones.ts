import type { Tone } from "~/ui/tone";

/** Choices that are states rather than kinds, and what they mean. */
const TONES: Record<string, Record<string, Tone>> = {
  qr_state: { NOT_USED: "ok", USED: "neutral", EXPIRED: "warn", BLOCKED: "bad" },
  cash_desk_state: { OPEN: "ok", CLOSED: "neutral" },
  refund_state: { requested: "warn", done: "ok", declined: "neutral" },
  route_sheet_status: {
    DRAFT: "neutral",
    NEW: "info",
    APPROVED: "info",
    ACCEPTED: "info",
    LOADED: "info",
    COMPLETED: "ok",
    PARTLY_COMPLETED: "warn",
    CANCELED: "bad",
  },
  desk_alarm: { close_failed: "bad", shift_old: "bad", unreachable: "bad", lag: "warn", not_fiscalised: "warn" },
  ticket_status: {
    NEW: "info",
    IN_PROGRESS: "info",
    WAITING_REPLY: "warn",
    REPLIED: "ok",
    ON_HOLD: "neutral",
    NEEDS_REVIEW: "warn",
    RESOLVED: "ok",
    CLOSED: "neutral",
  },
  ticket_priority: { MEDIUM: "neutral", HIGH: "warn", CRITICAL: "bad" },
  alert_level: { critical: "bad", warning: "warn", info: "info" },
  state_colour: { GREY: "neutral", BLUE: "info", GREEN: "ok", YELLOW: "warn", RED: "bad" },
  responsible_state: { OK: "ok", NOT_FOUND: "bad", NO_LONGER: "warn" },
  delivery_state: { WAIT: "neutral", DELIVERED: "info", RECEIVED: "ok" },
  payment_state: {
    wait: "info",
    choose: "info",
    wait_pay: "info",
    pay_notify: "info",
    vend: "info",
    vend_success: "ok",
    vend_fail: "bad",
    cancel: "neutral",
    error: "bad",
  },
  payback_state: { requested: "info", sent: "info", done: "ok", failed: "bad", withdrawn: "neutral" },
  /** That a machine is heard does not say that nothing is wrong with it: only its own page, which knows, has it green. */
  device_status: { ONLINE: "neutral", OFFLINE: "bad", NEVER: "neutral" },
};

/** How a choice is shown in a list: states as badges, kinds as plain text. */
export function toneOf(choice: string, value: string): { tone: Tone; badge: true } | undefined {
  const tone = TONES[choice]?.[value];
  return tone && { tone, badge: true };
}
