import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { returnReceipts } from "~server/vending/areas/fiscal/returns";
import { rows, run, transaction } from "~server/vending/database/query";
import { randomOf, whole } from "~server/vending/demonstration/random";
import { inventFleet } from "~server/vending/simulator/fleet";
import { type CheckboxStandIn, startCheckboxStandIn } from "~server/vending/stand-ins/checkbox";
import type { Fault } from "~server/vending/stand-ins/checkbox-faults";
import { clientOf } from "../api/app";
import { addFleet, secretOf } from "../fleet/month";
import { ADMIN, type Service, startService } from "../fleet/service";

const MACHINES = inventFleet(4, "fiscal");
const DESKS = ["desk-one", "desk-two"];
/** Longer than a process lives here. */
const HELD = 8_000;

let service: Service;
let standIn: CheckboxStandIn;
beforeAll(async () => {
  standIn = await startCheckboxStandIn({ takesMs: 30 });
  service = await startService({ CHECKBOX_URL: standIn.url });
  await addFleet(service, MACHINES);
  await equip();
});
afterAll(async () => {
  await service.close();
  await standIn.stop();
});

/** Desks with their secrets, every second place at each; they never close in the middle of a test. */
async function equip(): Promise<void> {
  const call = async (path: string, init: RequestInit) => fetch(`${service.api}${path}`, init);
  const { data } = await clientOf(call, "").post("/login", ADMIN);
  const root = clientOf(call, z.object({ token: z.string() }).parse(data).token);
  for (const name of DESKS)
    expect(
      (
        await root.post("/checkbox_cashiers", {
          name,
          cashier_login: name,
          pin_code: `pin of ${name}`,
          license_key: `licence of ${name}`,
        })
      ).status,
    ).toBe(201);
  await run(
    service.pool,
    sql`insert into settings (id, fiscal_close_at) values (1, '24:00') on conflict (id) do update set fiscal_close_at = '24:00'`,
  );
  // Each machine stands at a place of its own, and always did.
  await transaction(service.pool, async (tx) => {
    await run(tx, sql`select set_config('vending.holds_from', '-infinity', true)`);
    await run(
      tx,
      sql`insert into locations (name, address, city, region, fiscal_enabled, fiscal_cashier_id)
      select 'Place ' || d.id, 'a', 'b', 'AA', true, c.id from devices d join fiscal_cashiers c on c.id % 2 = d.id % 2`,
    );
    await run(tx, sql`update devices d set location_id = l.id from locations l where l.name = 'Place ' || d.id`);
  });
  await run(service.pool, sql`update locations set fiscal_since = now() - interval '1 day'`);
}

