import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type DeviceState, deviceStateSchema } from "~server/contract/device-state";
import { type Holds, holdsSchema } from "~server/contract/maintenance";
import { type Db, only, rows } from "../../database/query";
import { dayOf, hourOfWeek, TODAY } from "../../time";
import { statusOf } from "../objects/resources";
import { isPaid } from "../sales/paid";
import { offlineMinutes } from "../settings/resources";
import { slotsOf } from "../objects/stocks";
import { bars, errorText } from "./words";

const shape = deviceStateSchema.shape;

const plainRow = deviceStateSchema
  .omit({ errors: true, strip: true, stocks: true, vends: true, cash: true, tubes: true })
  .extend({
    per_day: z.number(),
    per_hour: z.number(),
    since_service: z.number(),
    until_service: z.number().nullable(),
    device_type: z.string(),
  });

/** Everything that is known of a machine as it stands. */
export async function readState(db: Db, device: number): Promise<DeviceState> {
  const [plain, errors, strip, stocks, cash, left] = await Promise.all([
    only(db, plainRow, plainQuery(device)),
    rows(
      db,
      shape.errors.element,
      sql`select e.raw, e.code, ${errorText(sql`e.device_id`, sql`e.code`, sql`e.raw`)} as text, e.opened_at from device_errors e where e.device_id = ${device} and e.open order by e.opened_at`,
    ),
    rows(db, shape.strip.element, stripQuery(device)),
    rows(db, shape.stocks.element, stockQuery(device)),
    rows(db, cashRow, cashQuery(sql`${device}::integer`)),
    only(db, z.object({ left: z.number().nullable() }), leftQuery(device)),
  ]);
  const { per_day, per_hour, since_service, until_service, device_type: _type, ...state } = plain;
  const { tubes = [], ...boxed } = cash[0] ?? {};
  return {
    ...state,
    errors,
    strip,
    stocks,
    vends: { per_day, per_hour, since_service, until_service, left: left.left },
    cash: cash[0] ? cashOf(boxed) : null,
    tubes,
  };
}

const ifKnown = (at: string, ...pairs: [string, string][]) =>
  sql.raw(
    `case when s.${at} is not null then json_build_object(${pairs.map(([name, value]) => `'${name}', ${value}`).join(", ")}, 'at', ${instant(at)}) end`,
  );
