import autocannon from "autocannon";
import type { Answer, Browser } from "./browser";
import { INGREDIENTS } from "./fill";
import { cpuOf, type ProductProcess } from "./processes";

/** What is asked for again and again. */
export interface Target {
  title: string;
  method: "GET" | "POST";
  path: string;
  /** Requests of one connection, when they differ. */
  requests?(): autocannon.Request[];
  /** The product's answer, for the bare server. */
  sample(browser: Browser): Promise<Answer>;
}

export interface Measured {
  title: string;
  /** Under load: answers a second, and percentiles in ms. */
  rate: number;
  busy: Percentiles;
  /** One request at a time. */
  alone: Percentiles;
  /** CPU ms an answer under load, by process. */
  cpu: { name: string; ms: number }[];
}

interface Percentiles {
  p50: number;
  p99: number;
}

/** Connections under load. */
export const CROWD = 8;
/** Seconds of each part of a measurement. */
interface Pace {
  warmUp: number;
  busy: number;
  alone: number;
}

export const PRODUCT_PACE: Pace = { warmUp: 3, busy: 6, alone: 4 };
export const BARE_PACE: Pace = { warmUp: 1, busy: 3, alone: 2 };

const page = (title: string, path: string): Target => ({
  title,
  method: "GET",
  path,
  sample: (browser) => browser.send("GET", path),
});

export const LIST = page("list: 50 of 10 000 machines", "/devices");
export const TARGETS: readonly Target[] = [
  LIST,
  page("dashboard", "/"),
  {
    title: "form post: an ingredient",
    method: "POST",
    path: ingredientPath(INGREDIENTS),
    requests: changesOfOneIngredient,
    sample: (browser) => browser.send("POST", ingredientPath(INGREDIENTS), ingredientForm(1, 1)),
  },
];

/** Warms up, then measures under load and one at a time. Throws when an answer is neither success nor a redirect. */
export async function measure(
  title: string,
  target: Target,
  browser: Browser,
  processes: readonly ProductProcess[],
  pace: Pace,
): Promise<Measured> {
  await fire(target, browser, CROWD, pace.warmUp);
  const before = processes.map(cpuOf);
  const started = performance.now();
  const times = await fire(target, browser, CROWD, pace.busy);
  if (!times.length) throw new Error(`${target.path}: no answer in ${pace.busy} s`);
  const seconds = (performance.now() - started) / 1000;
  const cpu = processes.map((one, index) => ({
    name: one.name,
    ms: (cpuOf(one) - (before[index] ?? 0)) / times.length,
  }));
  const alone = await fire(target, browser, 1, pace.alone);
  return { title, rate: times.length / seconds, busy: percentiles(times), alone: percentiles(alone), cpu };
}

/** Asks again and again for as long as a measurement takes. */
export const underLoad = (target: Target, browser: Browser) => fire(target, browser, CROWD, PRODUCT_PACE.busy);

/** Answer times in ms. */
async function fire(
  { method, path, requests }: Target,
  browser: Browser,
  connections: number,
  duration: number,
): Promise<number[]> {
  const times: number[] = [];
  const { "content-type": type, ...headers } = browser.headers;
  const result = await autocannon({
    url: browser.site + path,
    method,
    headers: method === "POST" ? { ...headers, "content-type": type } : headers,
    connections,
    duration,
    setupClient: (client) => {
      if (requests) client.setRequests(requests());
      client.on("response", (_status, _bytes, time) => times.push(time));
    },
  });
  check(path, result);
  return times;
}

function check(path: string, { errors, timeouts, statusCodeStats = {} }: autocannon.Result): void {
  const bad = Object.keys(statusCodeStats).filter((code) => Number(code) < 200 || Number(code) >= 400);
  if (errors || timeouts || bad.length)
    throw new Error(`${path}: ${errors} errors, ${timeouts} timeouts, answers ${JSON.stringify(statusCodeStats)}`);
}

function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

let taken = 0;

/** Each connection has an ingredient of its own, so that it knows its version; every post really changes the price. */
function changesOfOneIngredient(): autocannon.Request[] {
  const id = (taken += 1);
  let version = 1;
  return [
    {
      method: "POST",
      path: ingredientPath(id),
      setupRequest: (request) => ({ ...request, body: ingredientForm(id, version) }),
      onResponse: () => {
        version += 1;
      },
    },
  ];
}

function ingredientPath(id: number): string {
  return `/ingredients/view/${id}?index`;
}

function ingredientForm(id: number, version: number): string {
  return new URLSearchParams({
    version: String(version),
    name: `Інгредієнт ${id}`,
    type: "DRY",
    unit: "G",
    price_type: "PER_100_G",
    price: version % 2 ? "20.00" : "30.00",
    pack_count: "",
    weight: "500",
    volume: "",
  }).toString();
}
