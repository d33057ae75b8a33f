import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { importSchema } from "~server/contract/drafts";
import { historySchema, pageSchema } from "~server/contract/record";
import { checkWallets } from "~server/vending/areas/keys/check";
import { idOf, testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

type Cells = Record<string, string>;
const json = { "content-type": "application/json" };
const body = (lines: Cells[]) => JSON.stringify({ lines: lines.map((cells, at) => ({ line: at + 2, cells })) });
const sendMoves = (query: string, lines: Cells[], by = root) =>
  by.raw(`/key_wallets/imports/moves?${query}`, body(lines), json);
const sendKeys = (lines: Cells[], by = root) => by.raw("/key_wallets/imports/keys", body(lines), json);
const look = async (id: number) => importSchema.parse((await root.get(`/key_wallets/imports/${id}`)).data);
const confirm = (id: number, by = root) => by.post(`/key_wallets/imports/${id}/confirm`);
let serial = 20_000_000;
const wallet = async (over: Record<string, string | number> = {}) => {
  const key = String(++serial);
  return { key, id: idOf(await root.post("/key_wallets", { key, type: "BALANCE", ...over })) };
};
const balances = async () =>
  (
    await api.pool.query<{ key: string; main: number; bonus: number }>(
      "select key, balance as main, bonus_balance as bonus from key_wallets order by key",
    )
  ).rows;
const agree = async () => expect(await checkWallets(api.pool)).toEqual([]);
const faultsOf = ({ faults }: { faults: { line: number; field: string | null; key: string; count?: number }[] }) =>
  faults.map(({ line, field, key, count }) => [line, field, key, ...(count === undefined ? [] : [count])]);

describe("one movement of many keys", () => {
  it("is shown first, with every faulty line, and done as a whole", async () => {
    const [rich, poor, blocked, unlimited] = [
      await wallet({ original_balance: 5_000 }),
      await wallet({ original_balance: 100 }),
      await wallet({ original_balance: 5_000 }),
      await wallet({ type: "UNLIMITED" }),
    ];
    await root.post(`/key_wallets/${blocked.id}/block`);
    const before = await balances();
    const faulty = idOf(
      await sendMoves("move=manual_withdraw&reason=Звільнення", [
        { key: rich.key, amount: "12,50" },
        { key: poor.key, amount: "1,01" },
        { key: blocked.key, amount: "1" },
        { key: "00112233", amount: "1" },
        { key: "no key", amount: "1" },
        { key: unlimited.key, amount: "-1" },
        { key: unlimited.key, amount: "0.005" },
        { key: `${rich.key.slice(0, 4)} ${rich.key.slice(4)}`, amount: "" },
        { key: "a\0", amount: "1" },
      ]),
    );
    const seen = await look(faulty);
    expect(faultsOf(seen)).toEqual([
      [2, "key", "repeats"],
      [3, "amount", "wallet_short", 1],
      [4, "key", "wallet_blocked"],
      [5, "key", "wallet_unknown"],
      [6, "key", "incorrect"],
      [7, "amount", "min_value", 0.01],
      [8, "amount", "incorrect"],
      [9, "key", "repeats"],
      [10, "key", "incorrect"],
    ]);
    expect(seen).toMatchObject({ count: 9, faulty: 9, sums: { amount: 0 }, done_at: null });
    expect(await confirm(faulty)).toMatchObject({ status: 409, error: "import_faulty" });
    expect(await balances()).toEqual(before);

    const good = idOf(
      await sendMoves("move=manual_withdraw&reason=Усім&amount=100", [
        { key: rich.key, amount: "12,50", reason: "Свій" },
        { key: poor.key },
      ]),
    );
    const texts = { move: ["manual_withdraw"], reason: ["Свій", "Усім"] };
    expect(await look(good)).toMatchObject({ faulty: 0, sums: { amount: 1_350 }, texts });
    const all = await Promise.all(Array.from({ length: 5 }, () => confirm(good)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await balances()).toEqual(
      before.map((one) => ({
        ...one,
        main: one.main - (one.key === rich.key ? 1_250 : one.key === poor.key ? 100 : 0),
      })),
    );
    expect(await look(good)).toMatchObject({
      faulty: 0,
      faults: [],
      sums: { amount: 1_350 },
    });
    const { data } = await root.get(`/key_wallets/${rich.id}/moves`);
    expect(data).toMatchObject({
      items: [{ type: "manual_withdraw", amount: -1_250, reason: "Свій", author: root.email }, {}],
    });
    await agree();
  });

  it("counts what machines hold and what others took meanwhile when it is confirmed", async () => {
    const { id, key } = await wallet({ original_balance: 1_000 });
    const draft = idOf(await sendMoves("move=manual_withdraw&reason=a&amount=900", [{ key }]));
    expect((await look(draft)).faulty).toBe(0);
    await api.pool.query(
      `insert into authorisations (id, device_id, placement_id, card, code, wallet_id, price, main, result, state, at, expires_at)
      values ($1, 1, 1, 'RFID', 'x', $2, 200, 200, 'granted', 'held', now(), now() + interval '1 minute')`,
      [randomUUID(), id],
    );
    expect(await confirm(draft)).toMatchObject({ status: 409, error: "import_faulty" });
    expect(faultsOf(await look(draft))).toEqual([[2, "amount", "wallet_short", 8]]);
    await api.pool.query("update authorisations set state = 'released' where wallet_id = $1", [id]);
    expect((await confirm(draft)).status).toBe(200);
    await agree();
  });

  it("is of chosen keys, or of all that a list shows", async () => {
    const client = idOf(await root.post("/key_clients", { name: "Усі ключі" }));
    const made = [await wallet({ client }), await wallet({ client }), await wallet({ client })];
    const select = (form: Record<string, string | number | string[]>) =>
      root.post("/key_wallets/imports/selected", { move: "manual_deposit", amount: 500, reason: "Премія", ...form });
    expect(await select({ filter: `client=${client}`, expected: 2 })).toMatchObject({
      status: 409,
      error: "count_changed",
    });
    const all = idOf(await select({ filter: `client=${client}`, expected: 3 }));
    const texts = { move: ["manual_deposit"], reason: ["Премія"] };
    expect(await look(all)).toMatchObject({ count: 3, faulty: 0, sums: { amount: 1_500 }, texts });
    await confirm(all);
    const two = idOf(await select({ ids: made.slice(0, 2).map(({ id }) => String(id)), amount: 1 }));
    await confirm(two);
    expect((await balances()).filter(({ key }) => made.some((one) => one.key === key)).map(({ main }) => main)).toEqual(
      [501, 501, 500],
    );
    expect(await select({ ids: ["2000000000"] })).toMatchObject({ status: 422, error: "import_empty" });
    expect((await select({ ids: [String(made[0]?.id)], amount: 0 })).fields).toMatchObject({ amount: [{}] });
    expect((await select({ ids: [String(made[0]?.id)], reason: "" })).fields).toMatchObject({
      reason: [{ key: "required" }],
    });
    await agree();
  });

  it("is its author's alone", async () => {
    const { key } = await wallet();
    const draft = idOf(await sendMoves("move=manual_deposit&reason=a&amount=1", [{ key }]));
    const other = await api.person({ permissions: ["KEY_WALLETS"] });
    expect((await other.get(`/key_wallets/imports/${draft}`)).status).toBe(404);
    expect((await confirm(draft, other)).status).toBe(404);
    const stranger = await api.person({ permissions: ["KEY_CLIENTS"] });
    expect((await sendMoves("move=manual_deposit", [{ key }], stranger)).status).toBe(403);
  });

  it.each([
    ["no lines", "move=manual_deposit", body([]), 422],
    ["no JSON", "move=manual_deposit", "{", 400],
    ["something else", "move=manual_deposit", JSON.stringify({ lines: [{ line: 0 }] }), 400],
    ["another movement", "move=refill", body([{ key: "1" }]), 400],
    ["too much for one key", "move=manual_deposit&amount=100000001", body([{ key: "1" }]), 400],
    ["NUL in the reason of all", "move=manual_deposit&reason=%00", body([{ key: "1" }]), 400],
  ])("is refused: %s", async (_what, query, sent, status) => {
    expect((await root.raw(`/key_wallets/imports/moves?${query}`, sent, json)).status).toBe(status);
  });
});

describe("new keys from a file", () => {
  it("are looked through, made as a whole, with their money and their history", async () => {
    idOf(await root.post("/key_clients", { name: "Двійник" }));
    idOf(await root.post("/key_clients", { name: "двійник" }));
    const client = idOf(await root.post("/key_clients", { name: "Млин" }));
    const { key: taken } = await wallet();
    const { rows: before } = await api.pool.query("select count(*)::int as n from key_wallets");
    const good = [
      {
        key: "04 a1 b2 c3",
        client: "МЛИН",
        owner: "Олена",
        type: "CASHBACK",
        original_balance: "100,5",
        original_bonus: "3",
      },
      { key: "30000001", type: "BALANCE", client: "", owner: "", original_balance: "", original_bonus: "" },
    ];
    const draft = idOf(
      await sendKeys([
        ...good,
        { key: taken, type: "BALANCE" },
        { key: "04A1B2C3", type: "BALANCE" },
        { key: "30000002", type: "NOSUCH" },
        { key: "30000003", type: "BALANCE", client: "Немає" },
        { key: "30000004", type: "BALANCE", client: "Двійник" },
        { key: "30000005", type: "BONUS", original_balance: "1" },
        { key: "30000006", type: "BALANCE", original_bonus: "1" },
        { key: "30000007", type: "BALANCE", original_balance: "-1" },
        { type: "BALANCE" },
      ]),
    );
    const seen = await look(draft);
    expect(faultsOf(seen)).toEqual([
      [2, "key", "repeats"],
      [4, "key", "taken"],
      [5, "key", "repeats"],
      [6, "type", "incorrect"],
      [7, "client", "client_unknown"],
      [8, "client", "client_ambiguous"],
      [9, "original_balance", "wallet_no_money"],
      [10, "original_bonus", "wallet_no_bonus"],
      [11, "original_balance", "min_value", 0],
      [12, "key", "required"],
    ]);
    expect((await confirm(draft)).status).toBe(409);
    expect((await api.pool.query("select count(*)::int as n from key_wallets")).rows).toEqual(before);

    const right = idOf(await sendKeys(good));
    expect(await look(right)).toMatchObject({
      count: 2,
      faulty: 0,
      sums: { original_balance: 10_050, original_bonus: 300 },
    });
    // Two imports of the same keys at the same moment: one of them makes them.
    const twin = idOf(await sendKeys(good));
    const done = await Promise.all([confirm(right), confirm(twin), confirm(right)]);
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { data } = await root.get("/key_wallets?q=04A1B2C3");
    const { items } = pageSchema.parse(data);
    expect(items).toMatchObject([
      {
        key: "04A1B2C3",
        client: { id: client },
        owner: "Олена",
        type: "CASHBACK",
        balance: 10_050,
        bonus_balance: 300,
        original_balance: 10_050,
      },
    ]);
    const past = historySchema.parse((await root.get(`/key_wallets/${items[0]?.id}/history`)).data).items;
    expect(past.map(({ action }) => action)).toEqual(["create"]);
    expect(past[0]?.changes).toContainEqual({ field: "client", before: null, after: { id: client, label: "Млин" } });
    expect((await root.get(`/key_clients/${client}`)).data).toMatchObject({ wallets_count: 1 });
    await agree();
  });
});