/** In JSON an instant must be written as the wire has it. */
const instant = (column: string, alias = "s") =>
  `to_char(${alias}.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const plainQuery = (device: number) => sql`
  select ${statusOf(sql`d`)} as status,
    case when s.last_contact_at > now() - make_interval(mins => ${offlineMinutes}) then s.online_since else s.last_contact_at end as status_since, s.last_contact_at, ${offlineMinutes} as offline_minutes,
    (select json_build_object('id', t.id, 'serial', t.serial, 'type', t.type, 'sim_operator', t.sim_operator) from telemetries t where t.device_id = d.id) as unit,
    s.firmware, s.uptime_seconds as uptime, s.clock_seconds as clock,
    case when s.network_at is not null then json_build_object('operator', s.operator, 'rssi', s.rssi, 'level', ${bars(sql`s.rssi`)}, 'type', s.network_type, 'at', ${sql.raw(instant("network_at"))}) end as network,
    ${ifKnown("power_at", ["mains", "s.mains"], ["millivolts", "s.millivolts"])} as power,
    ${ifKnown("door_at", ["state", "s.door"])} as door,
    ${ifKnown("temperature_at", ["values", "s.temperatures"])} as temperature,
    case when s.quiet is not null then json_build_object('kind', s.quiet, 'since', ${sql.raw(instant("quiet_since"))}, 'expected', s.quiet_expected) end as quiet,
    d.last_sale_at, s.last_visit_at, s.serviced_at, d.next_service_on, d.device_type,
    (select json_build_object('file_id', f.id, 'at', ${sql.raw(instant("received_at", "f"))}, 'skipped', f.skipped) from audit_files f where f.device_id = d.id order by f.received_at desc, f.id desc limit 1) as last_received,
    (select json_build_object('file_id', f.id, 'at', ${sql.raw(instant("received_at", "f"))}) from audit_files f
      where f.device_id = d.id and exists (select 1 from audit_reads r where r.file_id = f.id and r.state = 'processed') order by f.received_at desc, f.id desc limit 1) as last_processed,
    (select json_build_object('count', coalesce(sum(x.count), 0), 'amount', coalesce(sum(x.amount), 0)) from sales_by_device_day x where x.device_id = d.id and x.day = ${TODAY} and ${isPaid(sql`x.source`)}) as today,
    coalesce(m.per_day, 0) as per_day, coalesce(m.per_day, 0) / 24 as per_hour, n.vends as since_service, d.service_vends - n.vends as until_service,
    (select count(*) from device_commands c where c.device_id = d.id and c.state in ('queued', 'sent', 'delivered')) as open_commands
  from devices d left join device_states s on s.device_id = d.id
    cross join lateral (select sum(x.count)::float / least(30, ${TODAY} - min(x.day)) as per_day from sales_by_device_day x where x.device_id = d.id and x.day >= ${TODAY} - 30 and x.day < ${TODAY} and ${isPaid(sql`x.source`)}) m
    cross join lateral (${VENDS_SINCE_SERVICE}) n
  where d.id = ${device}`;

const SERVICE_DAY = dayOf(sql`s.serviced_at`);
/** Vends of a machine `d` with its state `s` since its last service. Whole days come from the rollup, the day of the service from its sales. */
export const VENDS_SINCE_SERVICE = sql`
  select coalesce((select sum(x.count) from sales_by_device_day x where x.device_id = d.id and x.day > coalesce(${SERVICE_DAY}, '-infinity')), 0)
    + coalesce((select sum(x.count) from sales x where x.device_id = d.id and x.sold_at > s.serviced_at and x.day = ${SERVICE_DAY}), 0) as vends`;

const stripQuery = (device: number) => sql`
  select n.hour, coalesce(h.cash + h.cashless + h.other, 0) as count, coalesce(h.amount, 0) as amount, p.cash[${hourOfWeek(sql`n.hour`)}] + p.cashless[${hourOfWeek(sql`n.hour`)}] as usual
  from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') n(hour)
  left join sales_by_device_hour h on h.device_id = ${device} and h.hour = n.hour left join device_profiles p on p.device_id = ${device} order by n.hour`;

/** Slots `x(slot, ingredient_id, capacity, level, filled_at)` in words, in the order in which they are read. */
const slotsIn = (x: SQL) => sql`
  select x.slot, case when x.ingredient_id is null then 'cell' else 'bunker' end as kind, coalesce(i.name, split_part(x.slot, ':', 2)) as label,
    case when i.id is not null then json_build_object('id', i.id, 'label', i.name) end as ingredient, coalesce(i.unit, 'PC') as unit, x.capacity, x.level, x.filled_at
  from (${x}) x left join ingredients i on i.id = x.ingredient_id
  order by i.name collate "uk-x-icu" nulls last, nullif(regexp_replace(split_part(x.slot, ':', 2), '\\D', '', 'g'), '')::numeric nulls last, x.slot`;

const level = sql`case when f.filled is not null then greatest(0, f.filled - f.used) end as level`;
const stockQuery = (device: number) =>
  slotsIn(
    sql`select f.slot, f.ingredient_id, f.capacity, ${level}, f.filled_at from device_stocks f where f.device_id = ${device}`,
  );

/** What a machine can hold, and how much of it is there as far as anybody told. */
export const readHolds = async (db: Db, device: number): Promise<Holds> => ({
  slots: await rows(
    db,
    holdsSchema.shape.slots.element,
    slotsIn(sql`
    select s.slot, s.ingredient_id, s.capacity, ${level}, f.filled_at from (${slotsOf(sql`d.id = ${device}`)}) s left join device_stocks f on f.device_id = s.device_id and f.slot = s.slot`),
  ),
});

/**
 * A snack machine has what lies in its cells; another as many drinks as its scarcest bunker gives at the use of its sales
 * since filling or, before the first of them, of every cell in turn.
 */
const leftQuery = (device: number) => sql`
  select case when bool_and(x.ingredient_id is null) then sum(greatest(0, x.filled - x.used))
    else min(floor(greatest(0, x.filled - x.used) / nullif(coalesce(nullif(x.used, 0) / nullif(v.vends, 0), r.each), 0))) end as left
  from device_stocks x left join lateral (
    select sum(s.count)::float as vends from sales s where s.device_id = x.device_id and x.ingredient_id is not null and s.sold_at > x.filled_at) v on true
    left join lateral (
      select avg(coalesce(i.quantity, 0))::float as each from devices d join planogram_cells c on c.planogram_id = d.planogram_id
        left join recipe_ingredients i on i.recipe_id = c.recipe_id and i.ingredient_id = x.ingredient_id where d.id = x.device_id) r on true
  where x.device_id = ${device}`;

const tubeRow = shape.tubes.element;
const cashRow = z.object({
  box: z.number().nullable(),
  tubes_total: z.number().nullable(),
  currency: z.string().nullable(),
  at: z.string(),
  tubes: z.array(tubeRow),
  coins: z.number().nullable(),
});

function cashOf({
  box = null,
  tubes_total: tubes = null,
  coins = null,
  currency = null,
  at = "",
}: Partial<Omit<z.infer<typeof cashRow>, "tubes">>): DeviceState["cash"] {
  return { box, tubes, coins, differs: tubes !== null && coins !== null && tubes !== coins, currency, at };
}

/** By the last audit that stands in a chain. The box counts from the last collection, when there was one, what is of the same currency. */
export const cashQuery = (device: SQL) => sql`
  select (select sum((p.period->>'cashToCollect')::bigint) from audit_reads p where p.device_id = r.device_id and p.kind in ('delta', 'from_initialisation') and p.counted_in is not distinct from r.counted_in and p.to_at <= r.to_at
      and p.to_at > coalesce((select max(k.at) + interval '10 minutes' from cash_collections k where k.device_id = r.device_id), '-infinity')) as box,
    (r.counters->'cash'->>'inTubes')::bigint as tubes_total, coalesce(r.counters->'cash'->'tubes', '[]') as tubes, r.to_at as at, r.counted_in as currency,
    (select sum((t->>'coin')::bigint * (t->>'count')::bigint) from jsonb_array_elements(r.counters->'cash'->'tubes') t) as coins
  from audit_reads r where r.device_id = ${device} and r.state = 'processed' and r.to_at is not null order by r.to_at desc limit 1`;
