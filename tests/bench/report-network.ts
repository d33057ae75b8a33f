import type pg from "pg";
import { UNPAID_SOURCES, PAYMENT_SOURCES } from "~server/contract/enums";
import { foldMachineDays } from "~server/vending/areas/fleet/day-fold";
import { shifted } from "~server/vending/areas/sales/spans";
import { localTime } from "~server/vending/time";
import { GROUND, LIMITED_PEOPLE, PERSON, settle } from "./fill";
import { fillBeside } from "./report-beside";

/** A network of this many machines that has sold for so many days; a machine sells nearly half of its products on a day. */
export interface ReportScale {
  devices: number;
  days: number;
}
export const FULL_REPORTS: ReportScale = { devices: 10_000, days: 400 };

/** Two machines stand at a place. */
const locationsOf = (devices: number) => Math.ceil(devices / 2);
/** Whose places are: projects, franchises, divisions, groups and crews go hand in hand, as in the field. */
const TERRITORIES = 300;

const network = (devices: number): string[] => [
  "insert into crews (name, type) select 'Екіпаж ' || i, 'CREW' from generate_series(1, 60) i",
  `insert into locations (name, address, city, region, project_id, franchise_id, division_id)
   select 'Точка ' || i, 'вул. Садова, 1', 'Місто ' || i % 40, 'AA', 1 + t % 30, case when t % 3 > 0 then 1 + t % 20 end, 1 + t % 12
   from (select i, i % ${TERRITORIES} as t from generate_series(1, ${locationsOf(devices)}) i) x`,
  // Triggers plan by what is there.
  "analyze",
  `begin; set local vending.holds_from = '-infinity'; insert into location_groups (name, crew_id, locations)
   select 'Група ' || g, 1 + g % 60, array(select id from locations where id % ${TERRITORIES} / 5 = g) from generate_series(0, ${TERRITORIES / 5 - 1}) g; commit`,
  "analyze",
  `insert into devices (serial_number, model_id, device_type, ownership_type, location_id, planogram_id, in_work)
   select 'VM-' || lpad(i::text, 6, '0'), 1 + i % 40, 'COFFEE', 'PERSONAL', 1 + i % ${locationsOf(devices)}, 1 + i / 7 % 100, true from generate_series(1, ${devices}) i`,
];

/** One machine of ten moved half-way; each month's prices of a tenth of the ingredients changed in its middle. */
const past = ({ devices, days }: ReportScale): string[] => [
  `begin; set local vending.holds_from = '${ago(days / 2)}'; update devices set location_id = 1 + (location_id + 299) % ${locationsOf(devices)} where id % 10 = 0; commit`,
  ...Array.from(
    { length: Math.floor(days / 30) },
    (_, month) =>
      `begin; set local vending.holds_from = '${ago(days - 15 - 30 * month)}'; update ingredients set price = price + 10 where id % 10 = ${month % 10}; commit`,
  ),
];
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** What each machine sold on each day of a span, of each product of its planogram, at each place. */
const SOLD = `
  select day, p.placement_id, p.territory_id, c.recipe_id, n.vends, n.vends * (2500 + c.position * 100)::bigint as amount, p.device_id
  from generate_series($1::date, $2::date, '1 day') d(at) cross join lateral (select at::date as day, at::date - date '2020-01-01' as number) o
    join stood p on o.day between p.from_day and p.to_day join planogram_cells c on c.planogram_id = p.planogram_id and c.position < 20
    cross join lateral (select (p.device_id * 7919 + c.position * 104729 + o.number * 15485863::bigint) % 100 - 55 - c.position as drawn) r
    cross join lateral (select (1 + drawn / 12)::bigint as vends) n
  where drawn >= 0`;

