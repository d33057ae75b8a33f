import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { SHEET_STEPS, SHEET_TASKS } from "~server/contract/route-sheets";
import type { Values } from "~server/contract/values";
import { byAnyDevice, type Viewer, visibleDevices } from "../../access";
import { type Db, list, name, one, only, run } from "../../database/query";
import { Fault } from "../../fault";
import { countListed, defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { sheetsNeedSecond } from "../settings/resources";
import { freeze, measure } from "./proposed";

const isAt = (t: SQL, step: keyof typeof SHEET_STEPS): SQL =>
  sql`(${t}.status = any(${list(SHEET_STEPS[step].from, "text")}))`;
const mayApprove = (t: SQL, viewer: Viewer): SQL =>
  sql`(${isAt(t, "approve")} and (not ${sheetsNeedSecond} or ${t}.author_id is distinct from ${viewer.id}))`;

export const routeSheetResource = defineResource(routeSheet, {
  table: tables.routeSheets,
  visible: byAnyDevice,
  children: { stops: { table: tables.routeSheetStops, parent: "sheet_id" } },
  uniques: { route_sheet_stops_open_key: { field: "stops", key: "on_other_sheet" } },
  computed: {
    stops_count: countListed("devices", "devices", visibleDevices),
    served_count: (t) =>
      sql`(select count(*) from route_sheet_stops x where x.sheet_id = ${t}.id and x.status = 'served')`,
    submittable: (t) => isAt(t, "submit"),
    approvable: mayApprove,
    cancelable: (t) => isAt(t, "cancel"),
  },
  async prepare(tx, values, { id }) {
    const { warehouse } = await only(
      tx,
      z.object({ warehouse: z.number().nullable() }),
      sql`select (select c.warehouse_id from crews c where c.id = ${values.crew}) as warehouse`,
    );
    values.warehouse ??= warehouse;
    if (id !== undefined) await refuseUnlessDraft(tx, id, values);
  },
  async written(tx, id, _values, { viewer, id: known }) {
    if (known === undefined)
      await run(
        tx,
        sql`update route_sheets set author_id = ${viewer.id}, author = ${viewer.full_name || null} where id = ${id}`,
      );
    const draft = await one(
      tx,
      z.object({ id: z.number() }),
      sql`select id from route_sheets where id = ${id} and status = 'DRAFT'`,
    );
    if (draft) await measure(tx, id);
  },
  actions: {
    async submit(tx, id) {
      await freeze(tx, id);
      return step(tx, id, sql`status = ${SHEET_STEPS.submit.to}`);
    },
    approve: (tx, id, viewer) => step(tx, id, sql`status = ${SHEET_STEPS.approve.to}, approver = ${viewer.full_name}`),
    async cancel(tx, id, _viewer, reason) {
      await run(tx, sql`update route_sheet_stops set open = false where sheet_id = ${id}`);
      return step(tx, id, sql`status = ${SHEET_STEPS.cancel.to}, cancel_reason = ${z.string().parse(reason)}`);
    },
  },
});

async function step(tx: Db, id: number, set: SQL): Promise<object> {
  await run(tx, sql`update route_sheets set ${set} where id = ${id}`);
  return {};
}

const fixedRow = z.object({
  crew: z.number(),
  warehouse: z.number().nullable(),
  vehicle: z.number().nullable(),
  day: z.string(),
  stops: z.array(z.array(z.unknown())),
});
type Planned = Pick<Values<typeof routeSheet.fields>, "crew" | "warehouse" | "vehicle" | "day" | "stops">;

/** Amounts and reservations follow from what was submitted: from then on there is nothing to be changed but the note. */
async function refuseUnlessDraft(tx: Db, id: number, { crew, warehouse, vehicle, day, stops }: Planned): Promise<void> {
  const cells = sql.join(
    [...SHEET_TASKS, "note"].map((cell) => sql`t.${name(cell)}`),
    sql`, `,
  );
  const fixed = await one(
    tx,
    fixedRow,
    sql`select s.crew_id as crew, s.warehouse_id as warehouse, s.vehicle_id as vehicle, s.day,
      (select json_agg(json_build_array(t.device_id, ${cells}) order by t.position) from route_sheet_stops t where t.sheet_id = s.id) as stops
    from route_sheets s where s.id = ${id} and s.status <> 'DRAFT'`,
  );
  if (!fixed) return;
  const said = stops.map((stop) => [stop.device, ...SHEET_TASKS.map((task) => stop[task]), stop.note]);
  if (!isDeepStrictEqual({ crew, warehouse, vehicle, day, stops: said }, fixed)) throw new Fault(409, "sheet_fixed");
}
