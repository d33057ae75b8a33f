/** Addresses whose pages live events draw anew; that of a ticket ends with its number. The entity's declaration has them too. */
export const TICKETS = "/help_desk/tickets";
export const TICKET = `${TICKETS}/view/`;
export const NOTICES = "/notices";
export const ALERTS = "/alerts";
export const ALERT = `${ALERTS}/view/`;

/** Whether the page at `path` is that of a ticket, or one of its parts. */
export const isTicket = (path: string, ticket: number): boolean => `${path}/`.startsWith(`${TICKET}${ticket}/`);
/** Event of the window: the session is over and the page is about to be left; it is no time for questions. */
export const LEAVING = "session-over";
