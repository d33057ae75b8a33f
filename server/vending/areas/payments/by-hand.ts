import { sql } from "drizzle-orm";
import { z } from "zod";
import en from "../../../../locales/en/payments.json";
import pl from "../../../../locales/pl/payments.json";
import uk from "../../../../locales/uk/payments.json";
import { SETTLEMENTS } from "~server/contract/payments";
import { SERVICE } from "../../access";
import { type Db, one, only, run } from "../../database/query";
import { changesBetween, record } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { tellCreated } from "../help-desk/news";
import { ticketResource } from "../help-desk/resources";

const failedRow = z.object({
  kind: z.enum(SETTLEMENTS),
  amount: z.number(),
  ticket: z.number().nullable(),
  payment: z.number(),
  order_key: z.string(),
  reference: z.string().nullable(),
  device: z.number(),
  serial_number: z.string(),
});

const inHryvnias = (kopecks: number): string => `${(kopecks / 100).toFixed(2).replace(".", ",")} ₴`;

/** A provider will not do what it should: that becomes a ticket of the machine, and a person does it by hand. One ticket, however often it fails. */
export async function byHand(tx: Db, id: number, words: string | null): Promise<void> {
  const failed = await one(
    tx,
    failedRow,
    sql`update payment_settlements s set state = 'failed', due_at = null, leased_until = null, words = ${words}
    from payments p join devices d on d.id = p.device_id where s.id = ${id} and s.state = 'sent' and p.id = s.payment_id
    returning s.kind, s.amount, s.ticket_id as ticket, p.id as payment, p.order_key, p.reference, p.device_id as device, d.serial_number`,
  );
  if (!failed || failed.ticket !== null) return;
  const { kind, amount, payment, order_key, reference, device, serial_number } = failed;
  // A ticket is kept in the words it was written in, whoever reads it: it says what it is about in each language.
  const [subject = "", ...others] = [uk, en, pl].map(({ ticket }) =>
    ticket[kind].replace("{{amount}}", inHryvnias(amount)).replace("{{serial}}", serial_number).slice(0, 200),
  );
  const description = [...others, `№ ${payment}`, order_key, reference, words].filter(Boolean).join("\n");
  const { id: ticket } = await only(
    tx,
    z.object({ id: z.number() }),
    sql`insert into tickets (subject, description, type, priority, device_id) values (${subject}, ${description}, 'DEVICE_PROBLEM', 'HIGH', ${device}) returning id`,
  );
  await run(tx, sql`update payment_settlements set ticket_id = ${ticket} where id = ${id}`);
  const after = await readRecord(tx, ticketResource, SERVICE, ticket);
  await record(tx, ticketResource, ticket, null, "create", changesBetween(ticketResource, {}, after, []));
  await tellCreated(tx, ticket, null);
}
