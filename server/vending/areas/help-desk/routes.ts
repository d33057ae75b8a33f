import * as calls from "~server/contract/calls/help-desk";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { ticketContextOf, errorsOf } from "./context";
import { addEntry, conversationOf, setTime } from "./entries";
import { leaveTicket, noteReader } from "./readers";

/** The conversation of a ticket, what stands beside it, and what is wrong with a machine. */
export function answerHelpDesk({ read, change }: Answers, { pool }: Deps): void {
  read(calls.conversation, ({ viewer, param, query }) => conversationOf(pool, viewer, param("id"), query.before));
  read(calls.ticketContext, ({ viewer, param }) => ticketContextOf(pool, viewer, param("id")));
  change(calls.addEntry, ({ viewer, param, form }) => addEntry(pool, viewer, param("id"), form));
  change(calls.setTime, async ({ viewer, param, form }) => {
    await setTime(pool, viewer, param("id"), form.seconds);
    return {};
  });
  change(calls.readers, async ({ viewer, param, form }) => {
    if (form.left === undefined) return noteReader(pool, viewer, param("id"));
    await leaveTicket(pool, viewer, param("id"), form.left);
    return { readers: [], seen_at: form.left };
  });
  read(calls.deviceErrors, ({ viewer, param }) => errorsOf(pool, viewer, param("id")));
}
