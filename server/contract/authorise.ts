import { z } from "zod";
import { CARDS } from "./enums";
import { cell, codeOf, money, SCAN_RESULTS, text } from "./telemetry-events";

/**
 * What a unit asks before it vends for a card: `POST /telemetry/authorise`. The vend's `sale` event then names the ask
 * (`paid: {card, code, hold}`) and captures what was held; one with the result `vend_fail` gives it back, and so do sixty
 * seconds without news. The same `id` again is answered as it was. Prices in kopecks of hryvnias.
 */

/** So long money is held for a vend. */
export const HOLD_SECONDS = 60;
/** Largest ask, bytes. */
export const ASK_MAX_BYTES = 4 * 1024;

export const askSchema = z
  .object({
    /** Chosen by the unit, never used by it again. */
    id: text(64).min(1),
    kind: z.enum(CARDS),
    code: text(200).min(1),
    cell,
    /** What stands on the button. */
    price: money,
  })
  .transform((ask) => ({ ...ask, code: codeOf(ask.kind, ask.code) }));
export type Ask = z.infer<typeof askSchema>;

/** Why a partner's card, or a key where money is not counted in hryvnias, is denied. */
export const DENIALS = [
  "employee_blocked",
  "employee_unknown",
  "other_company",
  "other_product",
  "foreign_money",
] as const;

export const askAnswerSchema = z.object({
  /** `accepted`: vend; any other outcome: do not. */
  result: z.enum(SCAN_RESULTS),
  reason: z.enum(DENIALS).nullable(),
  /** What to take for it: of a partner's card with its discount. */
  price: z.number().int(),
  discount: z.number().int(),
  /** To be named by the vend's event: the `id` that was asked with. */
  hold: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** What a key has left when the vend is made. */
  balance: z.number().int().nullable(),
  bonus_balance: z.number().int().nullable(),
});
export type AskAnswer = z.infer<typeof askAnswerSchema>;
