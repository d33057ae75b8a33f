import { afterAll, describe, expect, it } from "vitest";
import { pageSchema } from "~server/contract/record";
import { movesSchema, stockSchema } from "~server/contract/stock";
import { idOf, type Reply, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";

let serial = 0;
const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const dry = { type: "DRY", unit: "KG", price_type: "PER_100_G", price: 6500 };
const ingredient = async () => idOf(await root.post("/ingredients", { ...dry, name: `Інгредієнт ${++serial}` }));
const warehouse = async () => idOf(await root.post("/warehouses", { name: `Склад ${++serial}` }));
const crew = async (over: Record<string, string | string[]> = {}) =>
  idOf(await root.post("/crews", { name: `Екіпаж ${++serial}`, type: "CREW", ...over }));

type Line = [ingredient: number, quantity: number | string, price?: number];
const move = (
  at: number,
  kind: string,
  lines: Line[],
  over: Record<string, string | number> = {},
  by = root,
): Promise<Reply> =>
  by.post(`/warehouses/${at}/moves`, {
    key: `test-key-${++serial}`,
    kind,
    ...(kind === "WRITE_OFF" ? { reason: "DAMAGED" } : {}),
    ...over,
    ...Object.fromEntries(
      lines.flatMap(([id, quantity, price], i): [string, string | number][] => [
        [`lines[${i}].ingredient`, id],
        [`lines[${i}].quantity`, quantity],
        [`lines[${i}].price`, price ?? ""],
      ]),
    ),
  });
const stockAt = async (at: number, places = "warehouses") =>
  Object.fromEntries(
    stockSchema
      .parse((await root.get(`/${places}/${at}/stock`)).data)
      .items.map((one) => [one.ingredient.id, one.quantity]),
  );
const movesAt = async (at: number) => movesSchema.parse((await root.get(`/warehouses/${at}/moves`)).data);

describe("stock moves", () => {
  it("receive, transfer, issue, return and write off", async () => {
    const [a, b, beans, milk, people] = [
      await warehouse(),
      await warehouse(),
      await ingredient(),
      await ingredient(),
      await crew(),
    ];
    expect(
      (
        await move(a, "RECEIPT", [
          [beans, "10.5", 650_000],
          [milk, 4],
        ])
      ).status,
    ).toBe(201);
    await move(a, "TRANSFER", [[beans, 3]], { warehouse: b, comment: "до Львова" });
    await move(
      a,
      "ISSUE",
      [
        [beans, 2],
        [milk, 4],
      ],
      { crew: people },
    );
    await move(b, "RETURN", [[milk, "1.25"]], { crew: people });
    await move(a, "WRITE_OFF", [[beans, "0.5"]]);
    expect(await stockAt(a)).toEqual({ [beans]: 5 });
    expect(await stockAt(b)).toEqual({ [beans]: 3, [milk]: 1.25 });
    const { items, total } = await movesAt(b);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      {
        kind: "RETURN",
        from: { entity: "crew", id: people },
        to: { entity: "warehouse", id: b },
        author: root.email,
        lines: [{ ingredient: { id: milk }, quantity: 1.25, unit: "KG", price: null }],
      },
      { kind: "TRANSFER", from: { id: a }, to: { id: b }, comment: "до Львова" },
    ]);
    expect((await movesAt(a)).items.at(-1)).toMatchObject({
      kind: "RECEIPT",
      from: null,
      lines: [{ price: 650_000 }, { price: null }],
    });
    expect((await root.get(`/warehouses/${a}`)).data).toMatchObject({ ingredients_count: 1 });
  });

  it("never take more than there is, from a warehouse or a crew", async () => {
    const [a, beans, milk, people] = [await warehouse(), await ingredient(), await ingredient(), await crew()];
    await move(a, "RECEIPT", [[beans, 2]]);
    expect(
      await move(
        a,
        "ISSUE",
        [
          [milk, 1],
          [beans, 5],
        ],
        { crew: people },
      ),
    ).toMatchObject({
      status: 422,
      fields: {
        "lines[0].quantity": [{ key: "not_enough", count: 0 }],
        "lines[1].quantity": [{ key: "not_enough", count: 2 }],
      },
    });
    expect(await move(a, "RETURN", [[beans, 1]], { crew: people })).toMatchObject({
      status: 422,
      fields: { "lines[0].quantity": [{ key: "not_enough", count: 0 }] },
    });
    expect(await stockAt(a)).toEqual({ [beans]: 2 });
    expect((await movesAt(a)).total).toBe(1);
  });

  it("say what is missing, superfluous or wrong", async () => {
    const [a, beans, people] = [await warehouse(), await ingredient(), await crew()];
    expect(await move(a, "TRANSFER", [[beans, 1]])).toMatchObject({
      status: 422,
      fields: { warehouse: [{ key: "required" }] },
    });
    expect(await move(a, "TRANSFER", [[beans, 1]], { warehouse: a })).toMatchObject({
      status: 422,
      fields: { warehouse: [{ key: "same_place" }] },
    });
    expect(await move(a, "RECEIPT", [[beans, 1]], { crew: people })).toMatchObject({
      status: 422,
      fields: { crew: [{ key: "not_for_this_move" }] },
    });
    expect(await move(a, "ISSUE", [[beans, 1]])).toMatchObject({
      status: 422,
      fields: { crew: [{ key: "required" }] },
    });
    expect(await move(a, "RECEIPT", [])).toMatchObject({ status: 422, fields: { lines: [{ key: "no_lines" }] } });
    expect(await move(a, "RECEIPT", [[beans, -1]])).toMatchObject({
      status: 422,
      fields: { "lines[0].quantity": [{ key: "min_value" }] },
    });
    expect(
      await move(a, "RECEIPT", [
        [beans, 1],
        [beans, 1],
      ]),
    ).toMatchObject({ status: 422, fields: { "lines[1].ingredient": [{ key: "repeats" }] } });
    expect(await move(a, "RECEIPT", [[999_999, 1]])).toMatchObject({
      status: 422,
      fields: { "lines[0].ingredient": [{ key: "incorrect" }] },
    });
    expect(await move(a, "RECEIPT", [[beans, 1]], { key: "" })).toMatchObject({
      status: 422,
      fields: { key: [{ key: "incorrect" }] },
    });
    expect((await move(999_999, "RECEIPT", [[beans, 1]])).status).toBe(404);
    expect(await stockAt(a)).toEqual({});
  });

  it("happen once however often they are sent", async () => {
    const [a, beans] = [await warehouse(), await ingredient()];
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => move(a, "RECEIPT", [[beans, 1]], { key: "same-move-1" })),
    );
    expect(new Set(sent.map((reply) => reply.status))).toEqual(new Set([201]));
    expect(new Set(sent.map(idOf)).size).toBe(1);
    expect(await move(a, "RECEIPT", [[beans, 2]], { key: "same-move-1" })).toMatchObject({
      status: 409,
      error: "key_reused",
    });
    expect(await stockAt(a)).toEqual({ [beans]: 1 });
    // A refused move leaves its key free.
    await move(a, "WRITE_OFF", [[beans, 9]], { key: "same-move-2" });
    expect((await move(a, "WRITE_OFF", [[beans, 1]], { key: "same-move-2" })).status).toBe(201);
  });

  it("keep their places and the unit of what was moved", async () => {
    const [a, beans, people] = [await warehouse(), await ingredient(), await crew()];
    await move(a, "RECEIPT", [[beans, 1]]);
    await move(a, "ISSUE", [[beans, 1]], { crew: people });
    expect([await stockAt(a), await stockAt(people, "crews")]).toEqual([{}, { [beans]: 1 }]);
    expect(movesSchema.parse((await root.get(`/crews/${people}/moves`)).data)).toMatchObject({
      total: 1,
      items: [{ kind: "ISSUE", from: { entity: "warehouse", id: a }, to: { entity: "crew", id: people } }],
    });
    expect(await root.post(`/warehouses/${a}/delete`)).toMatchObject({ status: 409, error: "place_has_moves" });
    expect(await root.post(`/crews/${people}/delete`)).toMatchObject({ status: 409, error: "place_has_moves" });
    expect((await root.post(`/ingredients/${beans}/delete`)).status).toBe(409);
    expect(
      await root.post(`/ingredients/${beans}`, {
        name: "x",
        type: "DRY",
        unit: "G",
        price_type: "PER_100_G",
        price: 1,
        version: 1,
      }),
    ).toMatchObject({ status: 422, fields: { unit: [{ key: "unit_has_moves" }] } });
  });

  it("need the permission", async () => {
    const a = await warehouse();
    const guest = await api.person({ permissions: ["CREW"] });
    for (const path of ["stock", "moves"]) expect((await guest.get(`/warehouses/${a}/${path}`)).status).toBe(403);
    const people = await crew();
    for (const path of ["stock", "moves"]) {
      expect((await guest.get(`/crews/${people}/${path}`)).status).toBe(200);
      expect((await (await api.person({ permissions: ["WAREHOUSE"] })).get(`/crews/${people}/${path}`)).status).toBe(
        403,
      );
    }
    expect((await move(a, "RECEIPT", [[await ingredient(), 1]], {}, guest)).status).toBe(403);
  });

  it("go to no crew or warehouse that is out of sight or not there", async () => {
    const model = await makeModel(root);
    const project = idOf(await root.post("/projects", { name: "Проєкт" }));
    const [inside, outside] = [await makeLocation(root, project), await makeLocation(root)];
    const [mine, other] = [await makeDevice(root, model, inside), await makeDevice(root, model, outside)];
    const [own, foreign] = [await crew({ devices: [String(mine)] }), await crew({ devices: [String(other)] })];
    const [a, beans] = [await warehouse(), await ingredient()];
    await move(a, "RECEIPT", [[beans, 5]]);
    const limited = await api.person({ permissions: ["WAREHOUSE"], mode: "OPEN_SELECTED", projects: [project] });
    expect((await move(a, "ISSUE", [[beans, 1]], { crew: own }, limited)).status).toBe(201);
    for (const [kind, place] of [
      ["ISSUE", { crew: foreign }],
      ["ISSUE", { crew: 999_999 }],
      ["TRANSFER", { warehouse: 999_999 }],
    ] as const)
      expect(await move(a, kind, [[beans, 1]], place, limited)).toMatchObject({
        status: 422,
        fields: Object.fromEntries(Object.keys(place).map((field) => [field, [{ key: "incorrect" }]])),
      });
    expect(await stockAt(a)).toEqual({ [beans]: 4 });
    // What went there is told, where to is not.
    await move(a, "ISSUE", [[beans, 1]], { crew: foreign });
    const { items } = movesSchema.parse((await limited.get(`/warehouses/${a}/moves`)).data);
    expect(items.map(({ to }) => to?.label)).toEqual([null, expect.any(String), expect.any(String)]);
  });

  it("stand with their own place only, though a crew and a warehouse have the same number", async () => {
    const numbers: Record<"warehouse" | "crew", number> = { warehouse: await warehouse(), crew: await crew() };
    while (numbers.warehouse !== numbers.crew)
      if (numbers.warehouse < numbers.crew) numbers.warehouse = await warehouse();
      else numbers.crew = await crew();
    const [other, beans] = [await warehouse(), await ingredient()];
    await move(other, "RECEIPT", [[beans, 2]]);
    await move(other, "ISSUE", [[beans, 2]], { crew: numbers.crew });
    await move(other, "RETURN", [[beans, 1]], { crew: numbers.crew });
    expect((await movesAt(numbers.warehouse)).total).toBe(0);
    expect(movesSchema.parse((await root.get(`/crews/${numbers.crew}/moves`)).data).total).toBe(2);
    expect([await stockAt(numbers.warehouse), await stockAt(numbers.crew, "crews")]).toEqual([{}, { [beans]: 1 }]);
  });

  it("are told fifty a page, the newest first", async () => {
    const [a, beans] = [await warehouse(), await ingredient()];
    await move(a, "RECEIPT", [[beans, 1]], { comment: "перший" });
    await Promise.all(Array.from({ length: 49 }, () => move(a, "RECEIPT", [[beans, 1]])));
    await move(a, "RECEIPT", [[beans, 1]], { comment: "останній" });
    const page = async (number: number) =>
      movesSchema.parse((await root.get(`/warehouses/${a}/moves?page=${number}`)).data);
    const [one, two] = [await page(1), await page(2)];
    expect([one.total, one.items.length, one.items[0]?.comment]).toEqual([51, 50, "останній"]);
    expect(two.items.map(({ comment }) => comment)).toEqual(["перший"]);
  });

  it("leave what lies there in the order of the Ukrainian alphabet", async () => {
    const [a, names] = [await warehouse(), ["Їжа", "Ґрунт", "Ірис", "Гречка"]];
    for (const name of names)
      await move(a, "RECEIPT", [[idOf(await root.post("/ingredients", { ...dry, name: `${name} ${++serial}` })), 1]]);
    const { items } = stockSchema.parse((await root.get(`/warehouses/${a}/stock`)).data);
    expect(items.map((one) => one.ingredient.label.split(" ")[0])).toEqual(["Гречка", "Ґрунт", "Ірис", "Їжа"]);
  });
});

