/** Addresses whose pages live events draw anew; that of a ticket ends with its number. The entity's declaration has them too. */
export const TICKETS = "/help_desk/tickets";
export const TICKET = `${TICKETS}/view/`;
export const NOTICES = "/notices";
