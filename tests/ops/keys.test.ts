import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { checkWallets } from "~server/vending/areas/keys/check";
import { only, rows } from "~server/vending/database/query";
import { randomOf, whole } from "~server/vending/demonstration/random";
import { inventFleet } from "~server/vending/simulator/fleet";
import { addKeys, Buyer } from "../fleet/buyers";
import { addFleet } from "../fleet/month";
import { type Service, startService } from "../fleet/service";

const KILLS = 20;
const MACHINES = 8;
/** So few that machines meet at them, with too little for everybody. */
const KEYS = 6;
const MONEY = 60_000;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test(`killed ${KILLS} times between holds and vends, keys pay for each vend once and never more than they have`, async () => {
  const machines = inventFleet(MACHINES, "keys");
  await addFleet(service, machines);
  const keys = await addKeys(service, KEYS, MONEY);
  const buyers = machines.map((machine) => new Buyer(service.api, machine, randomOf("buyer", machine.serial)));
  const random = randomOf("kills");
  const heard = () => only(service.pool, z.object({ n: z.number() }), sql`select count(*) as n from authorisations`);
  for (let kill = 0; kill < KILLS; kill++) {
    let alive = true;
    const { n: before } = await heard();
    const buying = buyers.map(async (buyer, nth) => {
      for (let bought = nth; alive; bought++) {
        // What was vended is told within the minute for which its money is held.
        if (!buyer.waits) buyer.buy(keys[bought % KEYS]?.key ?? "");
        await buyer.say();
      }
    });
    while ((await heard()).n < before + 4 + whole(random, 0, 8)) await sleep(1);
    await service.kill();
    alive = false;
    await Promise.all(buying);
    await service.start();
  }
  for (const buyer of buyers) while (buyer.waits) await buyer.say();

  expect(await checkWallets(service.pool)).toEqual([]);
  const vended = buyers.flatMap((buyer) => buyer.vended);
  expect(vended.length).toBeGreaterThan(KILLS);
  const kept = await rows(
    service.pool,
    z.object({ key: z.string(), balance: z.number() }),
    sql`select key, balance from key_wallets order by id`,
  );
  for (const { key, balance } of kept) {
    const paid = (sold: typeof vended) => sold.reduce((sum, one) => (one.key === key ? sum + one.price : sum), 0);
    expect(balance, key).toBe(MONEY - paid(vended));
    // What a busy machine told too late was given on credit, as a vend without asking is.
    expect(balance, key).toBeGreaterThanOrEqual(0 - paid(vended.filter(({ late }) => late)));
  }
});
