import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { sumSales } from "~server/vending/areas/sales/totals";
import {
  DEVICE_TYPES,
  KEY_TYPES,
  OWNERSHIP_TYPES,
  READER_TYPES,
  REGIONS,
  ROLES,
  TELEMETRY_TYPES,
} from "~server/contract/enums";

/** How many there are of what grows with a network. */
export interface Scale {
  devices: number;
  locations: number;
  users: number;
  clients: number;
  wallets: number;
}

export const SMALL: Scale = { devices: 100, locations: 100, users: 100, clients: 100, wallets: 100 };
export const FULL: Scale = { devices: 10_000, locations: 5_000, users: 2_000, clients: 1_000, wallets: 100_000 };
/** Nobody else touches these, so each starts with version 1. */
export const INGREDIENTS = 200;
/** Days of sales. */
const DAYS = 90;

/**
 * One of `count` for the row `i`: half of the rows have the first, ten rows in any network the second, the others are
 * spread over the rest; so each filter can ask for much and for little. What is chosen by different numbers `by` does
 * not go hand in hand.
 */
const spread = (count: number, by: number) =>
  `(case when i <= 100 and i % 10 = 5 then 2 when i / ${by} % 2 = 0 then 1 else 3 + i / ${by} % ${count - 2} end)`;
/** A word of eight letters, one of `count` for the row `i`: names and streets do not look alike. */
const word = (count: number, salt: string) =>
  `initcap(translate(substr(md5('${salt}' || i % ${count}), 1, 8), '0123456789abcdef', 'аоеиункртлсвбмдж'))`;
const oneOf = (options: readonly string[], by: number) =>
  `('{${options.join(",")}}'::text[])[${spread(options.length, by)}]`;

export const GROUND: readonly string[] = [
  "insert into companies (name) select 'Компанія ' || i from generate_series(1, 20) i",
  "insert into projects (name, company_id) select 'Проєкт ' || i, 1 + i % 20 from generate_series(1, 30) i",
  "insert into divisions (name) select 'Підрозділ ' || i from generate_series(1, 12) i",
  "insert into franchises (name, parent_id) select 'Франшиза ' || i, nullif(i / 4, 0) from generate_series(1, 20) i",
  "insert into fiscal_cashiers (name) select 'Каса ' || i from generate_series(1, 10) i",
  "insert into user_groups (name) select 'Група ' || i from generate_series(1, 20) i",
  "insert into device_manufacturers (name, country) select 'Виробник ' || i, 'Італія' from generate_series(1, 8) i",
  `insert into device_models (name, manufacturer_id, device_type, cells_count)
   select case when i % 10 = 0 then 'Snack ' else 'Coffee ' end || 'X' || 100 + i, 1 + i % 8, case when i % 10 = 0 then 'SNACK' else 'COFFEE' end, 30
   from generate_series(1, 40) i`,
  `insert into ingredients (name, type, unit, price_type, price, weight)
   select 'Інгредієнт ' || i, 'DRY', 'G', 'PER_100_G', 1000 + i, 500 from generate_series(1, ${INGREDIENTS}) i`,
  "insert into recipes (name, item_number) select 'Напій ' || i, i from generate_series(1, 60) i",
  `insert into recipe_ingredients (recipe_id, position, ingredient_id, quantity)
   select r, p, 1 + (r * 4 + p) % ${INGREDIENTS}, 12.5 from generate_series(1, 60) r, generate_series(0, 3) p`,
  "insert into planograms (name, device_model_id) select 'Планограма ' || i, 1 + i % 40 from generate_series(1, 100) i",
  `insert into planogram_cells (planogram_id, position, cell, recipe_id, price, capacity)
   select g, p, p + 1, 1 + (g + p) % 60, 2500 + p * 100, 50 from generate_series(1, 100) g, generate_series(0, 29) p`,
];

/** Makes a network of this size, with its sales, in a database that has nothing but its administrator. */
export async function fill(pool: pg.Pool, scale: Scale): Promise<void> {
  for (const statement of [...GROUND, ...network(scale)]) await pool.query(statement);
  await sumSales(pool);
  for (const [email, mode] of LIMITED_PEOPLE) await pool.query(PERSON, [email, mode]);
  await summedUp(pool);
  await settle(pool);
}

