import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { IMPORT_ROWS, MOST_RECORDS } from "~server/contract/imports";
import { historySchema, pageSchema, recordSchema, refSchema } from "~server/contract/record";
import { pick, randomOf, whole } from "~server/vending/demonstration/random";
import { testApi } from "./app";
import { attempt, faultsOf, type ImportRow, imported, save, tried } from "./imported";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const water = { type: "LIQUID", unit: "ML", price_type: "PER_100_ML", price: 100 };
for (const name of ["Вода", "Молоко"]) await root.post("/ingredients", { name, ...water });
const RECIPES = ["Еспресо", "Лате; велике", "Капучино, з корицею"];
for (const [n, name] of RECIPES.entries()) {
  const { items } = pageSchema.parse((await root.get("/ingredients?q=Вода")).data);
  await root.post("/recipes", {
    name,
    item_number: n + 1,
    "ingredients[0].ingredient": items[0]?.id ?? 0,
    "ingredients[0].quantity": "50",
  });
}

const read = async (path: string, id: number) => recordSchema.parse((await root.get(`${path}/${id}`)).data);
const called = async (path: string, name: string) => {
  const { items } = pageSchema.parse((await root.get(`${path}?limit=1000&q=${encodeURIComponent(name)}`)).data);
  return items.filter((one) => one.name === name).map(({ id }) => id);
};
const cellRow = z.object({
  cell: z.string(),
  recipe: refSchema,
  price: z.number(),
  capacity: z.number().nullable(),
});
/** Cells of the planogram of a name: number, recipe, kopecks, capacity. */
async function cellsOf(name: string) {
  const [id = 0, ...others] = await called("/planograms", name);
  expect(others).toEqual([]);
  const { cells } = await read("/planograms", id);
  return cellRow
    .array()
    .parse(cells)
    .map(({ cell, recipe, price, capacity }) => [cell, recipe.label, price, capacity]);
}
const cell = (number: string, recipe: string, price: string, capacity = ""): ImportRow => ({
  "cells.cell": number,
  "cells.recipe": recipe,
  "cells.price": price,
  "cells.capacity": capacity,
});

