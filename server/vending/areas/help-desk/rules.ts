import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { SERVICE } from "../../access";
import { type Db, one, only, run, transaction } from "../../database/query";
import { changesBetween, record } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { joinOpenTicket } from "./errors";
import { tellCreated } from "./news";
import { ticketResource } from "./resources";
import { areResponsible } from "./status";

const due = z.object({
  error: z.number(),
  code: z.string(),
  device: z.number(),
  opened_at: z.string(),
  serial_number: z.string(),
  place: z.string().nullable(),
  rule: z.number(),
  words: z.string(),
  priority: z.string(),
  category: z.number().nullable(),
  responsible: z.number().nullable(),
});

/**
 * Opens tickets for the errors that have lasted as long as their rule says; of several rules the most exact one counts.
 * Machines out of work and hidden ones are left alone. Answers how many were opened.
 */
export async function openDueTickets(pool: Pool): Promise<number> {
  for (let opened = 0; ; opened++) if (!(await transaction(pool, (tx) => openNext(tx)))) return opened;
}

/** Takes the next error; false when there is none. Each is a transaction of its own, and no other process has it meanwhile. */
async function openNext(tx: Db): Promise<boolean> {
  const found = await one(
    tx,
    due,
    sql`
    select e.id as error, e.code, e.device_id as device, e.opened_at, d.serial_number, l.name as place, r.id as rule,
      coalesce((select w.text from manufacturer_errors w where w.manufacturer_id = m.manufacturer_id and upper(w.code) = e.code order by w.position limit 1), r.name) as words, r.priority, r.category_id as category, r.responsible_id as responsible
    from ticket_errors e join devices d on d.id = e.device_id join device_models m on m.id = d.model_id left join locations l on l.id = d.location_id
    join lateral (
      select * from ticket_rules r where r.active and (r.error_code is null or starts_with(e.code, r.error_code)) and (r.manufacturer_id is null or r.manufacturer_id = m.manufacturer_id)
      order by length(coalesce(r.error_code, '')) desc, r.manufacturer_id is null, r.id limit 1) r on true
    where e.closed_at is null and e.ticket_id is null and d.in_work and not d.hidden and e.opened_at <= now() - make_interval(mins => r.minutes)
    order by e.id limit 1 for update of e skip locked`,
  );
  if (!found) return false;
  if (!(await joinOpenTicket(tx, found.error))) await openTicket(tx, found);
  return true;
}

async function openTicket(tx: Db, found: z.infer<typeof due>): Promise<void> {
  const { error, code, device, opened_at, serial_number, place, rule, words, priority, category } = found;
  const responsible =
    found.responsible !== null && (await areResponsible(tx, [found.responsible])) ? found.responsible : null;
  // The maker's words, or those of whoever made the rule: a code alone tells a support shift little.
  const subject = [words, code, serial_number, place].filter(Boolean).join(" · ").slice(0, 200);
  const { id } = await only(
    tx,
    z.object({ id: z.number() }),
    sql`
    insert into tickets (subject, type, category_id, priority, device_id, error_code, responsible_id, rule_id)
    values (${subject}, 'DEVICE_PROBLEM', ${category}, ${priority}, ${device}, ${code}, ${responsible}, ${rule}) returning id`,
  );
  await run(tx, sql`update ticket_errors set ticket_id = ${id} where id = ${error}`);
  await run(
    tx,
    sql`insert into ticket_entries (ticket_id, kind, at, error_code) values (${id}, 'ERROR_OPENED', ${opened_at}, ${code})`,
  );
  const after = await readRecord(tx, ticketResource, SERVICE, id);
  await record(tx, ticketResource, id, null, "create", changesBetween(ticketResource, {}, after, []));
  await tellCreated(tx, id, null);
}
