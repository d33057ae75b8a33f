import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { dueMachineDays, foldMachineDays } from "~server/vending/areas/fleet/day-fold";
import { foldDays } from "~server/vending/areas/fleet/days";
import { run } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { dayOf, movingNetwork, reportFor } from "./moving";
import { DAY, iso } from "./unit";

/** Reports that read days of machines, and one that does not. */
const OF_DAYS = ["devices_status", "crews_services", "finance_report"];
const OF_SALES = "aggregated_sales_per_device";

it("a report says of how many machines days in its period are still to be summed up", async () => {
  const { api, root, units } = await movingNetwork(random(7), 20);
  const [one, other] = units;
  if (!one || !other) throw new Error("the network has too few units");
  const sees = (device: number) =>
    api.person({ permissions: ["REPORT"], mode: "OPEN_SELECTED" as const, devices: [device] });
  const whose = { all: root, own: await sees(one.device), others: await sees(other.device) };
  const unsummed = async (report: string, who: keyof typeof whose = "all", from = 9, to = 0, more = {}) => {
    const days = { from: dayOf(Date.now() - from * DAY), to: dayOf(Date.now() - to * DAY) };
    return (await reportFor(whose[who], report, { ...days, ...more })).fresh.unsummed;
  };
  const all = async () => Promise.all([...OF_DAYS, OF_SALES].map((report) => unsummed(report)));
  let serial = 0;
  const tell = (days: number) =>
    one.send({ events: [{ id: `u${++serial}`, at: iso(Date.now() - days * DAY), t: "power", mains: false }] });

  await foldDays(api.pool);
  expect(await all()).toEqual([0, 0, 0, 0]);
  // News of today waits a little, as always: that is no news.
  await tell(0);
  expect(await all()).toEqual([0, 0, 0, 0]);
  await tell(5);
  expect(await all()).toEqual([1, 1, 1, 0]);
  expect(await unsummed("devices_status", "own")).toBe(1);
  expect(await unsummed("devices_status", "others")).toBe(0);
  // Days before the news are made.
  expect(await unsummed("devices_status", "all", 9, 6)).toBe(0);
  expect(await unsummed("devices_status", "all", 5, 5)).toBe(1);
  await foldDays(api.pool);
  expect(await all()).toEqual([0, 0, 0, 0]);
  // Those of the period beside it count, too.
  const before = dayOf(Date.now() - 8 * DAY);
  await run(api.pool, sql`insert into machine_days_due values (${other.device}, ${before}, ${before})`);
  expect(await unsummed("devices_status", "all", 3, 0)).toBe(0);
  expect(await unsummed("devices_status", "all", 3, 0, { compare: "before" })).toBe(1);
  // What else is summed up by day: all of it after an upgrade.
  await dueMachineDays(api.pool);
  expect(await all()).toEqual([4, 4, 4, 0]);
  await foldMachineDays(api.pool);
  expect(await all()).toEqual([0, 0, 0, 0]);
});
