import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fieldOf } from "~server/contract/entity";
import { ticketContextSchema, deviceErrorsSchema } from "~server/contract/help-desk";
import { receiptOfSale } from "../fiscal/read";
import type { Viewer } from "../../access";
import { type Db, one, rows } from "../../database/query";
import { stored } from "../../resource/resource";
import { deviceResource } from "../objects/resources";
import { CARD_OF_SALE, holderOf } from "../sales/holder";
import { recipeName } from "../sales/recipe";
import { isOpen } from "./status";
import { visibleTickets } from "../../visible-tickets";

const LAST_SALES = 6;
const OTHERS = 6;

type TicketContext = z.infer<typeof ticketContextSchema>;
const subject = z.object({ device_id: z.number().nullable(), client_phone: z.string().nullable() });
const machine = ticketContextSchema.shape.machine.unwrap();

/** What stands beside a ticket: its machine as it is now, and other tickets of the machine or the client that the viewer may see. */
export async function ticketContextOf(db: Db, viewer: Viewer, ticket: number): Promise<TicketContext> {
  const about = await one(db, subject, sql`select device_id, client_phone from tickets where id = ${ticket}`);
  const others = async (where: SQL | undefined) =>
    where
      ? rows(
          db,
          ticketContextSchema.shape.of_machine.element,
          sql`
    select t.id, t.subject, t.status, t.priority, (select json_build_object('id', s.id, 'label', s.name, 'colour', s.colour) from ticket_states s where s.id = t.state_id) as state, t.last_message_at
    from tickets t where ${where} and t.id <> ${ticket} and ${visibleTickets(viewer, sql`t`)} order by ${isOpen(sql`t`)} desc, t.last_message_at desc limit ${OTHERS}`,
        )
      : [];
  return {
    machine: about?.device_id ? await machineOf(db, viewer, about.device_id) : null,
    of_machine: await others(about?.device_id ? sql`t.device_id = ${about.device_id}` : undefined),
    of_client: await others(about?.client_phone ? sql`t.client_phone = ${about.client_phone}` : undefined),
  };
}

async function machineOf(db: Db, viewer: Viewer, device: number): Promise<TicketContext["machine"]> {
  const computed = (name: string) => stored(deviceResource, name, fieldOf(deviceResource.entity, name), sql`d`, viewer);
  const found = await one(
    db,
    machine.omit({ errors: true, sales: true }),
    sql`
    select d.id, d.serial_number, ${computed("status")} as status, m.name as model, l.name as location, concat_ws(', ', l.city, l.address) as address,
      ${computed("last_contact_at")} as last_contact_at, d.last_sale_at
    from devices d join device_models m on m.id = d.model_id left join locations l on l.id = d.location_id where d.id = ${device}`,
  );
  if (!found) return null;
  return {
    ...found,
    errors: await rows(
      db,
      machine.shape.errors.element,
      sql`select code, opened_at from ticket_errors where device_id = ${device} and closed_at is null order by opened_at`,
    ),
    sales: await rows(
      db,
      machine.shape.sales.element,
      sql`
      select s.sold_at, coalesce(nullif(s.name, s.selection), ${recipeName(sql`s.recipe_id`)}) as name, s.selection, s.source, s.paid_with, ${holderOf(viewer, CARD_OF_SALE)} as holder, ${receiptOfSale} as receipt, s.count, s.amount
      from sales s where s.device_id = ${device} and s.count > 0 order by s.sold_at desc, s.line limit ${LAST_SALES}`,
    ),
  };
}

/** What is wrong with a machine now, and the tickets about it that the viewer may see. */
export async function errorsOf(db: Db, viewer: Viewer, device: number): Promise<z.infer<typeof deviceErrorsSchema>> {
  return {
    items: await rows(
      db,
      deviceErrorsSchema.shape.items.element,
      sql`
    select e.code, e.opened_at, (select json_build_object('id', t.id, 'label', t.subject) from tickets t where t.id = e.ticket_id and ${isOpen(sql`t`)} and ${visibleTickets(viewer, sql`t`)}) as ticket
    from ticket_errors e where e.device_id = ${device} and e.closed_at is null order by e.opened_at, e.code`,
    ),
  };
}
