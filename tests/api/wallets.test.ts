import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { KEY_MOVES } from "~server/contract/key-moves";
import {
  type WalletMove,
  walletMovesExportSchema,
  walletMovesSchema,
  walletStateSchema,
} from "~server/contract/wallet-moves";
import { checkWallets } from "~server/vending/areas/keys/check";
import { writeMoves } from "~server/vending/areas/keys/ledger";
import { transaction } from "~server/vending/database/query";
import { idOf, testApi } from "./app";
import { makeDevice, makeModel } from "./network";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

type Values = Record<string, string | number>;
let serial = 10_000_000;
const wallet = (over: Values = {}) => root.post("/key_wallets", { key: String(++serial), type: "BALANCE", ...over });
const enter = (id: number, over: Values = {}, by = root) =>
  by.post(`/key_wallets/${id}/moves`, {
    key: randomUUID(),
    type: "manual_deposit",
    amount: 500,
    reason: "Каса",
    ...over,
  });
const state = async (id: number) => walletStateSchema.parse((await root.get(`/key_wallets/${id}/state`)).data);
const moves = async (id: number, query = "", by = root) =>
  walletMovesSchema.parse((await by.get(`/key_wallets/${id}/moves${query}`)).data);
const agree = async () => expect(await checkWallets(api.pool)).toEqual([]);

/** A machine holds money of a key, for `seconds` from now on. */
async function hold(id: number, main: number, seconds = 60): Promise<string> {
  const hold = randomUUID();
  await api.pool.query(
    `insert into authorisations (id, device_id, placement_id, card, code, wallet_id, price, main, result, state, at, expires_at)
    values ($1, 1, 1, 'RFID', 'x', $2, $3, $3, 'granted', 'held', now(), now() + $4 * interval '1 second')`,
    [hold, id, main, seconds],
  );
  return hold;
}

describe("a key that is issued", () => {
  it("has what it was issued with, and keeps it", async () => {
    const id = idOf(await wallet({ type: "CASHBACK", original_balance: 15_000, original_bonus: 250 }));
    const { data } = await root.get(`/key_wallets/${id}`);
    expect(data).toMatchObject({ balance: 15_000, bonus_balance: 250, original_balance: 15_000, original_bonus: 250 });
    expect((await moves(id)).items).toMatchObject([
      { type: "cashback", pocket: "bonus", amount: 250, balance: 15_000, bonus_balance: 250, author: root.email },
      { type: "balance", pocket: "main", amount: 15_000, balance: 15_000, bonus_balance: 0 },
    ]);
    const { version } = z.looseObject({ version: z.number() }).parse(data);
    const changed = { key: String(serial), type: "CASHBACK", original_balance: 99, original_bonus: 99, version };
    expect((await root.post(`/key_wallets/${id}`, changed)).status).toBe(200);
    expect((await root.get(`/key_wallets/${id}`)).data).toMatchObject({ balance: 15_000, original_balance: 15_000 });
    await agree();
  });

  it.each([
    ["BALANCE", { original_bonus: 1 }, { original_bonus: [{ key: "wallet_no_bonus" }] }],
    ["BONUS", { original_balance: 1 }, { original_balance: [{ key: "wallet_no_money" }] }],
    ["UNLIMITED", { original_balance: 1, original_bonus: 1 }, { original_balance: [{}], original_bonus: [{}] }],
    ["BALANCE", { original_balance: -1 }, { original_balance: [{ key: "min_value", count: 0 }] }],
    ["BALANCE", { original_balance: 100_000_001 }, { original_balance: [{ key: "max_value", count: 1_000_000 }] }],
    ["BALANCE", { original_balance: "1.5" }, { original_balance: [{ key: "incorrect" }] }],
  ])("has only what a key of its type pays from: %s %o", async (type, over, fields) => {
    expect(await wallet({ type, ...over })).toMatchObject({ status: 422, fields });
  });

  it("that is refused leaves no movement", async () => {
    const taken = { key: String(++serial) };
    await wallet(taken);
    const { rows } = await api.pool.query("select count(*)::int as n from key_moves");
    expect((await wallet({ ...taken, original_balance: 5 })).fields).toMatchObject({
      key: [{ key: "taken" }],
    });
    expect((await api.pool.query("select count(*)::int as n from key_moves")).rows).toEqual(rows);
  });
});

