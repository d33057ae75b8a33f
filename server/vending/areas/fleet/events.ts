import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { type Entity, listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { deviceEventsSchema, type EventKind, MONEY_KINDS } from "~server/contract/device-events";
import { companyStaff, type Viewer } from "../../access";
import { paged } from "../../database/page";
import { allOf, type Db, given, list, run } from "../../database/query";
import { pastRef } from "../../resource/deleted";
import { instantAt } from "../../time";
import { uuidOf } from "../../uuid";
import { currencyAt } from "../sales/currency";

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

/** Whose key it was that was held before the reader, of what the viewer may see: its wallet and owner, and its client of then. */
function holderFor(viewer: Viewer): SQL {
  const sees = (entity: Entity) => allowed(viewer, listRequirement(entity));
  const known = (entity: Entity, value: SQL) => (sees(entity) ? value : sql`null`);
  if (!sees(keyWallet) && !sees(keyClient)) return sql`null`;
  return sql`case when e.kind = 'rfid' and ${companyStaff(viewer, sql`e`)} then (
    select json_build_object('wallet', ${known(keyWallet, pastRef(viewer, "key_wallet", sql`s.wallet_id`))},
      'owner', ${known(keyWallet, sql`(select w.owner from key_wallets w where w.id = s.wallet_id)`)},
      'client', ${known(keyClient, pastRef(viewer, "key_client", sql`s.client_id`))})
    from scans s where s.device_id = e.device_id and s.at = e.at and s.card = 'rfid' and s.code = e.data->>'code' and s.wallet_id is not null limit 1) end`;
}

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
      columns: sql`e.telemetry_id || '-' || e.id as id, e.kind, e.at, e.received_at, e.box_at, e.clock, ${currencyOf(device)} as currency, ${named} as data, ${holderFor(viewer)} as holder`,
      from: sql`from device_events e where ${where}`,
      order: sql`e.at desc, e.received_at desc, e.id`,
    },
    { page, limit },
  );
}
