import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { z } from "zod";
import { settleReceipts } from "~server/vending/areas/fiscal/queue";
import { bookVends, type Vend } from "~server/vending/areas/sales/book";
import { only, rows, run, transaction } from "~server/vending/database/query";
import { startCheckboxStandIn } from "~server/vending/stand-ins/checkbox";
import { clientOf } from "../api/app";
import { ADMIN, type Service, startService } from "../fleet/service";

/** Share of a day's vends in each hour, percent; a coffee network's. */
const DAY = [0, 0, 0, 0, 0, 1, 3, 7, 9, 9, 8, 8, 8, 8, 7, 7, 6, 6, 5, 4, 2, 1, 1, 0];
const DESK_MACHINES = 50;
const VENDS_A_MACHINE = 20;
/** A real hour in so many seconds of the benchmark, for 10,000 machines; with fewer it is as much shorter. */
const HOUR_S = 200;
const AT_ONCE = 500;
/** Time is compressed for the service, too: its receipts are done at once. */
const TAKES_MS = 0;

/**
 * `npm run bench fiscal [machines]`: a day of 10,000 machines, 200,000 vends on 200 desks, told in compressed time, hour by
 * hour, to one API process beside the service's stand-in. Prints what each hour left behind; throws when the evening has a
 * backlog, or when the stand-in's totals are not the books' to the kopeck.
 */
export async function fiscal(machines = 10_000): Promise<void> {
  const standIn = await startCheckboxStandIn({ takesMs: TAKES_MS });
  const service = await startService({ CHECKBOX_URL: standIn.url });
  const pool = new pg.Pool({ connectionString: service.database, max: 4, options: "-c TimeZone=UTC" });
  try {
    const desks = Math.ceil(machines / DESK_MACHINES);
    const devices = await fill(service, machines, desks);
    const hourS = (HOUR_S * machines) / 10_000;
    console.log(
      `${machines} machines, ${desks} desks, ${machines * VENDS_A_MACHINE} vends; a day in ${(24 * hourS) / 60} minutes (${Math.round(3_600 / hourS)} times as fast).`,
    );
    const started = Date.now();
    let told = 0;
    let cash = 0;
    let cards = 0;
    let fastest = 0;
    let before = 0;
    for (const [hour, share] of DAY.entries()) {
      const vends = Math.round((machines * VENDS_A_MACHINE * share) / 100);
      for (let first = told; first < told + vends; first += AT_ONCE) {
        const some = Array.from({ length: Math.min(AT_ONCE, told + vends - first) }, (_, nth) =>
          vendOf(devices, first + nth),
        );
        await transaction(pool, async (tx) => settleReceipts(tx, { sales: await bookVends(tx, some) }));
        for (const { source, price } of some) {
          if (source === "cash") cash += price;
          else cards += price;
        }
      }
      told += vends;
      await sleep(Math.max(0, started + (hour + 1) * hourS * 1_000 - Date.now()));
      const { done, left, age } = await stateOf(pool);
      const rate = (done - before) / hourS;
      fastest = Math.max(fastest, rate);
      before = done;
      if (vends)
        console.log(
          `${String(hour).padStart(2)} h: ${vends} vends, ${Math.round(rate)} receipts a second, ${left} left behind (the oldest ${Math.round((age * 60) / hourS)} minutes of the day)`,
        );
    }
    const { left } = await stateOf(pool);
    const busiest = (machines * VENDS_A_MACHINE * Math.max(...DAY)) / 100 / 3_600;
    console.log(
      `At the end of the day ${left} receipts wait. The busiest hour of a real day brings ${busiest.toFixed(1)} receipts a second; one process registered ${Math.round(fastest)} a second: ${(fastest / busiest).toFixed(1)} times as many.`,
    );
    const counts = Object.values(standIn.counts());
    const sum = (of: "sells" | "cash_sales" | "card_sales" | "returns") =>
      counts.reduce((all, one) => all + one[of], 0);
    console.log(
      `The service counts ${sum("sells")} receipts, ${sum("cash_sales")} + ${sum("card_sales")} kopecks; the books ${told}, ${cash} + ${cards}.`,
    );
    if (left) throw new Error(`${left} receipts are left at the end of the day.`);
    if (sum("sells") !== told || sum("cash_sales") !== cash || sum("card_sales") !== cards || sum("returns"))
      throw new Error("The service's totals are not the books'.");
  } finally {
    await pool.end();
    await service.close();
    await standIn.stop();
  }
}

function vendOf(devices: readonly number[], nth: number): Vend {
  const at = Date.now() - 60_000;
  const device = devices[nth % devices.length] ?? 0;
  return {
    device,
    unit: device,
    event: String(nth),
    batch: nth,
    at,
    boxAt: at,
    selection: String(nth % 30),
    name: "Еспресо",
    source: nth % 3 ? "cashless1" : "cash",
    price: 2_000 + (nth % 1_500),
  };
}

async function stateOf(pool: pg.Pool) {
  return only(
    pool,
    z.object({ done: z.number(), left: z.number(), age: z.number() }),
    sql`select count(*) filter (where state = 'done') as done, count(*) filter (where state <> 'done') as left,
      coalesce(extract(epoch from now() - min(created_at) filter (where state <> 'done')), 0) as age from receipts`,
  );
}

/** Machines in places of their desks, and desks with their secrets; answers the machines, each next one at another desk. */
async function fill({ api, pool }: Service, machines: number, desks: number): Promise<number[]> {
  const call = (path: string, init: RequestInit) => fetch(`${api}${path}`, init);
  const { data } = await clientOf(call, "").post("/login", ADMIN);
  const root = clientOf(call, z.object({ token: z.string() }).parse(data).token);
  for (let nth = 0; nth < desks; nth++) {
    const { status } = await root.post("/checkbox_cashiers", {
      name: `Desk ${nth}`,
      cashier_login: `desk-${nth}`,
      pin_code: `pin of ${nth}`,
      license_key: `licence of ${nth}`,
    });
    if (status !== 201) throw new Error(`no desk: ${status}`);
  }
  await run(pool, sql`insert into settings (id, fiscal_close_at) values (1, '24:00')`);
  await transaction(pool, async (tx) => {
    await run(tx, sql`select set_config('vending.holds_from', '-infinity', true)`);
    await run(
      tx,
      sql`insert into locations (name, address, city, region, fiscal_enabled, fiscal_cashier_id) select 'Place ' || id, 'a', 'b', 'AA', true, id from fiscal_cashiers`,
    );
    await run(tx, sql`insert into device_manufacturers (name) values ('M')`);
    await run(
      tx,
      sql`insert into device_models (name, manufacturer_id, device_type) select 'M', id, 'COFFEE' from device_manufacturers`,
    );
    await run(
      tx,
      sql`insert into devices (serial_number, model_id, device_type, ownership_type, in_work, location_id)
      select 'F-' || n, m.id, 'COFFEE', 'PERSONAL', true, l.id from generate_series(0, ${machines - 1}::integer) n, device_models m, (select id, row_number() over (order by id) - 1 as nth from locations) l where l.nth = n % ${desks}::integer`,
    );
  });
  await run(pool, sql`update locations set fiscal_since = now() - interval '1 day'`);
  await run(pool, sql`analyze`);
  return (await rows(pool, z.object({ id: z.number() }), sql`select id from devices order by id`)).map(({ id }) => id);
}
