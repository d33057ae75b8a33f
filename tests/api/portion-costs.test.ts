import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ingredientPricesSchema, recipeCostSchema } from "~server/contract/costs";
import { PRICED_PER } from "~server/contract/entities/ingredients";
import { historySchema, recordSchema } from "~server/contract/record";
import { only, rows, run } from "~server/vending/database/query";
import { idOf, testApi } from "./app";
import { type Contents, DAY, dayOf, type Step, stepOf, type Unit, World } from "./costs-said";
import { iso } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

type Since = "now" | "always" | number;

let serial = 0;
const versionOf = async (path: string) => recordSchema.parse((await root.get(path)).data).version;
const sinceOf = (since: Since): Record<string, string> =>
  since === "now" ? {} : { holds_from: since === "always" ? since : iso(since) };

/** An ingredient as a form sends it; of a type that may be counted in anything. */
const priced = (price: number, unit: Unit) => ({
  name: `Інгредієнт ${++serial}`,
  type: "EXTERNAL",
  unit,
  price_type: PRICED_PER[unit] ?? "",
  price,
});
const newIngredient = async (price: number, unit: Unit) => idOf(await root.post("/ingredients", priced(price, unit)));
const saveIngredient = async (id: number, price: number, unit: Unit, since: Since) =>
  root.post(`/ingredients/${id}`, {
    ...priced(price, unit),
    ...sinceOf(since),
    version: await versionOf(`/ingredients/${id}`),
  });

/** A recipe as a form sends it; quantities in hundredths. */
const made = (contents: Contents, item_number: number) => ({
  name: `Рецепт ${item_number}`,
  item_number,
  ...Object.fromEntries(
    [...contents].flatMap(([ingredient, hundredths], at): [string, number][] => [
      [`ingredients[${at}].ingredient`, ingredient],
      [`ingredients[${at}].quantity`, hundredths / 100],
    ]),
  ),
});
const newRecipe = async (contents: Contents) => {
  const number = ++serial;
  return { id: idOf(await root.post("/recipes", made(contents, number))), number };
};
const saveRecipe = async (id: number, number: number, contents: Contents, since: Since) =>
  root.post(`/recipes/${id}`, {
    ...made(contents, number),
    ...sinceOf(since),
    version: await versionOf(`/recipes/${id}`),
  });

const costRow = z.object({ day: z.string(), cost: z.number().nullable() });
/** What is kept of a recipe: cost by day, the first from "". */
const kept = (recipe: number) =>
  rows(
    api.pool,
    costRow,
    sql`select coalesce(nullif(from_day, '-infinity')::text, '') as day, cost from recipe_costs where recipe_id = ${recipe} order by from_day`,
  );
const entries = async (table: "ingredient_prices" | "recipe_contents") =>
  (await only(api.pool, z.object({ n: z.number() }), sql`select count(*) as n from ${sql.identifier(table)}`)).n;
const costOf = async (recipe: number, by = root) =>
  recipeCostSchema.parse((await by.get(`/recipes/${recipe}/cost`)).data);

