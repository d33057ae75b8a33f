import { sql } from "drizzle-orm";
import { z } from "zod";
import { ticket } from "~server/contract/entities/tickets";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { isUnlimited, type Viewer, type Visibility } from "../../access";
import { type Db, name, rows } from "../../database/query";
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
  const free = holders.filter(isUnlimited);
  const limited = holders.filter((viewer) => !isUnlimited(viewer));
  return [...free, ...(await seersOf(db, limited, "tickets", ticketId, visibleTickets))].map(({ id }) => id);
}

/** Those of `people` who may see a row of a table, by one question. */
export async function seersOf(
  db: Db,
  people: readonly Viewer[],
  table: string,
  row: number,
  visible: Visibility,
): Promise<Viewer[]> {
  if (!people.length) return [];
  const seen = await rows(
    db,
    z.object({ id: z.number() }),
    sql.join(
      people.map(
        (viewer) =>
          sql`select ${viewer.id}::integer as id from ${name(table)} t where t.id = ${row} and ${visible(viewer, sql`t`)}`,
      ),
      sql` union all `,
    ),
  );
  const ids = new Set(seen.map(({ id }) => id));
  return people.filter(({ id }) => ids.has(id));
}