describe("the books", () => {
  /** What lies at every place according to the moves alone, and according to the kept stock. */
  async function balances() {
    const { rows } = await api.pool.query<{ kept: number; moved: number }>(`
      with moved as (
        select m.to_place as place, m.to_id as id, l.ingredient_id, l.quantity from stock_moves m join stock_move_lines l on l.move_id = m.id where m.to_place <> 'OUTSIDE'
        union all select m.from_place, m.from_id, l.ingredient_id, -l.quantity from stock_moves m join stock_move_lines l on l.move_id = m.id where m.from_place <> 'OUTSIDE'),
      sums as (select place, id, ingredient_id, sum(quantity) as quantity from moved group by 1, 2, 3),
      kept as (select place, place_id as id, ingredient_id, quantity from stock)
      select coalesce(k.quantity, 0) as kept, coalesce(x.quantity, 0) as moved from sums x full join kept k using (place, id, ingredient_id)`);
    return rows;
  }

  it("balance after any moves, in any order, at once", async () => {
    const warehouses = [await warehouse(), await warehouse(), await warehouse()];
    const crews = [await crew(), await crew()];
    const goods = [await ingredient(), await ingredient(), await ingredient()];
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const of = <T>(list: readonly T[]): T => {
      const one = list[random(list.length)];
      if (one === undefined) throw new Error("empty");
      return one;
    };
    const replies: Reply[] = [];
    for (let round = 0; round < 25; round++) {
      replies.push(
        ...(await Promise.all(
          Array.from({ length: 6 }, () => {
            const at = of(warehouses);
            const kind = of(["RECEIPT", "RECEIPT", "TRANSFER", "WRITE_OFF", "ISSUE", "RETURN"]);
            const lines = goods.filter(() => random(2) === 0).map((id): Line => [id, (1 + random(9000)) / 1000]);
            return move(
              at,
              kind,
              lines.length ? lines : [[of(goods), "0.001"]],
              kind === "TRANSFER"
                ? { warehouse: of(warehouses) }
                : kind === "ISSUE" || kind === "RETURN"
                  ? { crew: of(crews) }
                  : {},
            );
          }),
        )),
      );
    }
    const statuses = new Set(replies.map((reply) => reply.status));
    expect([...statuses].sort()).toEqual([201, 422]);
    const all = await balances();
    expect(all.length).toBeGreaterThan(10);
    for (const { kept, moved } of all) {
      expect(kept).toBe(moved);
      expect(kept).toBeGreaterThanOrEqual(0);
    }
  });

  it("give the last kilogram to one of many", async () => {
    const [a, b, beans, people] = [await warehouse(), await warehouse(), await ingredient(), await crew()];
    await move(a, "RECEIPT", [[beans, 5]]);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2 ? move(a, "ISSUE", [[beans, 1]], { crew: people }) : move(a, "TRANSFER", [[beans, 1]], { warehouse: b }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(5);
    expect(await stockAt(a)).toEqual({});
  });

  it("are safe from transfers that cross", async () => {
    const [a, b, beans] = [await warehouse(), await warehouse(), await ingredient()];
    await move(a, "RECEIPT", [[beans, 50]]);
    await move(b, "RECEIPT", [[beans, 50]]);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2
          ? move(a, "TRANSFER", [[beans, 1]], { warehouse: b })
          : move(b, "TRANSFER", [[beans, 1]], { warehouse: a }),
      ),
    );
    expect(replies.every((reply) => reply.status === 201)).toBe(true);
    expect(await stockAt(a)).toEqual({ [beans]: 50 });
  });
});

