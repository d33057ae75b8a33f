import { alertPath } from "~server/contract/alerts";
import { ticket } from "~server/contract/entities/tickets";
import { viewPath } from "~server/contract/entity";
import { type Notice, type NoticeType, socketMessage } from "~server/contract/notices";

/** A notice on its way to a browser. */
export interface LiveEvent {
  /** The provider's number of the message; empty when it gave none. */
  id: string;
  type: NoticeType;
  /** The ticket that it is of; 0: it is of none. */
  ticket: number;
  href: string;
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
  const about =
    "AlertId" in message.Payload ? { alert: message.Payload.AlertId } : { ticket: ticketOf(message.Payload) };
  return { id: message.Id ?? "", type: message.Type, ticket: about.ticket ?? 0, href: noticeHref(about), title, body };
}

const ticketOf = (payload: { Id: number } | { TicketId: number }) => ("Id" in payload ? payload.Id : payload.TicketId);

export const eventOf = ({ id, type, ticket, alert, title, body }: Notice): LiveEvent => ({
  ...{ id: String(id), type, ticket: ticket ?? 0, title, body },
  href: noticeHref({ ticket, alert }),
});

/** The page that a notice leads to. */
export const noticeHref = ({ ticket: of, alert }: { ticket?: number | null; alert?: number | null }): string =>
  typeof alert === "number" ? alertPath(alert) : viewPath(ticket, of ?? 0);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
