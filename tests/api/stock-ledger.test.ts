import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { stockSchema } from "~server/contract/stock";
import {
  batchesSchema,
  countsSchema,
  purchaseSchema,
  stockLinesExportSchema,
  stockLinesSchema,
} from "~server/contract/stock-lists";
import { SERVICE } from "~server/vending/access";
import { checkStock } from "~server/vending/areas/logistics/check";
import { settleConsumption } from "~server/vending/areas/logistics/consumption";
import { bookMoves, type NewMove } from "~server/vending/areas/logistics/ledger";
import type { Place } from "~server/vending/areas/logistics/lying";
import { transaction } from "~server/vending/database/query";
import { randomOf, whole } from "~server/vending/demonstration/random";
import { idOf, type Reply, testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit, HOUR, iso, vend } from "./unit";

let serial = 0;
const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const ingredient = async () =>
  idOf(
    await root.post("/ingredients", {
      type: "DRY",
      unit: "KG",
      price_type: "PER_100_G",
      price: 6500,
      weight: 1000,
      name: `Зерно ${++serial}`,
    }),
  );
const warehouse = async (over: Record<string, string | number> = {}) =>
  idOf(await root.post("/warehouses", { name: `Склад ${++serial}`, ...over }));
const crew = async () => idOf(await root.post("/crews", { name: `Екіпаж ${++serial}`, type: "CREW" }));

type Values = Readonly<Record<string, string | number>>;
type Line = Values & { ingredient: number; quantity: number };
const linesIn = (lines: readonly Values[]) =>
  Object.fromEntries(
    lines.flatMap((line, i) => Object.entries(line).map(([name, value]) => [`lines[${i}].${name}`, value] as const)),
  );
const move = (at: number, kind: string, lines: Line[], over: Record<string, string | number> = {}): Promise<Reply> =>
  root.post(`/warehouses/${at}/moves`, {
    key: `ledger-key-${++serial}`,
    kind,
    ...(kind === "WRITE_OFF" ? { reason: "EXPIRED" } : {}),
    ...over,
    ...linesIn(lines),
  });
const lyingAt = async (path: string) => {
  const { items } = stockSchema.parse((await root.get(`${path}/stock`)).data);
  return Object.fromEntries(
    items.flatMap((one) => one.batches.map(({ code, quantity }) => [`${one.ingredient.id} ${code ?? "-"}`, quantity])),
  );
};
const dayAfter = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 10);

describe("batches", () => {
  it("go first expired first; what has expired is given to no crew, and is written off", async () => {
    const [a, beans, people] = [await warehouse(), await ingredient(), await crew()];
    await move(a, "RECEIPT", [
      { ingredient: beans, quantity: 5, batch: "LATE", expires_on: dayAfter(90) },
      { ingredient: beans, quantity: 2, batch: "OLD", expires_on: dayAfter(-3) },
      { ingredient: beans, quantity: 3, batch: "SOON", expires_on: dayAfter(10) },
      { ingredient: beans, quantity: 1 },
    ]);
    expect(await move(a, "ISSUE", [{ ingredient: beans, quantity: 10 }], { crew: people })).toMatchObject({
      status: 422,
      fields: { "lines[0].quantity": [{ key: "not_enough_fresh", count: 9 }] },
    });
    expect((await move(a, "ISSUE", [{ ingredient: beans, quantity: 4 }], { crew: people })).status).toBe(201);
    expect(await lyingAt(`/crews/${people}`)).toEqual({ [`${beans} SOON`]: 3, [`${beans} LATE`]: 1 });
    const { items } = batchesSchema.parse((await root.get(`/stock/batches?warehouse=${a}&within=30`)).data);
    expect(items).toMatchObject([{ batch: "OLD", quantity: 2, place: { entity: "warehouse", id: a } }]);
    expect(items[0]?.days).toBeLessThan(0);
    const named = { ingredient: beans, quantity: 2, batch: "OLD", expires_on: dayAfter(-3) };
    expect((await move(a, "WRITE_OFF", [{ ...named, quantity: 3 }])).fields).toEqual({
      "lines[0].quantity": [{ key: "not_enough", count: 2 }],
    });
    expect((await move(a, "WRITE_OFF", [named])).status).toBe(201);
    expect(await lyingAt(`/warehouses/${a}`)).toEqual({ [`${beans} LATE`]: 4, [`${beans} -`]: 1 });
  });

  it("leave the books for a reason", async () => {
    const [a, beans] = [await warehouse(), await ingredient()];
    await move(a, "RECEIPT", [{ ingredient: beans, quantity: 1 }]);
    expect((await move(a, "WRITE_OFF", [{ ingredient: beans, quantity: 1 }], { reason: "" })).fields).toEqual({
      reason: [{ key: "required" }],
    });
    expect((await move(a, "RECEIPT", [{ ingredient: beans, quantity: 1 }], { reason: "LOST" })).fields).toEqual({
      reason: [{ key: "not_for_this_move" }],
    });
  });
});

