import { z } from "zod";
import { cardHolder } from "./card-holders";
import type { Permission } from "./permissions";
import { formNumber, instantAsked, wrong } from "./query";

/** How money goes back: to the key that paid, through the provider of an online payment, as a code for another vend, from the till. */
export const REFUND_WAYS = ["wallet", "provider", "voucher", "cash"] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** What a person needs, besides the help desk, to decide about a way. */
export const DECIDES: Record<RefundWay, Permission> = {
  wallet: "KEY_WALLETS",
  provider: "CHECKBOX",
  voucher: "CHECKBOX",
  cash: "CHECKBOX",
};

/** requested → done or declined. */
export const REFUND_STATES = ["requested", "done", "declined"] as const;

/** What is returned: a sale, a vend that a machine did not end, or a debit of a key that no vend followed. */
export const SUBJECT_KINDS = ["sale", "failed", "key"] as const;
export const subjectSchema = z
  .string(wrong)
  .regex(new RegExp(`^(${SUBJECT_KINDS.join("|")}):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`), wrong);

/** Minutes around a moment in which a vend is looked for, unless others are asked for. */
export const AROUND_MINUTES = 30;

/** Of one machine: the vends around a moment, of one price; or the one that is named. */
export const refundableQuery = z.object({
  at: instantAsked.optional(),
  minutes: formNumber(1, 24 * 60).default(AROUND_MINUTES),
  amount: formNumber(1, 100_000_000).optional(),
  subject: subjectSchema.optional(),
});

/** A vend whose money can be returned. Kopecks. */
const vendSchema = z.object({
  subject: subjectSchema,
  kind: z.enum(SUBJECT_KINDS),
  at: z.string(),
  selection: z.string().nullable(),
  product: z.string().nullable(),
  source: z.string(),
  paid_with: z.string().nullable(),
  holder: cardHolder.nullable(),
  paid: z.number().int(),
  /** Of it, what was returned or is asked for already. */
  returned: z.number().int(),
  ways: z.array(z.enum(REFUND_WAYS)),
});
export type RefundableVend = z.infer<typeof vendSchema>;
/** The nearest to the moment first. */
export const refundableSchema = z.object({ items: z.array(vendSchema) });
