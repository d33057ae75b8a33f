import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, run } from "../../database/query";
import { newSecret, sha256 } from "../../secrets";

const LIFETIME = "10 minutes";

/** Makes what a person with two steps shows with the code. */
export async function issueTicket(db: Db, userId: number): Promise<string> {
  const ticket = newSecret();
  await run(db, sql`delete from sign_in_tickets where expires_at < now()`);
  await run(
    db,
    sql`insert into sign_in_tickets (hash, user_id, expires_at)
    values (${sha256(ticket)}, ${userId}, now() + ${LIFETIME}::interval)`,
  );
  return ticket;
}

/** Whose password was right for this ticket. */
export const ticketHolder = (db: Db, ticket: string) =>
  one(
    db,
    z.object({ id: z.number() }),
    sql`select u.id from sign_in_tickets k join users u on u.id = k.user_id
    where k.hash = ${sha256(ticket)} and k.expires_at > now() and not u.blocked`,
  );

/** Takes the ticket away; false when somebody was faster. */
export const useTicket = async (db: Db, ticket: string): Promise<boolean> =>
  (await run(db, sql`delete from sign_in_tickets where hash = ${sha256(ticket)}`)) === 1;