/** What a running service still has to sum up. */
const DUE =
  "select (select count(*) from sales_changes) + (select count(*) from machine_days_due) + (select count(*) from device_days_due) + (select count(*) from device_forecasts_due) as due";
const LONGEST_SUMS = 20 * 60_000;

/** Waits until the service has summed up what was filled in: months that come at once are no day of an operator. */
async function summedUp(pool: pg.Pool): Promise<void> {
  const latest = Date.now() + LONGEST_SUMS;
  for (;;) {
    const { rows } = await pool.query<{ due: string }>(DUE);
    if (Number(rows[0]?.due) === 0) return;
    if (Date.now() > latest) throw new Error(`${rows[0]?.due} rows are still to be summed up.`);
    await sleep(1_000);
  }
}

/** People who may do everything, but not everywhere; they have the administrator's password. */
export const LIMITED_PEOPLE = [
  ["open@example.com", "OPEN_SELECTED"],
  ["closed@example.com", "CLOSE_SELECTED"],
] as const;
export const PERSON = `
  insert into users (full_name, email, password, is_can_all, sport_life, access_mode, access_projects, access_locations, access_devices)
  select $1::text, $1, password, true, true, $2, '{1,2}', '{5,7,11}', '{5,7,11}' from users where is_root`;

function network({ devices, locations, users, clients, wallets }: Scale): string[] {
  return [
    `insert into locations (name, address, city, region, project_id, company_id, franchise_id, division_id, fiscal_enabled, fiscal_cashier_id, external_id, latitude, longitude)
     select ${word(2_500, "place")} || ' ' || i, 'вул. ' || ${word(300, "street")} || ', ' || i % 90, case when i / 3 % 2 = 0 then 'Київ' else ${word(100, "city")} end, ${oneOf(REGIONS, 7)},
       case when i % 7 > 0 then ${spread(30, 11)} end, case when i % 5 > 0 then ${spread(20, 13)} end, case when i % 3 > 0 then ${spread(20, 17)} end,
       case when i % 5 > 0 then ${spread(12, 19)} end, i % 4 = 0, case when i % 4 = 0 then ${spread(10, 23)} end, case when i % 3 > 0 then 'L-' || i end, 50.45, 30.52
     from generate_series(1, ${locations}) i`,
    `insert into users (full_name, email, password, phone, user_group_id, role, companies, franchise_id, help_desk_responsible, blocked, last_seen_at)
     select ${word(3_000, "surname")} || ' ' || ${word(60, "name")}, 'person' || i || '@example.com', '', case when i % 5 > 0 then '+38050' || lpad(i::text, 7, '0') end,
       case when i % 7 > 0 then ${spread(20, 7)} end, ${oneOf(ROLES, 11)}, case when i % 3 > 0 then array[${spread(20, 13)}] else '{}' end,
       case when i % 3 = 0 then ${spread(20, 17)} end, i % 2 = 0, i % 2 = 0, case when i % 4 > 0 then now() - i * 7919 % 5000 * interval '1 minute' end
     from generate_series(1, ${users}) i`,
    `insert into devices (serial_number, model_id, device_type, ownership_type, location_id, planogram_id, child_device_id, reader_type, in_work, next_service_on, ignore_crc, hidden, last_sale_at, last_read_at)
     select 'VM-' || lpad(i::text, 6, '0'), ${spread(40, 7)}, ${oneOf(DEVICE_TYPES, 11)}, ${oneOf([...OWNERSHIP_TYPES, ...OWNERSHIP_TYPES], 13)},
       case when i % 23 > 0 then 1 + i % ${locations} end, case when i % 9 > 0 then ${spread(100, 17)} end, case when i % 50 = 0 then i - 1 end,
       case when i % 6 > 0 then ${oneOf(READER_TYPES, 19)} end, i % 2 = 0, case when i % 8 > 0 then current_date - 30 + i % 90 end, i % 2 = 0, i % 20 = 0,
       case when i % 12 > 0 then now() - (i * 7919 % 5000) * interval '1 minute' end, now() - (i % 24) * interval '1 hour'
     from generate_series(1, ${devices}) i`,
    `insert into telemetries (serial, type, device_id, sim_operator, secret_hash)
     select 'imei' || lpad(i::text, 11, '0'), ${oneOf(TELEMETRY_TYPES, 7)}, case when i % 40 > 0 then i end, case when i % 3 > 0 then 'Оператор ' || i % 4 end,
       case when i % 2 = 0 then 'hash' || i end
     from generate_series(1, ${devices}) i where i % 20 > 0`,
    `insert into telemetry_contacts (telemetry_id, last_contact_at)
     select t.id, now() - case when i % 4 = 0 then i * interval '1 minute' + interval '1 day' else i % 800 * interval '1 second' end
     from generate_series(1, ${devices}) i join telemetries t on t.serial = 'imei' || lpad(i::text, 11, '0') where i % 10 > 0`,
    `insert into device_states (device_id, online, last_contact_at, operator, rssi, network_at, mains, power_at, door, door_at)
     select i, i % 4 > 0, now() - case when i % 4 = 0 then i * interval '1 minute' + interval '1 day' else i % 800 * interval '1 second' end, '25501', -60 - i % 50, now(), true, now(), 'closed', now()
     from generate_series(1, ${devices}) i where i % 20 > 0 and i % 10 > 0 and i % 40 > 0`,
    `insert into sales_by_product_day (device_id, day, source, placement_id, territory_id, selection, name, count, amount)
     select i, (now() at time zone 'Europe/Kyiv')::date - d, s, p.id, p.territory_id, '11', 'Еспресо', 10 + (i * 7 + d * 3) % 40, (10 + (i * 7 + d * 3) % 40) * 3000
     from generate_series(1, ${devices}) i join placements p on p.device_id = i, generate_series(0, ${DAYS - 1}) d, unnest('{cash,cashless1}'::text[]) s
     where i % 30 > 0 order by d desc, i, s`,
    `insert into sales_by_device_day (device_id, day, source, placement_id, count, amount)
     select device_id, day, source, placement_id, count, amount from sales_by_product_day`,
    // Hours of the days that the dashboard compares in part, in the order of time, as sales come: a machine's hours lie apart.
    `insert into sales_by_device_hour (device_id, hour, cash, cashless, amount)
     select i, ((now() at time zone 'Europe/Kyiv')::date - d + h * interval '1 hour') at time zone 'Europe/Kyiv', 1 + (i + h) % 3, 1 + (i + h) % 2, 6000 + (i + h) % 3 * 3000
     from generate_series(1, ${devices}) i, unnest('{31,30,7,0}'::integer[]) d, generate_series(7, 20) h where i % 30 > 0 order by d desc, h, i`,
    `insert into key_clients (name, company_id, phone, email, note)
     select ${word(800, "client")} || ' ' || i, case when i % 5 > 0 then ${spread(20, 7)} end, '+38067' || lpad(i::text, 7, '0'), case when i % 3 > 0 then 'client' || i || '@example.com' end, 'Примітка ' || i
     from generate_series(1, ${clients}) i`,
    `insert into key_client_programs (key_client_id, position, name, shifts, bonus)
     select i, p, 'Програма ' || p, '[{"start":480,"end":1020}]', 1000 from generate_series(1, ${clients}) i, generate_series(0, 2) p where i % 4 >= p`,
    `insert into key_wallets (key, client_id, owner, type, balance, bonus_balance, original_balance, blocked)
     select '04' || upper(lpad(to_hex(i * 7919::bigint), 8, '0')), case when i % 11 > 0 then ${spread(clients, 7)} end, case when i % 4 > 0 then ${word(3_000, "surname")} || ' ' || ${word(60, "name")} end,
       ${oneOf(KEY_TYPES, 11)}, i * 7919::bigint % 100000, i * 31 % 5000, i * 17 % 3000, i % 10 = 0
     from generate_series(1, ${wallets}) i`,
    `insert into key_moves (wallet_id, client_id, type, amount, balance, bonus_balance, at, day, key)
     select w.id, w.client_id, m.type, m.amount, w.balance, m.bonus, w.created_at, w.created_at::date, m.type
     from key_wallets w cross join lateral (values ('balance', w.balance, 0), ('bonus', w.bonus_balance, w.bonus_balance)) m(type, amount, bonus) where m.amount > 0`,
  ];
}

/** Lets the database reach the state it has a while after writing, so that its own upkeep does not run while we measure. */
export async function settle(pool: pg.Pool): Promise<void> {
  await pool.query("vacuum analyze");
  await pool.query("checkpoint");
}
