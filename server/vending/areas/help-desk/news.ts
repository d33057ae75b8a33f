import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, only } from "../../database/query";
import { announce } from "../notices/announce";
import { enqueuePosts } from "./posts";
import { recipientsOf } from "../notices/recipients";

const about = z.object({ subject: z.string(), description: z.string().nullable() });
const ticketOf = (tx: Db, id: number) =>
  only(tx, about, sql`select subject, description from tickets where id = ${id}`);

/** Tells of a new ticket, in its transaction: those who may see it, and the message service groups. `author` null: a rule opened it. */
export async function tellCreated(tx: Db, ticket: number, author: number | null): Promise<void> {
  const { subject, description } = await ticketOf(tx, ticket);
  await enqueuePosts(tx, ticket, null);
  await announce(tx, {
    type: "ticketCreated",
    ticket,
    title: subject,
    body: description ?? "",
    recipients: await recipientsOf(tx, ticket, author),
  });
}

/** Tells of a new reply, in its transaction. */
export async function tellReply(tx: Db, ticket: number, entry: number, author: number, text: string): Promise<void> {
  const { subject } = await ticketOf(tx, ticket);
  await enqueuePosts(tx, ticket, entry);
  await announce(tx, {
    type: "ticketReply",
    ticket,
    title: subject,
    body: text,
    recipients: await recipientsOf(tx, ticket, author),
  });
}

/** Tells somebody that a ticket is theirs now, unless they took it themselves or may not see it. */
export async function tellAssigned(tx: Db, ticket: number, responsible: number, author: number): Promise<void> {
  if (!(await recipientsOf(tx, ticket, author)).includes(responsible)) return;
  const { subject, description } = await ticketOf(tx, ticket);
  await announce(tx, {
    type: "ticketAssigned",
    ticket,
    title: subject,
    body: description ?? "",
    recipients: [responsible],
  });
}
