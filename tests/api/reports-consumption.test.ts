import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { ingredient as ingredientEntity } from "~server/contract/entities/ingredients";
import { recipe as recipeEntity } from "~server/contract/entities/recipes";
import { plain } from "~server/contract/plain";
import { recordSchema } from "~server/contract/record";
import { reportSchema } from "~server/contract/reports/answer";
import { consumptionIngredients as report } from "~server/contract/reports/consumption";
import { sortsBy } from "~server/contract/reports/report";
import { rows, run, transaction } from "~server/vending/database/query";
import { bookMoves } from "~server/vending/areas/logistics/ledger";
import { foldSales } from "~server/vending/areas/sales/fold";
import { z } from "zod";
import {
  type Cut,
  consumptionOf,
  CUTS,
  type Ingredients,
  isMove,
  readIngredients,
  type Use,
} from "../fleet/consumption-truth";
import { plainly } from "../fleet/report-checks";
import { type Facts, readFacts } from "../fleet/report-facts";
import { Life } from "../fleet/report-life";
import { type Question, questionsOf } from "../fleet/report-questions";
import { seenOf } from "../fleet/report-truth";
import { type Viewer, viewersOf } from "../fleet/report-viewers";
import { random } from "../unit/evadts/random";
import { expectBeside } from "../unit/vending/beside";
import { testApi } from "./app";
import { saved } from "./samples";
import { DAY, iso } from "./unit";
import { slowStories } from "./stories";

const SEEDS = slowStories(2);

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const TYPES = ["DRY", "LIQUID", "EXTERNAL"];
let serial = 0;

/** What is put into machines, taken out and thrown away there at random, at moments of two months. */
async function stockOf(life: Life) {
  // The third may be counted in something else.
  const moved = life.of("ingredient").slice(0, 2);
  const move = (kind: "FILL" | "TAKE_OUT" | "WRITE_OFF") => async () => {
    const machine = { kind: "DEVICE", id: life.pick(life.of("device")) } as const;
    const van = { kind: "CREW", id: life.pick(life.of("crew")) } as const;
    const line = { ingredient: life.pick(moved), quantity: (1 + Math.floor(life.draw() * 9_000)) / 1000 };
    const at = Date.now() - life.pick([1, 40, 60]) * life.draw() * DAY;
    const [from, to] = kind === "FILL" ? [van, machine] : kind === "TAKE_OUT" ? [machine, van] : [machine, null];
    await transaction(api.pool, (tx) =>
      bookMoves(tx, { id: root.id, full_name: "Комірник" }, [
        { kind, from, to, at, lines: [line], key: `test-key-${++serial}`, short: "found" },
      ]),
    );
  };
  return { fill: move("FILL"), takeOut: move("TAKE_OUT"), throwAway: move("WRITE_OFF") };
}

/** A recipe leaves one of its ingredients out, or takes it in again. */
async function remake(life: Life): Promise<void> {
  const id = life.pick(life.of("recipe"));
  const left = life.draw() < 0.3 ? undefined : life.pick(life.of("ingredient"));
  const since = life.pick(["now", "always", "earlier", "earlier"]);
  const { version, name, item_number } = recordSchema.parse((await root.get(`${recipeEntity.api}/${id}`)).data);
  const answer = await root.post(`${recipeEntity.api}/${id}`, {
    ...{ version, name: plain(name), item_number: plain(item_number) },
    ...Object.fromEntries(
      life
        .of("ingredient")
        .filter((one) => one !== left)
        .flatMap((one, n): [string, string | number][] => [
          [`ingredients[${n}].ingredient`, one],
          [`ingredients[${n}].quantity`, (1 + Math.floor(life.draw() * 3_000)) / 100],
        ]),
    ),
    ...(since === "now" ? {} : { holds_from: since === "always" ? since : iso(Date.now() - 50 * life.draw() * DAY) }),
  });
  expect([answer.status, answer.fields]).toEqual([200, {}]);
}

/** Ingredients come in packs of some size, or nobody knows. */
async function pack(life: Life): Promise<void> {
  for (const [n, id] of life.of("ingredient").entries()) {
    const size = () => life.pick(["", "7", "250", "1000"]);
    const values = { pack_count: size(), weight: size(), volume: size() };
    expect((await saved(root, ingredientEntity, id, values)).status).toBe(200);
    await run(api.pool, sql`update ingredients set type = ${TYPES[n % 3]} where id = ${id}`);
  }
}

interface Asked extends Question {
  by: Cut;
  ingredient: number[];
  ingredient_type: string[];
}
const questions = (life: Life): fc.Arbitrary<Asked> =>
  fc
    .record({
      question: questionsOf(life),
      isNarrow: fc.boolean(),
      by: fc.constantFrom(undefined, undefined, ...CUTS),
      ingredient: fc.oneof(
        { weight: 2, arbitrary: fc.constant<number[]>([]) },
        { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...life.of("ingredient")), { maxLength: 2 }) },
      ),
      ingredient_type: fc.oneof(
        { weight: 3, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...TYPES), { maxLength: 2 }) },
      ),
    })
    .map(({ question, isNarrow, ...rest }) => ({
      ...question,
      // The network as a whole, and crews, are asked for often enough.
      ...(isNarrow ? {} : { viewer: 0, filters: question.filters.crew ? { crew: question.filters.crew } : {} }),
      ...rest,
    }));

