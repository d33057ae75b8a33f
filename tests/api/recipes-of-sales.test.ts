import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { keyClient } from "~server/contract/entities/key_clients";
import { recordSchema } from "~server/contract/record";
import { deviceSalesSchema, qrSalesSchema, saleListSchema } from "~server/contract/sales";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { rows } from "~server/vending/database/query";
import { checkRollups } from "../fleet/rollups";
import { random } from "../unit/evadts/random";
import { idOf, testApi } from "./app";
import { makeModel } from "./network";
import { made, saved } from "./samples";
import { callingUnit, DAY, iso, MINUTE, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

let serial = 0;
async function makeRecipe(): Promise<number> {
  const number = ++serial;
  const ingredient = idOf(
    await root.post("/ingredients", {
      ...{ name: `Складник ${number}`, type: "DRY", unit: "G", price_type: "PER_100_G", price: 6500 },
    }),
  );
  return idOf(
    await root.post("/recipes", {
      ...{ name: `Напій ${number}`, item_number: number },
      ...{ "ingredients[0].ingredient": ingredient, "ingredients[0].quantity": "8" },
    }),
  );
}

interface Cell {
  recipe: number;
  price: number;
}
type Cells = ReadonlyMap<string, Cell>;
const formOf = (name: string, cells: Cells) => ({
  name,
  ...Object.fromEntries(
    [...cells].flatMap(([cell, { recipe, price }], i) => [
      [`cells[${i}].cell`, cell],
      [`cells[${i}].recipe`, String(recipe)],
      [`cells[${i}].price`, String(price)],
    ]),
  ),
});
const versionOf = async (path: string) => recordSchema.parse((await root.get(path)).data).version;

const CELLS = ["11", "12", "13", "14"];

describe("a sale is of the recipe that its cell held when it was made", () => {
  it.each([1, 2, 3, 4])("whatever was restocked, refilled or corrected, and since whenever: %d", async (seed) => {
    const draw = random(seed);
    const pick = <T>(all: readonly T[]): T => {
      const one = all[Math.floor(draw() * all.length)];
      if (one === undefined) throw new Error("nothing to pick");
      return one;
    };
    const recipes = await Promise.all([1, 2, 3, 4].map(() => makeRecipe()));
    const cellOf = (): Cell => ({ recipe: pick(recipes), price: 1_000 + 100 * Math.floor(draw() * 3) });
    const [first, second] = [1, 2].map((n) => ({ name: `Планограма ${seed} ${n}`, cells: new Map<string, Cell>() }));
    if (!first || !second) throw new Error("no planograms");
    const said: { of: string; from: number; value: number | null }[] = [];
    const heldAt = (of: string, at: number) => {
      let value: number | null = null;
      for (const one of said) if (one.of === of && one.from <= at) value = one.value;
      return value;
    };
    /** What is said of something for the first time was always so; what does not change says nothing. */
    const note = (of: string, from: number, value: number | null) => {
      const known = said.some((one) => one.of === of);
      if (known ? heldAt(of, Infinity) !== value : value !== null)
        said.push({ of, from: known ? from : -Infinity, value });
    };
    const planograms = await Promise.all(
      [first, second].map(async ({ name, cells }) => {
        for (const cell of CELLS.slice(0, 3)) cells.set(cell, cellOf());
        const id = idOf(await root.post("/planograms", formOf(name, cells)));
        for (const [cell, { recipe }] of cells) note(`${id}/${cell}`, -Infinity, recipe);
        return { id, name, cells };
      }),
    );
    const units = await Promise.all(
      planograms.map(({ id }) => callingUnit(api, root, model, { values: { planogram: String(id) } })),
    );
    units.forEach(({ device }, n) => note(`device ${device}`, -Infinity, planograms[n]?.id ?? null));
    const vends: { device: number; at: number; cell: string; price: number; source: string }[] = [];

    const since = () => {
      const [kind, earlier] = [pick(["now", "always", "earlier", "earlier"] as const), Math.floor(draw() * 20 * DAY)];
      const from = kind === "now" ? Date.now() : kind === "always" ? -Infinity : Date.now() - earlier;
      return { from, holds_from: kind === "now" || kind === "always" ? kind : iso(from) };
    };
    const steps = {
      sell: async () => {
        const unit = pick(units);
        const told = Array.from({ length: 8 }, () => ({
          at: Date.now() - Math.floor(draw() * 20 * DAY),
          cell: pick(CELLS),
          price: 100 * (1 + Math.floor(draw() * 90)),
          source: pick(["cash", "cashless1", "test"]),
        }));
        const failed = vend({
          at: iso(Date.now() - Math.floor(draw() * 20 * DAY)),
          cell: pick(CELLS),
          result: "vend_fail",
        });
        await unit.send({ events: [...told.map(({ at, ...one }) => vend({ at: iso(at), ...one })), failed] });
        vends.push(...told.map((one) => ({ ...one, device: unit.device })));
      },
      restock: async () => {
        const [{ device }, { id }, { from, holds_from }] = [pick(units), pick(planograms), since()];
        const answer = await saved(root, deviceEntity, device, { planogram: id, holds_from });
        expect([answer.status, answer.fields]).toEqual([200, {}]);
        note(`device ${device}`, from, id);
      },
      refill: async () => {
        const [{ id, name, cells }, { from, holds_from }] = [pick(planograms), since()];
        const [cell, other] = [pick(CELLS), pick(CELLS)];
        cells.set(cell, cellOf());
        if (draw() < 0.3 && other !== cell) cells.delete(other);
        const answer = await root.post(`/planograms/${id}`, {
          ...{ ...formOf(name, cells), version: await versionOf(`/planograms/${id}`) },
          holds_from,
        });
        expect([answer.status, answer.fields]).toEqual([200, {}]);
        for (const one of CELLS) note(`${id}/${one}`, from, cells.get(one)?.recipe ?? null);
      },
    };
    const ours = sql.param(units.map(({ device }) => device));
    const check = async (table: "sales" | "sales_by_product_day", when: string) => {
      const slow: Record<string, number> = {};
      for (const { device, at, cell, price, source } of vends) {
        const of = `${heldAt(`${heldAt(`device ${device}`, at)}/${cell}`, at)} ${source}`;
        slow[of] = (slow[of] ?? 0) + (source === "test" ? 1 : price);
      }
      const found = await rows(
        api.pool,
        z.object({ of: z.string(), sum: z.number() }),
        sql`select coalesce(recipe_id::text, 'null') || ' ' || source as of, sum(case source when 'test' then count else amount end) as sum
        from ${sql.identifier(table)} where device_id = any(${ours}::int[]) group by 1`,
      );
      expect([when, table, Object.fromEntries(found.map(({ of, sum }) => [of, sum]))]).toEqual([when, table, slow]);
    };
    const kinds = Object.entries(steps);
    for (let step = 0; step < 40; step++) {
      const [name, act] = pick([["sell", steps.sell] as const, ...kinds]);
      await act();
      // At once: what comes later may put right what this left wrong.
      await check("sales_by_product_day", `${step}: ${name}`);
      await checkRollups(api.pool, draw, `${step}: ${name}`);
    }
    await check("sales", "at the end");
  });

  it("and rollups made anew are the same", async () => {
    const all = () =>
      rows(
        api.pool,
        z.looseObject({ device_id: z.number() }),
        sql`select * from sales_by_product_day order by device_id, day, source, placement_id, selection, recipe_id`,
      );
    const before = await all();
    await rebuildRollups(api.pool);
    expect(await all()).toEqual(before);
    await checkRollups(api.pool, random(0), "made anew");
  });
});

describe("what was held before a reader", () => {
  const scan = (t: string, at: number, more: object = {}) => ({
    ...{ id: `scan-${++serial}`, t, at: iso(at), code: `code-${serial}`, result: "vended", cell: "11", price: 3_000 },
    ...more,
  });
  const sale = (at: number, more: object = {}) =>
    vend({ at: iso(at), cell: "11", source: "cashless1", price: 3_000, ...more });
  const marks = async (device: number) =>
    (
      await rows(
        api.pool,
        z.object({ paid_with: z.string().nullable() }),
        sql`select paid_with from sales where device_id = ${device} order by sold_at, selection`,
      )
    ).map((one) => one.paid_with);

  it("marks the vend that it paid for, in whatever order they are told, and no other", async () => {
    const now = Date.now() - 60 * MINUTE;
    const events = [
      scan("qr", now),
      sale(now + 5_000),
      // The same drink a little later, by the unit's card reader; another cell; and by cash.
      sale(now + 60_000),
      sale(now + 61_000, { cell: "12" }),
      sale(now + 62_000, { source: "cash" }),
      scan("rfid", now + 10 * MINUTE, { cell: "12" }),
      sale(now + 10 * MINUTE + 3_000, { cell: "12" }),
      scan("partner", now + 20 * MINUTE, { result: "denied" }),
      sale(now + 20 * MINUTE + 3_000),
    ];
    const orders = [
      events,
      events.toReversed(),
      [...events.filter(({ t }) => t === "sale"), ...events.filter(({ t }) => t !== "sale")],
    ];
    for (const order of orders) {
      const unit = await callingUnit(api, root, model);
      for (const event of order) await unit.send({ events: [event] });
      expect(await marks(unit.device)).toEqual(["qr", null, null, null, "rfid", null]);
    }
  });

  it("is kept with the key and its client, once, and outlives the event", async () => {
    const client = await made(root, keyClient);
    const wallet = idOf(await root.post("/key_wallets", { key: "04A1B2C3", type: "BALANCE", client }));
    const unit = await callingUnit(api, root, model);
    const told = scan("rfid", Date.now() - MINUTE, { code: "04A1B2C3" });
    await unit.send({ events: [told] });
    await unit.send({ events: [{ ...told, id: "told again after a reset" }] });
    const kept = await rows(
      api.pool,
      z.object({ wallet_id: z.number(), client_id: z.number(), price: z.number() }),
      sql`select wallet_id, client_id, price from scans where device_id = ${unit.device}`,
    );
    expect(kept).toEqual([{ wallet_id: wallet, client_id: client, price: 3_000 }]);
  });

  it("as a QR code stands at the machine by outcome, product and day", async () => {
    const unit = await callingUnit(api, root, model);
    const now = Date.now() - MINUTE;
    await unit.send({
      events: [scan("qr", now), scan("qr", now - 1_000, { result: "expired", cell: undefined, price: undefined })],
    });
    await api.pool.query("delete from device_events where device_id = $1", [unit.device]);
    const { outcomes, products } = qrSalesSchema.parse((await root.get(`/devices/${unit.device}/sales/qr`)).data);
    expect(outcomes).toEqual([
      { result: "expired", count: 1, amount: 0 },
      { result: "vended", count: 1, amount: 3_000 },
    ]);
    expect(products).toMatchObject([{ selection: "11", count: 1, amount: 3_000 }]);
  });
});

it("failed vends stay, where and of what they were", async () => {
  const recipe = await makeRecipe();
  const planogram = idOf(
    await root.post("/planograms", formOf("Невдалі", new Map([["11", { recipe, price: 3_000 }]]))),
  );
  const unit = await callingUnit(api, root, model, { values: { planogram: String(planogram) } });
  const failed = vend({ cell: "11", result: "vend_fail" });
  await unit.send({ events: [failed] });
  await unit.send({ events: [{ ...failed, id: "told again" }] });
  expect(
    await rows(
      api.pool,
      z.object({ recipe_id: z.number(), planogram_id: z.number() }),
      sql`select f.recipe_id, p.planogram_id from failed_vends f join placements p on p.id = f.placement_id where f.device_id = ${unit.device}`,
    ),
  ).toEqual([{ recipe_id: recipe, planogram_id: planogram }]);
});

it("a machine's sales name what was sold then, also after it was restocked and the recipe deleted", async () => {
  const [old, fresh] = [await makeRecipe(), await makeRecipe()];
  const cells = (recipe: number) => formOf("Зміна", new Map([["11", { recipe, price: 3_000 }]]));
  const planogram = idOf(await root.post("/planograms", cells(old)));
  const unit = await callingUnit(api, root, model, { values: { planogram: String(planogram) } });
  await unit.send({ events: [vend({ cell: "11" })] });
  expect((await root.post(`/planograms/${planogram}`, { ...cells(fresh), version: 1 })).status).toBe(200);
  expect((await root.post(`/recipes/${old}/delete`)).status).toBe(200);
  const { products } = deviceSalesSchema.parse((await root.get(`/devices/${unit.device}/sales`)).data);
  const { items } = saleListSchema.parse((await root.get(`/devices/${unit.device}/sales/list`)).data);
  const name = `Напій ${serial - 1}`;
  expect([products, items]).toMatchObject([[{ recipe: name }], [{ recipe: name }]]);
});
