import { z } from "zod";

export const secondFactorSchema = z.object({
  /** The person signs in with two steps. */
  enabled: z.boolean(),
  /** The person's group wants it. */
  required: z.boolean(),
  /** Recovery codes that are left. */
  recovery_codes: z.number().int(),
  /** The secret that waits for its first code: in base32 for typing, and as an `otpauth://` address for a QR code. */
  pending: z.object({ secret: z.string(), uri: z.string() }).nullable(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** A code of the new secret. */
export const confirmBody = z.object({ code: z.string("required").trim().min(1, "required") });
/** The person once more: an unguarded browser is not enough. */
export const passwordBody = z.object({ current_password: z.string("required").min(1, "required") });

/** Recovery codes, shown once; each opens the door once in place of a code. */
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });
