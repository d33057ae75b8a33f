import { sql } from "drizzle-orm";
import { z } from "zod";
import { type DeviceState, deviceStateSchema, stockSlotSchema } from "~server/contract/fleet";
import { type Db, only, rows } from "../../database/query";
import { offlineAfter } from "../settings/resources";
import { BOX, LAST_COUNTED } from "./cash";
import { CONTACT, LEVEL, OPEN_ERRORS, PAID, QUIET, SOLD_TODAY, STATE_AND_UNIT, STATUS, STATUS_SINCE, TODAY } from "./columns";

const plainRow = deviceStateSchema.omit({ vends: true, strip: true, cash: true, tubes: true, stocks: true })
  .extend({ since_service: z.number(), service_vends: z.number().nullable() });

/** How a machine stands now, with what is needed to tell at a glance whether it earns. */
export async function stateOf(db: Db, id: number): Promise<DeviceState> {
  const [{ since_service, service_vends, ...plain }, means, cash, tubes, strip, stocks] = await Promise.all([
    plainOf(db, id), meansOf(db, id), cashOf(db, id), tubesOf(db, id), stripOf(db, id), stocksOf(db, id),
  ]);
  const vends = { ...means, left: await vendsLeft(db, id), since_service, until_service: service_vends === null ? null : service_vends - since_service };
  return { ...plain, vends, strip, cash, tubes, stocks };
}

const plainOf = (db: Db, id: number) => only(db, plainRow, sql`
  select ${STATUS} as status, ${STATUS_SINCE} as status_since, ${CONTACT} as last_contact_at, extract(epoch from ${offlineAfter})::integer / 60 as offline_minutes,
    case when x.id is not null then json_build_object('id', x.id, 'serial', x.serial, 'type', x.type, 'sim_operator', x.sim_operator) end as unit,
    s.firmware, s.uptime_seconds as uptime, s.clock_seconds as clock,
    case when s.network_at is not null then json_build_object('operator', s.operator, 'rssi', s.rssi, 'level', ${LEVEL}, 'type', s.network_type, 'at', s.network_at) end as network,
    case when s.mains is not null then json_build_object('mains', s.mains, 'millivolts', s.millivolts, 'at', s.power_at) end as power,
    case when s.door is not null then json_build_object('state', s.door, 'at', s.door_at) end as door,
    case when s.temperatures is not null then json_build_object('values', s.temperatures, 'at', s.temperature_at) end as temperature,
    ${OPEN_ERRORS} as errors, ${QUIET} as quiet, greatest(s.last_sale_at, d.last_sale_at) as last_sale_at,
    greatest(s.last_visit_at, s.serviced_at, (select max(c.at) from cash_collections c where c.device_id = d.id)) as last_visit_at, s.serviced_at, d.next_service_on,
    (select json_build_object('file_id', f.id, 'at', f.received_at, 'skipped', f.skipped) from audit_files f where f.device_id = d.id order by f.received_at desc, f.id desc limit 1) as last_received,
    (select json_build_object('file_id', f.id, 'at', f.received_at) from audit_files f
      where f.device_id = d.id and exists (select 1 from audit_reads r where r.file_id = f.id and r.state = 'processed') order by f.received_at desc, f.id desc limit 1) as last_processed,
    ${SOLD_TODAY} as today, coalesce(s.vends_since_service, 0) as since_service,
    coalesce(d.service_vends, (select dm.service_vends from device_models dm where dm.id = d.model_id)) as service_vends,
    (select count(*) from device_commands c where c.device_id = d.id and c.state in ('queued', 'sent', 'delivered') and c.expires_at > now()) as open_commands
  from devices d ${STATE_AND_UNIT} where d.id = ${id}`);

const meansRow = z.object({ per_day: z.number(), per_hour: z.number() });

/** Of the last 30 whole days those in which it sold; the hour's mean is a 24th of the day's. */
const meansOf = (db: Db, id: number) => only(db, meansRow, sql`
  select coalesce(avg(n.count), 0)::float8 as per_day, coalesce(avg(n.count) / 24, 0)::float8 as per_hour from (
    select sum(r.count) as count from sales_by_device_day r where r.device_id = ${id} and r.day between ${TODAY} - 30 and ${TODAY} - 1 and r.${PAID} group by r.day having sum(r.count) > 0) n`);

const stripRow = deviceStateSchema.shape.strip.element;

/** The last 24 hours, the present one included. */
const stripOf = (db: Db, id: number) => rows(db, stripRow, sql`
  select n.hour, coalesce(r.cash + r.cashless + r.other, 0) as count, coalesce(r.amount, 0) as amount,
    (p.cash[n.place] + p.cashless[n.place])::float8 as usual
  from (select h as hour, ((extract(isodow from h at time zone 'Europe/Kyiv') - 1) * 24 + extract(hour from h at time zone 'Europe/Kyiv') + 1)::integer as place
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h) n
  left join sales_by_device_hour r on r.device_id = ${id} and r.hour = n.hour
  left join device_profiles p on p.device_id = ${id} order by n.hour`);

const cashRow = z.object({ box: z.number().nullable(), tubes: z.number().nullable(), coins: z.number().nullable(), differs: z.boolean(), at: z.string().nullable() });

async function cashOf(db: Db, id: number): Promise<DeviceState["cash"]> {
  const { at, ...cash } = await only(db, cashRow, sql`
    select ${BOX(sql`${id}`)} as box, (c.cash->>'inTubes')::bigint as tubes, c.coins, coalesce((c.cash->>'inTubes')::bigint <> c.coins, false) as differs, c.to_at as at
    from (select 1) only_one left join lateral (${LAST_COUNTED(sql`${id}`)}) c on true`);
  return at === null ? null : { ...cash, at };
}

const tubesOf = (db: Db, id: number) => rows(db, deviceStateSchema.shape.tubes.element, sql`
  select (t->>'coin')::bigint as coin, (t->>'count')::bigint as count, (t->>'full')::boolean as "full"
  from (${LAST_COUNTED(sql`${id}`)}) c cross join lateral jsonb_array_elements(c.cash->'tubes') with ordinality e(t, place) order by coin nulls last, place`);

/** What it holds; a canister in kilograms is told in grams. */
const stocksOf = (db: Db, id: number) => rows(db, stockSlotSchema, sql`
  select k.slot, split_part(k.slot, ':', 1) as kind, coalesce(i.name, rc.name, split_part(k.slot, ':', 2)) as label,
    case when i.id is not null then json_build_object('id', i.id, 'label', i.name) end as ingredient,
    case when i.unit in ('G', 'KG') then 'G' when i.unit = 'ML' then 'ML' else 'PC' end as unit,
    (k.capacity * ${TO_GRAMS})::float8 as capacity, (greatest(k.filled - k.used, 0) * ${TO_GRAMS})::float8 as level, k.filled_at
  from device_stocks k join devices d on d.id = k.device_id left join ingredients i on i.id = k.ingredient_id
  left join planogram_cells pc on pc.planogram_id = d.planogram_id and k.slot = 'cell:' || pc.cell left join recipes rc on rc.id = pc.recipe_id
  where k.device_id = ${id} order by k.slot like 'cell:%', length(k.slot), k.slot`);

const TO_GRAMS = sql`case when i.unit = 'KG' then 1000 else 1 end`;

const leftRow = z.object({ left: z.number().nullable() });

/**
 * Vends until it must be filled: as many as the canister that empties first allows, at the mix of the last 30 days (of
 * the planogram's cells alike, where nothing was sold), and all that lies in cells. Null where nobody knows what it holds.
 */
async function vendsLeft(db: Db, id: number): Promise<number | null> {
  const { left } = await only(db, leftRow, sql`
    with mix as (
      select pc.recipe_id, coalesce((select sum(r.count) from sales_by_product_day r where r.device_id = d.id and r.selection = pc.cell and r.day > ${TODAY} - 30), 0) as sold
      from devices d join planogram_cells pc on pc.planogram_id = d.planogram_id where d.id = ${id}),
    weighed as (select recipe_id, case when (select sum(sold) from mix) > 0 then sold / (select sum(sold) from mix) else 1.0 / (select count(*) from mix) end as share from mix),
    per_vend as (select ri.ingredient_id, sum(w.share * ri.quantity) as quantity from weighed w join recipe_ingredients ri on ri.recipe_id = w.recipe_id group by ri.ingredient_id),
    bunkers as (
      select min(floor(greatest(k.filled - k.used, 0) / v.quantity)) as left from device_stocks k join per_vend v on v.ingredient_id = k.ingredient_id
      where k.device_id = ${id} and k.slot like 'bunker:%' and v.quantity > 0),
    cells as (select sum(floor(greatest(k.filled - k.used, 0))) as left from device_stocks k where k.device_id = ${id} and k.slot like 'cell:%')
    select (case when bunkers.left is null and cells.left is null then null else coalesce(bunkers.left, 0) + coalesce(cells.left, 0) end)::float8 as left from bunkers, cells`);
  return left;
}
