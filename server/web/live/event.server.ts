import { type Notice, type NoticeType, socketMessage } from "~server/contract/notices";

/** A notice on its way to a browser. */
export interface LiveEvent {
  /** The provider's number of the message; empty when it gave none. */
  id: string;
  type: NoticeType;
  ticket: number;
  title: string;
  body: string;
}

/** A ticket looks different, or any may; nobody is told of it. */
export interface LiveChange {
  changed: number | "any";
}

/** What a provider's message means; undefined when it means nothing we know. */
export function understood(text: string): LiveEvent | LiveChange | "logout" | undefined {
  const parsed = socketMessage.safeParse(json(text));
  if (!parsed.success) return undefined;
  const message = parsed.data;
  if (message.Type === "logout") return "logout";
  if (message.Type === "ticketChanged") return { changed: message.Payload.TicketId ?? "any" };
  const { Title: title, Body: body } = message.Payload.Notification;
  const ticket = message.Type === "ticketCreated" ? message.Payload.Id : message.Payload.TicketId;
  return { id: message.Id ?? "", type: message.Type, ticket, title, body };
}

export const eventOf = ({ id, type, ticket, title, body }: Notice): LiveEvent => ({
  id: String(id),
  type,
  ticket,
  title,
  body,
});

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
