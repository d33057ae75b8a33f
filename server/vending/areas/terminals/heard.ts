import { sql } from "drizzle-orm";
import { type Db, given, run } from "../../database/query";
import type { Moment } from "../../time";

/** A bank terminal of a machine was heard; without a serial it is whichever stands there. */
export interface TerminalNews {
  at: Moment;
  serial: string | null;
}

/** Each terminal once, as it was heard last. */
export function together(one: readonly TerminalNews[] = [], other: readonly TerminalNews[] = []): TerminalNews[] {
  const latest = new Map<string | null, TerminalNews>();
  for (const news of [...one, ...other])
    if (news.at > (latest.get(news.serial)?.at ?? -Infinity)) latest.set(news.serial, news);
  return [...latest.values()];
}

/** Keeps when terminals were heard, by the machines they stand in; a serial that stands elsewhere says nothing. */
export async function hearTerminals(
  db: Db,
  all: readonly { device: number; terminals?: readonly TerminalNews[] }[],
): Promise<void> {
  const signs = all.flatMap(({ device, terminals = [] }) =>
    terminals.map(({ at, serial }) => ({ device, serial, at: new Date(at).toISOString() })),
  );
  if (!signs.length) return;
  await run(
    db,
    sql`
    with heard as (
      select p.id, max(k.at) as at from pax_terminals p join ${given(signs, "device integer, serial text, at timestamptz")} on p.device_id = k.device and coalesce(k.serial, p.serial) = p.serial group by p.id),
    newer as (select p.id, h.at from pax_terminals p join heard h on h.id = p.id where h.at > coalesce(p.last_contact_at, '-infinity') order by p.id for update of p)
    update pax_terminals p set last_contact_at = n.at from newer n where p.id = n.id`,
  );
}
