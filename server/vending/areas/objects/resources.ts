import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { deviceManufacturer } from "~server/contract/entities/device_manufacturers";
import { deviceModel } from "~server/contract/entities/device_models";
import { device } from "~server/contract/entities/devices";
import { ingredient, MEASURED_IN, PRICED_PER } from "~server/contract/entities/ingredients";
import { location } from "~server/contract/entities/locations";
import { planogram } from "~server/contract/entities/planograms";
import { recipe } from "~server/contract/entities/recipes";
import { telemetry } from "~server/contract/entities/telemetries";
import { refSchema } from "~server/contract/record";
import type { Values } from "~server/contract/values";
import { byCarriedDevice, everyone, type Viewer, visibleDevices, visibleLocations } from "../../access";
import { type Db, list, one, only, rows, run } from "../../database/query";
import { invalid } from "../../fault";
import { figureFields } from "../../figure-fields";
import { recordMany } from "../../resource/history";
import {
  type Borrowed,
  borrowedValue,
  countOf,
  defineResource,
  oneOfCases,
  resourceNamed,
} from "../../resource/resource";
import { newSecret, sha256 } from "../../secrets";
import * as tables from "../../tables";
import { rebuildDevice } from "../audits/rebuild";
import { restateDevice } from "../currencies/restate";
import { holdAgain } from "./stocks";
import { offlineAfter } from "../settings/resources";

/** A type is measured in some units only, and the price is for what it is measured in. */
function checkMeasure({ type, unit, price_type }: Values<typeof ingredient.fields>): void {
  if (!MEASURED_IN[type]?.includes(unit)) throw invalid({ unit: [{ key: "unit_not_of_type" }] });
  if (PRICED_PER[unit] !== price_type) throw invalid({ price_type: [{ key: "price_not_of_unit" }] });
}

export const ingredientResource = defineResource(ingredient, {
  table: tables.ingredients,
  visible: everyone,
  async prepare(tx, values, { id }) {
    checkMeasure(values);
    if (id === undefined) return;
    const moved = await one(
      tx,
      z.object({ unit: z.string() }),
      sql`
      select i.unit from ingredients i where i.id = ${id} and exists (select 1 from stock_move_lines l where l.ingredient_id = i.id)`,
    );
    // A kilogram in the books would become a gram.
    if (moved && moved.unit !== values.unit) throw invalid({ unit: [{ key: "unit_has_moves" }] });
  },
});

export const recipeResource = defineResource(recipe, {
  table: tables.recipes,
  visible: everyone,
  children: { ingredients: { table: tables.recipeIngredients, parent: "recipe_id" } },
  uniques: { recipes_item_number_key: { field: "item_number", key: "taken" } },
});

export const planogramResource = defineResource(planogram, {
  table: tables.planograms,
  visible: everyone,
  children: { cells: { table: tables.planogramCells, parent: "planogram_id" } },
  written: (tx, id) => holdAgain(tx, sql`d.planogram_id = ${id}`),
});

/** How many machines the viewer sees at a place in sight: all that the table counts, unless limits name some of its machines. */
function machinesAt(l: SQL, viewer: Viewer): SQL {
  const kept = sql`${l}.devices_count`;
  const named = viewer.access.flatMap((access) =>
    access.mode === "OPEN_SELECTED" || access.mode === "CLOSE_SELECTED" ? access.devices : [],
  );
  if (named.length === 0) return kept;
  const singled = sql`${l}.id = any(array(select d.location_id from devices d where d.id = any(${list(named, "integer")})))`;
  return sql`case when ${singled} then ${countOf("devices", "location_id", visibleDevices)(l, viewer)} else ${kept} end`;
}

export const locationResource = defineResource(location, {
  table: tables.locations,
  visible: visibleLocations,
  place: "project",
  async prepare(tx, values) {
    if (values.fiscal_enabled && values.fiscal_cashier === null)
      throw invalid({ fiscal_cashier: [{ key: "fiscal_needs_cashier" }] });
    const half =
      values.latitude === null && values.longitude !== null
        ? "latitude"
        : values.longitude === null && values.latitude !== null
          ? "longitude"
          : undefined;
    if (half) throw invalid({ [half]: [{ key: "both_coordinates" }] });
    const foreign = await one(
      tx,
      z.object({ id: z.number() }),
      sql`select p.id from projects p where p.id = ${values.project} and p.company_id <> ${values.company}`,
    );
    if (foreign) throw invalid({ project: [{ key: "project_of_other_company" }] });
  },
  computed: { devices_count: machinesAt },
  borrowed: figureFields("location"),
});

export const deviceManufacturerResource = defineResource(deviceManufacturer, {
  table: tables.deviceManufacturers,
  visible: everyone,
  children: { errors: { table: tables.manufacturerErrors, parent: "manufacturer_id" } },
  computed: { models_count: countOf("device_models", "manufacturer_id", everyone) },
});

export const deviceModelResource = defineResource(deviceModel, {
  table: tables.deviceModels,
  visible: everyone,
  children: { bunkers: { table: tables.deviceModelBunkers, parent: "model_id" } },
  computed: { devices_count: countOf("devices", "model_id", visibleDevices) },
  written: (tx, id) => holdAgain(tx, sql`d.model_id = ${id}`),
});