describe("counts", () => {
  const count = (path: string, seen: [number, number, number][], lines: Values[], key = `count-key-${++serial}`) =>
    root.post(`${path}/counts`, { key, seen: JSON.stringify(seen), ...linesIn(lines) });

  it("book what differs, once, and leave what was moved since the sheet was drawn", async () => {
    const [a, beans, milk] = [await warehouse(), await ingredient(), await ingredient()];
    await move(a, "RECEIPT", [
      { ingredient: beans, quantity: 10 },
      { ingredient: milk, quantity: 4 },
    ]);
    const seen: [number, number, number][] = [
      [beans, 0, 10],
      [milk, 0, 4],
    ];
    await move(a, "RECEIPT", [{ ingredient: beans, quantity: 5 }]);
    const lines = [
      { ingredient: beans, counted: 8 },
      { ingredient: milk, counted: 6 },
    ];
    const key = `count-key-${++serial}`;
    const sent = await Promise.all([1, 2, 3].map(() => count(`/warehouses/${a}`, seen, lines, key)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(sent.map(idOf)).size).toBe(1);
    expect(await lyingAt(`/warehouses/${a}`)).toEqual({ [`${beans} -`]: 13, [`${milk} -`]: 6 });
    const { items, total } = countsSchema.parse((await root.get(`/warehouses/${a}/counts`)).data);
    expect(total).toBe(1);
    expect(items[0]?.lines).toMatchObject([
      { expected: 10, counted: 8 },
      { expected: 4, counted: 6 },
    ]);
    expect((await count(`/warehouses/${a}`, seen, [{ ingredient: beans, counted: 1 }], key)).status).toBe(409);
    expect((await count(`/warehouses/${a}`, seen, [{ ingredient: beans, counted: "" }])).fields).toEqual({
      "lines[0].counted": [{ key: "required" }],
    });
    expect(
      (await root.post(`/warehouses/${a}/counts`, { key: `count-key-${++serial}`, seen: "{", ...linesIn(lines) }))
        .status,
    ).toBe(422);
  });
});

describe("the ledger over all places", () => {
  it("is filtered by kind, place, ingredient, reason and day, and read whole page by page", async () => {
    const [a, b, beans, people] = [await warehouse(), await warehouse(), await ingredient(), await crew()];
    await move(a, "RECEIPT", [{ ingredient: beans, quantity: 9, batch: "X", price: 700 }]);
    await move(a, "TRANSFER", [{ ingredient: beans, quantity: 2 }], { warehouse: b });
    await move(b, "ISSUE", [{ ingredient: beans, quantity: 1 }], { crew: people });
    await move(a, "WRITE_OFF", [{ ingredient: beans, quantity: 1 }]);
    const kinds = async (query: string) =>
      stockLinesSchema
        .parse((await root.get(`/stock/lines?ingredient=${beans}&${query}`)).data)
        .items.map(({ kind }) => kind);
    expect(await kinds("")).toEqual(["WRITE_OFF", "ISSUE", "TRANSFER", "RECEIPT"]);
    expect(await kinds("kind=RECEIPT&kind=ISSUE")).toEqual(["ISSUE", "RECEIPT"]);
    expect(await kinds(`warehouse=${b}`)).toEqual(["ISSUE", "TRANSFER"]);
    expect(await kinds(`crew=${people}`)).toEqual(["ISSUE"]);
    expect(await kinds("crew=none&reason=EXPIRED")).toEqual(["WRITE_OFF"]);
    expect(await kinds(`day_from=${dayAfter(2)}`)).toEqual([]);
    expect((await root.get("/stock/lines?kind=NOSUCH")).status).toBe(400);
    const file = stockLinesExportSchema.parse((await root.get(`/stock/lines/export?ingredient=${beans}`)).data);
    expect(file).toMatchObject({
      next: null,
      items: [{ kind: "WRITE_OFF" }, {}, {}, { batch: "X", price: 700, from: null }],
    });
    const guest = await api.person({ permissions: ["CREW"] });
    for (const path of ["lines", "batches", "purchase"]) expect((await guest.get(`/stock/${path}`)).status).toBe(403);
  });

  it("says what to buy in whole packs", async () => {
    const beans = await ingredient();
    const a = await warehouse({ "minimums[0].ingredient": beans, "minimums[0].minimum": "4.5" });
    await move(a, "RECEIPT", [{ ingredient: beans, quantity: 2, price: 1000 }]);
    const { items } = purchaseSchema.parse((await root.get(`/stock/purchase?warehouse=${a}`)).data);
    expect(items).toMatchObject([{ free: 2, minimum: 4.5, packs: 3, pack: 1, buy: 3, cost: 1500, lasts: null }]);
    await move(a, "RECEIPT", [{ ingredient: beans, quantity: 3 }]);
    expect(purchaseSchema.parse((await root.get(`/stock/purchase?warehouse=${a}`)).data).items).toEqual([]);
  });
});

const book = (moves: NewMove[]) => transaction(api.pool, (tx) => bookMoves(tx, SERVICE, moves));

describe("what vends used", () => {
  it("follows the sales and the recipes of their day, also backwards, and is booked once", async () => {
    const model = await makeModel(root);
    const coffee = idOf(
      await root.post("/ingredients", { name: "Кава", type: "DRY", unit: "G", price_type: "PER_100_G", price: 6500 }),
    );
    const contents = (quantity: number) => ({
      "ingredients[0].ingredient": coffee,
      "ingredients[0].quantity": String(quantity),
    });
    const recipe = idOf(await root.post("/recipes", { name: "Еспресо", item_number: 1, ...contents(8) }));
    const planogram = idOf(
      await root.post("/planograms", {
        name: "Одна",
        "cells[0].cell": "11",
        "cells[0].recipe": String(recipe),
        "cells[0].price": "1000",
      }),
    );
    const unit = await callingUnit(api, root, model, { values: { planogram: String(planogram) } });
    const place: Place = { kind: "DEVICE", id: unit.device };
    const people = await crew();
    const sell = (hoursAgo: number) =>
      unit.send({ events: [vend({ at: iso(Date.now() - hoursAgo * HOUR), cell: "11" })] });
    await sell(100);
    // More is put in than the crew had by the books: that is found, as a count would.
    const fill: NewMove = {
      kind: "FILL",
      from: { kind: "CREW", id: people },
      to: place,
      key: "fill-1",
      at: Date.now() - 80 * HOUR,
      short: "found",
      lines: [{ ingredient: coffee, quantity: 1000 }],
    };
    await book([fill]);
    await book([fill]);
    await sell(60);
    await sell(30);
    const settle = () => transaction(api.pool, (tx) => settleConsumption(tx, unit.device));
    const left = async () => (await lyingAt(`/devices/${unit.device}`))[`${coffee} -`];
    await Promise.all([settle(), settle(), settle()]);
    expect(await left()).toBe(1000 - 16);
    await sell(60.5);
    await settle();
    expect(await left()).toBe(1000 - 24);
    const { version } = z.object({ version: z.number() }).parse((await root.get(`/recipes/${recipe}`)).data);
    expect(
      (
        await root.post(`/recipes/${recipe}`, {
          name: "Еспресо",
          item_number: 1,
          ...contents(5),
          version,
          holds_from: "always",
        })
      ).status,
    ).toBe(200);
    await settle();
    expect(await left()).toBe(1000 - 15);
    expect(await lyingAt(`/crews/${people}`)).toEqual({});
    expect(await checkStock(api.pool)).toEqual([]);
  });
});

describe("any moves by many at once", () => {
  it("balance by ingredient and batch: what lies anywhere is what came in less what left, and never below nothing", async () => {
    const random = randomOf("stock ledger");
    const any = <T>(of: readonly T[]): T => {
      const one = of[whole(random, 0, of.length - 1)];
      if (one === undefined) throw new Error("nothing to choose from");
      return one;
    };
    const goods = [await ingredient(), await ingredient()];
    const model = await makeModel(root);
    const devices = [(await callingUnit(api, root, model)).device, (await callingUnit(api, root, model)).device];
    const [warehouses, crews] = [
      [await warehouse(), await warehouse()],
      [await crew(), await crew()],
    ];
    const at = (kind: Place["kind"], ids: readonly number[]): Place => ({ kind, id: any(ids) });
    const amount = () => whole(random, 1, 3000) / 1000;
    const inner = (): Promise<unknown> => {
      const [van, machine] = [at("CREW", crews), at("DEVICE", devices)];
      const lines = goods.map((one) => ({ ingredient: one, quantity: amount() }));
      const rows: [NewMove["kind"], Place | null, Place | null][] = [
        ["FILL", van, machine],
        ["TAKE_OUT", machine, van],
        ["CONSUMPTION", machine, null],
        ["WRITE_OFF", van, null],
        ["COUNT", null, machine],
      ];
      const moves = [any(rows), any(rows)].map(
        ([kind, from, to]): NewMove => ({ kind, from, to, lines, short: "found", key: `random-${++serial}` }),
      );
      return book(any([true, false]) ? moves : [...moves, ...moves.slice(0, 1)]);
    };
    const outer = (): Promise<unknown> => {
      const kind = any(["RECEIPT", "RECEIPT", "TRANSFER", "WRITE_OFF", "ISSUE", "RETURN"]);
      const batch: Values =
        kind === "RECEIPT" ? { batch: any(["A", "B", ""]), expires_on: any(["", dayAfter(5), dayAfter(9)]) } : {};
      const over: Record<string, number> =
        kind === "TRANSFER"
          ? { warehouse: any(warehouses) }
          : kind === "ISSUE" || kind === "RETURN"
            ? { crew: any(crews) }
            : {};
      return move(any(warehouses), kind, [{ ingredient: any(goods), quantity: amount(), ...batch }], over);
    };
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 6 }, () => (any([true, false]) ? inner() : outer())));

    // Slowly, line by line, from the ledger alone.
    const sums = new Map<string, number>();
    const add = (key: string, thousandths: number) => sums.set(key, (sums.get(key) ?? 0) + thousandths);
    const lines = await api.pool.query<{
      kind: string;
      from_id: number | null;
      to_id: number | null;
      thing: string;
      n: number;
    }>(
      "select m.kind, m.from_id, m.to_id, l.ingredient_id || ' ' || l.batch_id as thing, (l.quantity * 1000)::integer as n from stock_move_lines l join stock_moves m on m.id = l.move_id where l.ingredient_id = any($1)",
      [goods],
    );
    const kinds = new Set<string>();
    for (const { kind, from_id, to_id, thing, n } of lines.rows) {
      kinds.add(kind);
      if (from_id === null) add(thing, n);
      if (to_id === null) add(thing, -n);
    }
    const lying = await api.pool.query<{ thing: string; n: number; least: number }>(
      "select ingredient_id || ' ' || batch_id as thing, (sum(quantity) * 1000)::integer as n, min(quantity)::float8 as least from stock where ingredient_id = any($1) group by 1",
      [goods],
    );
    for (const { thing, n, least } of lying.rows) {
      expect([thing, n]).toEqual([thing, sums.get(thing) ?? 0]);
      expect(least).toBeGreaterThanOrEqual(0);
    }
    expect([...sums.keys()].filter((thing) => !lying.rows.some((one) => one.thing === thing))).toEqual([]);
    expect(kinds.size).toBe(9);
    expect(await checkStock(api.pool)).toEqual([]);
    await expect(api.pool.query("update stock_moves set comment = 'x'")).rejects.toThrow(/written once/);
  });
});
