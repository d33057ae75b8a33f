import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  CREW_STATUSES,
  GIVEN_OUT,
  type Sheet,
  type SheetFill,
  sheetSchema,
  warehouseSheetsSchema,
} from "~server/contract/route-sheets";
import { isUnlimited, type Viewer, visibleDevices } from "../../access";
import { always, anyOf, type Db, list, rows } from "../../database/query";
import { notFound } from "../../fault";
import { errorText } from "../fleet/words";
import { PACK, RESERVED } from "../logistics/purchase";
import { closedOn } from "../needs/propose";
import { TODAY } from "../../time";
import { proposedFor, stopsOf, TASKS } from "./proposed";
import { isMember, offered, seen, standing } from "./sight";

const sheetRow = sheetSchema
  .omit({ may: true, exceeds: true })
  .extend({ is_member: z.boolean(), is_keeper: z.boolean() });

/** One sheet; 404 where the viewer does not work on it. */
export async function readSheet(db: Db, viewer: Viewer, which: SQL): Promise<Sheet> {
  const [found] = await sheetsWhere(db, viewer, which);
  if (!found) throw notFound();
  return found;
}

/** Open sheets of the viewer's crews, the earliest first. */
export const sheetsOfMine = async (db: Db, viewer: Viewer): Promise<{ items: Sheet[] }> => ({
  items: await sheetsWhere(
    db,
    viewer,
    sql`${isMember(viewer, sql`s`)} and s.status = any(${list([...CREW_STATUSES], "text")}) and s.day <= ${TODAY} + 1`,
  ),
});

/** Sheets that wait at a warehouse for what they take, the earliest first; whoever asks keeps it. */
export const sheetsOfWarehouse = async (db: Db, id: number): Promise<z.infer<typeof warehouseSheetsSchema>> => ({
  items: await rows(
    db,
    warehouseSheetsSchema.shape.items.element,
    sql`select s.id, s.number, s.day, s.status, json_build_object('id', c.id, 'label', c.name) as crew
    from route_sheets s join crews c on c.id = s.crew_id where s.warehouse_id = ${id} and s.status = any(${list([...GIVEN_OUT], "text")}) order by s.day, s.id`,
  ),
});

async function sheetsWhere(db: Db, viewer: Viewer, which: SQL): Promise<Sheet[]> {
  const found = await rows(db, sheetRow, sheetQuery(viewer, which));
  const sheets: Sheet[] = [];
  for (const { is_member, is_keeper, ...row } of found) {
    const whole = row.status === "DRAFT" ? await asProposed(db, row) : row;
    const { minutes: _, weight, volume, max_weight, max_volume } = row;
    sheets.push({
      ...whole,
      may: offered(viewer, { is_member, is_keeper, status: row.status }),
      exceeds: [
        ...(whole.stops.some(({ late, status }) => late && status !== "served") ? (["hours"] as const) : []),
        ...(max_weight !== null && (weight ?? 0) > max_weight ? (["weight"] as const) : []),
        ...(max_volume !== null && (volume ?? 0) > max_volume ? (["volume"] as const) : []),
      ],
    });
  }
  return sheets;
}

