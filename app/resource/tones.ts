import type { Tone } from "~/ui/tone";

/** Choices that are states rather than kinds, and what they mean. */
const TONES: Record<string, Record<string, Tone>> = {
  qr_state: { NOT_USED: "ok", USED: "neutral", EXPIRED: "warn", BLOCKED: "bad" },
  cash_desk_state: { OPEN: "ok", CLOSED: "neutral" },
  device_status: { ONLINE: "ok", OFFLINE: "bad", NEVER: "neutral" },
};

/** How a choice is shown in a list: states as badges, kinds as plain text. */
export function toneOf(choice: string, value: string): { tone: Tone; badge: true } | undefined {
  const tone = TONES[choice]?.[value];
  return tone && { tone, badge: true };
}
