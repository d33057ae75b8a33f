import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { discountOf, lowered } from "~server/vending/areas/keys/discount";
import { random } from "../unit/evadts/random";
import { idOf, testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const ingredient = idOf(
  await root.post("/ingredients", { name: "Кава", type: "DRY", unit: "G", price_type: "PER_100_G", price: 1 }),
);
const recipes = await Promise.all(
  [1, 2, 3].map(async (item) =>
    idOf(
      await root.post("/recipes", {
        name: `Напій ${item}`,
        item_number: item,
        "ingredients[0].ingredient": ingredient,
        "ingredients[0].quantity": 7,
      }),
    ),
  ),
);
/** The days around a change of clocks, and a leap day. */
const DAYS = ["2026-03-28", "2026-03-29", "2026-03-30", "2028-02-28", "2028-02-29", "2028-03-01"];

interface General {
  recipe: number | null;
  percent: number;
  valid_from: string | null;
  valid_to: string | null;
}
const generalShape = z.object({
  version: z.number(),
  discounts: z.array(
    z.object({
      id: z.number(),
      recipe: z.object({ id: z.number() }).nullable(),
      percent: z.number(),
      valid_from: z.string().nullable(),
      valid_to: z.string().nullable(),
    }),
  ),
});
const PATH = "/sportlife/discounts/general";
const general = async () => generalShape.parse((await root.get(PATH)).data);

it.each([1, 2, 3, 4, 5, 6])("of an employee is what a slow look at all rules finds: %d", async (seed) => {
  const draw = random(seed);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(draw() * from.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  };
  // Few percents, so that some are alike.
  const percent = () => pick([5, 10, 10, 25, 100]);
  const rules = Array.from({ length: Math.floor(draw() * 6) }, (): General => {
    const [from, to] = [pick(DAYS), pick(DAYS)].sort();
    return {
      recipe: pick([null, ...recipes]),
      percent: percent(),
      valid_from: draw() < 0.6 ? (from ?? null) : null,
      valid_to: draw() < 0.6 ? (to ?? null) : null,
    };
  });
  const values: Record<string, string | number> = { version: (await general()).version };
  for (const [index, rule] of rules.entries())
    for (const [name, value] of Object.entries(rule))
      if (value !== null) values[`discounts[${index}].${name}`] = String(value);
  expect((await root.post(PATH, values)).status).toBe(200);
  const known = (await general()).discounts;

  for (let employee = 0; employee < 6; employee += 1) {
    const number = `k${seed}-${employee}`;
    const own = recipes.filter(() => draw() < 0.5).map((recipe) => ({ recipe, percent: percent() }));
    const blocked = draw() < 0.2;
    const key = idOf(
      await root.post("/sportlife/keys", {
        number,
        full_name: "Олена",
        ...Object.fromEntries(
          own.flatMap((one, index): [string, number][] => [
            [`discounts[${index}].recipe`, one.recipe],
            [`discounts[${index}].percent`, one.percent],
          ]),
        ),
      }),
    );
    if (blocked) await root.post(`/sportlife/keys/${key}/block`);
    for (const day of DAYS)
      for (const recipe of [...recipes, null]) {
        const holding = known.filter(
          (one) =>
            (one.recipe === null || one.recipe.id === recipe) &&
            (one.valid_from === null || one.valid_from <= day) &&
            (one.valid_to === null || day <= one.valid_to),
        );
        const mine = own.find((one) => one.recipe === recipe);
        const most = Math.max(0, mine?.percent ?? 0, ...holding.map((one) => one.percent));
        const best = holding.filter((one) => one.percent === most);
        const rule =
          mine?.percent === most
            ? { rule: "own", rule_id: key }
            : best.length
              ? { rule: "general", rule_id: (best.find((one) => one.recipe !== null) ?? best[0])?.id }
              : { rule: null, rule_id: null };
        expect(await discountOf(api.pool, number, recipe, day), `${number} ${recipe} ${day}`).toEqual(
          blocked ? { denied: "employee_blocked" } : { employee: key, company: null, percent: most, ...rule },
        );
      }
  }
  for (const number of [`k${seed}`, "", "невідомий", `K${seed}-0`])
    expect(await discountOf(api.pool, number, null, "2026-01-01")).toEqual({ denied: "employee_unknown" });
});

it("leaves whole kopecks, half up", () => {
  const draw = random(7);
  for (let round = 0; round < 20_000; round += 1) {
    const price = Math.floor(draw() * (draw() < 0.5 ? 300 : 100_000_00));
    const percent = Math.floor(draw() * 101);
    // In hundredths of a kopeck, as whole numbers without end.
    const exact = BigInt(price) * BigInt(100 - percent);
    const down = exact / 100n;
    expect(BigInt(lowered(price, percent))).toBe(exact % 100n >= 50n ? down + 1n : down);
  }
  expect([
    lowered(150, 1),
    lowered(50, 1),
    lowered(1, 50),
    lowered(3, 50),
    lowered(4500, 100),
    lowered(4500, 0),
  ]).toEqual([149, 50, 1, 2, 0, 4500]);
});

it("of a general rule keeps its row when the list is saved again", async () => {
  const three: Record<string, string | number> = { version: (await general()).version };
  for (const index of [0, 1, 2]) three[`discounts[${index}].percent`] = 10 + index;
  expect((await root.post(PATH, three)).status).toBe(200);
  const before = await general();
  const values: Record<string, string | number> = { version: before.version };
  for (const [index, { id, percent }] of before.discounts.entries()) {
    values[`discounts[${index}].id`] = id;
    values[`discounts[${index}].percent`] = index ? percent : 77;
  }
  expect((await root.post(PATH, values)).status).toBe(200);
  expect((await general()).discounts).toMatchObject([
    { id: before.discounts[0]?.id, percent: 77 },
    { id: before.discounts[1]?.id, percent: 11 },
    { id: before.discounts[2]?.id, percent: 12 },
  ]);
});