describe("what staff enter", () => {
  it("is put on a key and taken off once, whatever is sent again", async () => {
    const id = idOf(await wallet());
    const [deposit, withdrawal] = [randomUUID(), randomUUID()];
    const first = await enter(id, { key: deposit, amount: 700 });
    expect(first.status).toBe(201);
    expect((await enter(id, { key: deposit, amount: 700 })).data).toEqual(first.data);
    expect(await enter(id, { key: deposit, amount: 800 })).toMatchObject({ status: 409, error: "key_reused" });
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => enter(id, { key: withdrawal, type: "manual_withdraw", amount: 300 })),
    );
    expect(new Set(parallel.map((one) => idOf(one))).size).toBe(1);
    expect(await state(id)).toMatchObject({ balance: 400 });
    expect((await moves(id)).items).toMatchObject([
      { amount: -300, reason: "Каса", author: root.email },
      { amount: 700 },
    ]);
    await agree();
  });

  it("never takes what machines hold, nor more than there is, however many ask", async () => {
    const id = idOf(await wallet({ original_balance: 1_000 }));
    await hold(id, 600);
    await hold(id, 10_000, -1);
    expect(await state(id)).toMatchObject({ balance: 1_000, held: { main: 600, bonus: 0 } });
    const refused = await enter(id, { type: "manual_withdraw", amount: 401 });
    expect(refused).toMatchObject({ status: 422, fields: { amount: [{ key: "wallet_short", count: 4 }] } });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => enter(id, { type: "manual_withdraw", amount: 100 })),
    );
    expect(all.filter(({ status }) => status === 201).length).toBe(4);
    expect(await state(id)).toMatchObject({ balance: 600 });
    expect((await enter(id, { type: "manual_withdraw", amount: 1 })).fields).toMatchObject({ amount: [{ count: 0 }] });
    await agree();
  });

  it("may be entered of a blocked key, and takes nothing from one that owes", async () => {
    const id = idOf(await wallet());
    await root.post(`/key_wallets/${id}/block`);
    expect((await enter(id, { amount: 100 })).status).toBe(201);
    await transaction(api.pool, (tx) =>
      writeMoves(tx, [{ wallet: id, type: "sell_withdraw", amount: -400, at: Date.now(), key: "offline" }]),
    );
    expect((await enter(id, { type: "manual_withdraw", amount: 1 })).fields).toMatchObject({ amount: [{ count: 0 }] });
    expect((await enter(id, { amount: 300 })).status).toBe(201);
    expect(await state(id)).toMatchObject({ balance: 0 });
  });

  it.each<[string, Values, string, object]>([
    ["BONUS", { type: "bonus", amount: 50 }, "bonus", {}],
    ["CASHBACK", { type: "cashback", amount: 50 }, "cashback", {}],
  ])("corrects bonuses of a key of %s up and down", async (type, over, own) => {
    const id = idOf(await wallet({ type }));
    expect((await enter(id, over)).status).toBe(201);
    expect((await enter(id, { ...over, amount: -50 })).status).toBe(201);
    expect(await enter(id, { ...over, amount: -1 })).toMatchObject({ fields: { amount: [{ key: "wallet_short" }] } });
    expect((await moves(id)).items.map(({ type: move, amount }) => [move, amount])).toEqual([
      [own, -50],
      [own, 50],
    ]);
  });

  it("is of the kind that the key's type has", async () => {
    const of = async (type: string, over: Values) => (await enter(idOf(await wallet({ type })), over)).fields.amount;
    expect(await of("BONUS", {})).toEqual([{ key: "wallet_no_money" }]);
    expect(await of("UNLIMITED", {})).toEqual([{ key: "wallet_no_money" }]);
    expect(await of("ONE_TIME_PURCHASE", { type: "bonus" })).toEqual([{ key: "wallet_no_bonus" }]);
    expect(await of("BALANCE", { type: "bonus" })).toEqual([{ key: "wallet_no_bonus" }]);
    expect(await of("BONUS", { type: "cashback" })).toEqual([{ key: "wallet_other_bonus" }]);
    expect(await of("CASHBACK", { type: "bonus" })).toEqual([{ key: "wallet_other_bonus" }]);
  });

  it.each<[string, Values, object]>([
    ["nothing", { amount: 0 }, { amount: [{ key: "min_value", count: 0.01 }] }],
    ["less than nothing", { amount: -5 }, { amount: [{ key: "min_value", count: 0.01 }] }],
    ["a correction of nothing", { type: "bonus", amount: 0 }, { amount: [{ key: "not_zero" }] }],
    ["too much", { amount: 100_000_001 }, { amount: [{ key: "max_value", count: 1_000_000 }] }],
    ["parts of a kopeck", { amount: "1.5" }, { amount: [{ key: "incorrect" }] }],
    ["no number", { amount: "NaN" }, { amount: [{ key: "incorrect" }] }],
    ["a huge number", { amount: "1e400" }, { amount: [{ key: "incorrect" }] }],
    ["no reason", { reason: " " }, { reason: [{ key: "required" }] }],
    ["NUL", { reason: "a\0b" }, { reason: [{ key: "incorrect" }] }],
    ["a long reason", { reason: "я".repeat(301) }, { reason: [{ key: "max_length", count: 300 }] }],
    ["a vend", { type: "sell_withdraw" }, { type: [{ key: "incorrect" }] }],
    ["no key", { key: "" }, { key: [{ key: "incorrect" }] }],
  ])("is refused: %s", async (_what, over, fields) => {
    const id = idOf(await wallet({ original_balance: 10_000 }));
    expect(await enter(id, over)).toMatchObject({ status: 422, fields });
    expect(await state(id)).toMatchObject({ balance: 10_000 });
  });

  it("does not make a balance larger than any", async () => {
    const id = idOf(await wallet({ original_balance: 99_999_900 }));
    expect((await enter(id, { amount: 101 })).fields).toEqual({ amount: [{ key: "wallet_full", count: 1_000_000 }] });
    expect((await enter(id, { amount: 100 })).status).toBe(201);
  });

  it("takes KEY_WALLETS, and a key that is there", async () => {
    const id = idOf(await wallet());
    const other = await api.person({ permissions: ["KEY_CLIENTS"] });
    expect((await enter(id, {}, other)).status).toBe(403);
    expect((await other.get(`/key_wallets/${id}/moves`)).status).toBe(403);
    expect((await enter(2_000_000_000)).status).toBe(404);
    const staff = await api.person({ permissions: ["KEY_WALLETS"] });
    expect((await enter(id, {}, staff)).status).toBe(201);
  });
});