/** Does a step through the API, and notes what it said. */
async function take(world: World, { kind, which, price, unit, contents: asked, since: ago }: Step): Promise<void> {
  const since: Since = ago === "now" || ago === "always" ? ago : Date.now() - Number(ago);
  const from = since === "now" ? Date.now() : since === "always" ? -Infinity : since;
  const pick = <T>(all: readonly T[], at = which): T | undefined => all[at % all.length];
  const living = world.ingredients.filter(({ gone }) => !gone);
  const there = world.recipes.filter(({ gone }) => !gone);
  const contents: Contents = new Map(
    asked.flatMap(([at, quantity]): [number, number][] => {
      const one = pick(living, at);
      return one ? [[one.id, quantity]] : [];
    }),
  );
  const ok = (reply: { status: number; error: string | null; fields: object }) =>
    expect([kind, reply.error, reply.fields]).toEqual([kind, null, {}]);
  const sayPrice = (one: (typeof living)[number], at: number) => {
    world.prices.say(String(one.id), at, { price: one.price, type: PRICED_PER[one.unit] ?? "" });
    world.units.say(String(one.id), at, one.unit);
  };
  const [ingredient, recipe] = [pick(living), pick(there)];
  switch (kind) {
    case "ingredient": {
      const one = { id: await newIngredient(price, unit), price, unit, gone: false };
      world.ingredients.push(one);
      return sayPrice(one, -Infinity);
    }
    case "recipe": {
      if (!contents.size) return;
      const one = { ...(await newRecipe(contents)), contents, gone: false };
      world.recipes.push(one);
      for (const [id, quantity] of contents) world.quantities.say(`${one.id} ${id}`, -Infinity, quantity);
      return;
    }
    case "price":
    case "unit": {
      if (!ingredient) return;
      if (kind === "unit") ingredient.unit = unit;
      ingredient.price = price;
      ok(await saveIngredient(ingredient.id, price, ingredient.unit, since));
      return sayPrice(ingredient, from);
    }
    case "contents": {
      if (!recipe || !contents.size) return;
      ok(await saveRecipe(recipe.id, recipe.number, contents, since));
      for (const { id } of world.ingredients)
        world.quantities.say(`${recipe.id} ${id}`, from, contents.get(id) ?? null);
      recipe.contents = contents;
      return;
    }
    case "unchanged": {
      const before = [await entries("ingredient_prices"), await entries("recipe_contents")];
      if (recipe) ok(await saveRecipe(recipe.id, recipe.number, recipe.contents, since));
      if (ingredient) ok(await saveIngredient(ingredient.id, ingredient.price, ingredient.unit, since));
      return expect([await entries("ingredient_prices"), await entries("recipe_contents")]).toEqual(before);
    }
    case "recipe_gone": {
      const one = pick(world.recipes);
      if (!one) return;
      const reply = await root.post(one.gone ? `/recipes/deleted/${one.id}/restore` : `/recipes/${one.id}/delete`);
      // It cannot come back before what is in it.
      if (reply.result) one.gone = !one.gone;
      return;
    }
    case "ingredient_gone": {
      const one = pick(world.ingredients);
      if (!one) return;
      const path = one.gone ? `/ingredients/deleted/${one.id}/restore` : `/ingredients/${one.id}/delete`;
      // What some recipe is made of stays.
      if ((await root.post(path)).result) one.gone = !one.gone;
      return;
    }
    case "by_hand": {
      const ids = sql.param(living.map(({ id }) => id));
      await run(api.pool, sql`update ingredients set price = price + ${price} where id = any(${ids}::int[])`);
      for (const one of living) {
        one.price += price;
        sayPrice(one, Date.now());
      }
    }
  }
}

describe("what a portion cost", () => {
  it("is what everything that was said comes to, day by day, whatever changed since whenever", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf, { minLength: 12, maxLength: 40 }), async (steps) => {
        const world = new World();
        for (const kind of ["ingredient", "ingredient", "ingredient", "recipe"] as const)
          for (const step of steps.slice(0, 1)) await take(world, { ...step, kind });
        for (const step of steps) {
          await take(world, step);
          for (const { id } of world.recipes) expect([step, await kept(id)]).toEqual([step, world.expected(id)]);
        }
      }),
      { numRuns: 15 },
    );
  });

  it.each<[Unit, number, number, number]>([
    // Unit, hundredths of it, kopecks for what its price is for; thousandths of a kopeck.
    ["PC", 100, 220, 220_000],
    ["PC", 250, 25, 62_500],
    ["ML", 4_000, 15, 6_000],
    ["G", 750, 6_500, 487_500],
    ["G", 755, 6_501, 490_826],
    ["G", 1, 5, 1],
    ["G", 1, 4, 0],
    ["KG", 1, 6_500, 650_000],
    ["KG", 150, 6_501, 97_515_000],
  ])("is exact to the thousandth of a kopeck: %s × %d/100 at %d", async (unit, hundredths, price, cost) => {
    const { id } = await newRecipe(new Map([[await newIngredient(price, unit), hundredths]]));
    expect(await kept(id)).toEqual([{ day: "", cost }]);
  });

  it("is rounded once, and not with every ingredient", async () => {
    const contents = new Map<number, number>();
    for (let n = 0; n < 4; n++) contents.set(await newIngredient(3, "G"), 1);
    const { id } = await newRecipe(contents);
    expect(await costOf(id)).toMatchObject({ cost: 1, lines: [{ cost: 0 }, { cost: 0 }, { cost: 0 }, { cost: 0 }] });
  });

  it("is unknown where it is more than can be counted", async () => {
    const { id } = await newRecipe(new Map([[await newIngredient(10_000_000_000, "KG"), 10_000_000]]));
    expect(await costOf(id)).toMatchObject({ cost: null, lines: [{ cost: null, quantity: 100_000 }] });
  });

  it("follows prices that many people change at once", async () => {
    const ingredients = await Promise.all([1, 2, 3, 4].map((price) => newIngredient(price, "PC")));
    const { id } = await newRecipe(new Map(ingredients.map((one) => [one, 100])));
    for (let round = 1; round <= 10; round++) {
      const saved = await Promise.all(ingredients.map((one, n) => saveIngredient(one, round * 10 ** n, "PC", "now")));
      expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await costOf(id)).cost).toBe(round * 1_111_000);
    }
  });
});