/** Of a draft the amounts are those of now. */
async function asProposed(db: Db, sheet: Omit<Sheet, "may" | "exceeds">): Promise<Omit<Sheet, "may" | "exceeds">> {
  const round = await proposedFor(db, sheet.id);
  const known = new Map(stopsOf(round).map((stop) => [stop.device.id, stop]));
  const ids = [...new Set(stopsOf(round).flatMap(({ fills }) => fills.flatMap(({ ingredient }) => ingredient ?? [])))];
  const ingredients = new Map(
    (
      await rows(
        db,
        z.object({ id: z.number(), label: z.string(), unit: sheetSchema.shape.loads.element.shape.unit }),
        sql`select i.id, i.name as label, i.unit from ingredients i where i.id = any(${list(ids, "integer")})`,
      )
    ).map((one) => [one.id, one]),
  );
  const picked = new Map<number, number>();
  const stops = sheet.stops.map((stop) => ({
    ...stop,
    fills: (known.get(stop.device.id)?.fills ?? []).map(({ slot, ingredient, capacity, level, amount }): SheetFill => {
      const of = ingredient === null ? undefined : ingredients.get(ingredient);
      const proposed = stop.tasks.includes("fill") ? amount : 0;
      if (of) picked.set(of.id, (picked.get(of.id) ?? 0) + proposed);
      return {
        ...{
          slot,
          capacity,
          level,
          proposed,
          unit: of?.unit ?? "PC",
          found: null,
          put: null,
          taken: null,
          thrown: null,
        },
        ingredient: of ? { id: of.id, label: of.label } : null,
      };
    }),
  }));
  const free = new Map(
    (
      await rows(
        db,
        z.object({ ingredient: z.number(), quantity: z.number(), pack: z.number().nullable() }),
        sql`select i.id as ingredient, ${freeAt(sql`${sheet.warehouse?.id ?? null}::integer`, sql`i.id`)} as quantity, ${PACK} as pack from ingredients i where i.id = any(${list(ids, "integer")})`,
      )
    ).map((one) => [one.ingredient, one]),
  );
  const loads = round.load.flatMap(({ ingredient, unit }): Sheet["loads"] => {
    const amount = picked.get(ingredient.id) ?? 0;
    const { quantity = 0, pack = null } = free.get(ingredient.id) ?? {};
    return amount > 0
      ? [
          {
            ingredient,
            unit,
            picked: amount,
            pack,
            packs: packsOf(amount, pack),
            free: quantity,
            loaded: null,
            put: 0,
            returned: null,
          },
        ]
      : [];
  });
  return { ...sheet, stops, loads };
}

const packsOf = (amount: number, pack: number | null) => (pack === null ? null : Math.ceil(amount / pack - 1e-6));

/** What lies at a warehouse, has not expired and is reserved for no sheet but `but`. */
const freeAt = (warehouse: SQL, ingredient: SQL, but: SQL = sql`0`): SQL => sql`
  (coalesce((select sum(k.quantity) from stock k left join stock_batches b on b.id = k.batch_id
      where k.place = 'WAREHOUSE' and k.place_id = ${warehouse} and k.ingredient_id = ${ingredient} and coalesce(b.expires_on >= ${TODAY}, true)), 0)
    - coalesce((select sum(r.quantity) from (${RESERVED}) r where r.warehouse = ${warehouse} and r.ingredient = ${ingredient} and r.sheet <> ${but}), 0))`;

const ref = (table: SQL, id: SQL, label: SQL) =>
  sql`(select json_build_object('id', x.id, 'label', ${label}) from ${table} x where x.id = ${id})`;

const FILLS = sql`coalesce((
  select json_agg(json_build_object('slot', f.slot, 'ingredient', case when i.id is not null then json_build_object('id', i.id, 'label', i.name) end, 'unit', coalesce(i.unit, 'PC'),
      'capacity', f.capacity, 'level', case when f.level < 0 then 0 else f.level end, 'proposed', f.proposed, 'found', f.found, 'put', f.put, 'taken', f.taken, 'thrown', f.thrown)
    order by case when f.slot not like 'cell:%' then i.name collate "uk-x-icu" end nulls last, nullif(regexp_replace(split_part(f.slot, ':', 2), '\\D', '', 'g'), '')::numeric nulls last, f.slot)
  from route_sheet_fills f left join ingredients i on i.id = f.ingredient_id where f.stop_id = t.id), '[]')`;

