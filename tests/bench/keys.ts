import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { checkWallets } from "~server/vending/areas/keys/check";
import { list, run } from "~server/vending/database/query";
import { randomOf } from "~server/vending/demonstration/random";
import { inventFleet } from "~server/vending/simulator/fleet";
import { addKeys, Buyer } from "../fleet/buyers";
import { addFleet, secretOf } from "../fleet/month";
import { type Service, startService } from "../fleet/service";
import { files, largeWallet } from "./wallets";

/** Machines whose units tell of themselves meanwhile, each once a minute, and those at which somebody buys. */
const MACHINES = 2_000;
const BUYERS = 50;
/** Asks a second, for so long. */
const RATE = 200;
const SECONDS = 30;
/** In its first minute a service compiles, in its second it does what later is done at night. */
const WARM_UP_SECONDS = 90;
const MOST_P99_MS = 30;
const KEYS = 5_000;
const OF_CLIENT = 1_000;
const MONEY = 1_000_000_00;

/** A published ledger on one PostgreSQL server, transfers a second: on distinct accounts, and on ten. */
const PUBLISHED = [10_637, 7_559] as const;

/**
 * `npm run bench keys`: 200 authorisations a second of keys of their own, then of one key that 50 machines ask for and of
 * keys of one client with a bonus program, each followed by its vend, while a fleet's telemetry goes on; then as many as
 * the ledger takes; then a wallet of 100,000 movements, and files of 100,000 lines. Throws when a bar is missed or when a
 * wallet is not what its movements add up to.
 */
export async function keys(): Promise<void> {
  const service = await startService();
  try {
    const machines = inventFleet(MACHINES, "keys bench");
    await addFleet(service, machines);
    const wallets = (await addKeys(service, KEYS, MONEY)).map(({ key }) => key);
    const ofClient = wallets.slice(0, OF_CLIENT);
    await giveTo(service, ofClient);
    const buyers = machines
      .slice(0, BUYERS)
      .map((machine) => new Buyer(service.api, machine, randomOf(machine.serial)));
    const stopping = new AbortController();
    const telemetry = pings(service, machines, stopping.signal);
    await paced(buyers, wallets, WARM_UP_SECONDS);
    const missed: string[] = [];
    for (const [what, some] of [
      ["keys of their own", wallets],
      ["one key", wallets.slice(-1)],
      ["keys of one client", ofClient],
    ] as const) {
      const { took, rate } = await paced(buyers, some, SECONDS);
      const p99 = percentile(took, 0.99);
      console.log(
        `${what}: ${rate.toFixed(0)} asks a second, p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bar ${MOST_P99_MS})`,
      );
      if (p99 > MOST_P99_MS || rate < RATE * 0.97) missed.push(what);
    }
    stopping.abort();
    await telemetry;
    for (const [what, some, published] of [
      ["of their own", wallets, PUBLISHED[0]],
      ["ten keys", wallets.slice(-10), PUBLISHED[1]],
    ] as const)
      console.log(
        `As fast as it goes, ${what}: ${(await unpaced(buyers, some)).toFixed(0)} asks with their vends a second, each a hold and a transfer (a published ledger that transfers alone: ${published}).`,
      );
    missed.push(...(await largeWallet(service)), ...(await files(service)));
    const wrong = await checkWallets(service.pool);
    if (wrong.length) throw new Error(wrong.join("\n"));
    if (missed.length) throw new Error(`The bar is missed by ${missed.join(" and ")}.`);
  } finally {
    await service.close();
  }
}

/** Makes keys those of a client who gives a bonus for the second vend of a shift. */
const giveTo = ({ pool }: Service, keys: readonly string[]): Promise<number> =>
  run(
    pool,
    sql`
    with client as (insert into key_clients (name) values ('Employer') returning id),
    program as (
      insert into key_client_programs (key_client_id, position, name, shifts, bonus, sales_count)
      select id, 0, 'Second coffee', '[{"start":480,"end":1020},{"start":1020,"end":480}]', 1000, 2 from client)
    update key_wallets w set client_id = client.id from client where w.key = any(${list(keys, "text")})`,
  );

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0;

/** Asks come at their pace, whatever becomes of those before them: who waits is counted as waiting. */
async function paced(buyers: readonly Buyer[], wallets: readonly string[], seconds: number) {
  const took: number[] = [];
  const started = performance.now();
  const under: Promise<unknown>[] = [];
  for (let nth = 0; nth < RATE * seconds; nth++) {
    const wait = started + (nth * 1_000) / RATE - performance.now();
    if (wait > 1) await sleep(wait);
    const buyer = buyers[nth % buyers.length];
    buyer?.buy(wallets[(nth * 7) % wallets.length] ?? "");
    if (buyer) under.push(buyer.say().then((ms) => took.push(...ms)));
  }
  await Promise.all(under);
  return { took, rate: took.length / ((performance.now() - started) / 1_000) };
}

async function unpaced(buyers: readonly Buyer[], wallets: readonly string[]): Promise<number> {
  const until = performance.now() + 15_000;
  const counts = await Promise.all(
    buyers.map(async (buyer, nth) => {
      let count = 0;
      for (; performance.now() < until; count++) {
        buyer.buy(wallets[(nth + count * 7) % wallets.length] ?? "");
        await buyer.say();
      }
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / 15;
}

/** Every unit says once a minute that it is there. */
async function pings({ api }: Service, machines: ReturnType<typeof inventFleet>, stopped: AbortSignal): Promise<void> {
  for (let nth = 0; !stopped.aborted; nth++) {
    const machine = machines[nth % machines.length];
    if (!machine) return;
    void fetch(`${api}/telemetry/batch`, {
      method: "POST",
      headers: {
        "x-device": machine.unit.serial,
        authorization: `Bearer ${secretOf(machine)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ sent_at: new Date().toISOString(), temp_c: [90] }),
    }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
    await sleep(60_000 / machines.length);
  }
}
