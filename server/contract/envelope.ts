import { z } from "zod";

/** A validation message: a translation key of `locales/<lang>/errors.json` and the number it may need. */
export interface Message {
  key: string;
  count?: number;
}

/** Messages beside fields; names are the form's own bracket names, e.g. `ingredients[0].quantity`. */
export type FieldMessages = Record<string, Message[]>;

/** Every answer of the vending API (specification, section 7), plus `fields` for validation. */
export type Answer<T> =
  | { result: true; error: null; data: T }
  | { result: false; error: string; data: unknown; fields?: FieldMessages };

const message = z.object({ key: z.string(), count: z.number().optional() });

/** The envelope as it arrives, before `data` is held against the schema of the call. */
export const envelopeSchema = z.object({
  result: z.boolean(),
  error: z.string().nullish(),
  data: z.unknown(),
  fields: z.record(z.string(), z.array(message)).optional(),
});

/** A refusal as our own API writes it: a key or a server message, what belongs to it, and messages beside fields. */
export const refusedSchema = z.object({
  result: z.literal(false),
  error: z.string(),
  data: z.unknown(),
  fields: z.record(z.string(), z.array(message)).optional(),
});

/** Server messages that have a translation of their own (specification, section 8). */
export const SERVER_MESSAGES = {
  badCredentials: "Email or Password incorrect",
  emailTaken: "email already exist",
  franchiseGroup: "franchise group id can not be removed",
  noResponsible: "responsible user not found",
  noPermission: "no_permission",
} as const;