describe("crews", () => {
  it("are replaced by replacement crews only, never by themselves", async () => {
    const [usual, standby] = [await crew(), await crew({ type: "REPLACEMENT" })];
    expect(await root.post("/crews", { name: "x", type: "CREW", replacement_crews: [String(usual)] })).toMatchObject({
      status: 422,
      fields: { replacement_crews: [{ key: "replacement_only" }] },
    });
    expect(
      await root.post(`/crews/${standby}`, {
        name: "x",
        type: "REPLACEMENT",
        replacement_crews: [String(standby)],
        version: 1,
      }),
    ).toMatchObject({ status: 422, fields: { replacement_crews: [{ key: "not_itself" }] } });
    expect(
      (
        await root.post(`/crews/${usual}`, {
          name: "x",
          type: "CREW",
          replacement_crews: [String(standby)],
          version: 1,
        })
      ).status,
    ).toBe(200);
    expect(await root.post(`/crews/${standby}`, { name: "x", type: "CREW", version: 1 })).toMatchObject({
      status: 422,
      fields: { type: [{ key: "stands_in" }] },
    });
    expect(await root.post(`/crews/${standby}/delete`)).toMatchObject({
      status: 409,
      error: "in_use",
      data: { usedBy: [{ entity: "crew", items: [{ id: usual }] }] },
    });
    expect((await root.get(`/crews/${usual}`)).data).toMatchObject({
      replacement_crews: [{ id: standby }],
      devices_count: 0,
      vehicles_count: 0,
    });
  });

  it("drive vehicles with Ukrainian plates, however they are typed", async () => {
    const driver = await crew();
    const made = await root.post("/crew_vehicles", {
      license_plate: "аа 1234-вс",
      brand: "Renault",
      max_load_weight: 800,
      volume: "6.5",
      crew: driver,
    });
    expect((await root.get(`/crew_vehicles/${idOf(made)}`)).data).toMatchObject({
      license_plate: "AA1234BC",
      volume: 6.5,
      crew: { id: driver },
    });
    expect(await root.post("/crew_vehicles", { license_plate: "AA1234BC" })).toMatchObject({
      status: 422,
      fields: { license_plate: [{ key: "taken" }] },
    });
    for (const plate of ["1234AA", "AA123BC", "QQ1234WW", "AA12345BC", "ЩЩ1234ЯЯ"])
      expect(await root.post("/crew_vehicles", { license_plate: plate })).toMatchObject({
        status: 422,
        fields: { license_plate: [{ key: "incorrect" }] },
      });
    expect((await root.get(`/crews/${driver}`)).data).toMatchObject({ vehicles_count: 1 });
  });
});

