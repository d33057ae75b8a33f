import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { Readers } from "~server/contract/help-desk";
import { readerSchema } from "~server/contract/help-desk";
import type { Viewer } from "../../access";
import { type Db, only, rows, run, transaction } from "../../database/query";
import { announceChange } from "../notices/changes";

/** Who has said nothing for so long has left: a page without scripts cannot tell when it is left, a browser that broke down neither. */
const STAYS = sql`interval '5 minutes'`;

const seenRow = z.object({ seen_at: z.string() });

/** Notes that the viewer has the ticket open, and tells who else has; to these others who comes is shown at once. */
export async function noteReader(db: Db, viewer: Viewer, ticket: number): Promise<Readers> {
  const here = await rows(
    db,
    readerSchema,
    sql`
    select u.id, u.full_name as label from ticket_readers r join users u on u.id = r.user_id
    where r.ticket_id = ${ticket} and r.seen_at > now() - ${STAYS} order by u.full_name, u.id`,
  );
  const { seen_at } = await only(
    db,
    seenRow,
    sql`
    insert into ticket_readers (ticket_id, user_id) values (${ticket}, ${viewer.id})
    on conflict (ticket_id, user_id) do update set seen_at = now() returning seen_at`,
  );
  const others = here.filter(({ id }) => id !== viewer.id);
  if (others.length === here.length) await tell(db, viewer, ticket, others);
  return { readers: others, seen_at };
}

/** Notes that the page that was last heard of at `seen`, to the millisecond, has been left; what another one of the same person has said since holds. */
export async function leaveTicket(db: Db, viewer: Viewer, ticket: number, seen: string): Promise<void> {
  const gone = await run(
    db,
    sql`delete from ticket_readers where ticket_id = ${ticket} and user_id = ${viewer.id} and date_trunc('milliseconds', seen_at) <= ${seen}::timestamptz`,
  );
  if (gone) await tell(db, viewer, ticket, await readersOf(db, ticket));
}

/** Forgets who has said nothing for long, and shows it to who is still there. Answers how many were forgotten. */
export function forgetReaders(pool: Pool): Promise<number> {
  return transaction(pool, async (tx) => {
    const gone = await rows(
      tx,
      z.object({ ticket_id: z.number() }),
      sql`delete from ticket_readers where seen_at <= now() - ${STAYS} returning ticket_id`,
    );
    for (const ticket of new Set(gone.map(({ ticket_id }) => ticket_id)))
      await tell(tx, {}, ticket, await readersOf(tx, ticket));
    return gone.length;
  });
}

const readersOf = (db: Db, ticket: number) =>
  rows(db, readerSchema.pick({ id: true }), sql`select user_id as id from ticket_readers where ticket_id = ${ticket}`);

async function tell(
  db: Db,
  by: Pick<Viewer, "session">,
  ticket: number,
  readers: readonly { id: number }[],
): Promise<void> {
  const people = readers.map(({ id }) => id);
  if (people.length) await announceChange(db, ticket, by, people);
}
