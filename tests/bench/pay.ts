import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chromium } from "@playwright/test";
import { findBrowser } from "../../scripts/lib/debian.mjs";
import { clientOf, idOf } from "../api/app";
import { signIn } from "../ops/writer";
import { table } from "./report";
import { withProduct } from "./with-product";

/** Customers at once, each at a machine of their own, and how long they stay. */
const CUSTOMERS = 100;
const LOOK_MS = 1_000;
const SECONDS = 15;
const BURSTS = 10;
/** Harder than the bar asks for: told, not held against it. */
const BURST = "menu, all at the same moment";
/** What a machine sells. */
const PRODUCTS = 60;
/** The bars: the slowest of a hundred pages, ms; a page, bytes; a cheap phone on a slow line, ms until it is read. */
const BAR_MS = 300;
const BAR_BYTES = 15_000;
const SLOW_BAR_MS = 1_000;
/** Six times slower, and what Chromium's tools call slow 3G. */
const SLOW = { cpu: 6, latency: 400, bytesASecond: (400 * 1_024) / 8 };

/**
 * `npm run bench pay`: the public page of a machine that sells sixty products: a hundred customers who look once a second
 * and look after their payments, all of them at the very same moment (which has no bar), and one with a cheap phone. Throws when a bar is missed.
 */
export async function pay(): Promise<void> {
  await withProduct(async ({ web, api, database }) => {
    const codes = await makeMachines(api, database.url);
    const bytes = (await (await fetch(`${web}/m/${codes[0]}`)).arrayBuffer()).byteLength;
    const slow = await onSlowPhone(`${web}/m/${codes[0]}`);
    const menus = codes.map((code) => `/m/${code}`);
    await looks(web, menus);
    const rows = [
      ["what they have of it, ms", "answers", "p50", "p99", "slowest"],
      ["menu, once a second each", ...figures(await looks(web, menus))],
      [BURST, ...figures(await bursts(web, menus))],
      [
        "their payment, once a second each",
        ...figures(await looks(web, await inTurn(codes, (code) => begin(web, code)))),
      ],
    ];
    console.log(table(rows));
    console.log(`${PRODUCTS} products: ${bytes} bytes; read on a slow phone and line after ${slow} ms.`);
    const slowest = Math.max(...rows.flatMap(([title, , , p99]) => (title === BURST ? [] : [Number(p99) || 0])));
    if (slowest > BAR_MS || bytes > BAR_BYTES || slow > SLOW_BAR_MS)
      throw new Error("A bar of the public page is missed.");
  });
}

/** Machines that sell by phone and are online; answers the codes of their pages. */
async function makeMachines(api: string, database: string): Promise<string[]> {
  const person = clientOf((path, init) => fetch(api + path, init), await signIn(api));
  const company = idOf(await person.post("/companies", { name: "Кава", monobank_token: "bench-token" }));
  const pool = new pg.Pool({ connectionString: database, max: 1 });
  try {
    await pool.query(`insert into device_manufacturers (name) values ('Виробник')`);
    await pool.query(
      `insert into device_models (name, manufacturer_id, device_type) select 'Модель', max(id), 'COFFEE' from device_manufacturers`,
    );
    await pool.query(`insert into planograms (name, device_model_id) select 'План', max(id) from device_models`);
    await pool.query(
      `insert into recipes (name, item_number) select 'Кава з молоком і сиропом ' || i, 50000 + i from generate_series(1, ${PRODUCTS}) i`,
    );
    await pool.query(`insert into planogram_cells (planogram_id, position, cell, recipe_id, price)
      select (select max(id) from planograms), row_number() over (order by r.id), r.id, r.id, 2500 from recipes r where r.item_number > 50000`);
    await pool.query(
      `insert into devices (serial_number, model_id, device_type, ownership_type, in_work, planogram_id, payment_provider_id)
      select 'PAY-' || i, (select max(id) from device_models), 'COFFEE', 'PERSONAL', true, (select max(id) from planograms), $1 from generate_series(1, ${CUSTOMERS}) i`,
      [company],
    );
    await pool.query(`insert into telemetries (serial, type, device_id) select 'BENCH-' || id, 'DEX', id from devices`);
    await pool.query(
      `insert into device_states (device_id, last_contact_at) select id, now() from devices on conflict (device_id) do update set last_contact_at = now()`,
    );
    const { rows } = await pool.query<{ code: string }>("select pay_code as code from devices order by id");
    return rows.map(({ code }) => code);
  } finally {
    await pool.end();
  }
}

/** Begins a payment; answers the path of its page. */
async function begin(web: string, code: string): Promise<string> {
  const page = await (await fetch(`${web}/m/${code}`)).text();
  const [key, product] = [/name="key" value="([^"]+)"/, /name="product" value="([^"]+)"/].map(
    (one) => one.exec(page)?.[1],
  );
  if (!key || !product) throw new Error(`nothing is sold at /m/${code}: ${page.slice(-600)}`);
  const answer = await fetch(`${web}/m/${code}`, {
    method: "POST",
    body: new URLSearchParams({ key, product }),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) throw new Error(`/m/${code} answered ${answer.status}`);
  return new URL(location, web).pathname;
}

/** Each customer looks at a page of theirs once a second. */
async function looks(web: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    paths.map(async (path, index) => {
      // They do not look at the same moment.
      await sleep((index / paths.length) * LOOK_MS);
      for (let look = 0; look < SECONDS; look++) {
        const [time] = await Promise.all([timeOf(web + path), sleep(LOOK_MS)]);
        times.push(time);
      }
    }),
  );
  return times;
}

async function bursts(web: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let burst = 0; burst < BURSTS; burst++)
    times.push(...(await Promise.all(paths.map((path) => timeOf(web + path)))));
  return times;
}

/** Milliseconds until a page is there. */
async function timeOf(url: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url);
  await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - started;
}

async function inTurn<T>(codes: readonly string[], work: (code: string) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const code of codes) done.push(await work(code));
  return done;
}

function figures(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
  return [String(times.length), at(0.5), at(0.99), at(1)];
}

/** Milliseconds until the page is painted and may be pressed. */
async function onSlowPhone(url: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW.cpu });
    const { latency, bytesASecond } = SLOW;
    const line = { offline: false, latency, downloadThroughput: bytesASecond, uploadThroughput: bytesASecond };
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", line);
    await page.goto(url);
    return await page.evaluate(() =>
      Math.round(
        Math.max(
          ...performance.getEntriesByType("paint").map(({ startTime }) => startTime),
          performance.timing.loadEventEnd - performance.timing.navigationStart,
        ),
      ),
    );
  } finally {
    await browser.close();
  }
}