describe("lists of machines and places", () => {
  it("are shown only to who may see one of them", async () => {
    const model = await makeModel(root);
    const project = idOf(await root.post("/projects", { name: "Проєкт" }));
    const [inside, outside] = [await makeLocation(root, project), await makeLocation(root)];
    const [mine, other] = [await makeDevice(root, model, inside), await makeDevice(root, model, outside)];
    const foreign = await crew({ devices: [String(other)] });
    const [own, mixed, empty] = [
      await crew({ devices: [String(mine)] }),
      await crew({ devices: [String(mine), String(other)] }),
      await crew(),
    ];
    const group = async (locations: number[]) =>
      idOf(await root.post("/locations_groups", { name: `Група ${++serial}`, locations: locations.map(String) }));
    const [near, both, far] = [await group([inside]), await group([inside, outside]), await group([outside])];
    const limited = await api.person({
      permissions: ["CREW", "LOCATION_GROUP", "LOCATION_GROUP_CONFIG"],
      mode: "OPEN_SELECTED",
      projects: [project],
    });
    const listed = async (path: string) => pageSchema.parse((await limited.get(path)).data).items.map((one) => one.id);
    expect(await listed("/crews?limit=1000")).toEqual(expect.arrayContaining([own, mixed, empty]));
    expect(await listed("/crews?limit=1000")).not.toContain(foreign);
    expect((await limited.get(`/crews/${foreign}`)).status).toBe(404);
    expect((await listed("/locations_groups")).sort((a, b) => a - b)).toEqual([near, both]);
    expect((await limited.get(`/locations_groups/${far}`)).status).toBe(404);
    expect(await limited.post("/locations_groups", { name: "x", locations: [String(outside)] })).toMatchObject({
      status: 422,
      fields: { locations: [{ key: "incorrect" }] },
    });
  });

  it("need LOCATION_GROUP_CONFIG to be made", async () => {
    const reader = await api.person({ permissions: ["LOCATION_GROUP"] });
    expect((await reader.get("/locations_groups")).status).toBe(200);
    expect((await reader.post("/locations_groups", { name: "x" })).status).toBe(403);
  });
});

describe("divisions", () => {
  it("hold locations, and stay while they do", async () => {
    const division = idOf(await root.post("/divisions", { name: "Захід", external_id: "W-1" }));
    const place = idOf(
      await root.post("/locations", {
        name: "Локація",
        address: "вул. Садова, 1",
        city: "Львів",
        region: "BC",
        division,
        fiscal_enabled: "on",
        fiscal_cashier: idOf(await root.post("/checkbox_cashiers", { name: "Каса" })),
        fiscal_tax_code: 8,
      }),
    );
    expect((await root.get(`/divisions/${division}`)).data).toMatchObject({ locations_count: 1, external_id: "W-1" });
    expect((await root.get(`/locations?division=${division}`)).data).toMatchObject({
      total: 1,
      items: [{ id: place, fiscal_enabled: true, division: { id: division } }],
    });
    expect(await root.post(`/divisions/${division}/delete`)).toMatchObject({
      status: 409,
      error: "in_use",
      data: { usedBy: [{ entity: "location", total: 1 }] },
    });
  });
});
