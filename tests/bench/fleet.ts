import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Agent } from "undici";
import { sha256 } from "~server/vending/secrets";
import type { Browser } from "./browser";
import { cpuOf, type ProductProcess } from "./processes";

/** Events of a batch that a busy unit hands in after an outage; an everyday one has two or three. */
const BURST = 20;
const EVERYDAY = 3;
export const SECONDS = 10;
/** Units of the fleet that pings once a minute. */
const UNITS = 10_000;
/** Times that a screen is asked for while units call. */
const PAUSE_MS = 250;

export interface FleetFigures {
  /** Events a second that were kept, in batches of so many. */
  ingest: { size: number; perSecond: number; batches: number }[];
  /** The fleet pings once a minute and sells; then pings as fast as they are taken. */
  everyday: { pings: number; events: number; cpu: { name: string; share: number }[]; latency: Latency };
  ceiling: { pings: number; latency: Latency };
  /** Screens with nobody calling, and while batches come as fast as they are taken. */
  idle: Latency;
  busy: Latency;
}
interface Latency {
  screen: string;
  p50: number;
  p99: number;
}

/** How much telemetry is taken, and how long people wait meanwhile. The 10,000 machines of the bench are there, with their units. */
export async function measureFleet({
  pool,
  api,
  browser,
  processes,
}: {
  pool: pg.Pool;
  api: string;
  browser: Browser;
  processes: readonly ProductProcess[];
}): Promise<FleetFigures> {
  await pool.query("update telemetries set secret_hash = $1", [sha256("bench")]);
  const { rows } = await pool.query<{ serial: string }>(
    "select serial from telemetries where device_id is not null order by id limit $1",
    [UNITS],
  );
  const gateway = new Gateway(
    api,
    rows.map(({ serial }) => serial),
  );
  try {
    const idle = await screensWhile(browser, sleep(5_000));
    const ingest = [];
    let busy = idle;
    for (const size of [EVERYDAY, BURST]) {
      const flood = gateway.flood(size, SECONDS, 32);
      busy = await screensWhile(browser, flood);
      ingest.push({ size, ...(await flood) });
    }
    const everyday = await everydayLoad(gateway, browser, processes, rows.length);
    const pinging = gateway.flood(0, SECONDS, 32);
    const latency = await screensWhile(browser, pinging);
    return { ingest, everyday, ceiling: { pings: (await pinging).batchesPerSecond, latency }, idle, busy };
  } finally {
    await gateway.close();
  }
}

/** A minute of the whole fleet: each unit calls once; one call in six tells of a sale with its coins. */
async function everydayLoad(
  gateway: Gateway,
  browser: Browser,
  processes: readonly ProductProcess[],
  units: number,
): Promise<FleetFigures["everyday"]> {
  const before = processes.map(cpuOf);
  const started = performance.now();
  const paced = gateway.paced(units / 60, 30);
  const latency = await screensWhile(browser, paced);
  const { calls, events } = await paced;
  const seconds = (performance.now() - started) / 1_000;
  return {
    pings: calls / seconds,
    events: events / seconds,
    latency,
    cpu: processes.map((one, index) => ({
      name: one.name,
      share: (cpuOf(one) - (before[index] ?? 0)) / 1_000 / seconds,
    })),
  };
}

/** Answer times of the list of machines and the states, asked for again and again while `work` goes on. */
async function screensWhile(browser: Browser, work: Promise<unknown>): Promise<Latency> {
  const times: number[] = [];
  let over = false;
  void work.finally(() => (over = true));
  while (!over) {
    const started = performance.now();
    await browser.send("GET", "/devices");
    times.push(performance.now() - started);
    await sleep(PAUSE_MS);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { screen: "list of machines", p50: at(0.5), p99: at(0.99) };
}

/** Units that call over HTTP with kept connections. */
class Gateway {
  #next = 0;
  #event = 0;
  readonly #agent = new Agent({ connections: 64, pipelining: 1 });

  constructor(
    readonly api: string,
    readonly serials: readonly string[],
  ) {}

  close = (): Promise<void> => this.#agent.close();

  /** Batches as fast as they are taken, by `lanes` units at a time. */
  async flood(
    size: number,
    seconds: number,
    lanes: number,
  ): Promise<{ perSecond: number; batches: number; batchesPerSecond: number }> {
    const until = performance.now() + seconds * 1_000;
    let batches = 0;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (; performance.now() < until; batches++) await this.#call(size);
      }),
    );
    return { perSecond: (batches * size) / seconds, batches, batchesPerSecond: batches / seconds };
  }

  /** Calls at a steady rate a second; none waits for the one before. */
  async paced(rate: number, seconds: number): Promise<{ calls: number; events: number }> {
    const open = new Set<Promise<void>>();
    const started = performance.now();
    let [calls, events] = [0, 0];
    while (performance.now() - started < seconds * 1_000) {
      for (const due = ((performance.now() - started) / 1_000) * rate; calls < due; calls++) {
        const size = calls % 6 === 0 ? EVERYDAY : 0;
        events += size;
        const call = this.#call(size).finally(() => open.delete(call));
        open.add(call);
      }
      await sleep(10);
    }
    await Promise.all(open);
    return { calls, events };
  }

  async #call(size: number): Promise<void> {
    const serial = this.serials[this.#next++ % this.serials.length] ?? "";
    const now = Date.now();
    const at = new Date(now - 5_000).toISOString();
    const events = Array.from({ length: size }, (_, index) => {
      const id = `b${++this.#event}`;
      return index % 3 === 0
        ? {
            id,
            t: "sale",
            at,
            cell: String(1 + (this.#event % 30)),
            price: 3_500,
            source: index % 2 ? "cash" : "cashless1",
          }
        : { id, t: index % 3 === 1 ? "coin_in" : "bill_in", at, value: 2_000 };
    });
    const body = JSON.stringify({
      sent_at: new Date(now).toISOString(),
      fw: "2.4.1",
      uptime_s: 86_400,
      net: { operator: "25501", rssi: -71, type: "lte" },
      power: { mains: true, mv: 24_100 },
      door: "closed",
      temp_c: [4.5],
      events,
    });
    const answer = await this.#agent.request({
      origin: this.api,
      path: "/telemetry/batch",
      method: "POST",
      headers: { "x-device": serial, authorization: "bench", "content-type": "application/json" },
      body,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || !text.includes('"refused":[]'))
      throw new Error(`a batch was answered ${answer.statusCode}: ${text.slice(0, 300)}`);
  }
}