async function expectTrue(facts: Facts, known: Ingredients, viewers: readonly Viewer[], asked: Asked): Promise<void> {
  const { from, to, compare, filters, by, ingredient, ingredient_type, limit } = asked;
  const viewer = viewers[asked.viewer];
  if (!viewer) throw new Error("nobody asks");
  const sorts = sortsBy(report, by ? [by] : []);
  const sort = sorts[asked.sort % sorts.length] ?? "";
  const query = new URLSearchParams({ from, to, sort, limit: "10000" });
  if (compare) query.set("compare", compare);
  if (by) query.set("by", by);
  for (const [name, values] of Object.entries({ ...filters, ingredient, ingredient_type }))
    for (const value of values ?? []) query.append(name, String(value));
  const read = async (more: Record<string, string> = {}) => {
    for (const [name, value] of Object.entries(more)) query.set(name, value);
    const answer = await viewer.person.get(`/reports/${report.name}?${query}`);
    expect([answer.status, answer.fields]).toEqual([200, {}]);
    return reportSchema.parse(answer.data);
  };
  const found = await read();
  if (found.compared && compare) expectBeside({ from, to }, found.compared, compare, undefined);

  // A move is of no recipe and was paid by nobody.
  const isMoveTold = !filters.recipe?.length && !filters.source?.length;
  const isAsked = ({ ingredient: id }: Use) =>
    (!ingredient.length || ingredient.includes(id)) &&
    (!ingredient_type.length || ingredient_type.includes(known.all.find((one) => one.id === id)?.type ?? ""));
  const told = { ...facts, sold: [...known.uses.keys()] };
  const uses = seenOf(told, { filters }, viewer.limits)
    .flatMap((sold) => known.uses.get(sold) ?? [])
    .filter((use) => isAsked(use) && (isMoveTold || !isMove(use.kind)));
  const truth = consumptionOf(known, uses, { from, to }, found.compared, by, isMoveTold, filters.source ?? []);
  const inOrder = <T extends { cuts: object }>(lines: readonly T[]) =>
    lines.toSorted((a, b) =>
      JSON.stringify(Object.entries(a.cuts).sort()) < JSON.stringify(Object.entries(b.cuts).sort()) ? -1 : 1,
    );
  expect({ total: found.total, rows: inOrder(found.items.map(plainly)), count: found.rows }).toEqual({
    total: truth.total,
    rows: inOrder(truth.rows),
    count: truth.rows.length,
  });
  expectSorted(sort, found.items);
  const page = await read({ limit: String(limit), page: "2" });
  expect(page.items).toEqual(found.items.slice(limit, 2 * limit));
}

const labelled = z.object({ label: z.string() });
function expectSorted(sort: string, items: z.infer<typeof reportSchema>["items"]): void {
  const column = sort.replace(/^-/, "");
  const values = items.map(({ cuts, figures }) => {
    const value = Object.hasOwn(cuts, column) ? cuts[column] : figures[column];
    return labelled.safeParse(value).data?.label ?? z.union([z.string(), z.number()]).nullable().parse(value);
  });
  // Places that were deleted stand last, whatever they were called.
  if (["device", "location", "crew"].includes(column)) return;
  const known = values.filter((value) => value !== null);
  expect(values.slice(0, known.length)).toEqual(known);
  const order = new Intl.Collator("uk");
  const rising = known.toSorted((a, b) =>
    typeof a === "string" && typeof b === "string" ? order.compare(a, b) : Number(a) - Number(b),
  );
  if (column !== "unit" && column !== "ingredient_type")
    expect(known).toEqual(sort.startsWith("-") ? rising.reverse() : rising);
}

describe("used ingredients", () => {
  it.each(SEEDS)("are what went into single vends by what recipes had in them on their day: %d", async (seed) => {
    const draw = random(seed);
    const life = await Life.begin(api, root, draw);
    await pack(life);
    const stock = await stockOf(life);
    const viewers = await viewersOf(life);
    for (let round = 0; round < 4; round++) {
      for (let step = 0; step < 12; step++) {
        await life.step();
        if (draw() < 0.4) await remake(life);
        if (draw() < 0.5) await life.pick(Object.values(stock))();
        // Elsewhere what changed waits to be counted.
        if (draw() < 0.2) await foldSales(api.pool);
      }
      if (round === 3) await foldSales(api.pool);
      const facts = await readFacts(api.pool);
      const known = await readIngredients(api.pool, facts);
      await fc.assert(
        fc.asyncProperty(questions(life), (asked) => expectTrue(facts, known, viewers, asked)),
        { numRuns: 25, seed: 100 * seed + round },
      );
    }
    // Something of everything was seen.
    const { kinds } = await rows(
      api.pool,
      z.object({ kinds: z.number() }),
      sql`select count(distinct kind) as kinds from stock_moves`,
    ).then(([one = { kinds: 0 }]) => one);
    expect(kinds).toBeGreaterThanOrEqual(3);
  });

  it("are not told to who has no REPORT, and of nothing that is no ingredient", async () => {
    const nobody = await api.person({ permissions: ["INGREDIENT", "RECIPE"] });
    expect((await nobody.get(`/reports/${report.name}`)).status).toBe(403);
    const fieldsOf = async (query: string) => {
      const answer = await root.get(`/reports/${report.name}?${query}`);
      return [answer.status, Object.keys(answer.fields)];
    };
    expect(await fieldsOf("ingredient=none")).toEqual([422, ["ingredient"]]);
    expect(await fieldsOf("ingredient_type=GOLD")).toEqual([422, ["ingredient_type"]]);
    expect(await fieldsOf("by=recipe")).toEqual([400, ["by"]]);
    expect(await fieldsOf("by=crew&by=device")).toEqual([400, ["by"]]);
  });
});
