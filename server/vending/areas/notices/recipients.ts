import { sql } from "drizzle-orm";
import { z } from "zod";
import { ticket } from "~server/contract/entities/tickets";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { isUnlimited, type Viewer } from "../../access";
import { type Db, rows } from "../../database/query";
import { viewersWhere } from "../session/viewers";
import { visibleTickets } from "../../visible-tickets";

/** Who may see tickets at all: people who hold HELP_DESK (or everything) and are not blocked. `except` is who caused the news. */
export async function holdersOf(db: Db, except: number | null): Promise<Viewer[]> {
  const candidates = await viewersWhere(
    db,
    sql`u.id is distinct from ${except}::integer and (u.is_can_all or u.is_root or ${ticket.permission} = any(g.permissions))`,
  );
  return candidates.filter((viewer) => allowed(viewer, listRequirement(ticket)));
}

/** Who may see a ticket, and so may be told of it: those of the holders whose restrictions let the ticket's machine through. */
export async function recipientsOf(db: Db, ticketId: number, except: number | null): Promise<number[]> {
  const holders = await holdersOf(db, except);
  const free = holders.filter(isUnlimited).map(({ id }) => id);
  const limited = holders.filter((viewer) => !isUnlimited(viewer));
  if (!limited.length) return free;
  const seen = await rows(
    db,
    z.object({ id: z.number() }),
    sql.join(
      limited.map(
        (viewer) =>
          sql`select ${viewer.id}::integer as id from tickets t where t.id = ${ticketId} and ${visibleTickets(viewer, sql`t`)}`,
      ),
      sql` union all `,
    ),
  );
  return [...free, ...seen.map(({ id }) => id)];
}