describe("a file of records with rows of their own", () => {
  it("makes planograms with their cells, one line a cell", async () => {
    const rows = [
      { name: "Офіс", description: "Перша", ...cell("1", "еспресо", "25,50", "10") },
      { name: "", description: "", ...cell("2", "Лате; велике", "1 030") },
      { name: "Вокзал", description: "", ...cell("A1", "Еспресо", "20") },
      // Lines of a record may stand apart, and name it as they like.
      { name: " офіс ", description: "перша", ...cell("3", "Капучино, з корицею", "40.05") },
    ];
    expect(await imported(root, "/planograms", rows)).toEqual({ made: 2, changed: 0, same: 0 });
    expect(await cellsOf("Офіс")).toEqual([
      ["1", "Еспресо", 2550, 10],
      ["2", "Лате; велике", 103000, null],
      ["3", "Капучино, з корицею", 4005, null],
    ]);
    expect(await cellsOf("Вокзал")).toEqual([["A1", "Еспресо", 2000, null]]);
    expect(await imported(root, "/planograms", rows)).toEqual({ made: 0, changed: 0, same: 2 });
  });

  it("keeps of a row what the file has no column of, and takes away the rows that it has not", async () => {
    const first = [
      { name: "Ціни", ...cell("1", "Еспресо", "10", "5") },
      { name: "", ...cell("2", "Лате; велике", "20", "6") },
      { name: "", ...cell("3", "Еспресо", "30", "7") },
    ];
    await imported(root, "/planograms", first);
    const prices = [
      { name: "Ціни", "cells.cell": "1", "cells.price": "11" },
      { name: "Ціни", "cells.cell": "3", "cells.price": "30" },
    ];
    expect(await imported(root, "/planograms", prices)).toEqual({ made: 0, changed: 1, same: 0 });
    expect(await cellsOf("Ціни")).toEqual([
      ["1", "Еспресо", 1100, 5],
      ["3", "Еспресо", 3000, 7],
    ]);
    const [id = 0] = await called("/planograms", "Ціни");
    const history = historySchema.parse((await root.get(`/planograms/${id}/history`)).data);
    expect(history.items.map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
      ["update", ["cells"]],
      ["create", ["name", "cells"]],
    ]);
    // Without a column of theirs its rows are not spoken of; an empty value of one is a value.
    expect(await imported(root, "/planograms", [{ name: "Ціни", description: "Нова" }])).toMatchObject({ changed: 1 });
    expect(await cellsOf("Ціни")).toHaveLength(2);
    await imported(root, "/planograms", [{ name: "Ціни", "cells.cell": "1", "cells.capacity": "" }]);
    expect(await cellsOf("Ціни")).toEqual([["1", "Еспресо", 1100, null]]);
  });

  it("makes recipes with their ingredients, and other lists that a form has", async () => {
    const recipe = { name: "Американо", item_number: "77" };
    const rows = [
      { ...recipe, "ingredients.ingredient": "вода", "ingredients.quantity": "150,5" },
      { name: "", item_number: "", "ingredients.ingredient": "Молоко", "ingredients.quantity": "20" },
    ];
    expect(await imported(root, "/recipes", rows)).toMatchObject({ made: 1 });
    const [id = 0] = await called("/recipes", "Американо");
    expect((await read("/recipes", id)).ingredients).toMatchObject([{ quantity: 150.5 }, { quantity: 20 }]);
    expect(await imported(root, "/recipes", rows)).toMatchObject({ same: 1 });

    const program = (name: string, shifts: string) => ({
      "programs.name": name,
      "programs.shifts": shifts,
      "programs.bonus": "5",
    });
    const client = [
      { name: "Завод", ...program("День", "08:00–16:00") },
      { name: "Завод", ...program("Ніч", "22–6") },
    ];
    expect(await imported(root, "/key_clients", client)).toMatchObject({ made: 1 });
    const [factory = 0] = await called("/key_clients", "Завод");
    const identified = z.array(z.object({ id: z.number(), name: z.string(), bonus: z.number() }));
    const before = identified.parse((await read("/key_clients", factory)).programs);
    expect(before.map(({ name, bonus }) => [name, bonus])).toEqual([
      ["День", 500],
      ["Ніч", 500],
    ]);
    // A program that stays is the same program.
    await imported(root, "/key_clients", [{ name: "Завод", "programs.name": "Ніч", "programs.bonus": "7" }]);
    const after = identified.parse((await read("/key_clients", factory)).programs);
    expect(after.map(({ id, bonus }) => [id, bonus])).toEqual([[before[1]?.id, 700]]);
  });

  it("names what is wrong by row and column, and saves nothing", async () => {
    const faults = await faultsOf(root, "/planograms", [
      { name: "Хибна", description: "а", ...cell("1", "Еспресо", "10") },
      { name: "", description: "б", ...cell("1", "Немає", "дорого", "-1") },
      { name: "Хибна", description: "", ...cell("", "", "") },
      { name: "Порожня", description: "", ...cell("", "", "") },
      { name: "Без ціни", description: "", ...cell("5", "Еспресо", "") },
      { name: "Справна", description: "", ...cell("1", "Еспресо", "10") },
    ]);
    expect(faults).toEqual([
      "rows[1].cells.capacity min_value",
      "rows[1].cells.cell repeats",
      "rows[1].cells.price incorrect",
      "rows[1].cells.recipe no_such_record",
      "rows[1].description differs_above",
      "rows[2].name repeats",
      "rows[3].name no_recipes",
      "rows[4].cells.price required",
    ]);
    // What the file has no column of is told beside the column that is wanted.
    expect(await faultsOf(root, "/planograms", [{ name: "Хибна", "cells.cell": "1" }])).toEqual([
      "rows[0].cells.price required",
      "rows[0].cells.recipe required",
    ]);
    expect(await faultsOf(root, "/planograms", [{ name: "", ...cell("1", "Еспресо", "10") }])).toEqual([
      "rows[0].name required",
    ]);
    for (const name of ["Хибна", "Порожня", "Без ціни", "Справна"])
      expect(await called("/planograms", name)).toEqual([]);
  });

  it("is refused where it is too long, whatever it says", async () => {
    const line = { name: "Довга", ...cell("1", "Еспресо", "1") };
    const lines = Array.from({ length: IMPORT_ROWS + 1 }, (_, n) => ({ ...line, "cells.cell": String(n) }));
    expect((await attempt(root, "/planograms", lines)).status).toBe(422);
    const records = Array.from({ length: MOST_RECORDS + 1 }, (_, n) => ({ ...line, name: `Довга ${n}` }));
    expect((await attempt(root, "/planograms", records)).error).toBe("too_many_at_once");
    expect(await called("/planograms", "Довга")).toEqual([]);
  });

  it("confirmed by two at once, or twice, is saved once; of two files that make the same the later changes it", async () => {
    const rows = (price: string) => [{ name: "Разом", ...cell("1", "Еспресо", price) }];
    const twice = await tried(root, "/planograms", rows("10"));
    const other = await tried(root, "/planograms", rows("12"));
    const answers = await Promise.all([twice, twice, twice, other].map((id) => save(root, "/planograms", id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await called("/planograms", "Разом")).toHaveLength(1);
    expect([1000, 1200]).toContain((await cellsOf("Разом"))[0]?.[2]);
  });

  it("of random tables is read back as it was written, and changes nothing when it comes again", async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const random = randomOf("planograms at random", process.env.SEED ?? "1", seed);
      const truth = new Map<string, (string | number | null)[][]>();
      for (let n = whole(random, 1, 6); n > 0; n--) {
        const cells = Array.from({ length: whole(random, 1, 12) }, (_, place) => [
          `${pick(random, ["", "A", "0"])}${place + 1}`,
          pick(random, RECIPES),
          whole(random, 0, 100_000),
          random() < 0.3 ? null : whole(random, 0, 50),
        ]);
        truth.set(`Навмання ${pick(random, ["а", "б; в", "г, д", '"е"'])} ${n}`, cells);
      }
      const rows = [...truth].flatMap(([name, cells]) =>
        cells.map(([number, recipe, price, capacity], place) => ({
          name: place === 0 || random() < 0.5 ? name : "",
          ...cell(String(number), String(recipe), hryvnias(random() < 0.5, Number(price)), String(capacity ?? "")),
        })),
      );
      await imported(root, "/planograms", rows);
      for (const [name, cells] of truth) expect(await cellsOf(name)).toEqual(cells);
      expect(await imported(root, "/planograms", rows)).toEqual({ made: 0, changed: 0, same: truth.size });
    }
  });
});

/** As one person or another writes it. */
const hryvnias = (isComma: boolean, kopecks: number): string =>
  (kopecks / 100).toFixed(2).replace(".", isComma ? "," : ".");
