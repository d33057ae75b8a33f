import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { isPaid } from "~server/vending/areas/sales/paid";
import { list, only } from "~server/vending/database/query";
import { HOUR, MINUTE } from "~server/vending/demonstration/calendar";
import { happeningsBetween } from "~server/vending/demonstration/day";
import { isCutOff } from "~server/vending/demonstration/troubles";
import { inventFleet } from "~server/vending/simulator/fleet";
import { Ledger } from "~server/vending/simulator/ledger";
import { addFleet, differences, playMonth } from "../fleet/month";
import { ADMIN, type Service, startService } from "../fleet/service";
import { run } from "./product";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const number = async (query: ReturnType<typeof sql>) =>
  (await only(service.pool, z.object({ n: z.number() }), query)).n;

test("a month of a fleet, with repeated, reordered and unheard batches, wrong clocks and two kills, moved and restocked, ends with the ledger to the kopeck by every cut", async () => {
  const { ledger, moves, kills } = await playMonth(service, {
    machines: 20,
    days: 30,
    seed: "ci",
    readEvery: 24 * HOUR,
    atOnce: 8,
    changes: 2,
  });
  expect(kills).toBe(2);
  expect(ledger.paid.count).toBeGreaterThan(8_000);
  for (const table of ["sales", "sales_by_device_day"] as const)
    expect(await differences(service, ledger, table), table).toEqual([]);
  expect(await number(sql`select sum(amount) as n from sales_by_product_day`)).toBe(ledger.paid.amount);
  expect(await number(sql`select sum(amount) as n from sales_by_device_hour`)).toBe(ledger.paid.amount);
  expect(await number(sql`select count(*) as n from device_events where clock = 'corrected'`)).toBeGreaterThan(0);
  for (const [cut, { slow, found }] of Object.entries(await moves.compared())) expect(found, cut).toEqual(slow);
  expect(moves.made).toBeGreaterThan(100);
  // Audits tell of the same vends, and none is booked from them.
  expect(await number(sql`select count(*) as n from audit_reads where covered`)).toBeGreaterThan(100);
  expect(await number(sql`select count(*) as n from sales where file_id is not null`)).toBe(0);
});

test("the simulator plays a day faster than real time, then lives on until it is told to stop", async () => {
  const seed = "quick";
  // Nobody hears a machine without power; the simulator's day ends when its process has begun, some seconds from now.
  const heard = inventFleet(10, seed).filter((machine) => !isCutOff(machine, Date.now()));
  const lived = new Ledger();
  for (const machine of heard)
    lived.write(machine, happeningsBetween(machine, Date.now() - 24 * HOUR + 2 * MINUTE, Date.now()));
  expect(lived.paid.count).toBeGreaterThan(0);
  const sold = () =>
    number(
      sql`select coalesce(sum(r.count), 0) as n from sales_by_device_day r join devices d on d.id = r.device_id
        where d.serial_number = any(${list(
          heard.map(({ serial }) => serial),
          "text",
        )}) and ${isPaid(sql`r.source`)}`,
    );
  const player = run(
    [
      "build/vending/simulate.js",
      "--url",
      service.api,
      "--units",
      "10",
      "--seed",
      seed,
      "--days",
      "1",
      "--speed",
      "10000",
    ],
    { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  );
  while ((await sold()) < lived.paid.count) {
    expect(player.process.exitCode, player.output()).toBeNull();
    await sleep(200);
  }
  player.process.kill("SIGTERM");
  expect(await player.ended).toBe(0);
  expect(player.output()).toMatch(
    /^10 machines live, 10000 times as fast[^]*\n10 machines sold \d+ times for [\d.]+ UAH\.\n$/,
  );
});

/** Units that try again until they are heard; each vend costs 100. */
const UNITS = 60;
const SECONDS_BEFORE = 5;
const SECONDS_AFTER = 60;

test("a restart under load and the minute after it lose no event of a unit that tries again", async () => {
  const machines = inventFleet(UNITS, "storm");
  await addFleet(service, machines);
  const until = Date.now() + (SECONDS_BEFORE + SECONDS_AFTER) * 1_000;
  let [sent, broken] = [0, 0];
  const restarted = sleep(SECONDS_BEFORE * 1_000)
    .then(() => service.kill())
    .then(() => service.start());
  await Promise.all(
    machines.map(async ({ unit }) => {
      for (let vend = 0; Date.now() < until; vend++) {
        const body = JSON.stringify({
          sent_at: new Date().toISOString(),
          events: [{ id: `v${vend}`, t: "sale", at: new Date().toISOString(), cell: "1", price: 100, source: "cash" }],
        });
        while (
          !(
            await fetch(`${service.api}/telemetry/batch`, {
              method: "POST",
              body,
              headers: { "X-Device": unit.serial, Authorization: `secret of ${unit.serial}` },
            }).catch(() => undefined)
          )?.ok
        ) {
          broken++;
          await sleep(100);
        }
        sent++;
      }
    }),
  );
  await restarted;
  expect(broken).toBeGreaterThan(0);
  expect(sent).toBeGreaterThan(UNITS);
  expect(
    await number(
      sql`select sum(r.amount) as n from sales_by_device_day r join devices d on d.id = r.device_id where d.serial_number like 'SIM-storm-%'`,
    ),
  ).toBe(sent * 100);
});
