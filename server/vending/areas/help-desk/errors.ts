import { sql } from "drizzle-orm";
import { z } from "zod";
import { asErrorCode } from "~server/contract/error-code";
import { type Db, given, one, rows, run } from "../../database/query";
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

/** Errors of machines ended (`at`: UTC, ISO 8601); the tickets about them say so. */
export async function errorsClosed(
  tx: Db,
  ended: readonly { device: number; code: string; at: string }[],
): Promise<void> {
  if (!ended.length) return;
  const list = ended.map((one) => ({ ...one, code: asErrorCode(one.code) }));
  const closed = await rows(
    tx,
    z.object({ ticket_id: z.number().nullable(), code: z.string(), at: z.string() }),
    sql`
    update ticket_errors e set closed_at = greatest(k.at, e.opened_at) from ${given(list, "device integer, code text, at timestamptz")}
    where e.device_id = k.device and upper(e.code) = k.code and e.closed_at is null returning e.ticket_id, k.code, k.at`,
  );
  for (const { ticket_id, code, at } of closed)
    if (ticket_id !== null) await note(tx, ticket_id, "ERROR_CLOSED", code, at);
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
  await announceChange(tx, ticket, {});
}
