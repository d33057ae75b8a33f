import { sql } from "drizzle-orm";
import { z } from "zod";
import type { UnitCommand } from "~server/contract/telemetry";
import { type Db, given, list, rows, run } from "../../database/query";

/** What a unit says about a command that it was given. */
export interface CommandResult {
  unit: number;
  command: number;
  state: "delivered" | "done" | "failed";
  /** Percent. */
  progress: number | null;
  message: string | null;
  /** ISO, UTC. */
  at: string;
}

/** Takes over what units say about commands; those of other units are none of their business. News that is older than what is known changes nothing. */
export async function noteResults(tx: Db, results: readonly CommandResult[]): Promise<void> {
  for (const state of ["delivered", "done", "failed"] as const) {
    const these = results.filter((one) => one.state === state);
    if (these.length) await (state === "delivered" ? delivered(tx, these) : finished(tx, these));
  }
}

const SHAPE = "unit integer, command integer, state text, progress integer, message text, at timestamptz";
/** One row of news for each command, the furthest; locked in the order of ids. */
const ofCommands = (results: readonly CommandResult[]) => sql`(
  select distinct on (c.id) c.id, k.* from ${given(results, SHAPE)} join device_commands c on c.id = k.command and c.telemetry_id = k.unit
  order by c.id, k.progress desc nulls last)`;

async function delivered(tx: Db, results: readonly CommandResult[]): Promise<void> {
  await run(
    tx,
    sql`update device_commands c set state = 'delivered', sent_at = coalesce(c.sent_at, n.at), delivered_at = coalesce(c.delivered_at, n.at), progress = greatest(c.progress, n.progress)
    from ${ofCommands(results)} n where c.id = n.id and c.state in ('queued', 'sent', 'delivered')`,
  );
}

/** What was done was done, also when nobody waited for it any more. */
async function finished(tx: Db, results: readonly CommandResult[]): Promise<void> {
  await run(
    tx,
    sql`update device_commands c set state = n.state, delivered_at = coalesce(c.delivered_at, n.at), finished_at = n.at, message = n.message,
      progress = case when c.firmware_id is null then null when n.state = 'done' then 100 else c.progress end
    from ${ofCommands(results)} n where c.id = n.id and c.state not in ('done', 'failed')`,
  );
}

/** A command that its unit has not confirmed. */
export type WaitingCommand = UnitCommand & { state: string };

/** The commands for an answer, without those that the batch has just confirmed; marks them as sent. */
export async function commandsFor(
  db: Db,
  waiting: readonly WaitingCommand[],
  confirmed: ReadonlySet<number>,
): Promise<UnitCommand[]> {
  const commands = waiting.filter(({ id }) => !confirmed.has(id));
  const fresh = commands.filter(({ state }) => state === "queued").map(({ id }) => id);
  // Cancelled a moment ago: then it does not go out.
  const out = fresh.length
    ? await rows(
        db,
        z.object({ id: z.number() }),
        sql`
    update device_commands set state = 'sent', sent_at = now() where id = any(${list(fresh, "integer")}) and state = 'queued' returning id`,
      )
    : [];
  return commands
    .filter(({ id, state }) => state === "sent" || out.some((one) => one.id === id))
    .map(({ state: _state, ...command }) => command);
}

/** Ends commands whose time is over without a word from the unit; one that has a command may be busy with it for a day. */
export async function expireCommands(db: Db): Promise<number> {
  return run(
    db,
    sql`update device_commands set state = 'expired', finished_at = now() 
    where (state in ('queued', 'sent') and expires_at < now()) or (state = 'delivered' and expires_at < now() - interval '1 day')`,
  );
}
