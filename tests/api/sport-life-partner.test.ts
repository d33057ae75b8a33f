import { afterAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { importCounts } from "~server/contract/imports";
import { historySchema, pageSchema } from "~server/contract/record";
import { blockedAnswer, employeesPage, MOST_EMPLOYEES } from "~server/contract/sport-life";
import { random } from "../unit/evadts/random";
import { clientOf, idOf, type Reply, testApi } from "./app";
import { saved } from "./samples";
import { company as companyEntity } from "~server/contract/entities/companies";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const ingredient = idOf(
  await root.post("/ingredients", { name: "Кава", type: "DRY", unit: "G", price_type: "PER_100_G", price: 1 }),
);
const ITEMS = [201, 202, 203];
for (const item of ITEMS)
  await root.post("/recipes", {
    name: `Напій ${item}`,
    item_number: item,
    "ingredients[0].ingredient": ingredient,
    "ingredients[0].quantity": 7,
  });

const PATH = "/sport_life/employees";
const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`;
/** A partner's system, as the API sees it: JSON, and no session. */
function partner(authorization: string) {
  const request = async (method: string, path: string, body?: string): Promise<Reply> => {
    const client = clientOf(async (at, init) => api.app.request(at, { ...init, method, body }), authorization);
    return client.raw(path, body ?? "", { "content-type": "application/json" });
  };
  const read = clientOf(async (at, init) => api.app.request(at, init), authorization);
  return {
    list: (query = "") => read.get(PATH + query),
    put: (employees: unknown) => request("PUT", PATH, JSON.stringify({ employees })),
    putRaw: (body: string) => request("PUT", PATH, body),
    block: (numbers: unknown) => request("POST", `${PATH}/block`, JSON.stringify({ numbers })),
  };
}

let serial = 0;
async function club(password = "пароль клубу: довгий") {
  const login = `club-${++serial}`;
  const name = `Спортклуб ${serial}`;
  const id = idOf(await root.post("/companies", { name, user_sync_login: login, user_sync_password: password }));
  return { id, name, login, password, ...partner(basic(login, password)) };
}
const listed = async (one: ReturnType<typeof partner>, limit = 7) => {
  const items: z.infer<typeof employeesPage>["items"] = [];
  for (let page = 1; ; page += 1) {
    const answer = employeesPage.parse((await one.list(`?page=${page}&limit=${limit}`)).data);
    items.push(...answer.items);
    if (page * limit >= answer.total) return items.map(({ updated_at: _, ...rest }) => rest);
  }
};

describe("a partner", () => {
  it.each([1, 2, 3])(
    "keeps employees in step: what is told is what there is, and told again changes nothing: %d",
    async (seed) => {
      const draw = random(seed);
      const one = await club();
      const prefix = `s${seed}-`;
      interface Truth {
        number: string;
        full_name: string;
        blocked: boolean;
        discounts: { item_number: number; percent: number }[];
      }
      const truth = new Map<string, Truth>();
      for (let round = 0; round < 8; round += 1) {
        if (draw() < 0.3 && truth.size) {
          const numbers = [...truth.keys()].filter(() => draw() < 0.4).concat(`nobody-${round}`);
          const expected = numbers.filter((number) => truth.get(number)?.blocked === false).length;
          expect(blockedAnswer.parse((await one.block(numbers)).data)).toEqual({
            blocked: expected,
            unknown: [`nobody-${round}`],
          });
          for (const number of numbers) {
            const employee = truth.get(number);
            if (employee) employee.blocked = true;
          }
        } else {
          const numbers = [...new Set(Array.from({ length: 6 }, () => `${prefix}${Math.floor(draw() * 20)}`))];
          const counts = { made: 0, changed: 0, same: 0 };
          const employees = numbers.map((number) => {
            const before = truth.get(number);
            const told = {
              number,
              full_name: draw() < 0.5 ? "Олена Коваль" : "Іван Бойко",
              ...(draw() < 0.5 ? { blocked: draw() < 0.5 } : {}),
              ...(draw() < 0.5
                ? {
                    discounts: ITEMS.filter(() => draw() < 0.5).map((item_number) => ({
                      item_number,
                      percent: 1 + Math.floor(draw() * 100),
                    })),
                  }
                : {}),
            };
            const next = { blocked: false, discounts: [], ...before, ...told };
            truth.set(number, next);
            counts[
              before ? (JSON.stringify(inOrder(before)) === JSON.stringify(inOrder(next)) ? "same" : "changed") : "made"
            ] += 1;
            return told;
          });
          expect(importCounts.parse((await one.put(employees)).data)).toEqual(counts);
          expect(importCounts.parse((await one.put(employees)).data)).toEqual({
            made: 0,
            changed: 0,
            same: numbers.length,
          });
        }
        const sorted = [...truth.values()].sort((a, b) => (a.number < b.number ? -1 : 1));
        expect((await listed(one)).map(inOrder)).toEqual(sorted.map(inOrder));
      }
      function inOrder({ number, full_name, blocked, discounts }: Truth) {
        return {
          number,
          full_name,
          blocked,
          discounts: discounts.toSorted((a, b) => a.item_number - b.item_number),
        };
      }
    },
  );

  it("is the author in histories, by the company's name", async () => {
    const one = await club();
    await one.put([{ number: "hist-1", full_name: "Олена" }]);
    await one.put([{ number: "hist-1", full_name: "Олена Коваль" }]);
    await one.block(["hist-1"]);
    await one.block(["hist-1"]);
    const [key] = pageSchema.parse((await root.get("/sportlife/keys?number=hist-1")).data).items;
    expect(key).toMatchObject({ company: { id: one.id }, blocked: true, version: 3 });
    const author = `${one.name} (API)`;
    expect(historySchema.parse((await root.get(`/sportlife/keys/${key?.id}/history`)).data).items).toMatchObject([
      { action: "block", author, changes: [{ field: "blocked", before: false, after: true }] },
      { action: "update", author, changes: [{ field: "full_name" }] },
      { action: "create", author },
    ]);
  });

  it("reaches no employees of others: of another company, or entered by hand", async () => {
    const [one, other] = [await club(), await club()];
    await one.put([{ number: "own-1", full_name: "Моя" }]);
    await other.put([{ number: "their-1", full_name: "Чужа" }]);
    await root.post("/sportlife/keys", { number: "hand-1", full_name: "Введена вручну" });
    expect((await listed(one)).map(({ number }) => number)).toEqual(["own-1"]);
    const reply = await one.put([
      { number: "own-2", full_name: "Нова" },
      { number: "their-1", full_name: "Перейменована" },
      { number: "hand-1", full_name: "Перейменована" },
    ]);
    expect(reply).toMatchObject({
      status: 422,
      fields: { "employees[1].number": [{ key: "taken" }], "employees[2].number": [{ key: "taken" }] },
    });
    expect(blockedAnswer.parse((await one.block(["own-1", "their-1", "hand-1"])).data)).toEqual({
      blocked: 1,
      unknown: ["their-1", "hand-1"],
    });
    expect(await listed(other)).toMatchObject([{ number: "their-1", full_name: "Чужа", blocked: false }]);
    expect((await listed(one)).map(({ number }) => number)).toEqual(["own-1"]);
    // Given to the company by hand it is the company's.
    const [key] = pageSchema.parse((await root.get("/sportlife/keys?number=hand-1")).data).items;
    await root.post(`/sportlife/keys/${key?.id}`, {
      number: "hand-1",
      full_name: "Введена вручну",
      company: one.id,
      version: 1,
    });
    expect((await one.put([{ number: "hand-1", full_name: "Введена вручну" }])).data).toEqual({
      made: 0,
      changed: 0,
      same: 1,
    });
  });

  it("is told of every fault by index, and nothing is saved", async () => {
    const one = await club();
    const fine = { number: "fine-1", full_name: "Добра" };
    const wrong: [unknown, Record<string, string>][] = [
      [{}, { number: "required", full_name: "required" }],
      [
        { number: 5, full_name: ["x"] },
        { number: "incorrect", full_name: "incorrect" },
      ],
      [{ number: "  ", full_name: "Порожній номер" }, { number: "required" }],
      [
        { number: "nul\u0000", full_name: "\u0000" },
        { number: "incorrect", full_name: "incorrect" },
      ],
      [{ number: "x".repeat(41), full_name: "Довгий" }, { number: "max_length" }],
      [{ ...fine, number: "b", blocked: "так" }, { blocked: "incorrect" }],
      [{ ...fine, number: "c", discounts: {} }, { discounts: "incorrect" }],
      [
        { ...fine, number: "d", discounts: [{ item_number: 201, percent: 0 }] },
        { "discounts[0].percent": "incorrect" },
      ],
      [
        { ...fine, number: "e", discounts: [{ item_number: 201, percent: 101 }] },
        { "discounts[0].percent": "incorrect" },
      ],
      [
        { ...fine, number: "f", discounts: [{ item_number: 201, percent: 1.5 }] },
        { "discounts[0].percent": "incorrect" },
      ],
      [
        { ...fine, number: "g", discounts: [{ item_number: 1e99, percent: 5 }] },
        { "discounts[0].item_number": "incorrect" },
      ],
    ];
    const reply = await one.put([fine, ...wrong.map(([employee]) => employee)]);
    expect(reply.status).toBe(422);
    const said = Object.fromEntries(Object.entries(reply.fields).map(([name, [message]]) => [name, message?.key]));
    expect(said).toEqual(
      Object.fromEntries(
        wrong.flatMap(([, fields], index) =>
          Object.entries(fields).map(([name, key]) => [`employees[${index + 1}].${name}`, key]),
        ),
      ),
    );
    const among = await one.put([
      fine,
      { number: "fine-1 ", full_name: "Двічі" },
      { number: "h", full_name: "Без рецепта", discounts: [{ item_number: 9_999_999_999, percent: 5 }] },
      {
        number: "i",
        full_name: "Двічі рецепт",
        discounts: [
          { item_number: 201, percent: 5 },
          { item_number: 201, percent: 6 },
        ],
      },
    ]);
    expect(among.fields).toEqual({
      "employees[1].number": [{ key: "repeats" }],
      "employees[2].discounts": [{ key: "no_such_recipe" }],
      "employees[3].discounts": [{ key: "repeats" }],
    });
    expect(await listed(one)).toEqual([]);
  });

  it("may tell the same several times at once", async () => {
    const one = await club();
    const employees = Array.from({ length: 50 }, (_, index) => ({
      number: `many-${index}`,
      full_name: "Олена",
      discounts: [{ item_number: 201, percent: 10 }],
    }));
    const replies = await Promise.all(Array.from({ length: 6 }, () => one.put(employees)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const counts = replies.map(({ data }) => importCounts.parse(data));
    expect(counts.reduce((all, { made }) => all + made, 0)).toBe(50);
    expect(counts.filter(({ same }) => same === 50)).toHaveLength(5);
    expect(await listed(one)).toHaveLength(50);
  });

  it("tells of 5,000 at once and of no more, and hostile bodies are refused", async () => {
    const one = await club();
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ number: `all-${index}`, full_name: "Олена Коваль" }));
    expect((await one.put(many(MOST_EMPLOYEES))).data).toEqual({ made: MOST_EMPLOYEES, changed: 0, same: 0 });
    expect((await one.put(many(MOST_EMPLOYEES + 1))).fields).toEqual({
      employees: [{ key: "too_many_rows", count: MOST_EMPLOYEES }],
    });
    expect((await one.putRaw("x".repeat(9 * 1024 * 1024))).status).toBe(413);
    for (const body of ["", "{", "null x", "[".repeat(200_000), "\u0000"])
      expect((await one.putRaw(body)).status, body.slice(0, 9)).toBe(400);
    for (const body of ["null", "[]", "5", "{}", '{"employees":{}}', '{"employees":[]}', '{"employees":[null]}'])
      expect((await one.putRaw(body)).status, body).toBe(422);
    for (const numbers of [undefined, [], "x", [5], ["\u0000"], Array.from({ length: 5001 }, String)])
      expect((await one.block(numbers)).status).toBe(422);
    for (const query of ["?page=0", "?limit=1001", "?page=x", "?limit=-1"])
      expect((await one.list(query)).status, query).toBe(400);
    const odd = '{"employees":[{"number":"odd","full_name":"a\\ud800","__proto__":{"blocked":true},"company":1}]}';
    expect((await one.putRaw(odd)).data).toEqual({ made: 1, changed: 0, same: 0 });
    expect((await listed(one, 1000)).find(({ number }) => number === "odd")).toMatchObject({
      full_name: "a\ufffd",
      blocked: false,
    });
  });
});

describe("signing in of a partner", () => {
  const statusOf = async (authorization: string) => (await partner(authorization).list()).status;

  it("wants the company's login and password, and nothing else will do", async () => {
    const one = await club("секрет:із двокрапкою");
    expect((await one.list()).status).toBe(200);
    const encode = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    for (const wrong of [
      "",
      "Basic",
      "Basic !!!",
      encode(""),
      encode(":"),
      encode(one.login),
      encode(`:${one.password}`),
      encode(`${one.login}:`),
      `Bearer ${encode(`${one.login}:${one.password}`)}`,
      basic(one.login, one.password).replace("Basic ", ""),
      root.token,
      `Basic ${"A".repeat(100_000)}`,
    ])
      expect(await statusOf(wrong), wrong.slice(0, 60)).toBe(401);
    expect((await api.app.request(PATH, { headers: {} })).headers.get("www-authenticate")).toContain("Basic");
    expect([400, 401]).toContain(await statusOf(basic("nul\u0000", "x")));
    // It opens nothing else.
    expect((await api.client(basic(one.login, one.password)).get("/sportlife/keys")).status).toBe(401);
  });

  it("is not there for a company that has no login or no password, and ends when they change", async () => {
    const one = await club();
    const bare = idOf(await root.post("/companies", { name: "Без входу", user_sync_login: "bare" }));
    // Basic would end it there.
    expect((await root.post("/companies", { name: "Двокрапка", user_sync_login: "a:b" })).fields).toEqual({
      user_sync_login: [{ key: "no_colon" }],
    });
    expect(await statusOf(basic("bare", ""))).toBe(401);
    expect(bare).toBeGreaterThan(0);
    await saved(root, companyEntity, one.id, { user_sync_password: "інший пароль" });
    expect((await one.list()).status).toBe(401);
    expect(await statusOf(basic(one.login, "інший пароль"))).toBe(200);
    await saved(root, companyEntity, one.id, { user_sync_password_clear: "on" });
    expect(await statusOf(basic(one.login, "інший пароль"))).toBe(401);
  });

  it("is of one company: where two have the same login, the password decides, and the same of both is neither", async () => {
    const one = await club("перший пароль");
    const twin = idOf(
      await root.post("/companies", {
        name: "Близнюк",
        user_sync_login: one.login,
        user_sync_password: "другий пароль",
      }),
    );
    await one.put([{ number: "twin-1", full_name: "Перша" }]);
    expect(await listed(partner(basic(one.login, "другий пароль")))).toEqual([]);
    expect(await listed(one)).toHaveLength(1);
    await saved(root, companyEntity, twin, { user_sync_password: "перший пароль" });
    expect((await one.list()).status).toBe(401);
  });

  it("is slowed when passwords are guessed; another company is not", async () => {
    const [one, other] = [await club(), await club()];
    const statuses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1) statuses.push(await statusOf(basic(one.login, `wrong ${guess}`)));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    const refused = await one.list();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await other.list()).status).toBe(200);
  });

  it("that is right many times, also at once, uses nothing up", async () => {
    const one = await club();
    for (let round = 0; round < 4; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await one.list()).status));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(await statusOf(basic(one.login, "wrong"))).toBe(401);
    expect((await one.list()).status).toBe(200);
  });
});
