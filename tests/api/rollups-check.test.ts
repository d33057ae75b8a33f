import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { dueMachineDays, foldMachineDays } from "~server/vending/areas/fleet/day-fold";
import { checkDayRollups } from "~server/vending/areas/fleet/day-rollups-check";
import { foldDays, refoldDays } from "~server/vending/areas/fleet/days";
import { checkRollups } from "~server/vending/areas/sales/check";
import { costedIn } from "~server/vending/areas/sales/costed";
import { foldSales } from "~server/vending/areas/sales/fold";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { makeProfiles } from "~server/vending/areas/sales/usual-week";
import { only, run } from "~server/vending/database/query";
import { localTime } from "~server/vending/time";
import { idOf, testApi } from "./app";
import { makeLocation, makeModel } from "./network";
import { callingUnit, DAY, HOUR, iso, vend } from "./unit";

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

it("finds machines' days that are not what stands beside them, and makes them anew", async () => {
  const unit = await callingUnit(api, root, await makeModel(root));
  const at = (days: number) => iso(Date.now() - days * DAY);
  await unit.send({ events: [0, 1, 9, 40].map((days) => vend({ at: at(days), price: 1_000 })) });
  await foldSales(api.pool);
  await foldDays(api.pool);
  expect(await checkDayRollups(api.pool, ALWAYS)).toEqual([]);
  const { days } = await only(
    api.pool,
    z.object({ days: z.number() }),
    sql`select count(*) as days from days_by_placement where step = 'day'`,
  );
  expect(days).toBeGreaterThanOrEqual(4);

  for (const rollup of ["days_by_placement", "days_by_territory"])
    for (const step of ["day", "week", "month"])
      for (const column of ["hour_7", "collected", "work_seconds"]) {
        await run(
          api.pool,
          sql`update ${sql.identifier(rollup)} set ${sql.identifier(column)} = ${sql.identifier(column)} + 1 where step = ${step}`,
        );
        const found = await checkDayRollups(api.pool, ALWAYS);
        expect(found.map(({ table, span, measure }) => [table, span.split(" ")[0], measure])).toContainEqual([
          rollup,
          step,
          column,
        ]);
        await refoldDays(api.pool);
        expect(await checkDayRollups(api.pool, ALWAYS)).toEqual([]);
      }
});

it("has weeks and months in parts by what changed of a recipe, whether that or the sales came first", async () => {
  const unit = await callingUnit(api, root, await makeModel(root));
  const RECIPE = 4_711;
  const day = (ago: number) => localTime(Date.now() - ago * DAY).slice(0, 10);
  const sell = async (days: readonly number[]) => {
    await unit.send({
      events: days.map((ago) => vend({ at: iso(Date.now() - ago * DAY - 60_000), price: 1_000 + ago })),
    });
    await run(api.pool, sql`update sales set recipe_id = ${RECIPE}`);
    await run(api.pool, sql`update sales_by_product_day set recipe_id = ${RECIPE}`);
  };
  const cost = (ago: number, kopecks: number | null) =>
    run(api.pool, sql`insert into recipe_costs values (${RECIPE}, ${ago < 0 ? "-infinity" : day(ago)}, ${kopecks})`);
  /** What was spent, and vends of which that is not known: by the rollups, and sale by sale. */
  const sums = z.object({ spent: z.number(), uncosted: z.number() });
  const of = sql`coalesce(sum(count * cost), 0) as spent, coalesce(sum(count) filter (where cost is null), 0) as uncosted`;
  const expectCosts = async () => {
    expect(await checkRollups(api.pool, ALWAYS)).toEqual([]);
    for (const ago of [70, 45, 20, 9, 3, 0]) {
      const slow = await only(
        api.pool,
        sums,
        sql`select ${of} from (select s.count, recipe_cost(s.recipe_id, s.day) as cost from sales s where s.day >= ${day(ago)} and s.source = 'cash') x`,
      );
      for (const rollup of ["products_by_placement", "products_by_territory"] as const)
        for (const step of [undefined, "week", "month"] as const)
          expect([
            rollup,
            step,
            ago,
            await only(
              api.pool,
              sums,
              sql`select ${of} from (select cash_count as count, cost from ${costedIn(rollup, day(ago), day(0), step)} x) x`,
            ),
          ]).toEqual([rollup, step, ago, slow]);
    }
  };
  await rebuildRollups(api.pool);
  await sell(Array.from({ length: 75 }, (_, ago) => ago));
  await cost(-1, 1_000);
  await foldSales(api.pool);
  await expectCosts();
  for (const [n, ago] of [60, 41, 12, 10, 5, 1, 0].entries()) {
    await cost(ago, n === 2 ? null : 2_000 + 100 * n);
    await expectCosts();
    if (n % 2) await foldSales(api.pool);
    await expectCosts();
    await sell([ago + 0.1, ago + 2.1]);
    await expectCosts();
  }
  await foldSales(api.pool);
  const { parts } = await only(
    api.pool,
    z.object({ parts: z.number() }),
    sql`select count(*) as parts from products_by_placement where part > 0`,
  );
  expect(parts).toBeGreaterThan(7);
  // Whatever is known wherever is in parts: no single day is read for it.
  await run(api.pool, sql`delete from products_by_placement where step = 'day'`);
  // A month that is over on whatever day.
  const month = `${day(45).slice(0, 7)}-01`;
  const { spent } = await only(
    api.pool,
    sums,
    sql`select ${of} from (select cash_count as count, cost from ${costedIn("products_by_placement", month, day(0), "month")} x where from_day = ${month}) x`,
  );
  expect(spent).toBeGreaterThan(0);
  await rebuildRollups(api.pool);
  await run(
    api.pool,
    sql`update products_by_territory set part = 100 where part = (select max(part) from products_by_territory)`,
  );
  expect((await checkRollups(api.pool, ALWAYS)).map(({ table }) => table)).toContain("products_by_territory");
});

