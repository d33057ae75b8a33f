import { sql } from "drizzle-orm";
import { z } from "zod";
import { asErrorCode } from "~server/contract/error-code";
import { type Db, one, rows, run } from "../../database/query";
import { announceChange } from "../notices/changes";
import { isOpen } from "./status";

/** An error of a machine began, whoever tells of it; said again it changes nothing. `at`: UTC, ISO 8601. */
export async function errorOpened(tx: Db, device: number, code: string, at: string): Promise<void> {
  const made = await one(
    tx,
    z.object({ id: z.number() }),
    sql`
    insert into ticket_errors (device_id, code, opened_at) values (${device}, ${asErrorCode(code)}, ${at})
    on conflict (device_id, code) where closed_at is null do nothing returning id`,
  );
  if (made) await joinOpenTicket(tx, made.id);
}

/** An error of a machine ended; the ticket about it says so. */
export async function errorClosed(tx: Db, device: number, code: string, at: string): Promise<void> {
  const ended = await rows(
    tx,
    z.object({ ticket_id: z.number().nullable() }),
    sql`
    update ticket_errors set closed_at = greatest(${at}::timestamptz, opened_at) where device_id = ${device} and upper(code) = ${asErrorCode(code)} and closed_at is null returning ticket_id`,
  );
  for (const { ticket_id } of ended)
    if (ticket_id !== null) await note(tx, ticket_id, "ERROR_CLOSED", asErrorCode(code), at);
}

/** A person opened a ticket about an error that lasts: no rule needs to open another. */
export async function adoptErrors(tx: Db, ticket: number): Promise<void> {
  await run(
    tx,
    sql`update ticket_errors e set ticket_id = t.id from tickets t
    where t.id = ${ticket} and e.device_id = t.device_id and e.code = t.error_code and e.closed_at is null and e.ticket_id is null`,
  );
}

/** An error that comes again while its ticket is still worked on belongs to that ticket. */
export async function joinOpenTicket(tx: Db, error: number): Promise<boolean> {
  const joined = await one(
    tx,
    z.object({ ticket_id: z.number(), code: z.string(), opened_at: z.string() }),
    sql`
    update ticket_errors e set ticket_id = t.id from tickets t
    where e.id = ${error} and t.id = (select max(x.id) from tickets x where x.device_id = e.device_id and x.error_code = e.code and ${isOpen(sql`x`)})
    returning e.ticket_id, e.code, e.opened_at`,
  );
  if (joined) await note(tx, joined.ticket_id, "ERROR_OPENED", joined.code, joined.opened_at);
  return joined !== undefined;
}

async function note(
  tx: Db,
  ticket: number,
  kind: "ERROR_OPENED" | "ERROR_CLOSED",
  code: string,
  at: string,
): Promise<void> {
  await run(
    tx,
    sql`insert into ticket_entries (ticket_id, kind, at, error_code) values (${ticket}, ${kind}, ${at}, ${code})`,
  );
  await run(tx, sql`update tickets set last_message_at = now() where id = ${ticket}`);
  await announceChange(tx, ticket, null);
}
