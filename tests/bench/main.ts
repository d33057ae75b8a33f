import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ADMIN, freePort, processOf, run } from "../ops/product";
import { startBare } from "./bare";
import { Browser } from "./browser";
import { sizesOf } from "./bytes";
import { computed, measureBehind } from "./dashboard";
import { fill, FULL, type Scale, SMALL } from "./fill";
import { measureFleet } from "./fleet";
import { BAR, compareLists, missed } from "./lists";
import { measureLive } from "./live";
import { BARE_PACE, LIST, measure, type Measured, PRODUCT_PACE, type Target, TARGETS, underLoad } from "./load";
import { memoryOf, type Product, type ProductProcess } from "./processes";
import { sharesDuring } from "./profile";
import { behindTable, facts, fleetTable, listTable, loadTable, memoryTable, shareTable, sizeTable } from "./report";
import { whileRunning, withProduct } from "./with-product";

/** The parts of the benchmark, in their order; each says what it found, and throws when a bar is missed. */
const PARTS: Readonly<Record<string, (product: Product) => Promise<void>>> = {
  lists,
  dashboard,
  load,
  telemetry,
  live,
};

/**
 * Measures the built product in a temporary folder and prints the tables: all parts or one. Throws when a request fails
 * or, at the end, a bar is missed.
 */
export async function bench(only?: string): Promise<void> {
  const parts = Object.entries(PARTS).filter(([name]) => only === undefined || name === only);
  if (!parts.length)
    throw new Error(
      `npm run bench [${Object.keys(PARTS).join("|")}|alerts|export|fiscal|hostile|ingest|keys|month|pay|reports]`,
    );
  await withProduct(async (product) => {
    const { env, web, api, database } = product;
    // The benchmark signs a thousand people in by itself.
    Object.assign(process.env, { SESSION_SECRET: env.SESSION_SECRET, VENDING_API_URL: api });
    say(
      `Filling: ${Object.entries(FULL)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")} …\n`,
    );
    await withPool(database.url, (pool) => fill(pool, FULL));
    const browser = await Browser.signedIn(web, ADMIN);
    const missedBars: unknown[] = [];
    for (const [, part] of parts) await part({ ...product, browser }).catch((error: unknown) => missedBars.push(error));
    say(facts(await withPool(database.url, serverVersion)));
    if (missedBars.length) throw new AggregateError(missedBars);
  });
}

/** Every way to ask for a list, beside a network of a hundred of everything. */
async function lists(product: Product): Promise<void> {
  const compared = await besideNetwork(product, "small", SMALL, (_, api) => compareLists(api, product.api, ADMIN));
  say(listTable(compared));
  if (missed(compared).length)
    throw new Error(
      `${missed(compared).length} ways to ask for a list take more than ${BAR} times as long as with a hundred rows.`,
    );
}

/** The dashboard and the states with 1, 10 and 50 million sales behind them, and computed for 100. */
async function dashboard(product: Product): Promise<void> {
  const one = await besideNetwork(product, "million", { ...SMALL, devices: 200 }, (pool, api) =>
    measureBehind(pool, api, ADMIN),
  );
  const ten = await besideNetwork(product, "ten_million", { ...SMALL, devices: 2_000 }, (pool, api) =>
    measureBehind(pool, api, ADMIN),
  );
  const most = await withPool(product.database.url, (pool) => measureBehind(pool, product.api, ADMIN));
  say(behindTable([one, ten, most], computed(100_000_000, ten, most)));
}

/** Pages under load beside a bare server, with what they take of CPU, memory and the line. */
async function load({ env, browser, processes, product }: Product): Promise<void> {
  const atStart = processes.map(memoryOf);
  const measured: Measured[] = [];
  for (const target of TARGETS) measured.push(...(await besideBare(target, browser, processes)));
  say(loadTable(measured));
  say(memoryTable(processes, atStart, processes.map(memoryOf)));
  say(sizeTable(await sizesOf(browser)));
  const shares = await sharesDuring(() => underLoad(LIST, browser), processOf(env, "remix-run/serve"), product);
  say(shareTable(shares));
  if (shares.matching >= shares.rendering) throw new Error("Matching routes takes more CPU than rendering.");
}

async function telemetry({ api, browser, processes, database }: Product): Promise<void> {
  say(fleetTable(await withPool(database.url, (pool) => measureFleet({ pool, api, browser, processes }))));
}

async function live(product: Product): Promise<void> {
  say(await withPool(product.database.url, (pool) => measureLive(product, pool)));
}

/** Works beside a vending API of its own with another network, in a database on the same server. */
async function besideNetwork<T>(
  { env, database }: Product,
  name: string,
  scale: Scale,
  work: (pool: pg.Pool, api: string) => Promise<T>,
): Promise<T> {
  await withPool(database.url, (pool) => pool.query(`create database ${name}`));
  const url = new URL(name, database.url).href;
  const port = String(await freePort());
  const started = run(["build/vending/main.js"], {
    ...env,
    DATA_DIR: `${env.DATA_DIR}/${name}`,
    DATABASE_URL: url,
    VENDING_PORT: port,
  });
  while (!started.output().includes(port)) {
    if (started.process.exitCode !== null)
      throw new Error(`The API of the network beside did not start: ${started.output()}`);
    await sleep(50);
  }
  return whileRunning(started, () =>
    withPool(url, async (pool) => {
      await fill(pool, scale);
      return work(pool, `http://127.0.0.1:${port}`);
    }),
  );
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
    for (const way of bare.ways)
      found.push(await measure(`  ${way.title}`, target, browser.at(way.url), own, BARE_PACE));
    return found;
  } finally {
    bare.process.kill();
    await once(bare.process, "exit");
  }
}

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

const say = (text: string) => console.log(text);
