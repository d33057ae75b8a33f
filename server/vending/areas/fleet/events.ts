import { sql } from "drizzle-orm";
import type { z } from "zod";
import { deviceEventsSchema, type EventKind, MONEY_KINDS } from "~server/contract/device-events";
import type { Viewer } from "../../access";
import { paged } from "../../database/page";
import { allOf, type Db, given, list, run } from "../../database/query";
import { instantAt } from "../../time";
import { uuidOf } from "../../uuid";
import { currencyAt } from "../sales/currency";
import { holderOf } from "../sales/holder";

export interface Noted {
  device: number;
  unit: number;
  at: string;
  kind: string;
  data: object;
}

/** Writes what we saw ourselves into the event log; the same again is no new line. */
export async function note(db: Db, events: readonly Noted[]): Promise<void> {
  if (!events.length) return;
  await run(
    db,
    sql`
    insert into device_events (telemetry_id, id, device_id, at, kind, data)
    select unit, id, device, at, kind, data
    from ${given(
      events.map((event) => ({
        ...event,
        id: uuidOf("seen", event.kind, event.device, event.at, JSON.stringify(event.data)),
      })),
      "unit integer, id uuid, device integer, at timestamptz, kind text, data jsonb",
    )}
    order by unit, id on conflict do nothing`,
  );
}

export interface EventQuery {
  kinds: readonly EventKind[];
  from?: string;
  to?: string;
  page: number;
  limit: number;
}

/** What the machine's own money is: prices, and what its validators took in. */
const currencyOf = (device: number) =>
  sql`case when e.kind = any(${list(MONEY_KINDS, "text")}) then ${currencyAt(sql`${device}::integer`, sql`e.at`)} end`;

/** What an event tells; of an answer to a command, which one. */
const named = sql`case when e.kind = 'command' then e.data || coalesce((select jsonb_build_object('name', c.name) from device_commands c where c.id = (e.data->>'command')::integer and c.device_id = e.device_id), '{}') else e.data end`;

/** The card that an event tells of, where there is one. */
const CARD_OF_EVENT = sql`
  select s.wallet_id, s.client_id, (select q.id from qr_codes q where s.card = 'qr' and q.code = s.code) as qr_code_id,
    (select p.id from sport_life_keys p where s.card = 'partner' and p.number = s.code) as employee_id
  from scans s where e.kind in ('rfid', 'qr', 'partner') and s.device_id = e.device_id and s.at = e.at and s.card = e.kind and s.code = e.data->>'code'`;

/** A machine's event log, newest first; days in Kyiv, both included. */
export async function listEvents(
  db: Db,
  viewer: Viewer,
  device: number,
  { kinds, from, to, page, limit }: EventQuery,
): Promise<z.infer<typeof deviceEventsSchema>> {
  const where = allOf([
    sql`e.device_id = ${device}`,
    ...(kinds.length ? [sql`e.kind = any(${list(kinds, "text")})`] : []),
    ...(from ? [sql`e.at >= ${instantAt(sql`${from}::date`)}`] : []),
    ...(to ? [sql`e.at < ${instantAt(sql`${to}::date + 1`)}`] : []),
  ]);
  return paged(
    db,
    deviceEventsSchema.shape.items.element,
    {
      columns: sql`e.telemetry_id || '-' || e.id as id, e.kind, e.at, e.received_at, e.box_at, e.clock, ${currencyOf(device)} as currency, ${named} as data, ${holderOf(viewer, CARD_OF_EVENT)} as holder`,
      from: sql`from device_events e where ${where}`,
      order: sql`e.at desc, e.received_at desc, e.id`,
    },
    { page, limit },
  );
}
