import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import { findRunning } from "~server/vending/database/embedded";
import { readPostmaster } from "~server/vending/database/postgres/postmaster";
import { ADMIN, freshSettings, processOf, startProduct } from "../ops/product";
import { startBare } from "./bare";
import { Browser } from "./browser";
import { FULL, grow, layGround, settle, SMALL } from "./fill";
import { listCalls, type Timed, timeCalls } from "./lists";
import { sizesOf } from "./bytes";
import { measure, type Measured, type Target, TARGETS } from "./load";
import { family, memoryOf, type ProductProcess } from "./processes";
import { facts, loadTable, memoryTable, listTable, sizeTable } from "./report";

/** Measures the built product in a temporary folder and prints the tables. Throws when a request fails. */
export async function bench(): Promise<void> {
  const settings = await freshSettings();
  const product = await startProduct(settings.env);
  const stop = () => product.process.kill("SIGTERM");
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    await measureAll(settings.web, settings.env);
  } catch (error) {
    console.error(product.output().slice(-2_000));
    throw error;
  } finally {
    process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
    stop();
    await product.ended;
    await settings.remove();
  }
}

async function measureAll(web: string, env: Record<string, string>): Promise<void> {
  const folder = env.DATA_DIR ?? "";
  const pool = new pg.Pool({ connectionString: findRunning(folder), max: 1 });
  const processes = processesOf(env, folder);
  const atStart = processes.map(memoryOf);
  try {
    say(`Filling: ${SMALL.devices} machines …`);
    await layGround(pool);
    await grow(pool, { devices: 0, locations: 0, users: 0 }, SMALL);
    await settle(pool);
    const browser = await Browser.signedIn(web, ADMIN);
    const calls = listCalls();
    await timeCalls(browser, calls);
    const small = await timeCalls(browser, calls);

    say(`Filling: ${FULL.devices} machines, ${FULL.locations} locations, ${FULL.users} users, their sales …`);
    await grow(pool, SMALL, FULL);
    await settle(pool);
    say("Measuring …");
    const measured: Measured[] = [];
    for (const target of TARGETS) measured.push(...(await besideBare(target, browser, processes)));
    const full = await timeCalls(browser, calls);
    await print({ browser, pool, measured, processes, atStart, small, full });
  } finally {
    await pool.end();
  }
}

/** The product's answer, then the same bytes from a bare server: compressed each time, and ready-made. */
async function besideBare(target: Target, browser: Browser, processes: ProductProcess[]): Promise<Measured[]> {
  const product = await measure(target.title, target, browser, processes);
  const bare = await startBare(await target.sample(browser));
  try {
    const own: ProductProcess[] = [{ name: "bare", pids: () => [bare.pid] }];
    const found = [product];
    for (const way of bare.ways) found.push(await measure(`  ${way.title}`, target, browser.at(way.url), own));
    return found;
  } finally {
    bare.process.kill();
    await once(bare.process, "exit");
  }
}

function processesOf(env: Record<string, string>, folder: string): ProductProcess[] {
  const web = processOf(env, "remix-run/serve");
  const vending = processOf(env, "build/vending/main.js");
  const postmaster = readPostmaster(path.join(folder, "postgres"));
  if (!postmaster) throw new Error("The database server is not there");
  return [
    { name: "web", pids: () => [web] },
    { name: "vending", pids: () => [vending] },
    { name: "postgres", pids: () => family(postmaster.pid) },
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
}

async function print({ browser, pool, measured, processes, atStart, small, full }: Results): Promise<void> {
  say("");
  say(loadTable(measured));
  say(memoryTable(processes, atStart, processes.map(memoryOf)));
  say(listTable(small, full));
  say(sizeTable(await sizesOf(browser)));
  say(facts(await serverVersion(pool)));
}

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

const say = (text: string) => console.log(text);
