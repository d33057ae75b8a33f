import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { IMPORT_ROWS, importCounts, importSchema } from "~server/contract/imports";
import { historySchema, pageSchema } from "~server/contract/record";
import { random } from "../unit/evadts/random";
import { idOf, type Person, testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

let serial = 0;
const ingredient = idOf(
  await root.post("/ingredients", { name: "Кава", type: "DRY", unit: "G", price_type: "PER_100_G", price: 1 }),
);
const recipe = async (item: number) =>
  idOf(
    await root.post("/recipes", {
      name: `Напій ${item}`,
      item_number: item,
      "ingredients[0].ingredient": ingredient,
      "ingredients[0].quantity": 7,
    }),
  );
const ITEMS = [101, 102, 103, 104];
for (const item of ITEMS) await recipe(item);

type Row = Record<string, string>;
const attempt = (rows: unknown, person: Person = root) =>
  person.raw("/sportlife/keys/import", JSON.stringify({ rows }), { "content-type": "application/json" });
const tried = async (rows: readonly Row[], person: Person = root) => {
  const reply = await attempt(rows, person);
  expect(reply.fields).toEqual({});
  return importSchema.parse(reply.data);
};
const save = (id: number, person: Person = root) => person.post(`/sportlife/keys/import/${id}/save`);
const imported = async (rows: readonly Row[]) => importCounts.parse((await save((await tried(rows)).id)).data);

interface Truth {
  full_name: string;
  blocked: boolean;
  discounts: Record<number, number>;
}
const shape = z.object({
  id: z.number(),
  version: z.number(),
  number: z.string(),
  full_name: z.string(),
  blocked: z.boolean(),
  discounts: z.array(z.object({ recipe: z.object({ label: z.string() }), percent: z.number() })),
});
/** Everybody there is whose number begins so, as the API tells of them one by one. */
async function everybody(prefix: string): Promise<Record<string, Truth>> {
  const page = pageSchema.parse((await root.get(`/sportlife/keys?limit=1000&q=${prefix}`)).data);
  const all: Record<string, Truth> = {};
  for (const { id, number } of page.items.filter((one) => String(one.number).startsWith(prefix))) {
    const one = shape.parse((await root.get(`/sportlife/keys/${id}`)).data);
    all[String(number)] = {
      full_name: one.full_name,
      blocked: one.blocked,
      discounts: Object.fromEntries(one.discounts.map((line) => [Number(line.recipe.label.slice(6)), line.percent])),
    };
  }
  return all;
}

describe("a file of employees", () => {
  it.each([1, 2, 3, 4, 5])("makes and changes what a slow reading of it does: %d", async (seed) => {
    const draw = random(seed);
    const pick = <T>(from: readonly T[]): T => {
      const one = from[Math.floor(draw() * from.length)];
      if (one === undefined) throw new Error("nothing to pick from");
      return one;
    };
    const prefix = `f${seed}-`;
    let truth: Record<string, Truth> = {};
    for (let round = 0; round < 6; round += 1) {
      const columns = ["blocked", "discounts"].filter(() => draw() < 0.7);
      const numbers = [...new Set(Array.from({ length: 8 }, () => `${prefix}${Math.floor(draw() * 12)}`))];
      const next = structuredClone(truth);
      const rows = numbers.map((number) => {
        const full_name = pick(["Олена Коваль", "Іван Бойко", "Андрій Мельник"]);
        const before = truth[number];
        const blocked = draw() < 0.5;
        const chosen = Object.fromEntries(
          ITEMS.filter(() => draw() < 0.4).map((item) => [item, 1 + Math.floor(draw() * 100)]),
        );
        next[number] = {
          full_name,
          blocked: columns.includes("blocked") ? blocked : (before?.blocked ?? false),
          discounts: columns.includes("discounts") ? chosen : (before?.discounts ?? {}),
        };
        const cell = Object.entries(chosen)
          .sort(() => draw() - 0.5)
          .map(([item, percent]) => `${item}${pick([":", " : ", "="])}${percent}${pick(["", "%", " %"])}`)
          .join(pick([", ", "; ", "\n"]));
        return {
          number: pick([number, ` ${number} `]),
          full_name,
          ...(columns.includes("blocked")
            ? { blocked: blocked ? pick(["так", "TRUE", "1", "Tak", "yes"]) : pick(["ні", "", "0", "nie", "No"]) }
            : {}),
          ...(columns.includes("discounts") ? { discounts: cell } : {}),
        };
      });
      const expected = {
        made: numbers.filter((one) => !truth[one]).length,
        changed: numbers.filter((one) => truth[one] && JSON.stringify(truth[one]) !== JSON.stringify(next[one])).length,
        same: numbers.filter((one) => truth[one] && JSON.stringify(truth[one]) === JSON.stringify(next[one])).length,
      };
      const preview = await tried(rows);
      expect(preview).toMatchObject({ ...expected, total: rows.length, done: false });
      // Nothing is saved by looking.
      expect(await everybody(prefix)).toEqual(truth);
      expect((await save(preview.id)).data).toEqual(expected);
      expect(await everybody(prefix)).toEqual(next);
      // Saved again it is what was saved; tried again nothing is left to do.
      expect((await save(preview.id)).data).toEqual(expected);
      expect(await tried(rows)).toMatchObject({ made: 0, changed: 0, same: rows.length });
      truth = next;
    }
  });

  it("is told of every faulty row and column at once, and none of it is saved", async () => {
    await imported([{ number: "known", full_name: "Олена" }]);
    const before = await everybody("");
    const reply = await attempt([
      { number: "a1", full_name: "Добра" },
      { number: "", full_name: "Без номера" },
      { number: "a2", full_name: "" },
      { number: "a3" },
      { number: "a4", full_name: "Нуль \u0000", blocked: "мабуть" },
      { number: "a1", full_name: "Двічі" },
      { number: "x".repeat(41), full_name: "Довгий" },
      { number: "a5", full_name: "Чужий рецепт", discounts: "999:10" },
      { number: "a6", full_name: "Сто один", discounts: "101:101" },
      { number: "a7", full_name: "Нуль відсотків", discounts: "101:0" },
      { number: "a8", full_name: "Двічі рецепт", discounts: "101:5; 101:6" },
      { number: "a9", full_name: "Слова", discounts: "еспресо:5" },
      { number: "known", full_name: "Нова назва", blocked: "так" },
    ]);
    expect(reply).toMatchObject({ status: 422, error: "invalid" });
    expect(reply.fields).toEqual({
      "rows[1].number": [{ key: "required" }],
      "rows[2].full_name": [{ key: "required" }],
      "rows[3].full_name": [{ key: "required" }],
      "rows[4].full_name": [{ key: "incorrect" }],
      "rows[4].blocked": [{ key: "incorrect" }],
      "rows[5].number": [{ key: "repeats" }],
      "rows[6].number": [{ key: "max_length", count: 40 }],
      "rows[7].discounts": [{ key: "no_such_recipe" }],
      "rows[8].discounts": [{ key: "incorrect" }],
      "rows[9].discounts": [{ key: "incorrect" }],
      "rows[10].discounts": [{ key: "repeats" }],
      "rows[11].discounts": [{ key: "incorrect" }],
    });
    expect(await everybody("")).toEqual(before);
  });

  it("that became wrong since it was looked at is refused whole", async () => {
    const spare = await recipe(105);
    const { id } = await tried([
      { number: "late-1", full_name: "Олена" },
      { number: "late-2", full_name: "Іван", discounts: "105:10" },
    ]);
    expect((await root.post(`/recipes/${spare}/delete`)).status).toBe(200);
    expect(await save(id)).toMatchObject({
      status: 422,
      fields: { "rows[1].discounts": [{ key: "no_such_recipe" }] },
    });
    expect(await everybody("late-")).toEqual({});
    await recipe(105);
    expect((await save(id)).status).toBe(200);
    expect(Object.keys(await everybody("late-")).sort()).toEqual(["late-1", "late-2"]);
  });

  it("is saved once by whoever presses several times at once", async () => {
    const { id } = await tried([{ number: "once", full_name: "Олена" }]);
    const replies = await Promise.all(Array.from({ length: 5 }, () => save(id)));
    expect(replies.map(({ status, data }) => [status, data])).toEqual(
      replies.map(() => [200, { made: 1, changed: 0, same: 0 }]),
    );
  });

  it("tells who changed what in the history of each", async () => {
    const staff = await api.person({ permissions: ["SPORT_LIFE_EMPLOYEES"], sportLife: true });
    const file = async (rows: Row[]) => save((await tried(rows, staff)).id, staff);
    await file([{ number: "hist", full_name: "Олена", discounts: "101:5" }]);
    await file([{ number: "hist", full_name: "Олена Коваль", discounts: "101:5" }]);
    await file([{ number: "hist", full_name: "Олена Коваль" }]);
    const { items } = pageSchema.parse((await root.get("/sportlife/keys?number=hist")).data);
    const [one] = items;
    expect(one).toMatchObject({ version: 2 });
    expect(historySchema.parse((await root.get(`/sportlife/keys/${one?.id}/history`)).data).items).toMatchObject([
      {
        action: "update",
        author: staff.email,
        changes: [{ field: "full_name", before: "Олена", after: "Олена Коваль" }],
      },
      { action: "create", author: staff.email },
    ]);
  });

  it("is the person's own, for a day, and the last few are kept", async () => {
    const rights = { permissions: ["SPORT_LIFE_EMPLOYEES"], sportLife: true };
    const [mine, other, without] = [
      await api.person(rights),
      await api.person(rights),
      await api.person({ permissions: ["SPORT_LIFE_EMPLOYEES"] }),
    ];
    const rows = [{ number: "mine", full_name: "Олена" }];
    const { id } = await tried(rows, mine);
    expect((await mine.get(`/sportlife/keys/import/${id}`)).data).toMatchObject({ total: 1, rows });
    for (const reply of [await other.get(`/sportlife/keys/import/${id}`), await save(id, other)])
      expect(reply.status).toBe(404);
    expect((await attempt(rows, without)).status).toBe(403);
    expect((await save(id, without)).status).toBe(403);
    for (let again = 0; again < 5; again += 1) await tried(rows, mine);
    expect((await mine.get(`/sportlife/keys/import/${id}`)).status).toBe(404);
    const last = await tried(rows, mine);
    await api.pool.query("update imports set at = at - interval '25 hours' where id = $1", [last.id]);
    expect((await save(last.id, mine)).status).toBe(404);
  });

  it("of the largest size is taken, a larger one and what is no file of rows is not", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        number: `big-${index}`,
        full_name: "Олена Коваль",
        discounts: "101:5, 102:10",
      }));
    const { id } = await tried(many(IMPORT_ROWS));
    expect((await save(id)).data).toEqual({ made: IMPORT_ROWS, changed: 0, same: 0 });
    expect((await attempt(many(IMPORT_ROWS + 1))).status).toBe(422);
    for (const rows of [[], "rows", null, [1], [{ number: 1 }], [[]], { 0: {} }])
      expect((await attempt(rows)).status, JSON.stringify(rows)).toBe(422);
    const raw = (body: string) => root.raw("/sportlife/keys/import", body, { "content-type": "application/json" });
    for (const body of ["", "{", "[".repeat(100_000), '{"rows":', "\u0000"]) expect((await raw(body)).status).toBe(400);
    expect((await raw("x".repeat(9 * 1024 * 1024))).status).toBe(413);
    // Columns of another file, prototypes and halves of signs harm nobody.
    const odd = `{"rows":[{"number":"odd-${++serial}","full_name":"a\\ud800b","__proto__":"x","constructor":"y","note":"z\\u0000"}]}`;
    const reply = await raw(odd);
    expect(reply.status).toBe(201);
    expect((await save(idOf(reply))).status).toBe(200);
    expect(Object.values(await everybody("odd-"))).toMatchObject([{ full_name: "a\ufffdb" }]);
  });
});
