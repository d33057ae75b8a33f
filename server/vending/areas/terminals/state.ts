import { sql } from "drizzle-orm";
import { z } from "zod";
import { deviceEventSchema } from "~server/contract/device-events";
import { paxStateSchema } from "~server/contract/terminals";
import { type Db, only, rows } from "../../database/query";
import { TODAY } from "../../time";
import { currencyAt } from "../sales/currency";

type PaxState = z.infer<typeof paxStateSchema>;

const paidWithin = (days: number) => sql`(
  select json_build_object('count', coalesce(sum(r.count), 0), 'amount', coalesce(sum(r.amount), 0)) from sales_by_device_day r
  where r.device_id = p.device_id and r.source = 'cashless2' and r.day > ${TODAY} - ${days}::integer)`;

const LOGGED = 50;
/** What a terminal last said of itself is looked for in so many of the machine's days: it is asked several times a day. */
const SAID_DAYS = 31;

const saidRow = z.object({
  at: z.string(),
  answers: z.boolean(),
  firmware: z.string().nullable(),
  rssi: z.number().nullable(),
});

/** A terminal by its machine: where it is, what it says of itself, and whether anybody pays there. */
export async function paxState(db: Db, id: number): Promise<PaxState> {
  const [state, said, log] = await Promise.all([
    only(
      db,
      paxStateSchema.omit({ said: true, log: true }),
      sql`
      select case when d.id is not null then json_build_object('id', d.id, 'label', d.serial_number) end as device,
        case when l.id is not null then json_build_object('id', l.id, 'label', l.name) end as location, p.last_contact_at,
        (select max(r.day) from sales_by_device_day r where r.device_id = p.device_id and r.source = 'cashless2' and r.count > 0) as last_sale_on, ${paidWithin(1)} as today, ${paidWithin(30)} as days30
      from pax_terminals p left join devices d on d.id = p.device_id left join locations l on l.id = d.location_id where p.id = ${id}`,
    ),
    rows(
      db,
      saidRow,
      sql`
      select e.at, (e.data->>'answers')::boolean as answers, e.data->>'fw' as firmware, (e.data->>'rssi')::integer as rssi
      from ${events(id)} where ${IS_ITS_OWN} and e.at > now() - make_interval(days => ${SAID_DAYS}) order by e.at desc, e.id limit 1`,
    ),
    rows(
      db,
      deviceEventSchema,
      sql`
      select e.telemetry_id || '-' || e.id as id, e.kind, e.at, e.received_at, e.box_at, e.clock, case when e.kind <> 'terminal' then ${currencyAt(sql`e.device_id`, sql`e.at`)} end as currency, e.data
      from ${events(id)} where ${IS_ITS_OWN} or (e.kind in ('sale', 'vend_failed') and e.data->>'source' = 'cashless2') order by e.at desc, e.id limit ${LOGGED}`,
    ),
  ]);
  return { ...state, said: said[0] ?? null, log };
}

const events = (id: number) => sql`pax_terminals p join device_events e on e.device_id = p.device_id and p.id = ${id}`;

/** Of two terminals in a machine each says its serial. */
const IS_ITS_OWN = sql`(e.kind = 'terminal' and coalesce(e.data->>'serial', p.serial) = p.serial)`;
