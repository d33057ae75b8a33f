import { z } from "zod";
import { DEMONSTRATION_ACCOUNTS } from "./demonstration";

/** The signed-in user (specification, section 3). */
export const infoSchema = z.object({
  id: z.number().int(),
  is_can_all: z.boolean(),
  permissions: z.array(z.string()),
  companies: z.array(z.object({ id: z.number().int(), name: z.string() })),
  is_root: z.boolean(),
  sport_life: z.boolean(),
  /** Belongs to a crew; a service of its own may not tell. */
  crew_member: z.boolean().optional(),
  /** Display name; the company's own API may leave it out. */
  full_name: z.string().optional(),
  /** The person's group wants two steps of signing in: until they are set up, the API answers nothing else. */
  second_factor_missing: z.boolean().optional(),
  /** Rows of a list in a browser that remembers no number of its own (the settings). */
  page_size: z.number().int().optional(),
});
export type Info = z.infer<typeof infoSchema>;

export const loginBody = z.object({
  email: z.string("required").trim().min(1, "required"),
  password: z.string("required").min(1, "required"),
});

/**
 * Why a token that was good opens the door no more: `error` of a 401, a key of `locales/<lang>/errors.json`. Blocked by
 * an administrator; not used for too long; lived its longest; ended by the person elsewhere, or with a new password.
 */
export const SESSION_ENDS = ["session_blocked", "session_idle", "session_expired", "session_ended"] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** `error` of the 401 that answers a right password of a person who signs in with two steps. */
export const SECOND_STEP = "second_step";
/** Its `data`: what the second step takes along with a code, once and for a few minutes. */
export const ticketData = z.object({ ticket: z.string().min(1) });

/** The code: six digits of the app, or a recovery code. */
export const secondStepBody = z.object({
  ticket: z.string("required").min(1, "required"),
  code: z.string("required").trim().min(1, "required").max(40, "incorrect"),
});

export const loginData = z.object({ info: infoSchema, token: z.string().min(1) });

/** What the footer shows. */
export const serverInfoSchema = z.object({
  core_version: z.string(),
  /** Only of a demonstration, whose network is invented: the accounts that its sign-in page offers. */
  demonstration: z.array(z.enum(DEMONSTRATION_ACCOUNTS)).optional(),
});
export type ServerInfo = z.infer<typeof serverInfoSchema>;

/** Front-end version (specification, section 9). */
export const FRONT_END_VERSION = "1.14.64";
