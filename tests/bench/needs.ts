import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { Viewer } from "~server/vending/access";
import { writeNow } from "~server/vending/areas/needs/keep";
import { listNeeds } from "~server/vending/areas/needs/list";
import { proposeStops } from "~server/vending/areas/needs/propose";
import { startEmbedded } from "~server/vending/database/embedded";
import { transaction } from "~server/vending/database/query";
import { migrate } from "~server/vending/database/migrate";
import { GROUND } from "./fill";

const MACHINES = 10_000;
/** Machines of the crew whose round is proposed. */
const CREW = 40;
/** Milliseconds. */
const MOST = { needs: 200, round: 1_000 };
const TIMES = 9;
/** Machines of which forecasts are made at once. */
const AT_ONCE = 100;

const root: Viewer = {
  ...{ id: 1, full_name: "", is_root: true, is_can_all: true, sport_life: false, permissions: [] },
  ...{ franchises: null, access: [] },
};

/** 10,000 machines with ten products that sold for eight weeks, filled at some time in the last two. */
const FLEET: readonly string[] = [
  ...GROUND,
  // Where machines stood, and what of that other tables keep, is of no matter here; it would take minutes.
  ...["locations", "devices", "device_stocks"].map((table) => `alter table ${table} disable trigger user`),
  `insert into locations (name, address, city, region, project_id, latitude, longitude)
   select 'Локація ' || i, 'вул. Садова, ' || i, 'Київ', 'AA', 1 + i % 30, 50.3 + (i * 7919 % 3000) / 10000.0, 30.3 + (i * 104729 % 5000) / 10000.0 from generate_series(1, 5000) i`,
  `insert into devices (serial_number, model_id, device_type, ownership_type, location_id, project_id, planogram_id, in_work)
   select 'VM-' || i, 1 + i % 40, case when i % 4 = 0 then 'SNACK' else 'COFFEE' end, 'PERSONAL', 1 + i % 5000, 1 + i % 30, 1 + i % 100, true from generate_series(1, ${MACHINES}) i`,
  "insert into device_states (device_id, online, last_contact_at, last_visit_at, open_errors) select id, true, now(), now() - id % 14 * interval '1 day', 0 from devices",
  `insert into device_stocks (device_id, slot, ingredient_id, capacity, filled, filled_at, used)
   select d.id, 'cell:' || c.cell, null, 50, 50, now() - d.id % 14 * interval '1 day', least(50, d.id % 14 * (1 + c.position % 4)) from devices d join planogram_cells c on c.planogram_id = d.planogram_id where d.device_type = 'SNACK' and c.position < 10`,
  `insert into device_stocks (device_id, slot, ingredient_id, capacity, filled, filled_at, used)
   select d.id, 'bunker:' || r.ingredient_id, r.ingredient_id, 2500, 2500, now() - d.id % 14 * interval '1 day', least(2500, d.id % 14 * (100 + r.ingredient_id % 7 * 20))
   from devices d join (select distinct c.planogram_id, i.ingredient_id from planogram_cells c join recipe_ingredients i on i.recipe_id = c.recipe_id) r on r.planogram_id = d.planogram_id where d.device_type <> 'SNACK'`,
  `insert into device_rates (device_id, selection, recipe_id, vends, weeks, price)
   select d.id, c.cell, c.recipe_id, 80 + (d.id + c.position) % 300, 8, c.price from devices d join planogram_cells c on c.planogram_id = d.planogram_id where c.position < 10`,
  `insert into crews (name, type, devices) select 'Екіпаж ' || i, 'CREW', array(select d.id from devices d where d.id > (i - 1) * ${CREW} and d.id <= i * ${CREW}) from generate_series(1, 250) i`,
  "analyze",
];

/** How long the list of needs of a large network and a round of 40 machines take, and the forecasts they are made of; answers what misses its bar. */
export async function measureNeeds(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "vending-bench-"));
  const server = await startEmbedded(folder);
  const pool = new pg.Pool({ connectionString: server.url, max: 4, options: "-c TimeZone=UTC" });
  pool.on("error", () => undefined);
  try {
    await migrate(pool);
    for (const statement of FLEET) await pool.query(statement);
    const started = performance.now();
    const ids = Array.from({ length: MACHINES }, (_, index) => index + 1);
    for (let at = 0; at < MACHINES; at += AT_ONCE)
      await transaction(pool, (tx) => writeNow(tx, ids.slice(at, at + AT_ONCE)));
    await pool.query("analyze");
    console.log(
      `\nForecasts of ${MACHINES} machines, made the first time: ${((performance.now() - started) / 1_000).toFixed(1)} s.`,
    );
    const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const needs = await median(() => listNeeds(pool, root, { q: "", page: 1, limit: 50 }));
    const narrowed = await median(() => listNeeds(pool, root, { q: "", page: 1, limit: 50, until }));
    const round = await median(() => proposeStops(pool, root, { crew: 1 }));
    console.log(
      `Needs of ${MACHINES} machines: ${needs.toFixed(0)} ms, those of three days ${narrowed.toFixed(0)} ms; a round of ${CREW} machines: ${round.toFixed(0)} ms.`,
    );
    return [
      ...(Math.max(needs, narrowed) <= MOST.needs ? [] : [`Needs take more than ${MOST.needs} ms.`]),
      ...(round <= MOST.round ? [] : [`A round takes more than ${MOST.round} ms.`]),
    ];
  } finally {
    await pool.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}
