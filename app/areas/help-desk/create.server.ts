import { callsOf } from "~server/contract/calls/entities";
import { createRequirement } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import { protectedAction } from "~server/web/guard.server";
import { fileBytes } from "~/resource/files.server";
import { created, FORM_BYTES, saveForm } from "~/resource/form.server";
import { ticketPath } from "./ticket.server";

export const createTicketAction = protectedAction(
  createRequirement(ticket),
  (context) =>
    saveForm(context, ticket, {
      purpose: "create",
      call: callsOf(ticket).create,
      done: ({ id }) => created(context, ticket, { id, title: String(id) }, ticketPath(id)),
    }),
  { limit: FORM_BYTES + fileBytes(ticket) },
);