let told = 0;
let amount = 0;
let returns = 0;
/** So many vends at each machine, in cash. */
async function sell(vends: number): Promise<void> {
  for (const machine of MACHINES) {
    const events = Array.from({ length: vends }, () => {
      told += 1;
      amount += 1_000 + told;
      return {
        id: `vend-${told}`,
        t: "sale",
        at: new Date(Date.now() - 60_000).toISOString(),
        cell: "1",
        price: 1_000 + told,
        source: "cash",
        result: "vend_success",
      };
    });
    const answer = await fetch(`${service.api}/telemetry/batch`, {
      method: "POST",
      headers: {
        "x-device": machine.unit.serial,
        authorization: `Bearer ${secretOf(machine)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ sent_at: new Date().toISOString(), events }),
    });
    expect(answer.status).toBe(200);
  }
}

/** Kills the process and starts it again; the lease that the dead one held is over at once instead of in a minute. */
async function killAndStart(): Promise<void> {
  await service.kill();
  standIn.heal();
  await run(service.pool, sql`update fiscal_desks set leased_until = null, rest_until = now()`);
  await service.start();
}

const stateRow = z.object({ kind: z.string(), state: z.string(), count: z.number(), amount: z.number() });
const states = () =>
  rows(
    service.pool,
    stateRow,
    sql`select kind, state, count(*) as count, sum(amount) as amount from receipts group by 1, 2 order by 1, 2`,
  );

/** Waits until the service holds the call. */
async function reached(at: string): Promise<void> {
  for (const until = Date.now() + 20_000; standIn.coming(); await sleep(2))
    if (Date.now() > until) throw new Error(`it never came to ${at}: ${JSON.stringify(await states())}`);
}

/** Waits until nothing is asked of the desks any more; those that rest after a failure do not rest. */
async function nothingOnItsWay(): Promise<void> {
  for (let until = Date.now() + 60_000; ; ) {
    await run(service.pool, sql`update fiscal_desks set rest_until = now() where rest_until > now()`);
    const found = await states();
    const [asked] = await rows(
      service.pool,
      z.object({ open: z.number() }),
      sql`select count(*) as open from fiscal_operations where state in ('queued', 'sent')`,
    );
    if (found.every(({ state }) => state === "done") && asked?.open === 0) break;
    if (Date.now() > until) throw new Error(JSON.stringify([found, asked]));
    await sleep(50);
  }
}

/** Everything was registered, once, to the kopeck. */
async function expectWhole(): Promise<void> {
  await nothingOnItsWay();
  const sold = (await states()).filter(({ kind }) => kind === "sell");
  expect(sold.reduce((sum, one) => sum + one.count, 0)).toBe(told);
  const counts = Object.values(standIn.counts());
  expect(counts.reduce((sum, { sells }) => sum + sells, 0)).toBe(told);
  expect(counts.reduce((sum, one) => sum + one.cash_sales, 0)).toBe(amount);
  expect(counts.reduce((sum, one) => sum + one.returns, 0)).toBe(returns);
}

/** Where the process is killed: while the service holds this call. Of `late` it has done it already, of `slow` it does it after the kill. */
const MOMENTS: [string, Fault][] = [
  ["a receipt is queued and its desk signs in", { at: "POST /cashier/signin", kind: "slow", ms: HELD }],
  ["a shift is asked for", { at: "POST /shifts", kind: "slow", ms: 500 }],
  ["a shift is opened and nobody knows", { at: "POST /shifts", kind: "late", ms: HELD }],
  ["a receipt is marked as sent and on its way", { at: "POST /receipts/sell", kind: "slow", ms: 500 }],
  ["a receipt is made and nobody knows", { at: "POST /receipts/sell", kind: "late", ms: HELD }],
  ["a receipt is made and not done yet", { at: "GET /receipts/", kind: "slow", ms: HELD }],
];

test.each(MOMENTS)("killed while %s: no receipt twice, none missing", async (_, fault) => {
  if (fault.at !== "POST /receipts/sell" && fault.at !== "GET /receipts/") {
    // Desks begin anew: no shift, no token.
    await expectWhole();
    standIn.closeElsewhere();
    standIn.forget();
    await run(service.pool, sql`update fiscal_desks set shift_id = null`);
    await run(service.pool, sql`update fiscal_cashiers set access_token = null`);
  }
  standIn.fail(fault);
  await sell(3);
  await reached(fault.at);
  await killAndStart();
  await expectWhole();
});

/** What is asked of the first desk or of a receipt of its, the call that this makes, and what the service counts of it. */
const ASKED: [string, string, () => Promise<unknown>, string, number][] = [
  ["cash goes in", "POST /receipts/service", () => operation("service_in", 5_000), "service_in", 5_000],
  ["cash goes out", "POST /receipts/service", () => operation("service_out", 2_000), "service_out", 2_000],
  ["a return is on its way", "POST /receipts/sell", giveBack, "cash_returns", 700],
  ["a shift is closed", "POST /shifts/close", () => operation("close", null), "closed", 1],
];

const operation = (type: string, amount: number | null) =>
  run(
    service.pool,
    sql`insert into fiscal_operations (desk_id, type, key, amount, author) select id, ${type}, gen_random_uuid()::text, ${amount}, 'Test' from fiscal_cashiers where name = ${DESKS[0]}`,
  );

/** A part of a vend whose receipt is out. */
async function giveBack(): Promise<void> {
  const [sale] = await rows(
    service.pool,
    z.object({ device: z.number(), id: z.string() }),
    sql`select s.device_id as device, s.id from receipts r join fiscal_cashiers c on c.id = r.desk_id join sales s on s.device_id = r.device_id and s.id = r.subject
    where c.name = ${DESKS[0]} and r.kind = 'sell' and r.state = 'done' and r.returned = 0 limit 1`,
  );
  if (!sale) throw new Error("nothing was sold");
  returns += 1;
  const { device, id } = sale;
  await transaction(service.pool, (tx) =>
    returnReceipts(tx, { device, sale: id, amount: 700, key: `return ${returns}` }),
  );
}

test.each(ASKED)(
  "killed while %s: done once, whether the service had done it or not",
  async (_, at, begin, counted, by) => {
    const countNow = () =>
      Number(Object.entries(standIn.counts()[DESKS[0] ?? ""] ?? {}).find(([name]) => name === counted)?.[1]);
    for (const fault of [{ kind: "slow", ms: 500 } as const, { kind: "late", ms: HELD } as const]) {
      await operation("open", null);
      await sell(1);
      await expectWhole();
      const before = countNow();
      standIn.fail({ at, ...fault });
      await begin();
      await reached(at);
      await killAndStart();
      await nothingOnItsWay();
      expect(countNow(), fault.kind).toBe(before + by);
    }
  },
);

test("killed at any moment again and again: no receipt twice, none missing", async () => {
  const random = randomOf("fiscal kills");
  for (let kill = 0; kill < 6; kill++) {
    const before = standIn.receipts().length;
    await sell(5);
    const enough = before + whole(random, 1, 12);
    for (const until = Date.now() + 30_000; standIn.receipts().length < enough && Date.now() < until; ) await sleep(1);
    await killAndStart();
  }
  await expectWhole();
});