const ofLocation = (column: string): Borrowed => ({
  table: "locations",
  column: "id",
  link: "location_id",
  value: (l) => sql`${l}.${sql.identifier(column)}`,
});
const unit = { table: "telemetries", column: "device_id", link: "id" } as const;
/** What the gateway knows of the machine; no row before the first contact. */
const state = { table: "device_states", column: "device_id", link: "id" } as const;
const lastContact = (x: SQL) => sql`${x}.last_contact_at`;

const status: Borrowed = {
  ...state,
  absent: "NEVER",
  order: lastContact,
  ...oneOfCases({
    ONLINE: (x) => sql`${lastContact(x)} > now() - ${offlineAfter}`,
    OFFLINE: (x) => sql`${lastContact(x)} <= now() - ${offlineAfter}`,
  }),
};
/** Whether the machine `d` is online. */
export const statusOf = (d: SQL): SQL => borrowedValue(status, d);

/** A planogram that is for one model is no other model's; a machine that has such a one already may keep it. */
async function refuseOtherModel(
  tx: Db,
  { planogram, model }: { planogram?: number | null; model: number },
  id = 0,
): Promise<void> {
  const { found } = await only(
    tx,
    z.object({ found: z.boolean() }),
    sql`
    select exists (select 1 from planograms p where p.id = ${planogram ?? null} and p.device_model_id <> ${model}
      and not exists (select 1 from devices d where d.id = ${id} and d.planogram_id = p.id and d.model_id = ${model})) as found`,
  );
  if (found) throw invalid({ planogram: [{ key: "planogram_of_other_model" }] });
}

/** Puts a machine on the list of a crew, or of none, and takes it off all others; their history tells it, and their forms that are open are out of date. */
async function serveBy(tx: Db, id: number, viewer: Viewer, crew: number | null): Promise<Record<string, never>> {
  const changed = await rows(
    tx,
    z.object({ id: z.number(), device: refSchema }),
    sql`
    update crews c set devices = array_remove(c.devices, ${id}) || case when c.id = ${crew} then array[${id}::integer] else '{}' end, version = c.version + 1, updated_at = now()
    where c.id = any(array(select o.id from crews o where coalesce(o.id = ${crew}, false) <> (o.devices @> array[${id}::integer]) order by o.id for update))
    returning c.id, (select json_build_object('id', d.id, 'label', d.serial_number) from devices d where d.id = ${id}) as device`,
  );
  await recordMany(
    tx,
    resourceNamed("crew"),
    viewer,
    "update",
    // Of a list with hundreds of machines only the one that came or went.
    changed.map((one) => ({
      id: one.id,
      changes: [
        one.id === crew
          ? { field: "devices", before: [], after: [one.device] }
          : { field: "devices", before: [one.device], after: [] },
      ],
    })),
  );
  return {};
}

export const deviceResource = defineResource(device, {
  table: tables.devices,
  visible: visibleDevices,
  place: "location",
  async prepare(tx, values, { id }) {
    if (id !== undefined && values.child_device === id) throw invalid({ child_device: [{ key: "own_child" }] });
    await refuseOtherModel(tx, values, id);
  },
  async written(tx, id, values, { before, viewer }) {
    if (!before) return;
    const cause = { cause: "currency", user: viewer.id } as const;
    const changed = (name: keyof typeof values) => values[name] !== before[name];
    // What files count is read from them anew; what it comes to in hryvnias is told anew.
    if (changed("coin_multiplier") || changed("bill_multiplier") || changed("price_multiplier"))
      await rebuildDevice(tx, id, cause);
    else if (changed("audit_currency")) await restateDevice(tx, id, cause);
  },
  uniques: { devices_serial_number_key: { field: "serial_number", key: "taken" } },
  borrowed: {
    status,
    telemetry_type: { ...unit, value: (x) => sql`${x}.type` },
    last_contact_at: { ...state, value: lastContact },
    region: ofLocation("region"),
    city: ofLocation("city"),
    ...figureFields("device"),
  },
  actions: {
    assign_crew: (tx, id, viewer, crew) => serveBy(tx, id, viewer, z.number().parse(crew)),
    leave_crew: (tx, id, viewer) => serveBy(tx, id, viewer, null),
    hide: async (tx, id) => {
      await run(tx, sql`update devices set hidden = true where id = ${id}`);
      return {};
    },
    show: async (tx, id) => {
      await run(tx, sql`update devices set hidden = false where id = ${id}`);
      return {};
    },
  },
});

export const telemetryResource = defineResource(telemetry, {
  table: tables.telemetries,
  visible: byCarriedDevice,
  place: "device",
  uniques: {
    telemetries_serial_key: { field: "serial", key: "taken" },
    telemetries_device_key: { field: "device", key: "device_has_telemetry" },
  },
  computed: { has_secret: (t) => sql`(${t}.secret_hash is not null)` },
  borrowed: {
    last_contact_at: { table: "telemetry_contacts", column: "telemetry_id", link: "id", value: lastContact },
  },
  actions: {
    async rotate_secret(tx, id) {
      const secret = newSecret();
      await run(tx, sql`update telemetries set secret_hash = ${sha256(secret)} where id = ${id}`);
      return { revealed: secret };
    },
  },
});
