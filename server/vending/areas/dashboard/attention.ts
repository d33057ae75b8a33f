import { sql } from "drizzle-orm";
import { z } from "zod";
import { listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { ticket } from "~server/contract/entities/tickets";
import { NEEDS_SEEN } from "~server/contract/needs";
import { allowed } from "~server/contract/permissions";
import type { Attention } from "~server/contract/statuses";
import { type Viewer, visibleDevices } from "../../access";
import { type Db, only } from "../../database/query";
import { visibleTickets } from "../../visible-tickets";
import { worstMachines } from "../fleet/statuses";
import { dueAt, isOpen } from "../help-desk/status";
import { COLLECTED_FROM } from "../needs/list";

/** As many machines as are looked at without scrolling. */
const WORST = 6;
const countRow = z.object({ count: z.number() });

/** What needs somebody now, of what the viewer may see. */
export async function attentionOf(db: Db, viewer: Viewer): Promise<Attention> {
  const [worst, overdue, cash, held] = await Promise.all([
    worstMachines(db, viewer, WORST),
    allowed(viewer, listRequirement(ticket)) ? overdueTickets(db, viewer) : null,
    allowed(viewer, NEEDS_SEEN) ? cashToCollect(db, viewer) : null,
    allowed(viewer, listRequirement(device)) ? heldReads(db, viewer) : null,
  ]);
  return { ...worst, overdue, cash, held };
}

const overdueTickets = async (db: Db, viewer: Viewer) =>
  (
    await only(
      db,
      countRow,
      sql`select count(*) as count from tickets t where ${isOpen(sql`t`)} and ${dueAt(sql`t`)} < now() and ${visibleTickets(viewer, sql`t`)}`,
    )
  ).count;

const cashToCollect = (db: Db, viewer: Viewer) =>
  only(
    db,
    z.object({ machines: z.number(), amount: z.number() }),
    sql`select count(*) as machines, coalesce(sum(f.cash), 0) as amount from device_forecasts f join devices d on d.id = f.device_id
    where f.cash >= ${COLLECTED_FROM} and not d.hidden and ${visibleDevices(viewer, sql`d`)}`,
  );

const heldReads = async (db: Db, viewer: Viewer) =>
  (
    await only(
      db,
      countRow,
      sql`select count(distinct q.device_id) as count from audit_questions q join devices d on d.id = q.device_id where q.question = 'held' and q.count > q.accepted and ${visibleDevices(viewer, sql`d`)}`,
    )
  ).count;