describe("a key that is deleted", () => {
  it("has no money, no debt and nothing held", async () => {
    const refusal = async (id: number) => (await root.post(`/key_wallets/${id}/delete`)).error;
    const [rich, debtor, held] = [
      idOf(await wallet({ original_balance: 1 })),
      idOf(await wallet()),
      idOf(await wallet({ type: "UNLIMITED" })),
    ];
    await transaction(api.pool, (tx) =>
      writeMoves(tx, [{ wallet: debtor, type: "sell_withdraw", amount: -1, at: Date.now(), key: "offline" }]),
    );
    const open = await hold(held, 0);
    expect([await refusal(rich), await refusal(debtor), await refusal(held)]).toEqual([
      "wallet_not_empty",
      "wallet_not_empty",
      "wallet_held",
    ]);
    await api.pool.query("update authorisations set state = 'released' where id = $1", [open]);
    await enter(rich, { type: "manual_withdraw", amount: 1 });
    expect([await refusal(rich), await refusal(held)]).toEqual([null, null]);
    // What comes back has what it had: nothing, and no issue is booked again.
    expect((await root.post(`/key_wallets/deleted/${rich}/restore`)).status).toBe(200);
    expect(await state(rich)).toMatchObject({ balance: 0 });
    await agree();
  });
});