it("counts what was lost by the usual week and the price that were made last", async () => {
  const unit = await callingUnit(api, root, await makeModel(root));
  // Nine weeks in which every hour brought two vends.
  const now = Math.floor(Date.now() / HOUR) * HOUR;
  await run(
    api.pool,
    sql`insert into sales_by_device_hour (device_id, hour, cash, amount)
      select ${unit.device}::integer, to_timestamp(${now / 1_000}) - n * interval '1 hour', 2, 4000 from generate_series(1, ${9 * 7 * 24}) n`,
  );
  const today = localTime(Date.now()).slice(0, 10);
  await run(
    api.pool,
    sql`insert into device_days (device_id, day, ends, down_by_hour)
      values (${unit.device}, ${today}, '{}', ${sql.param([3_600, 1_800, ...Array<number>(22).fill(0)])}::integer[])
      on conflict (device_id, day) do update set down_by_hour = excluded.down_by_hour`,
  );
  const lost = async () => {
    await foldMachineDays(api.pool);
    return only(
      api.pool,
      z.object({ lost: z.number(), amount: z.number() }),
      sql`select lost_thousandths as lost, lost_amount as amount from days_by_placement where step = 'day' and device_id = ${unit.device} and from_day = ${today}`,
    );
  };
  expect(await lost()).toEqual({ lost: 0, amount: 0 });
  await makeProfiles(api.pool);
  expect(await lost()).toEqual({ lost: 3_000, amount: 6_000 });
  await run(api.pool, sql`update sales_by_device_hour set cash = 1, amount = 3000 where device_id = ${unit.device}`);
  await makeProfiles(api.pool);
  expect(await lost()).toEqual({ lost: 1_500, amount: 4_500 });
});

it("makes days of more machines than one transaction takes, of all their territories", async () => {
  const model = await makeModel(root);
  const MACHINES = 1_203;
  const projects: number[] = [];
  for (const name of ["Схід", "Захід", "Центр"]) projects.push(idOf(await root.post("/projects", { name })));
  const places: number[] = [];
  for (const project of projects) places.push(await makeLocation(root, project));
  await run(
    api.pool,
    sql`insert into devices (serial_number, model_id, device_type, ownership_type, location_id, in_work)
    select 'M-' || n, ${model}, 'SNACK', 'RENT', (array[${places[0]}, ${places[1]}, ${places[2]}]::integer[])[1 + n % 3], true from generate_series(1, ${MACHINES}) n`,
  );
  await run(
    api.pool,
    sql`insert into device_days (device_id, day, work_seconds, known_seconds, ends)
    select d.id, current_date - n, 86400, 86400 - d.id, '{"online": true, "mains": true, "errors": [], "down_since": null}' from devices d, generate_series(1, 2) n where d.serial_number like 'M-%'`,
  );
  await foldMachineDays(api.pool);
  await dueMachineDays(api.pool);
  await run(api.pool, sql`delete from days_by_placement`);
  await run(api.pool, sql`delete from days_by_territory`);
  await foldMachineDays(api.pool);
  expect(await checkDayRollups(api.pool, ALWAYS)).toEqual([]);
  const { machines, territories, due } = await only(
    api.pool,
    z.object({ machines: z.number(), territories: z.number(), due: z.number() }),
    sql`select (select count(distinct p.device_id) from days_by_placement p join devices d on d.id = p.device_id where p.step = 'day' and d.serial_number like 'M-%') as machines,
      (select count(distinct t.territory_id) from days_by_territory t where t.step = 'week') as territories, (select count(*) from machine_days_due) as due`,
  );
  expect({ machines, due }).toEqual({ machines: MACHINES, due: 0 });
  expect(territories).toBeGreaterThanOrEqual(3);
});
