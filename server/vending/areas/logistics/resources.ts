import { sql } from "drizzle-orm";
import { z } from "zod";
import { crewVehicle } from "~server/contract/entities/crew_vehicles";
import { crew } from "~server/contract/entities/crews";
import { locationGroup } from "~server/contract/entities/locations_groups";
import { warehouse } from "~server/contract/entities/warehouses";
import { byAnyDevice, byAnyLocation, companyStaff, visibleDevices, visibleLocations } from "../../access";
import { type Db, list, only, rows } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { figureFields } from "../../figure-fields";
import { countListed, countOf, defineResource } from "../../resource/resource";
import * as tables from "../../tables";

const found = z.object({ found: z.boolean() });

/** What was moved to or from a place stays in the books, and so does the place. */
async function refuseWithMoves(tx: Db, place: "WAREHOUSE" | "CREW", id: number): Promise<void> {
  const moved = await only(
    tx,
    found,
    sql`
    select exists (select 1 from stock_moves where (from_place = ${place} and from_id = ${id}) or (to_place = ${place} and to_id = ${id})) as found`,
  );
  if (moved.found) throw new Fault(409, "place_has_moves");
}

export const crewResource = defineResource(crew, {
  table: tables.crews,
  visible: byAnyDevice,
  place: "devices",
  computed: {
    // Those that it serves now: of its list, of its groups, in place of another.
    devices_count: countOf("devices", "crew_id", visibleDevices),
    vehicles_count: countOf("crew_vehicles", "crew_id", companyStaff),
  },
  borrowed: figureFields("crew"),
  async prepare(tx, values, { id }) {
    const chosen = {
      replacement_crews: values.replacement_crews,
      replaced_by: values.replaced_by ? [values.replaced_by] : [],
    };
    const types = await rows(
      tx,
      z.object({ id: z.number(), type: z.string() }),
      sql`select id, type from crews where id = any(${list(Object.values(chosen).flat(), "integer")}) order by id for share`,
    );
    const ordinary = types.flatMap((one) => (one.type === "REPLACEMENT" ? [] : [one.id]));
    for (const [field, crews] of Object.entries(chosen)) {
      if (id !== undefined && crews.includes(id)) throw invalid({ [field]: [{ key: "not_itself" }] });
      if (crews.some((crew) => ordinary.includes(crew))) throw invalid({ [field]: [{ key: "replacement_only" }] });
    }
    if (id === undefined || values.type === "REPLACEMENT") return;
    const standsIn = await only(
      tx,
      found,
      sql`select exists (select 1 from crews where ${id} = any(replacement_crews) or replaced_by_id = ${id}) as found`,
    );
    if (standsIn.found) throw invalid({ type: [{ key: "stands_in" }] });
  },
  removing: (tx, id) => refuseWithMoves(tx, "CREW", id),
});

export const crewVehicleResource = defineResource(crewVehicle, {
  table: tables.crewVehicles,
  visible: companyStaff,
  uniques: { crew_vehicles_license_plate_key: { field: "license_plate", key: "taken" } },
});

export const locationGroupResource = defineResource(locationGroup, {
  table: tables.locationGroups,
  visible: byAnyLocation,
  place: "locations",
  computed: { locations_count: countListed("locations", "locations", visibleLocations) },
});

export const warehouseResource = defineResource(warehouse, {
  table: tables.warehouses,
  visible: companyStaff,
  children: { minimums: { table: tables.warehouseMinimums, parent: "warehouse_id" } },
  computed: {
    ingredients_count: (t) =>
      sql`(select count(distinct s.ingredient_id) from stock s where s.place = 'WAREHOUSE' and s.place_id = ${t}.id and s.quantity > 0)`,
    crews_count: countOf("crews", "warehouse_id", byAnyDevice),
    last_move_at: (t) =>
      sql`(select max(s.moved_at) from stock s where s.place = 'WAREHOUSE' and s.place_id = ${t}.id)`,
  },
  removing: (tx, id) => refuseWithMoves(tx, "WAREHOUSE", id),
});
