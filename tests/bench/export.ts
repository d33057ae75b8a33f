import { readFileSync } from "node:fs";
import { request } from "node:http";
import pg from "pg";
import { shifted } from "~server/vending/areas/sales/spans";
import { localTime } from "~server/vending/time";
import { ADMIN } from "../ops/product";
import { Browser } from "./browser";
import type { ProductProcess } from "./processes";
import { table } from "./report";
import { fillReports } from "./report-network";
import { withProduct } from "./with-product";

/** By how much the web and the API may grow together while they write a file, MB. */
const MOST_MB = 150;
/** Of 10,000 machines that is a million rows of machine, recipe and month. */
const DAYS = 150;
/** A browser that takes everything at once, and one that rests after each part, ms. */
const PAUSES = [0, 2];

/**
 * `npm run bench export [machines]`: a million rows of a report as a file, by the built product. Prints how long that takes
 * and by how much the web and the API grow. Throws when that is above the bar.
 */
export async function exports(devices = 10_000): Promise<void> {
  await withProduct(async ({ web, database, processes }) => {
    const pool = new pg.Pool({ connectionString: database.url, max: 2, options: "-c TimeZone=UTC" });
    try {
      await fillReports(pool, { devices, days: DAYS });
    } finally {
      await pool.end();
    }
    const browser = await Browser.signedIn(web, ADMIN);
    const own = processes.filter(({ name }) => name !== "postgres");
    const today = localTime(Date.now()).slice(0, 10);
    const asked = new URLSearchParams([
      ...["device", "recipe", "span"].map((cut) => ["by", cut]),
      ...[
        ["step", "month"],
        ["from", shifted(today, 1 - DAYS)],
        ["to", today],
        ["columns", "vends"],
        ["columns", "amount"],
      ],
    ]);
    const found: Exported[] = [];
    for (const format of ["csv", "xlsx"])
      for (const pause of PAUSES)
        found.push(await exportOf(browser, `/export/report/own_report?format=${format}&${asked}`, own, pause));
    const lines = found.map(({ path, lines, seconds, grew }) => [
      path.slice(0, 45),
      String(lines),
      seconds.toFixed(0),
      ...grew.map(({ mb }) => mb.toFixed(0)),
    ]);
    console.log(table([["File", "lines", "s", ...own.map(({ name }) => `${name} MB`)], ...lines]));
    if (found.some(({ grew }) => grew.reduce((sum, { mb }) => sum + mb, 0) > MOST_MB))
      throw new Error(`A file takes more than ${MOST_MB} MB.`);
  });
}

/** What writing a file cost: lines of it, seconds, and by how much each process grew at most, MB. */
export interface Exported {
  path: string;
  lines: number;
  seconds: number;
  grew: { name: string; mb: number }[];
}

/** Memory is looked at so often while a file is read, ms. */
const LOOK_EVERY_MS = 100;
const MB = 1024;

/** Reads a CSV to its end as a browser does that takes its time (`pause` ms after each part), and looks at the memory of some processes meanwhile. */
export async function exportOf(
  browser: Browser,
  path: string,
  processes: readonly ProductProcess[],
  pause = 0,
): Promise<Exported> {
  const before = processes.map(residentOf);
  const most = [...before];
  const look = setInterval(() => {
    for (const [n, one] of processes.entries()) most[n] = Math.max(most[n] ?? 0, residentOf(one));
  }, LOOK_EVERY_MS);
  const started = performance.now();
  try {
    const lines = await linesAt(browser, path, pause);
    const grew = processes.map(({ name }, n) => ({ name, mb: ((most[n] ?? 0) - (before[n] ?? 0)) / MB }));
    return { path, lines, seconds: (performance.now() - started) / 1_000, grew };
  } finally {
    clearInterval(look);
  }
}

/** KB of its processes' own memory. */
const residentOf = ({ pids }: ProductProcess): number =>
  pids().reduce(
    (sum, pid) => sum + Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0),
    0,
  );

function linesAt(browser: Browser, path: string, pause: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(browser.site + path, { headers: { cookie: browser.headers.cookie ?? "" } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`));
      let lines = 0;
      answer.on("data", (bytes: Buffer) => {
        for (const byte of bytes) if (byte === NEWLINE) lines += 1;
        if (!pause) return;
        answer.pause();
        setTimeout(() => answer.resume(), pause);
      });
      answer.once("error", reject).once("end", () => resolve(lines));
    });
    outgoing.once("error", reject).end();
  });
}
const NEWLINE = 10;