/** Machines of the sheet `s` that the viewer may see: the crew all of them. */
const stopsIn = (viewer: Viewer) => sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'device', json_build_object('id', d.id, 'label', d.serial_number),
      'location', case when l.id is not null then json_build_object('id', l.id, 'label', l.name) end, 'city', l.city, 'address', l.address, 'way_in', l.note, 'latitude', l.latitude, 'longitude', l.longitude,
      'opens_at', l.opens_at, 'closes_at', l.closes_at, 'closed', ${closedOn(sql`l`, sql`s.day`)}, 'due_at', t.due_at, 'late', t.late,
      'tasks', ${TASKS}, 'note', t.note, 'status', t.status, 'begun_at', t.begun_at, 'served_at', t.served_at, 'served_by', t.served_by, 'reason', t.reason, 'remark', t.remark,
      'cleaned', t.cleaned, 'thrown_reason', t.thrown_reason, 'collected', t.collection_id is not null, 'bag', (select k.bag from cash_collections k where k.id = t.collection_id),
      'errors', coalesce((select json_agg(coalesce(${errorText(sql`d.id`, sql`e.code`, sql`e.raw`)}, e.raw) order by e.opened_at) from device_errors e where t.open and e.device_id = d.id and e.open), '[]'),
      'tickets', coalesce((select json_agg(json_build_object('id', q.id, 'label', q.subject) order by q.id) from tickets q where t.open and q.device_id = d.id and q.status not in ('RESOLVED', 'CLOSED')), '[]'),
      'photos', array(select p.id from route_sheet_photos p where p.stop_id = t.id order by p.id), 'fills', ${FILLS}) order by t.position)
  from route_sheet_stops t join devices d on d.id = t.device_id left join locations l on l.id = d.location_id
  where t.sheet_id = s.id and ${isUnlimited(viewer) ? always : anyOf([isMember(viewer, sql`s`), visibleDevices(viewer, sql`d`)])}), '[]')`;

/** The pick list of the sheet `s`, and what nobody picked and the crew has to do with all the same: it took it out, or put it in. */
const CARRIED = sql`
  select o.ingredient_id, o.picked, o.loaded, o.returned from route_sheet_loads o where o.sheet_id = s.id
  union all
  select distinct f.ingredient_id, 0, null::numeric, null::numeric from route_sheet_fills f join route_sheet_stops t on t.id = f.stop_id
  where t.sheet_id = s.id and t.status = 'served' and (f.taken > 0 or f.put > 0)
    and not exists (select 1 from route_sheet_loads o where o.sheet_id = s.id and o.ingredient_id = f.ingredient_id)`;

const LOADS = sql`coalesce((
  select json_agg(json_build_object('ingredient', json_build_object('id', i.id, 'label', i.name), 'unit', i.unit, 'picked', o.picked, 'pack', ${PACK}, 'packs', ceil(o.picked / ${PACK} - 1e-6),
      'free', ${freeAt(sql`s.warehouse_id`, sql`i.id`, sql`s.id`)}, 'loaded', o.loaded, 'returned', o.returned,
      'put', coalesce((select sum(coalesce(f.put, 0) - coalesce(f.taken, 0)) from route_sheet_fills f join route_sheet_stops t on t.id = f.stop_id where t.sheet_id = s.id and t.status = 'served' and f.ingredient_id = i.id), 0))
    order by i.name collate "uk-x-icu", i.id)
  from (${CARRIED}) o join ingredients i on i.id = o.ingredient_id), '[]')`;

const sheetQuery = (viewer: Viewer, which: SQL) => sql`
  select s.id, s.number, s.day, s.status, ${ref(sql`crews`, sql`s.crew_id`, sql`x.name`)} as crew, ${ref(sql`warehouses`, sql`s.warehouse_id`, sql`x.name`)} as warehouse,
    ${ref(sql`crew_vehicles`, sql`s.vehicle_id`, sql`x.license_plate`)} as vehicle, v.max_load_weight as max_weight, v.volume as max_volume, s.note, s.cancel_reason,
    s.minutes, s.kilometres, s.weight, s.volume, ${standing(viewer, sql`s`)}, ${stopsIn(viewer)} as stops, ${LOADS} as loads
  from route_sheets s left join crew_vehicles v on v.id = s.vehicle_id where ${which} and ${seen(viewer, sql`s`)} order by s.day, s.id`;
