import { randomBytes } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { type Embedded, startEmbedded } from "~server/vending/database/embedded";
import { ADMIN, freshSettings, processOf, startProduct } from "../ops/product";
import { startBare } from "./bare";
import { Browser } from "./browser";
import { type Behind, computed, measureBehind } from "./dashboard";
import { FULL, grow, layGround, MIDDLE, settle, SMALL } from "./fill";
import { type FleetFigures, measureFleet } from "./fleet";
import { listCalls, type Timed, timeCalls, WARM_UP } from "./lists";
import { sizesOf } from "./bytes";
import { BARE_PACE, measure, type Measured, PRODUCT_PACE, type Target, TARGETS } from "./load";
import { family, memoryOf, type ProductProcess } from "./processes";
import { behindTable, facts, fleetTable, loadTable, memoryTable, listTable, sizeTable } from "./report";

/**
 * Measures the built product in a temporary folder and prints the tables. Throws when a request fails. The embedded
 * database is started here and named to the product: it then takes the data for real and plays no demonstration on it.
 */
export async function bench(): Promise<void> {
  const { env, web, api, remove } = await freshSettings();
  const database = await startEmbedded(env.DATA_DIR ?? "");
  try {
    await benchOn(database, { web, api }, { ...env, DATABASE_URL: database.url, SESSION_SECRET: randomBytes(32).toString("hex") });
  } finally {
    await database.stop();
    await remove();
  }
}

async function benchOn(database: Embedded, { web, api }: { web: string; api: string }, env: Record<string, string>): Promise<void> {
  const product = await startProduct(env);
  const stop = () => product.process.kill("SIGTERM");
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    await measureAll(web, api, database.url, processesOf(env, database.pid));
  } catch (error) {
    console.error(product.output().slice(-2_000));
    throw error;
  } finally {
    process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
    stop();
    await product.ended;
  }
}

async function measureAll(web: string, api: string, url: string, processes: ProductProcess[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const atStart = processes.map(memoryOf);
  try {
    say(`Filling: ${SMALL.devices} machines …`);
    await layGround(pool);
    await grow(pool, { devices: 0, locations: 0, users: 0 }, SMALL);
    await settle(pool);
    const browser = await Browser.signedIn(web, ADMIN);
    const calls = listCalls();
    await timeCalls(browser, calls, WARM_UP);
    const small = await timeCalls(browser, calls);
    const behind = [await measureBehind(pool, browser)];

    say(`Filling: ${MIDDLE.devices} machines and their sales …`);
    await grow(pool, SMALL, MIDDLE);
    await settle(pool);
    behind.push(await measureBehind(pool, browser));

    say(`Filling: ${FULL.devices} machines, ${FULL.locations} locations, ${FULL.users} users, their sales …`);
    await grow(pool, MIDDLE, FULL);
    await settle(pool);
    behind.push(await measureBehind(pool, browser));
    say("Measuring …");
    const measured: Measured[] = [];
    for (const target of TARGETS) measured.push(...(await besideBare(target, browser, processes)));
    const full = await timeCalls(browser, calls);
    say("Units call …");
    const fleet = await measureFleet({ pool, api, browser, processes });
    await print({ browser, pool, measured, processes, atStart, small, full, fleet, behind });
  } finally {
    await pool.end();
  }
}

/** The product's answer, then the same bytes from a bare server: compressed each time, and ready-made. */
async function besideBare(target: Target, browser: Browser, processes: ProductProcess[]): Promise<Measured[]> {
  const product = await measure(target.title, target, browser, processes, PRODUCT_PACE);
  const bare = await startBare(await target.sample(browser));
  try {
    const own: ProductProcess[] = [{ name: "bare", pids: () => [bare.pid] }];
    const found = [product];
    for (const way of bare.ways) found.push(await measure(`  ${way.title}`, target, browser.at(way.url), own, BARE_PACE));
    return found;
  } finally {
    bare.process.kill();
    await once(bare.process, "exit");
  }
}

function processesOf(env: Record<string, string>, postmaster: number): ProductProcess[] {
  const web = processOf(env, "remix-run/serve");
  const vending = processOf(env, "build/vending/main.js");
  return [
    { name: "web", pids: () => [web] },
    { name: "vending", pids: () => [vending] },
    { name: "postgres", pids: () => family(postmaster) },
  ];
}

interface Results {
  browser: Browser;
  pool: pg.Pool;
  measured: Measured[];
  processes: ProductProcess[];
  atStart: number[];
  small: Timed[];
  full: Timed[];
  fleet: FleetFigures;
  behind: readonly Behind[];
}

async function print({ browser, pool, measured, processes, atStart, small, full, fleet, behind }: Results): Promise<void> {
  say("");
  say(loadTable(measured));
  say(memoryTable(processes, atStart, processes.map(memoryOf)));
  say(listTable(small, full));
  const [before, last] = behind.slice(-2);
  if (before && last) say(behindTable(behind, computed(100_000_000, before, last)));
  say(fleetTable(fleet));
  say(sizeTable(await sizesOf(browser)));
  say(facts(await serverVersion(pool)));
}

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

const say = (text: string) => console.log(text);