describe("a change", () => {
  it("of one quantity is one entry of the past, and of a price too", async () => {
    const [milk, sugar] = [await newIngredient(2_500, "G"), await newIngredient(360, "G")];
    const { id, number } = await newRecipe(
      new Map([
        [milk, 1_200],
        [sugar, 500],
      ]),
    );
    const now = Date.now();
    const before = [await entries("recipe_contents"), await entries("ingredient_prices")];
    const fresh = new Map([
      [milk, 1_300],
      [sugar, 500],
    ]);
    expect((await saveRecipe(id, number, fresh, now - 4 * DAY)).status).toBe(200);
    expect((await saveIngredient(milk, 2_600, "G", now - 2 * DAY)).status).toBe(200);
    expect([await entries("recipe_contents"), await entries("ingredient_prices")]).toEqual(before.map((n) => n + 1));
    const day = (ago: number) => dayOf(now - ago * DAY);
    expect(await costOf(id)).toMatchObject({
      day: day(0),
      cost: 356_000,
      lines: [
        { ingredient: { id: milk }, quantity: 13, unit: "G", price: 2_600, price_type: "PER_100_G", cost: 338_000 },
        { ingredient: { id: sugar }, quantity: 5, unit: "G", price: 360, price_type: "PER_100_G", cost: 18_000 },
      ],
      past: [
        { from_day: day(2), cost: 356_000 },
        { from_day: day(4), cost: 343_000 },
        { from_day: null, cost: 318_000 },
      ],
      total: 3,
    });
    const { past, total } = ingredientPricesSchema.parse((await root.get(`/ingredients/${milk}/prices`)).data);
    expect([past.map(({ price }) => price), past.at(-1)?.from_at, total]).toEqual([[2_600, 2_500], null, 2]);
  });

  it("is told by history with since when it holds", async () => {
    const ingredient = await newIngredient(100, "PC");
    await saveIngredient(ingredient, 150, "PC", "always");
    const { items } = historySchema.parse((await root.get(`/ingredients/${ingredient}/history`)).data);
    expect(items[0]?.changes).toContainEqual({ field: "holds_from", before: null, after: "always" });
  });

  it("cannot hold from what is to come, nor from no moment at all", async () => {
    const ingredient = await newIngredient(100, "PC");
    const { id, number } = await newRecipe(new Map([[ingredient, 100]]));
    const forms = [
      [`/ingredients/${ingredient}`, priced(150, "PC")] as const,
      [`/recipes/${id}`, made(new Map([[ingredient, 200]]), number)] as const,
    ];
    for (const [path, form] of forms)
      for (const holds_from of [iso(Date.now() + DAY), "завтра", "0"]) {
        const answer = await root.post(path, { ...form, holds_from, version: 1 });
        expect([holds_from, answer.status, Object.keys(answer.fields)]).toEqual([holds_from, 422, ["holds_from"]]);
      }
  });
});

describe("the past", () => {
  it("of what was deleted can be read, under the names of then", async () => {
    const ingredient = await newIngredient(220, "PC");
    const { id } = await newRecipe(new Map([[ingredient, 100]]));
    await root.post(`/recipes/${id}/delete`);
    expect((await root.post(`/ingredients/${ingredient}/delete`)).status).toBe(200);
    const [line] = (await costOf(id)).lines;
    expect([line?.ingredient.label, line?.cost]).toEqual([expect.stringContaining("Інгредієнт"), 220_000]);
    expect((await root.get(`/ingredients/${ingredient}/prices`)).status).toBe(200);
  });

  it("comes twenty lines a page", async () => {
    const ingredient = await newIngredient(1, "PC");
    const { id } = await newRecipe(new Map([[ingredient, 100]]));
    // Twenty-five hours are another day, also where the clocks are changed.
    for (let n = 24; n > 0; n--) await saveIngredient(ingredient, 100 - n, "PC", Date.now() - (n * 25 * DAY) / 24);
    const second = recipeCostSchema.parse((await root.get(`/recipes/${id}/cost?page=2`)).data);
    expect([second.total, second.past.length, second.past.at(-1)]).toEqual([25, 5, { from_day: null, cost: 1_000 }]);
    const prices = ingredientPricesSchema.parse((await root.get(`/ingredients/${ingredient}/prices?page=2`)).data);
    expect([prices.total, prices.past.length]).toEqual([25, 5]);
  });

  it("is not for who may not see prices", async () => {
    const { id } = await newRecipe(new Map([[await newIngredient(220, "PC"), 100]]));
    const cook = await api.person({ permissions: ["RECIPE"] });
    expect([(await cook.get(`/recipes/${id}`)).status, (await cook.get(`/recipes/${id}/cost`)).status]).toEqual([
      200, 403,
    ]);
    const buyer = await api.person({ permissions: ["RECIPE", "INGREDIENT"] });
    expect((await costOf(id, buyer)).cost).toBe(220_000);
  });
});
