import type pg from "pg";

/** How many of each there are. */
export interface Scale {
  devices: number;
  locations: number;
  users: number;
}

export const SMALL: Scale = { devices: 100, locations: 50, users: 20 };
/** About ten million sales. */
export const MIDDLE: Scale = { devices: 2_000, locations: 1_000, users: 400 };
export const FULL: Scale = { devices: 10_000, locations: 5_000, users: 2_000 };
/** Nobody else touches these, so each starts with version 1. */
export const INGREDIENTS = 200;
/** Days of sales. */
const DAYS = 90;

const GROUND = [
  "truncate devices, locations, planograms, recipes, ingredients, device_models, device_manufacturers, projects restart identity cascade",
  "delete from users where not is_root",
  "insert into projects (name) select 'Проєкт ' || i from generate_series(1, 30) i",
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

/** Empties the network that is there and lays what machines stand on. */
export async function layGround(pool: pg.Pool): Promise<void> {
  for (const statement of GROUND) await pool.query(statement);
}

/** Adds locations, users, machines with their units, and their days of sales. */
export async function grow(pool: pg.Pool, from: Scale, to: Scale): Promise<void> {
  const client = await pool.connect();
  try {
    // Checking each of millions of references would cost more than writing them.
    await client.query("set session_replication_role = replica");
    for (const [statement, has, wants] of additions(from, to)) await client.query(statement, [has + 1, wants]);
  } finally {
    await client.query("set session_replication_role = default");
    client.release();
  }
}

function additions(from: Scale, to: Scale): [string, number, number][] {
  return [
    [`insert into locations (name, address, city, region, project_id, latitude, longitude)
      select 'Місце ' || i, 'вул. Хрещатик, ' || i, case when i % 5 < 4 then 'Київ' else 'Львів' end, case when i % 5 < 4 then 'AA' else 'BC' end,
        case when i % 7 > 0 then 1 + i % 30 end, 50.45, 30.52 from generate_series($1::int, $2::int) i`, from.locations, to.locations],
    [`insert into users (full_name, email, password, phone)
      select 'Людина ' || i, 'person' || i || '@example.com', '', '+38050' || lpad(i::text, 7, '0') from generate_series($1::int, $2::int) i`, from.users, to.users],
    [`insert into devices (serial_number, model_id, device_type, ownership_type, location_id, planogram_id, in_work, last_sale_at, last_read_at)
      select 'VM-' || lpad(i::text, 6, '0'), 1 + i % 40, case when i % 10 = 9 then 'SNACK' else 'COFFEE' end, 'PERSONAL', (i + 1) / 2, 1 + i % 100, i % 9 > 0,
        now() - (i % 500) * interval '1 minute', now() - (i % 24) * interval '1 hour' from generate_series($1::int, $2::int) i`, from.devices, to.devices],
    [`insert into telemetries (serial, type, device_id)
      select 'imei' || lpad(i::text, 11, '0'), 'DEX', i from generate_series($1::int, $2::int) i where i % 20 > 0`, from.devices, to.devices],
    [`insert into device_states (device_id, online, last_contact_at, operator, rssi, network_at, mains, power_at, door, door_at)
      select i, i % 8 > 0, now() - case when i % 8 = 0 then interval '1 day' else interval '0' end, '25501', -60 - i % 50, now(), true, now(), 'closed', now()
      from generate_series($1::int, $2::int) i where i % 20 > 0`, from.devices, to.devices],
    [`insert into sales_by_device_day (device_id, day, source, count, amount)
      select i, (now() at time zone 'Europe/Kyiv')::date - d, s, 10 + (i * 7 + d * 3) % 40, (10 + (i * 7 + d * 3) % 40) * 3000
      from generate_series($1::int, $2::int) i, generate_series(0, ${DAYS - 1}) d, unnest('{cash,cashless1}'::text[]) s
      order by d desc, i, s`, from.devices, to.devices],
    ["insert into sales_days_changed select null where $1::int <= $2::int", from.devices, to.devices],
  ];
}

/** Lets the database reach the state it has a while after writing, so that its own upkeep does not run while we measure. */
export async function settle(pool: pg.Pool): Promise<void> {
  await pool.query("vacuum analyze");
  await pool.query("checkpoint");
}
