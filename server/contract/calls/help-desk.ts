import { z } from "zod";
import { change, read } from "../call";
import { device } from "../entities/devices";
import { ticket } from "../entities/tickets";
import { listRequirement } from "../entity";
import {
  ticketContextSchema,
  conversationQuery,
  conversationSchema,
  deviceErrorsSchema,
  entryAnswer,
  entryBody,
  readersBody,
  readersSchema,
  timeBody,
} from "../help-desk";

const ofTicket = { needs: listRequirement(ticket), about: ticket };

export const conversation = read({
  ...ofTicket,
  path: "/help_desk/tickets/{id}/conversation",
  query: conversationQuery,
  does: "What was said and what happened: the newest 500 (`before` a time), the oldest first; reading it is receiving it and having it open",
  answer: conversationSchema,
});
export const ticketContext = read({
  ...ofTicket,
  path: "/help_desk/tickets/{id}/context",
  does: "The ticket's machine as it is now, and other tickets of the machine or the client",
  answer: ticketContextSchema,
});
export const readers = change({
  ...ofTicket,
  path: "/help_desk/tickets/{id}/readers",
  does: "Say that the ticket is still open in a page (at least each five minutes), or that the page was `left`, last heard of at a time",
  form: readersBody,
  answer: readersSchema,
});
export const addEntry = change({
  ...ofTicket,
  path: "/help_desk/tickets/{id}/entries",
  does: "A reply, an internal note or the client's words; the same key twice says it once",
  form: entryBody,
  answer: entryAnswer,
  status: 201,
});
export const setTime = change({
  ...ofTicket,
  path: "/help_desk/tickets/{id}/time",
  does: "Correct the time spent",
  form: timeBody,
  answer: z.object({}),
});
export const deviceErrors = read({
  needs: listRequirement(device),
  about: device,
  path: "/devices/{id}/errors",
  does: "What is wrong with a machine now, and the open tickets about it",
  answer: deviceErrorsSchema,
});