const COLUMNS = [...PAYMENT_SOURCES, "failed"].flatMap((source) =>
  [...UNPAID_SOURCES, "failed"].some((unpaid) => unpaid === source)
    ? [`${source}_count`]
    : [`${source}_count`, `${source}_amount`],
);
/** A product is paid in cash or by card, and now and then something fails. */
const TAKINGS: Record<string, string> = {
  cash_count: "sum(vends) filter (where recipe_id % 2 = 0)",
  cash_amount: "sum(amount) filter (where recipe_id % 2 = 0)",
  cashless1_count: "sum(vends) filter (where recipe_id % 2 = 1)",
  cashless1_amount: "sum(amount) filter (where recipe_id % 2 = 1)",
  test_count: "sum(1) filter (where device_id % 50 = 0)",
  failed_count: "sum(1) filter (where device_id % 20 = 0)",
};
const takings = COLUMNS.map((column) => `coalesce(${TAKINGS[column] ?? "0"}, 0)`).join(", ");
const columns = COLUMNS.join(", ");

const ROLLUPS: Readonly<Record<string, { keys: string; grouped: string }>> = {
  products_by_placement: {
    keys: "placement_id, recipe_id, selection, name",
    grouped: "placement_id, recipe_id",
  },
  products_by_territory: {
    keys: "territory_id, recipe_id, selection, name",
    grouped: "territory_id, recipe_id",
  },
  sales_by_placement: { keys: "placement_id", grouped: "placement_id" },
  sales_by_territory: { keys: "territory_id", grouped: "territory_id" },
};

/** Makes the network, and its rollups as they are when all is folded: in the order of days, as they come. */
export async function fillReports(pool: pg.Pool, scale: ReportScale): Promise<void> {
  const { devices, days } = scale;
  for (const statement of [...GROUND, ...network(devices), ...past(scale)]) await pool.query(statement);
  for (const [email, mode] of LIMITED_PEOPLE) await pool.query(PERSON, [email, mode]);
  await pool.query(`
    create table stood as select id as placement_id, territory_id, device_id, planogram_id,
      case when from_at = '-infinity' then date '1900-01-01' else (from_at at time zone 'Europe/Kyiv')::date end as from_day,
      coalesce((lead(from_at) over (partition by device_id order by from_at) at time zone 'Europe/Kyiv')::date - 1, date '2200-01-01') as to_day from placements`);
  await pool.query("analyze");
  for (const table of Object.keys(ROLLUPS)) await pool.query(`alter table ${table} drop constraint ${table}_key`);
  const today = localTime(Date.now()).slice(0, 10);
  const first = shifted(today, -days);
  for (const [step, length] of [
    ["day", 1],
    ["week", 7],
    ["month", 31],
  ] as const)
    for (const from of await beginsOf(pool, step, first, today))
      await sell(pool, step, from, later(shifted(from, length - 1), today, step, from));
  for (const [table, { keys }] of Object.entries(ROLLUPS))
    await pool.query(
      `alter table ${table} add constraint ${table}_key unique nulls not distinct (step, from_day, ${keys})`,
    );
  await fillBeside(pool, scale);
  await pool.query("drop table stood");
  await settle(pool);
  await foldMachineDays(pool);
  await settle(pool);
}

async function beginsOf(pool: pg.Pool, step: string, first: string, last: string): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    "select distinct date_trunc($1, d)::date::text as day from generate_series($2::date, $3::date, '1 day') d order by 1",
    [step, first, last],
  );
  return rows.map(({ day }) => day);
}

/** The last day of a span that has been. */
function later(day: string, today: string, step: string, from: string): string {
  const end = step === "month" && day.slice(0, 7) !== from.slice(0, 7) ? shifted(`${day.slice(0, 7)}-01`, -1) : day;
  return end < today ? end : today;
}

/** The rows of one day, week or month in every rollup. */
async function sell(pool: pg.Pool, step: string, from: string, to: string): Promise<void> {
  const inserts = Object.entries(ROLLUPS).map(
    ([table, { keys, grouped }]) => `
      to_${table} as (insert into ${table} (step, from_day, ${keys}, ${columns})
        select '${step}', $1::date, ${grouped}${grouped === keys ? "" : ", '', ''"}, ${takings} from sold group by ${grouped} order by ${grouped})`,
  );
  await pool.query(`with sold as materialized (${SOLD}), ${inserts.join(", ")} select 1`, [from, to]);
}
