import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { unitCommandSchema } from "~server/contract/telemetry";
import { planned, rows } from "../../database/query";
import { Fault } from "../../fault";
import type { Context } from "../../http";
import { sha256 } from "../../secrets";
import type { WaitingCommand } from "../commands/results";
import { gathered } from "./gathered";

const unitRow = z.object({
  serial: z.string(),
  id: z.number(),
  device_id: z.number().nullable(),
  secret_hash: z.string().nullable(),
  commands: z.array(unitCommandSchema.extend({ state: z.string() })),
});

/** The unit that calls, with the commands that wait for it. */
export interface Unit {
  id: number;
  deviceId: number | null;
  commands: WaitingCommand[];
}

/** Serials looked up in one query. */
const SERIALS_AT_ONCE = 200;

/** How units sign in: `X-Device` and their secret as `Authorization`. Calls that come together are looked up together. */
export function createUnits(pool: Pool) {
  const db = planned(pool);
  const lookUp = gathered<string, z.infer<typeof unitRow> | "none">(
    async (serials) => {
      const found = await rows(
        db,
        unitRow,
        sql`
      select t.serial, t.id, t.device_id, t.secret_hash, coalesce((
        select json_agg(json_build_object('id', c.id, 'name', c.name, 'state', c.state, 'expires_at', to_char(c.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ::jsonb
          || case when f.id is null then '{}' else jsonb_build_object('firmware', jsonb_build_object('id', f.id, 'release', f.release, 'size', x.size, 'sha256', x.sha256)) end
          || case when p.id is null then '{}' else jsonb_build_object('payment', jsonb_build_object('id', p.id, 'cell', p.selection, 'amount', coalesce(p.amount, (select max(h.price) from devices w join planogram_cells h on h.planogram_id = w.planogram_id where w.id = p.device_id), 0))) end
          || case when c.prices is null then '{}' else jsonb_build_object('prices', c.prices) end order by c.id)
        from device_commands c left join firmwares f on f.id = c.firmware_id left join files x on x.id = f.image_id left join payments p on p.id = c.payment_id
        where c.telemetry_id = t.id and c.state in ('queued', 'sent') and c.expires_at > now()), '[]') as commands
      from telemetries t where t.serial = any(array(select jsonb_array_elements_text(${JSON.stringify([...new Set(serials)])}::jsonb)))`,
      );
      const bySerial = new Map(found.map((unit) => [unit.serial, unit]));
      return serials.map((serial) => bySerial.get(serial) ?? "none");
    },
    { most: SERIALS_AT_ONCE, lanes: 2 },
  );

  /** 401 when the caller is no unit of ours. */
  return async (c: Context): Promise<Unit> => {
    const secret = (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
    const found = await lookUp.ask(c.req.header("x-device") ?? "");
    if (found === "none" || !matches(found.secret_hash, secret)) throw new Fault(401, "unauthorized");
    return { id: found.id, deviceId: found.device_id, commands: found.commands };
  };
}

function matches(hash: string | null, secret: string): boolean {
  return hash !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(sha256(secret)));
}
