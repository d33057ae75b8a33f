import { z } from "zod";
import { ALERT_NOTICES } from "./alerts";

/**
 * Kinds of notices, by the names of the live socket's messages: the first two are the specification's (section 7), the
 * others are our own and mean nothing to anybody else.
 */
export const NOTICE_TYPES = [
  ...(["ticketReply", "ticketCreated", "ticketAssigned"] as const),
  ...Object.values(ALERT_NOTICES),
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** One notice of the signed-in person. */
export const noticeSchema = z.object({
  /** Grows with each notice of a person; what has a larger one became visible later. */
  id: z.number().int(),
  type: z.enum(NOTICE_TYPES),
  /** What it is of: a ticket or an alert. */
  ticket: z.number().int().nullable(),
  alert: z.number().int().nullable().default(null),
  title: z.string(),
  body: z.string(),
  created_at: z.string(),
  read: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticesSchema = z.object({
  items: z.array(noticeSchema),
  /** Whether there is more in the direction asked for. */
  more: z.boolean(),
  unread: z.number().int(),
  /** The person's newest notice when the answer was made: nothing in `items` is newer. 0 when there was none. */
  last: z.number().int(),
});
export type Notices = z.infer<typeof noticesSchema>;

/** Most notices in one answer. */
export const MAX_NOTICES = 200;

const id = z
  .string()
  .regex(/^\d{1,15}$/, "incorrect")
  .transform(Number);

export const noticesQuery = z.object({
  after: id.optional(),
  before: id.optional(),
  unread: z.literal("true").optional(),
  limit: id.pipe(z.number().min(1, "incorrect").max(MAX_NOTICES, "incorrect")).default(50),
});

/** What is read: one notice, those of a ticket or an alert, or all up to one (what came since stays unread). */
export const readBody = z
  .object({ id: id.optional(), ticket: id.optional(), alert: id.optional(), upto: id.optional() })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, "incorrect");

/** What is left. */
export const readAnswer = z.object({ unread: z.number().int() });

/** Messages of the live socket, either way: `init` goes up, the others come down (specification, section 3). */
export interface SocketMessage {
  Type: string;
  Payload: Record<string, unknown>;
  Id: string;
}

const notification = z.object({ Title: z.string(), Body: z.string() });
const messageId = z.union([z.string(), z.number()]).transform(String);
const recordId = z.union([
  z.number().int().positive(),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
]);

/** What a provider may send; another provider may leave `Id` out. */
export const socketMessage = z.discriminatedUnion("Type", [
  z.object({
    Type: z.literal("ticketReply"),
    Id: messageId.optional(),
    Payload: z.object({ Notification: notification, TicketId: recordId }),
  }),
  z.object({
    Type: z.literal("ticketCreated"),
    Id: messageId.optional(),
    Payload: z.object({ Notification: notification, Id: recordId }),
  }),
  z.object({
    Type: z.literal("ticketAssigned"),
    Id: messageId.optional(),
    Payload: z.object({ Notification: notification, TicketId: recordId }),
  }),
  ...Object.values(ALERT_NOTICES).map((type) =>
    z.object({
      Type: z.literal(type),
      Id: messageId.optional(),
      Payload: z.object({ Notification: notification, AlertId: recordId }),
    }),
  ),
  // Nobody is told of it: whoever looks at the ticket (any ticket, when none is named) or its list sees it anew.
  z.object({ Type: z.literal("ticketChanged"), Payload: z.object({ TicketId: recordId.optional() }) }),
  z.object({ Type: z.literal("logout") }),
]);

/** What the web sends when the socket has opened. */
export const initMessage = z.object({ Type: z.literal("init"), Payload: z.object({ AuthToken: z.string() }) });

/** Why the provider closes a socket: the token is no good, the sender does not keep to the protocol. */
export const SOCKET_CLOSE = { unauthorized: 4401, protocol: 1008, goingAway: 1001, tooSlow: 1013 } as const;
