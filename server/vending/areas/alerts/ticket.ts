import { sql } from "drizzle-orm";
import { z } from "zod";
import { SERVICE } from "../../access";
import { type Db, one, only, run } from "../../database/query";
import { changesBetween, record } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { tellCreated } from "../help-desk/news";
import { ticketResource } from "../help-desk/resources";
import { areResponsible, isOpen } from "../help-desk/status";
import { bodyOf, letterFor } from "./letter";

const ruleRow = z.object({
  priority: z.string().nullable(),
  category: z.number().nullable(),
  responsible: z.number().nullable(),
  device: z.number().nullable(),
  open: z.number().nullable(),
});

/** Opens the alert's ticket: of its machine, where it is one. An earlier one of the same rule and machine that is still worked on is enough. */
export async function openTicketOf(tx: Db, alert: number): Promise<void> {
  const rule = await one(
    tx,
    ruleRow,
    sql`
    with mine as (select min(g.device_id) as device from alert_signals g where g.alert_id = ${alert} and g.ended_at is null having count(*) = 1)
    select r.ticket_priority as priority, r.category_id as category, r.responsible_id as responsible, m.device,
      (select max(t.id) from tickets t join alerts o on o.ticket_id = t.id where o.rule_id = r.id and t.device_id = m.device and ${isOpen(sql`t`)}) as open
    from alerts a join alert_rules r on r.id = a.rule_id left join mine m on true where a.id = ${alert}`,
  );
  if (!rule) return;
  const ticket = rule.open ?? (await openTicket(tx, alert, rule));
  await run(tx, sql`update alerts set ticket_id = ${ticket} where id = ${alert}`);
}

async function openTicket(tx: Db, alert: number, rule: z.infer<typeof ruleRow>): Promise<number> {
  const letter = await letterFor(tx, SERVICE, alert, "opened");
  // A ticket of no machine is seen by people whose sight ends at some: it names none.
  const about = rule.device === null ? [letter.place, letter.count] : [bodyOf(letter)];
  const subject = [letter.name, ...about].filter(Boolean).join(" · ").slice(0, 200);
  const responsible =
    rule.responsible !== null && (await areResponsible(tx, [rule.responsible])) ? rule.responsible : null;
  const { id } = await only(
    tx,
    z.object({ id: z.number() }),
    sql`insert into tickets (subject, type, category_id, priority, device_id, responsible_id)
    values (${subject}, ${rule.device === null ? "GENERAL" : "DEVICE_PROBLEM"}, ${rule.category}, ${rule.priority ?? "HIGH"}, ${rule.device}, ${responsible}) returning id`,
  );
  const after = await readRecord(tx, ticketResource, SERVICE, id);
  await record(tx, ticketResource, id, null, "create", changesBetween(ticketResource, {}, after, []));
  await tellCreated(tx, id, null);
  return id;
}
