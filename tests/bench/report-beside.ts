import type pg from "pg";
import type { ReportScale } from "./report-network";

/** Days for which hours are kept here: usual weeks look back on eight weeks, reports read rollups of hours. */
const HOURS_KEPT = 60;
/** Cards and codes a day: one vend of a hundred. */
const scansOf = (devices: number) => Math.ceil(devices / 4);

/** Everything besides sales that reports read: machines' days and hours, cash, audits, cards, royalty, stock moves. Days are counted back from today. */
const statements = ({ devices, days }: ReportScale): readonly string[] => [
  `create temp table back as select n, (now() at time zone 'Europe/Kyiv')::date - n as day from generate_series(0, ${days}) n`,
  `create temp table stood_on as select b.n, b.day, (b.day + time '12:00') at time zone 'Europe/Kyiv' as noon, p.* from back b join stood p on b.day between p.from_day and p.to_day`,
  "create index on stood_on (n, device_id)",
  "analyze back; analyze stood_on",
  `insert into device_states (device_id, online, last_contact_at, serviced_at)
   select i, i % 20 > 0, now() - (i % 20) * interval '1 minute', now() - i % 7 * interval '1 day' from generate_series(1, ${devices}) i`,
  `insert into sales_by_device_day (device_id, day, source, placement_id, count, amount)
   select device_id, day, s, placement_id, 8 + (device_id + n) % 9, (8 + (device_id + n) % 9) * 3000 from stood_on, unnest('{cash,cashless1}'::text[]) s
   where (device_id * 31 + n) % 40 > 0 order by n desc, device_id`,
  `insert into sales_by_device_hour (device_id, hour, cash, cashless, amount)
   select device_id, noon + h * interval '1 hour', 1 + (device_id + h) % 2, 1, 6000 from stood_on, generate_series(-5, 8) h where n <= ${HOURS_KEPT} order by n desc, h, device_id`,
  `insert into device_days (device_id, day, work_seconds, known_seconds, offline_seconds, blocking_seconds, down_seconds, down_by_hour, offline_count, door_openings, errors_cups,
     longest_seconds, repairs, repair_seconds, services, fills, cleanings, ends)
   select device_id, day, 86400, 86400, o, o / 2, o, case when o > 0 then array_fill(o / 24, array[24]) end, (o > 0)::integer, n % 3, (o > 600)::integer,
     o, (o > 0)::integer, o, s, s, (s > 0 and n % 2 = 0)::integer, '{"online": true, "mains": true, "errors": [], "down_since": null}'
   from (select *, case when (device_id * 13 + n) % 10 = 0 then 240 * (1 + device_id % 12) else 0 end as o, ((device_id + n) % 7 = 0)::integer as s from stood_on) x
   order by n desc, device_id on conflict do nothing`,
  `insert into device_profiles (device_id, weeks, cash, cashless, made_at, price)
   select i, 8, array_fill(0.5::real, array[168]), array_fill(0.25::real, array[168]), now(), 3000 from generate_series(1, ${devices}) i on conflict do nothing`,
  `insert into audit_files (device_id, received_at, raw, sha256, reason)
   select device_id, noon, '', md5(device_id || '/' || n), 'call' from stood_on where (device_id + n) % 7 = 0 order by n desc, device_id`,
  `insert into audit_reads (file_id, report, device_id, state, header, counters, warnings, kind, period, to_at)
   select id, 0, device_id, 'processed', '{}', '{}', '[]', 'delta', jsonb_build_object('cashToCollect', 20000 + id % 1000), received_at from audit_files`,
  `insert into audit_differences (device_id, file_id, report, source, to_at, day, audit_count, audit_amount, event_count, event_amount)
   select device_id, id, 0, 'cash', received_at, (received_at at time zone 'Europe/Kyiv')::date, 10, 30000, 9, 27000 from audit_files where id % 5 = 0`,
  `insert into cash_collections (device_id, at, file_id, counted)
   select device_id, received_at, id, case when id % 10 > 0 then 20000 + id % 997 end from audit_files`,
  `insert into key_clients (name) select 'Клієнт ' || i from generate_series(1, 100) i`,
  `insert into key_wallets (key, client_id, owner, type) select '04' || lpad(to_hex(i), 8, '0'), 1 + i % 100, 'Власник ' || i, 'BALANCE' from generate_series(1, 5000) i`,
  `insert into sport_life_keys (number, full_name) select 'S' || i, 'Член клубу ' || i from generate_series(1, 1000) i`,
  `insert into qr_codes (code, amount) select 'Q' || i, 3000 from generate_series(1, 50000) i`,
  `create temp table held as select s.*, gen_random_uuid() as id, k, (k * 7919 + s.n * 104729) % 5000 as which
   from generate_series(1, ${scansOf(devices)}) k cross join back b join stood_on s on s.n = b.n and s.device_id = 1 + (k * 15485863::bigint + b.n * 32452843::bigint) % ${devices}`,
  `insert into sales (device_id, id, placement_id, recipe_id, sold_at, day, selection, source, count, amount, timed, paid_with)
   select device_id, id, placement_id, 1 + which % 60, noon + k % 300 * interval '1 minute', day, '11', 'cashless2', 1, 3000, true, 'rfid' from held where k % 3 = 0 order by n desc`,
  `insert into scans (device_id, id, placement_id, recipe_id, at, day, selection, price, card, code, partner, result, wallet_id, client_id, sale_id)
   select device_id, id, placement_id, 1 + which % 60, noon + k % 300 * interval '1 minute', day, '11', 3000, (array['rfid', 'qr', 'partner'])[1 + k % 3],
     case k % 3 when 1 then 'Q' || 1 + which when 2 then 'S' || 1 + which % 1000 end, case when k % 3 = 2 then 'club' end, case when k % 7 > 0 then 'vended' else 'expired' end,
     case when k % 3 = 0 then 1 + which end, case when k % 3 = 0 then 1 + (1 + which) % 100 end, case when k % 3 = 0 then id end from held order by n desc`,
  "update franchises set royalty_percent = 5 + id % 3",
  `insert into royalty_payments (franchise_id, day, amount, author_id, author, key)
   select f.id, b.day, 1000000, 1, 'bench', f.id || '/' || b.n from franchises f, back b where b.n % 30 = 0`,
  `insert into stock_moves (kind, from_place, from_id, to_place, to_id, at, author_id, author, key, digest)
   select 'ISSUE', 'WAREHOUSE', 1, 'CREW', c.id, b.day, 1, 'bench', c.id || '/' || b.n, '' from crews c, back b where b.n % 7 = 0`,
  `insert into stock_move_lines (move_id, position, ingredient_id, quantity) select m.id, p, 1 + (m.id + p) % 200, 1000 from stock_moves m, generate_series(1, 20) p`,
  "drop table back, stood_on, held",
];

/** Fills all that stands beside the sales of a network whose placements `stood` has, day by day. */
export async function fillBeside(pool: pg.Pool, scale: ReportScale): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of statements(scale)) await client.query(statement);
  } finally {
    client.release();
  }
}
