import { z } from "zod";
import { reportCountersSchema } from "./audit-counters";
import { READ_REASONS } from "./enums";

const params = z.record(z.string(), z.union([z.string(), z.number()])).optional();
/** A warning or a flag: a key of `locales/<lang>/evadts.json` with what its text needs. */
export const noticeSchema = z.object({ code: z.string(), params, line: z.number().optional() });
export type AuditNotice = z.infer<typeof noticeSchema>;

/** How a read stands in its machine's chain. */
export const READ_KINDS = ["baseline", "delta", "from_initialisation", "duplicate", "cut", "held"] as const;
/** Why a read is held: its check value, another machine, more than can be sold, or less than before. */
export const READ_DOUBTS = ["crc", "machine", "jump", "fell"] as const;
/** What staff say becomes of a file: the rules judge, it counts whatever they say, or it is left out. */
export const AUDIT_DECISIONS = ["judge", "count", "leave_out"] as const;
export type AuditDecision = (typeof AUDIT_DECISIONS)[number];
/** received → processed (in a chain), skipped (a duplicate, cut off between whole reads, or held) or failed (no audit inside). */
export const READ_STATES = ["received", "processed", "skipped", "failed"] as const;

/** One read of a machine, as lists show it. Amounts in kopecks; instants in UTC; `machine_time` is the machine's own local clock. */
export const readSchema = z.object({
  file_id: z.number().int(),
  report: z.number().int(),
  received_at: z.string(),
  machine_time: z.string().nullable(),
  reason: z.enum(READ_REASONS),
  name: z.string().nullable(),
  author: z.string().nullable(),
  state: z.enum(READ_STATES),
  kind: z.enum(READ_KINDS).nullable(),
  doubt: z.enum(READ_DOUBTS).nullable(),
  decision: z.enum(AUDIT_DECISIONS),
  missing_reads: z.number().int(),
  /** Of its amounts, where that is not the hryvnia: letters of ISO 4217. */
  currency: z.string().nullable(),
  /** Hryvnias for one of that currency on its day, where somebody gave a rate; without one its money stays out of sums. */
  rate: z.number().nullable(),
  /** Kopecks of its paid sales that stand in the books, where it counts in another currency. */
  booked: z.number().nullable(),
  vends: z.number().nullable(),
  value: z.number().nullable(),
  warnings: z.array(noticeSchema),
  flags: z.array(noticeSchema),
});
export type AuditRead = z.infer<typeof readSchema>;

export const readsSchema = z.object({ items: z.array(readSchema), total: z.number().int() });

/** One derived sale: `selection` null is what the audit's total holds beyond its products. */
export const saleLineSchema = z.object({
  selection: z.string().nullable(),
  name: z.string().nullable(),
  source: z.string(),
  count: z.number(),
  amount: z.number(),
  price_guessed: z.boolean(),
});

const tally = z.object({ count: z.number(), amount: z.number() });
/** What an audit counted of a payment source between two reads and what vend events told of the same time. */
export const differenceSchema = z.object({
  source: z.string(),
  audit: tally,
  events: tally,
  /** Booked beside the events: not told by telemetry. */
  booked: tally,
  /** Told by telemetry beyond what a sound audit counted; booked all the same. */
  beyond: tally,
});
export type Difference = z.infer<typeof differenceSchema>;

export const auditFileSchema = z.object({
  file_id: z.number().int(),
  name: z.string().nullable(),
  received_at: z.string(),
  reason: z.enum(READ_REASONS),
  author: z.string().nullable(),
  size: z.number().int(),
  sha256: z.string(),
  reports: z.array(
    z.object({
      read: readSchema,
      identity: z.object({
        machineSerial: z.string().nullable(),
        model: z.string().nullable(),
        build: z.string().nullable(),
        controlBoard: z.string().nullable(),
      }),
      totals: z.object({
        paid_count: z.number().nullable(),
        paid_value: z.number().nullable(),
        test_count: z.number().nullable(),
        free_count: z.number().nullable(),
      }),
      cash_to_collect: z.number().nullable(),
      lines: z.array(saleLineSchema),
      /**
       * Beside what vend events told of the same time, every source that either knows; null where they told of nothing.
       * `until`: when the period ended by the vends, where the time of the read does not fit them.
       */
      telemetry: z.object({ until: z.string().nullable(), sources: z.array(differenceSchema) }).nullable(),
      /** EA2: what happened to the machine since initialisation; `active` while it lasts. */
      events: z.array(
        z.object({
          raw: z.string(),
          code: z.string().nullable(),
          suffix: z.string(),
          count: z.number().nullable(),
          active: z.boolean().nullable(),
        }),
      ),
      counters: reportCountersSchema,
    }),
  ),
  text: z.string(),
});
export type AuditFile = z.infer<typeof auditFileSchema>;

/** What becomes of a file, as a form says it. */
export const decisionForm = z.object({ decision: z.enum(AUDIT_DECISIONS, { error: "incorrect" }) });

/** Answer of an accepted audit file. */
export const acceptedSchema = z.object({
  file_id: z.number().int(),
  /** The very same file was there already; nothing was stored or counted again. */
  repeated: z.boolean(),
  reports: z.number().int(),
  vends: z.number(),
  value: z.number(),
  /** As of a read. */
  currency: z.string().nullable(),
  warnings: z.number().int(),
  kind: z.enum(READ_KINDS).nullable(),
  doubt: z.enum(READ_DOUBTS).nullable(),
});
export type Accepted = z.infer<typeof acceptedSchema>;

/** Largest audit file accepted, bytes; real ones have up to 20 KB. */
export const AUDIT_MAX_BYTES = 1024 * 1024;
