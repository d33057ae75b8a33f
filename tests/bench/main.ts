import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Embedded, startEmbedded } from "~server/vending/database/embedded";
import { ADMIN, freePort, freshSettings, processOf, type Run, run, startProduct } from "../ops/product";
import { startBare } from "./bare";
import { Browser } from "./browser";
import { sizesOf } from "./bytes";
import { fill, FULL, SMALL } from "./fill";
import { computed, measureBehind } from "./dashboard";
import { measureFleet } from "./fleet";
import { BAR, compareLists, missed } from "./lists";
import { measureLive } from "./live";
import { BARE_PACE, LIST, measure, type Measured, PRODUCT_PACE, type Target, TARGETS, underLoad } from "./load";
import { family, memoryOf, type ProductProcess } from "./processes";
import { INSPECTABLE, sharesDuring } from "./profile";
import { behindTable, facts, fleetTable, listTable, loadTable, memoryTable, shareTable, sizeTable } from "./report";

/**
 * Measures the built product in a temporary folder and prints the tables. Throws when a request fails or a bar is
 * missed. The embedded database is started here and named to the product: it then takes the data for real and plays no
 * demonstration on it. A second vending API beside it serves a small network, for comparison.
 */
export async function bench(): Promise<void> {
  const { env, web, api, remove } = await freshSettings();
  const database = await startEmbedded(env.DATA_DIR ?? "");
  const settings = { ...env, ...INSPECTABLE, SESSION_SECRET: randomBytes(32).toString("hex") };
  // The benchmark signs a thousand people in by itself.
  Object.assign(process.env, { SESSION_SECRET: settings.SESSION_SECRET, VENDING_API_URL: api });
  try {
    const small = await databaseBeside(database.url);
    const [product, other] = [await startProduct({ ...settings, DATABASE_URL: database.url }), await startApi(settings, small)];
    const running = { env, web, api, database, product };
    await whileRunning([product, other.run], () => measureAll(running, small, other.api));
  } finally {
    await database.stop();
    await remove();
  }
}

/** What is measured, and its parts. */
interface Product { env: Record<string, string>; web: string; api: string; database: Embedded; product: Run }

/** An empty database on the same server. */
async function databaseBeside(url: string): Promise<string> {
  await withPool(url, (pool) => pool.query("create database small"));
  const small = new URL(url);
  small.pathname = "/small";
  return small.href;
}

async function startApi(env: Record<string, string>, url: string): Promise<{ run: Run; api: string }> {
  const port = String(await freePort());
  const started = run(["build/vending/main.js"], { ...env, DATA_DIR: `${env.DATA_DIR}/small`, DATABASE_URL: url, VENDING_PORT: port });
  while (!started.output().includes(port)) {
    if (started.process.exitCode !== null) throw new Error(`The API of the small network did not start: ${started.output()}`);
    await sleep(50);
  }
  return { run: started, api: `http://127.0.0.1:${port}` };
}

async function whileRunning(runs: Run[], work: () => Promise<void>): Promise<void> {
  const stop = () => runs.forEach((one) => one.process.kill("SIGTERM"));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    await work();
  } catch (error) {
    for (const one of runs) console.error(one.output().slice(-2_000));
    throw error;
  } finally {
    process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
    stop();
    await Promise.all(runs.map((one) => one.ended));
  }
}

async function measureAll({ env, web, api, database, product }: Product, small: string, smallApi: string): Promise<void> {
  const processes = processesOf(env, database.pid);
  const atStart = processes.map(memoryOf);
  say(`Filling: ${Object.entries(FULL).map(([what, count]) => `${count} ${what}`).join(", ")}, and a network of a hundred of each …`);
  await withPool(small, (pool) => fill(pool, SMALL));
  await withPool(database.url, (pool) => fill(pool, FULL));

  say("Asking for lists in every way …");
  const lists = await compareLists(smallApi, api, ADMIN);
  say("Asking for the dashboard …");
  const behind = [
    await withPool(small, (pool) => measureBehind(pool, smallApi, ADMIN)),
    await withPool(database.url, (pool) => measureBehind(pool, api, ADMIN)),
  ] as const;
  say("Measuring under load …");
  const browser = await Browser.signedIn(web, ADMIN);
  const measured: Measured[] = [];
  for (const target of TARGETS) measured.push(...(await besideBare(target, browser, processes)));
  const memory = processes.map(memoryOf);
  const shares = await sharesDuring(() => underLoad(LIST, browser), processOf(env, "remix-run/serve"), product);
  say("Units call …");
  const fleet = await withPool(database.url, (pool) => measureFleet({ pool, api, browser, processes }));
  say("Live events …");
  const live = await withPool(database.url, (pool) => measureLive(web, api, pool, processes));

  say("");
  say(loadTable(measured));
  say(memoryTable(processes, atStart, memory));
  say(listTable(lists));
  say(shareTable(shares));
  say(behindTable(behind, computed(100_000_000, ...behind)));
  say(fleetTable(fleet));
  say(live);
  say(sizeTable(await sizesOf(browser)));
  say(facts(await withPool(database.url, serverVersion)));
  if (missed(lists).length) throw new Error(`${missed(lists).length} ways to ask for a list take more than ${BAR} times as long as with a hundred rows.`);
  if (shares.matching >= shares.rendering) throw new Error("Matching routes takes more CPU than rendering.");
}

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c TimeZone=UTC" });
  try {
    return await work(pool);
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

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

const say = (text: string) => console.log(text);