describe("movements of a key", () => {
  const DAYS = ["2026-03-28T23:30:00Z", "2026-03-29T10:00:00Z", "2026-03-30T20:59:00Z", "2026-03-30T21:30:00Z"];

  it("are filtered by type, pocket and day, and add up", async () => {
    const id = idOf(await wallet({ type: "CASHBACK" }));
    const types = ["refill", "sell_withdraw", "cashback_deposit", "cashback_withdraw", "unlimited"] as const;
    await transaction(api.pool, (tx) =>
      writeMoves(
        tx,
        Array.from({ length: 60 }, (_, nth) => {
          const type = types[nth % types.length] ?? "refill";
          const at = Date.parse(DAYS[nth % DAYS.length] ?? "");
          return { wallet: id, type, amount: KEY_MOVES[type].sign * (nth * 37 + 1), at, key: `m${nth}` };
        }),
      ),
    );
    const all = (await moves(id, "?limit=1000")).items;
    expect(all.map((one) => one.id)).toEqual(all.map((one) => one.id).toSorted((a, b) => b - a));
    const kyiv = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Kyiv" });
    const sum = (of: WalletMove[], pocket: string, sign: number) =>
      of.filter((one) => one.pocket === pocket && one.amount * sign > 0).reduce((n, one) => n + one.amount * sign, 0);
    for (const [query, holds] of [
      ["type=refill&type=unlimited", (one: WalletMove) => one.type === "refill" || one.type === "unlimited"],
      ["pocket=bonus", (one: WalletMove) => one.pocket === "bonus"],
      ["day_from=2026-03-29&day_to=2026-03-30", (one: WalletMove) => /-(29|30)$/.test(kyiv.format(new Date(one.at)))],
      [
        "day_to=2026-03-29&pocket=main",
        (one: WalletMove) => kyiv.format(new Date(one.at)) <= "2026-03-29" && one.pocket === "main",
      ],
    ] as const) {
      const wanted = all.filter(holds);
      const found = await moves(id, `?limit=1000&${query}`);
      expect([query, found.items.map((one) => one.id), found.total]).toEqual([
        query,
        wanted.map((one) => one.id),
        wanted.length,
      ]);
      expect(found.totals).toEqual({
        main: { in: sum(wanted, "main", 1), out: sum(wanted, "main", -1) },
        bonus: { in: sum(wanted, "bonus", 1), out: sum(wanted, "bonus", -1) },
      });
      const second = await moves(id, `?limit=7&page=2&${query}`);
      expect(second.items.map((one) => one.id)).toEqual(wanted.slice(7, 14).map((one) => one.id));
    }
    expect((await root.get(`/key_wallets/${id}/moves?type=nosuch`)).status).toBe(400);
    expect((await root.get(`/key_wallets/${id}/moves?day_from=2026-02-30`)).status).toBe(400);
  });

  it("are given whole to a file, however many there are, and their totals only while they are counted", async () => {
    const id = idOf(await wallet({ original_balance: 7 }));
    await api.pool.query(
      `insert into key_moves (wallet_id, type, amount, balance, bonus_balance, at, day, key)
      select $1, 'unlimited', 0, 7, 0, now(), current_date, 'many ' || n from generate_series(1, 10001) n`,
      [id],
    );
    expect(await moves(id)).toMatchObject({ totals: null, total: 10_000, capped: true });
    expect(await moves(id, "?pocket=main")).toMatchObject({ totals: { main: { in: 7, out: 0 } }, total: 1 });
    const ids: number[] = [];
    for (let before = ""; ; ) {
      const page = walletMovesExportSchema.parse((await root.get(`/key_wallets/${id}/moves/export${before}`)).data);
      ids.push(...page.items.map((one) => one.id));
      if (page.next === null) break;
      before = `?before=${page.next}`;
    }
    expect([ids.length, new Set(ids).size]).toEqual([10_002, 10_002]);
    await agree();
  });

  it("name a machine, its place and its product to those alone who see the machine", async () => {
    const model = await makeModel(root);
    const [seen, hidden] = [await makeDevice(root, model), await makeDevice(root, model)];
    const client = idOf(await root.post("/key_clients", { name: "Завод" }));
    const id = idOf(await wallet({ client }));
    const { rows } = await api.pool.query<{ id: number; device_id: number }>("select id, device_id from placements");
    const at = Date.now();
    await transaction(api.pool, (tx) =>
      writeMoves(
        tx,
        [seen, hidden].map((device) => ({
          wallet: id,
          type: "sell_withdraw",
          amount: -100,
          price: 100,
          at,
          key: `at ${device}`,
          device,
          placement: rows.find((one) => one.device_id === device)?.id ?? 0,
        })),
      ),
    );
    const [, first] = (await moves(id)).items;
    await transaction(api.pool, (tx) =>
      writeMoves(tx, [{ wallet: id, type: "sell_withdraw", amount: 100, at, key: "back", reverses: first?.id ?? 0 }]),
    );
    const limited = await api.person({ permissions: ["KEY_WALLETS"], mode: "OPEN_SELECTED", devices: [seen] });
    expect((await moves(id)).items).toMatchObject([
      { amount: 100, reverses: { id: first?.id }, device: null },
      { device: { id: hidden }, client: { label: "Завод" } },
      { device: { id: seen }, price: 100, reverses: null },
    ]);
    expect((await moves(id, "", limited)).items).toMatchObject([
      { device: null },
      { device: null, location: null, price: 100 },
      { device: { id: seen } },
    ]);
  });
});
