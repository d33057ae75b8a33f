import { z } from "zod";
import { cardHolder } from "./card-holders";
import { CARDS, DELIVERY_STATES, TICKET_PRIORITIES, TICKET_STATUSES } from "./enums";
import { TICKET_FILES } from "./entities/tickets";
import { fileValue } from "./files";
import { saleReceipt } from "./fiscal";
import { formNumber, instantAsked } from "./query";
import { refSchema } from "./record";

/** Statuses in which nobody works on a ticket any more. */
export const SETTLED_STATUSES = ["RESOLVED", "CLOSED"] as const;
/** Statuses in which the ball is on our side. */
export const OUR_STATUSES = ["NEW", "IN_PROGRESS", "WAITING_REPLY", "NEEDS_REVIEW"] as const;
/** Statuses in which time is spent. */
export const RUNNING_STATUSES = ["IN_PROGRESS", "NEEDS_REVIEW"] as const;

/** What a person writes: a reply, a note for colleagues, or what the client said. */
export const SAID_KINDS = ["REPLY", "NOTE", "CLIENT"] as const;
export type SaidKind = (typeof SAID_KINDS)[number];
/** What is in a conversation: besides what is said, machine errors that began or ended, and changes of the ticket. */
export const ENTRY_KINDS = [...SAID_KINDS, "ERROR_OPENED", "ERROR_CLOSED", "CHANGE"] as const;

/** Longest message, in signs. */
export const MESSAGE_MAX = 10_000;

const none = (raw: unknown) => (raw === "" ? undefined : raw);

/**
 * A new entry. `status` or `state` is what the ticket has after a reply; without
 * both a reply leaves it as it is, and the client's words make it wait for us. The same `key` twice says it once.
 */
export const entryBody = z
  .object({
    kind: z.enum(SAID_KINDS, "incorrect"),
    text: z
      .string()
      .trim()
      .max(MESSAGE_MAX, `max_length|${MESSAGE_MAX}`)
      .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, "incorrect")
      .default(""),
    files: z.preprocess(
      (raw) => (raw === undefined ? [] : [raw].flat()),
      z.array(formNumber(1)).max(TICKET_FILES.most, "too_many_files"),
    ),
    status: z.preprocess(none, z.enum(TICKET_STATUSES, "incorrect").optional()),
    state: z.preprocess(none, formNumber(1).optional()),
    key: z.string("required").regex(/^[\w-]{8,100}$/, "incorrect"),
  })
  .refine(({ text, files }) => text !== "" || files.length > 0, { error: "required", path: ["text"] });
export type EntryBody = z.infer<typeof entryBody>;

/** Answer of a new entry. */
export const entryAnswer = z.object({ id: z.number().int() });

/** Longest time spent, in seconds: ten years. */
export const TIME_MAX = 10 * 365 * 86_400;
export const timeBody = z.object({
  seconds: z.coerce.number("incorrect").int("incorrect").min(0, "min_value|0").max(TIME_MAX, `max_value|${TIME_MAX}`),
});

/** What a company's message service has not taken: what went wrong, if anything did, with it or with what must go first. */
const postTrouble = z.object({
  state: z.enum(["WAIT", "FAILED"]),
  attempts: z.number().int(),
  error: z.string().nullable(),
  next_at: z.string(),
});

const change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const entrySchema = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  at: z.string(),
  /** Null: the service itself. */
  author: refSchema.nullable(),
  text: z.string().nullable(),
  files: z.array(fileValue),
  /** Of a reply. */
  delivery: z.enum(DELIVERY_STATES).nullable(),
  /** Of a reply. */
  post: postTrouble.nullable(),
  /** Of a machine's error. */
  error_code: z.string().nullable(),
  /** Of a change: the fields of the ticket. */
  changes: z.array(change),
});
export type ConversationEntry = z.infer<typeof entrySchema>;

/** Somebody who has a ticket open. */
export const readerSchema = z.object({ id: z.number().int(), label: z.string() });
/** Who else has the ticket open, and when the viewer was last heard of in it. */
export const readersSchema = z.object({ readers: z.array(readerSchema), seen_at: z.string() });
export type Readers = z.infer<typeof readersSchema>;
/** A page that has a ticket open is still there, or was left: then with the time at which it was last heard of. */
export const readersBody = z.object({ left: instantAsked.optional() });

export const conversationSchema = z.object({
  entries: z.array(entrySchema),
  /** Whether there are older ones: `?before=` the time of the first. */
  more: z.boolean(),
  /** Files that came with the ticket itself. */
  files: z.array(fileValue),
  /** Of the ticket's own message. */
  post: postTrouble.nullable(),
  /** Whether time is running. */
  running: z.boolean(),
  /** Whether the viewer may be responsible. */
  can_take: z.boolean(),
  /** Which target `due_at` is. */
  target: z.enum(["response", "resolution"]).nullable(),
  ...readersSchema.shape,
});

/** What was said before a time. */
export const conversationQuery = z.object({ before: instantAsked.optional() });

const neighbour = z.object({
  id: z.number().int(),
  subject: z.string(),
  status: z.enum(TICKET_STATUSES),
  priority: z.enum(TICKET_PRIORITIES),
  state: refSchema.nullable(),
  last_message_at: z.string(),
});
export type OtherTicket = z.infer<typeof neighbour>;

/** The machine as it is now, and other tickets of the machine or the client. */
export const ticketContextSchema = z.object({
  machine: z
    .object({
      id: z.number().int(),
      serial_number: z.string(),
      status: z.string(),
      model: z.string().nullable(),
      location: z.string().nullable(),
      address: z.string().nullable(),
      last_contact_at: z.string().nullable(),
      last_sale_at: z.string().nullable(),
      errors: z.array(z.object({ code: z.string(), opened_at: z.string() })),
      sales: z.array(
        z.object({
          sold_at: z.string(),
          name: z.string().nullable(),
          selection: z.string().nullable(),
          source: z.string(),
          /** What was held before the reader for it, and whose it was. */
          paid_with: z.enum(CARDS).nullable(),
          holder: cardHolder.nullable(),
          receipt: saleReceipt.nullable(),
          count: z.number(),
          amount: z.number(),
        }),
      ),
    })
    .nullable(),
  of_machine: z.array(neighbour),
  of_client: z.array(neighbour),
});

export const deviceErrorsSchema = z.object({
  items: z.array(z.object({ code: z.string(), opened_at: z.string(), ticket: refSchema.nullable() })),
});

/**
 * What is posted to a company's message service group: `POST {webhook}` with this as JSON. `X-Signature` is
 * `sha256=` and the HMAC-SHA256 of the body by the company's secret, in hex; `X-Message-Id` is the same for every attempt.
 * Any 2xx answer means that it was taken.
 */
export const postPayload = z.object({
  type: z.enum(["ticketCreated", "ticketReply"]),
  group: z.string().nullable(),
  /** The whole message in a few lines, for services that show just this. */
  text: z.string(),
  ticket: z.object({
    id: z.number(),
    subject: z.string(),
    status: z.string(),
    priority: z.string(),
    type: z.string(),
    device: z.string().nullable(),
    location: z.string().nullable(),
    client_phone: z.string().nullable(),
  }),
  reply: z.object({ id: z.number(), text: z.string().nullable(), files: z.number() }).nullable(),
  author: z.string().nullable(),
  at: z.string(),
});
export type PostPayload = z.infer<typeof postPayload>;

/** What is posted when somebody tries whether a company's webhook works; in the same way as any other message. */
export const testPayload = postPayload
  .pick({ group: true, text: true, author: true, at: true })
  .extend({ type: z.literal("test") });
