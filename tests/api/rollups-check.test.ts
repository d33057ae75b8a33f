import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { checkRollups } from "~server/vending/areas/sales/check";
import { foldSales } from "~server/vending/areas/sales/fold";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { run } from "~server/vending/database/query";
import { testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit, DAY, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const ALWAYS = "2000-01-01";

it("finds every rollup that says something else than the sales, names where, and none that is right", async () => {
  const unit = await callingUnit(api, root, await makeModel(root));
  const at = (days: number) => iso(Date.now() - days * DAY);
  const sold = [0, 1, 9, 40].map((days) => vend({ at: at(days), price: 1_000 + days }));
  await unit.send({ events: [...sold, vend({ at: at(2), source: "test" }), vend({ at: at(3), result: "vend_fail" })] });
  expect(await checkRollups(api.pool, ALWAYS)).toEqual([]);
  await foldSales(api.pool);
  expect(await checkRollups(api.pool, ALWAYS)).toEqual([]);

  const faults = {
    sales_by_device_day: sql`amount = amount + 1`,
    sales_by_product_day: sql`count = count - 1`,
    sales_by_device_hour: sql`cash = cash + 1`,
    sales_by_placement: sql`test_count = test_count + 1`,
    sales_by_territory: sql`cash_amount = cash_amount - 1`,
    products_by_placement: sql`failed_count = failed_count + 1`,
    products_by_territory: sql`cash_count = cash_count + 2`,
  };
  for (const [table, fault] of Object.entries(faults)) {
    await run(api.pool, sql`update ${sql.identifier(table)} set ${fault}`);
    const found = await checkRollups(api.pool, ALWAYS);
    expect(new Set(found.map((one) => one.table))).toContain(table);
    expect(found.every(({ rollup, sales }) => rollup !== sales)).toBe(true);
    await rebuildRollups(api.pool);
    expect(await checkRollups(api.pool, ALWAYS)).toEqual([]);
  }
  // What lies before the day asked for is not looked at.
  await run(api.pool, sql`update sales_by_device_day set amount = amount + 1 where day < ${at(20).slice(0, 10)}`);
  expect(await checkRollups(api.pool, at(20).slice(0, 10))).toEqual([]);
});
