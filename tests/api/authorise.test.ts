import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AskAnswer, askAnswerSchema } from "~server/contract/authorise";
import { KEY_TYPES } from "~server/contract/enums";
import { authorise, type Said } from "~server/vending/areas/keys/authorise";
import { reportSchema } from "~server/contract/reports/answer";
import { checkWallets } from "~server/vending/areas/keys/check";
import { type NewMove, writeMoves } from "~server/vending/areas/keys/ledger";
import { one, only, rows, run, transaction } from "~server/vending/database/query";
import { random, shuffled } from "../unit/evadts/random";
import { idOf, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { callingUnit, DAY, iso, MINUTE, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

type Values = Record<string, string | number>;
let serial = 0;
const name = (what: string) => `${what}${++serial}`;

/** A key with money and bonuses on it, kopecks. */
async function makeKey(type: string, main = 0, bonus = 0, over: Values = {}) {
  const key = `04AA${String(++serial).padStart(10, "0")}`;
  const id = idOf(await root.post("/key_wallets", { key, type, ...over }));
  const given: NewMove[] = [
    { wallet: id, type: "balance", amount: main, at: Date.now(), key: "issue" },
    { wallet: id, type: "bonus", amount: bonus, at: Date.now(), key: "issue bonus" },
  ];
  await transaction(api.pool, (tx) =>
    writeMoves(
      tx,
      given.filter(({ amount }) => amount > 0),
    ),
  );
  return { id, key };
}

async function makeUnit(location?: number) {
  const unit = await callingUnit(api, root, model, { location: location ?? (await makeLocation(root)) });
  const headers = { "x-device": unit.serial, "content-type": "application/json" };
  const raw = (body: string) => api.client(unit.secret).raw("/telemetry/authorise", body, headers);
  return {
    ...unit,
    rawAsk: raw,
    async ask(code: string, price: number, over: object = {}): Promise<AskAnswer & { id: string }> {
      const id = "id" in over ? String(over.id) : name("ask ");
      const answer = await raw(JSON.stringify({ id, kind: "rfid", code, cell: "3", price, ...over }));
      if (answer.status !== 200) throw new Error(`the ask was answered ${answer.status} ${answer.error}`);
      return { id, ...askAnswerSchema.parse(answer.data) };
    },
  };
}

const walletRow = z.object({ balance: z.number(), bonus_balance: z.number() });
const walletOf = (id: number) =>
  only(api.pool, walletRow, sql`select balance, bonus_balance from key_wallets where id = ${id}`);
const moveRow = z.object({ type: z.string(), amount: z.number() });
const movesOf = (id: number) =>
  rows(api.pool, moveRow, sql`select type, amount from key_moves where wallet_id = ${id} order by id`);
const used = (card: string, code: string, hold?: string) => ({ source: "cashless1", paid: { card, code, hold } });

const unit = await makeUnit();
let ago = 0;
/** A moment of the last days, far from every other. */
const moment = () => iso(Date.now() - MINUTE * 6 * ++ago);

describe("a key that asks", () => {
  it.each([
    ["BALANCE", 1000, 0, 900, "accepted", [["sell_withdraw", -900]]],
    [
      "BALANCE",
      1000,
      400,
      900,
      "accepted",
      [
        ["bonus_withdraw", -400],
        ["sell_withdraw", -500],
      ],
    ],
    ["BALANCE", 500, 400, 901, "insufficient_balance", []],
    ["BONUS", 0, 900, 900, "accepted", [["bonus_withdraw", -900]]],
    ["BONUS", 5000, 899, 900, "insufficient_balance", []],
    [
      "CASHBACK",
      1000,
      899,
      900,
      "accepted",
      [
        ["sell_withdraw", -900],
        ["cashback_deposit", 68],
      ],
    ],
    ["CASHBACK", 1000, 900, 900, "accepted", [["cashback_withdraw", -900]]],
    ["CASHBACK", 899, 899, 900, "insufficient_balance", []],
    ["UNLIMITED", 0, 0, 900, "accepted", [["unlimited", 0]]],
    ["ONE_TIME_PURCHASE", 0, 0, 900, "accepted", [["one_time_purchase", 0]]],
  ] as const)("%s with %d and %d of bonuses pays %d: %s", async (type, main, bonus, price, result, moved) => {
    const { id, key } = await makeKey(type, main, bonus, { cashback_percent: 7.5 });
    const before = await movesOf(id);
    const answer = await unit.ask(key, price);
    expect(answer).toMatchObject({ result, price, discount: 0, hold: result === "accepted" ? answer.id : null });
    expect(await movesOf(id), "nothing moves before it is vended").toEqual(before);
    if (result === "accepted")
      await unit.send({ events: [vend({ at: moment(), price, ...used("rfid", key, answer.id) })] });
    expect((await movesOf(id)).slice(before.length).map(({ type, amount }) => [type, amount])).toEqual(moved);
    const total = moved.reduce((sum, [, amount]) => sum + amount, main + bonus);
    const { balance, bonus_balance } = await walletOf(id);
    expect(balance + bonus_balance).toBe(total);
  });

  it("is answered by its outcome, and nothing is held", async () => {
    const isBlocked = await makeKey("BALANCE", 1000);
    await root.post(`/key_wallets/${isBlocked.id}/block`);
    const client = idOf(await root.post("/key_clients", { name: name("Клієнт ") }));
    const ofBlocked = await makeKey("BALANCE", 1000, 0, { client });
    await root.post(`/key_clients/${client}/block`);
    const dear = await makeKey("ONE_TIME_PURCHASE", 0, 0, { max_price: 500 });
    const limited = await makeKey("UNLIMITED", 0, 0, { day_limit: 2 });
    const outcome = async (key: string, price = 600) => (await unit.ask(key, price)).result;
    expect(await outcome(isBlocked.key)).toBe("blocked");
    expect(await outcome(ofBlocked.key)).toBe("blocked");
    expect(await outcome("04FFFFFFFFFF")).toBe("not_found");
    expect(await outcome(dear.key)).toBe("insufficient_balance");
    expect([await outcome(dear.key, 500), await outcome(dear.key, 500)]).toEqual(["accepted", "already_used"]);
    expect([await outcome(limited.key), await outcome(limited.key), await outcome(limited.key)]).toEqual([
      "accepted",
      "accepted",
      "insufficient_balance",
    ]);
  });

  it("of another company, or where money is foreign, is denied", async () => {
    const [ours, theirs] = [
      idOf(await root.post("/companies", { name: name("Компанія ") })),
      idOf(await root.post("/companies", { name: name("Компанія ") })),
    ];
    const client = idOf(await root.post("/key_clients", { name: name("Клієнт "), company: theirs }));
    const { key } = await makeKey("BALANCE", 10_000, 0, { client });
    const location = idOf(
      await root.post("/locations", {
        name: name("Локація "),
        address: "вул.",
        city: "Київ",
        region: "AA",
        company: ours,
      }),
    );
    const there = await makeUnit(location);
    expect(await there.ask(key, 500)).toMatchObject({ result: "denied", reason: "other_company", hold: null });
    expect(await unit.ask(key, 500)).toMatchObject({ result: "accepted", reason: null });
    await run(api.pool, sql`update devices set audit_currency = 'PLN' where id = ${there.device}`);
    const free = await makeKey("BALANCE", 10_000);
    expect(await there.ask(free.key, 500)).toMatchObject({ result: "denied", reason: "foreign_money" });
  });

  it("is answered the same twice, and its id is no other ask's", async () => {
    const { key, id } = await makeKey("BALANCE", 1000);
    const first = await unit.ask(key.toLowerCase().replace(/..(?=.)/g, "$&:"), 800);
    expect(await unit.ask(key, 800, { id: first.id })).toEqual(first);
    const again = (over: object) =>
      unit.rawAsk(JSON.stringify({ id: first.id, kind: "rfid", code: key, cell: "3", price: 800, ...over }));
    for (const over of [{ price: 700 }, { code: "04FF" }, { kind: "qr" }])
      expect(await again(over)).toMatchObject({ status: 409, error: "key_reused" });
    await unit.send({ events: [vend({ at: moment(), price: 800, ...used("rfid", key, first.id) })] });
    expect((await again({})).data).toMatchObject({ result: "accepted" });
    expect(await walletOf(id)).toMatchObject({ balance: 200 });
  });

  it("holds its money until the vend failed or the minute is over, and what is vended after all is paid", async () => {
    const { key, id } = await makeKey("BALANCE", 1000);
    const failed = await unit.ask(key, 800);
    expect((await unit.ask(key, 800)).result).toBe("insufficient_balance");
    const events = (result: string, over: object) => [
      vend({ at: moment(), price: 800, result, ...used("rfid", key, failed.id), ...over }),
    ];
    await unit.send({ events: events("vend_fail", {}) });
    const slow = await unit.ask(key, 800);
    expect(slow.result).toBe("accepted");
    await run(api.pool, sql`update authorisations set expires_at = now() - interval '1 second' where state = 'held'`);
    expect((await unit.ask(key, 900)).result).toBe("accepted");
    await unit.send({ events: [vend({ at: moment(), price: 800, ...used("rfid", key, slow.id) })] });
    await unit.send({ events: events("vend_success", {}) });
    await unit.send({ events: events("vend_fail", {}) });
    expect(await walletOf(id)).toEqual({ balance: -600, bonus_balance: 0 });
    expect((await root.get(`/key_wallets/${id}`)).data).toMatchObject({ overdrawn: true, balance: -600 });
  });

  const asks = (kind: "rfid" | "qr", code: string) =>
    Array.from({ length: 12 }, () => ({
      device: unit.device,
      unit: unit.id,
      ask: { id: name("ask "), kind, code, cell: "3", price: 400 },
    }));
  const accepted = (said: readonly Said[]) => said.filter((one) => one !== "reused" && one.result === "accepted");

  it.each(["apart", "together"])(
    "gives no more than it has to machines that ask at the same moment, %s",
    async (how) => {
      const { key } = await makeKey("BALANCE", 1000);
      const code = name("CODE0000");
      idOf(await root.post("/qr_codes", { code, amount: 3500 }));
      for (const [list, most] of [[asks("rfid", key), 2] as const, [asks("qr", code), 1] as const]) {
        const said =
          how === "together"
            ? await authorise(api.pool, list)
            : (await Promise.all(list.map((one) => authorise(api.pool, [one])))).flat();
        expect(accepted(said)).toHaveLength(most);
      }
    },
  );

  it("is answered once when two processes hear the same ask at the same moment", async () => {
    const { key, id } = await makeKey("BALANCE", 1000);
    const [one] = asks("rfid", key);
    const said = await Promise.all(Array.from({ length: 8 }, () => authorise(api.pool, one ? [one] : [])));
    expect(new Set(said.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(accepted(said.flat())).toHaveLength(8);
    const held = sql`select sum(main) as main from authorisations where wallet_id = ${id}`;
    expect(await only(api.pool, z.object({ main: z.number() }), held)).toEqual({ main: 400 });
  });

  it("pays for the vend that names it, when its scan stood beside another one before", async () => {
    const { key, id } = await makeKey("BALANCE", 5000);
    const when = Date.parse(moment());
    const scan = { id: name("scan "), t: "rfid", at: iso(when), code: key, result: "vended", cell: "3", price: 800 };
    await unit.send({ events: [vend({ at: iso(when - MINUTE), price: 800, source: "cashless1" })] });
    await unit.send({ events: [scan] });
    await unit.send({ events: [vend({ at: iso(when - 5_000), price: 800, ...used("rfid", key) })] });
    expect((await movesOf(id)).slice(1)).toEqual([{ type: "sell_withdraw", amount: -800 }]);
  });

  it("pays once for a vend of which the reader tells later, and another vend comes nearer to the scan", async () => {
    const { key, id } = await makeKey("BALANCE", 5000);
    const when = Date.parse(moment());
    const scan = { id: name("scan "), t: "rfid", at: iso(when), code: key, result: "vended", cell: "3", price: 800 };
    await unit.send({ events: [vend({ at: iso(when - MINUTE), price: 800, ...used("rfid", key) })] });
    await unit.send({ events: [scan] });
    await unit.send({ events: [vend({ at: iso(when - 5_000), price: 800, source: "cashless1" })] });
    expect((await movesOf(id)).slice(1)).toEqual([{ type: "sell_withdraw", amount: -800 }]);
  });

  it("pays one vend with a hold, of its own machine", async () => {
    const { key, id } = await makeKey("BALANCE", 5000);
    const other = await makeUnit();
    const { id: hold } = await unit.ask(key, 800);
    // Of another unit that never asked: a vend without an ask, and no claim on what is held here.
    await other.send({ events: [vend({ at: moment(), price: 700, ...used("rfid", key, hold) })] });
    for (const at of [moment(), moment()])
      await unit.send({ events: [vend({ at, price: 800, ...used("rfid", key, hold) })] });
    expect(await movesOf(id)).toEqual([
      { type: "balance", amount: 5000 },
      { type: "sell_withdraw", amount: -700 },
      { type: "sell_withdraw", amount: -800 },
    ]);
  });

  it.each([
    "",
    "[]",
    "{",
    `{"id":"a","kind":"rfid","code":"1","cell":"3","price":-1}`,
    `{"id":"a","kind":"rfid","code":"1","cell":"3","price":1.5}`,
    `{"id":"a","kind":"rfid","code":"1","cell":"3","price":1e12}`,
    `{"id":"a","kind":"rfid","code":"1","cell":"3","price":"100"}`,
    `{"id":"a","kind":"cash","code":"1","cell":"3","price":1}`,
    `{"id":"","kind":"rfid","code":"1","cell":"3","price":1}`,
    `{"id":"a","kind":"rfid","code":"\\u0000","cell":"3","price":1}`,
    `{"id":"${"a".repeat(65)}","kind":"rfid","code":"1","cell":"3","price":1}`,
    `{"id":"a","kind":"rfid","code":"1","price":1}`,
    "[".repeat(3000),
  ])("that cannot be read is refused: %s", async (body) => {
    expect((await unit.rawAsk(body)).status).toBe(400);
  });
});

describe("a code that asks", () => {
  const makeCode = async (over: Values = {}) => {
    const code = name("CODE0000");
    return { id: idOf(await root.post("/qr_codes", { code, amount: 3500, ...over })), code };
  };
  const stateOf = async (id: number) =>
    z.object({ state: z.string() }).parse((await root.get(`/qr_codes/${id}`)).data).state;

  it("pays one vend, whoever asks at once, and is free again when that failed", async () => {
    const { id, code } = await makeCode();
    const units = [unit, await makeUnit(), await makeUnit()];
    const answers = await Promise.all(
      units.flatMap((one) => [one, one].map((each) => each.ask(code, 3500, { kind: "qr" }))),
    );
    expect(answers.map(({ result }) => result).toSorted()).toEqual([
      "accepted",
      ...Array<string>(5).fill("already_used"),
    ]);
    const won = answers.findIndex(({ result }) => result === "accepted");
    const [winner, hold] = [units[Math.floor(won / 2)], answers[won]?.id];
    await winner?.send({ events: [vend({ at: moment(), result: "vend_fail", ...used("qr", code, hold) })] });
    const second = await unit.ask(code, 3500, { kind: "qr" });
    expect(second.result).toBe("accepted");
    expect(await stateOf(id)).toBe("NOT_USED");
    await unit.send({ events: [vend({ at: moment(), ...used("qr", code, second.id) })] });
    expect(await stateOf(id)).toBe("USED");
    expect((await unit.ask(code, 3500, { kind: "qr" })).result).toBe("already_used");
  });

  it("is answered by its outcome", async () => {
    const elsewhere = await makeCode({ device: await makeDevice(root, model) });
    const old = await makeCode({ expires_on: iso(Date.now() + DAY).slice(0, 10) });
    await run(api.pool, sql`update qr_codes set expires_on = current_date - 2 where id = ${old.id}`);
    const blocked = await makeCode();
    await root.post(`/qr_codes/${blocked.id}/block`);
    const cheap = await makeCode({ amount: 3499 });
    const outcome = async (code: string) => (await unit.ask(code, 3500, { kind: "qr" })).result;
    expect(await outcome(elsewhere.code)).toBe("other_device");
    expect(await outcome(old.code)).toBe("expired");
    expect(await outcome(blocked.code)).toBe("blocked");
    expect(await outcome(cheap.code)).toBe("insufficient_balance");
    expect(await outcome("NOSUCHCODE")).toBe("not_found");
  });

  it("is used by a vend that was made without asking", async () => {
    const { id, code } = await makeCode();
    await unit.send({ events: [vend({ at: moment(), ...used("qr", code), source: "free" })] });
    expect(await stateOf(id)).toBe("USED");
  });
});

describe("an employee of a club who asks", () => {
  it("is answered with the lowered price, which the sale keeps with the rule that gave it, or is denied with a reason", async () => {
    const number = name("SL-");
    const settings = z.object({ version: z.number() }).parse((await root.get("/sportlife/discounts/general")).data);
    await root.post("/sportlife/discounts/general", { ...settings, "discounts[0].percent": 15 });
    const id = idOf(await root.post("/sportlife/keys", { number, full_name: "Олена" }));
    const answer = await unit.ask(number, 3333, { kind: "partner" });
    expect(answer).toMatchObject({ result: "accepted", price: 2833, discount: 500, balance: null });
    await unit.send({ events: [vend({ at: moment(), price: 2833, ...used("partner", number, answer.id) })] });
    const kept = z.object({
      price: z.number(),
      discount: z.number(),
      rule: z.string(),
      state: z.string(),
      amount: z.number(),
    });
    expect(
      await only(
        api.pool,
        kept,
        sql`select a.price, a.discount, a.rule, a.state, s.amount from authorisations a join sales s on s.device_id = a.device_id and s.id = a.sale_id where a.employee_id = ${id}`,
      ),
    ).toEqual({ price: 3333, discount: 500, rule: "general", state: "captured", amount: 2833 });
    const whose = z.object({ id: z.number() });
    const report = async () =>
      reportSchema
        .parse((await root.get("/reports/report_sport_life?by=sport_life_key")).data)
        .items.find(({ cuts }) => whose.safeParse(cuts.sport_life_key).data?.id === id)?.figures;
    const figures = { vends: 1, full_price: 3333, discount: 500, paid: 2833 };
    expect(await report()).toMatchObject(figures);
    // The same vend, of which the reader tells too.
    const told = sql`select sold_at as at from sales s join authorisations a on a.device_id = s.device_id and a.sale_id = s.id where a.employee_id = ${id}`;
    const { at } = await only(api.pool, z.object({ at: z.string() }), told);
    const scan = { id: name("scan "), t: "partner", at, code: number, result: "vended", cell: "3", price: 2833 };
    await unit.send({ events: [scan] });
    expect(await report()).toMatchObject(figures);
    await root.post(`/sportlife/keys/${id}/block`);
    const denied = async (code: string) => (await unit.ask(code, 3333, { kind: "partner" })).reason;
    expect([await denied(number), await denied("nobody")]).toEqual(["employee_blocked", "employee_unknown"]);
  });
});

/** How a vend that a key pays for is told, and in which order. */
const WAYS = ["asked", "asked", "asked", "fails", "silent", "offline", "scan", "ask comes late", "scan too"] as const;

describe.each([11, 12, 13, 14])("keys at many machines at once, whatever comes twice, late or never (%d)", (seed) => {
  it("hold what their movements add up to, pay for each vend once and for nothing else", async () => {
    const next = random(seed);
    const whole = (most: number) => Math.floor(next() * most);
    const units = await Promise.all(Array.from({ length: 5 }, () => makeUnit()));
    const keys = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const [type, main, bonus] = [KEY_TYPES[whole(KEY_TYPES.length)] ?? "BALANCE", whole(9) * 1000, whole(4) * 700];
        const percent = whole(3) * 2.5;
        return {
          type,
          main,
          bonus,
          percent,
          ...(await makeKey(type, main, bonus, { cashback_percent: percent })),
          index,
        };
      }),
    );
    /** What was vended for each key. */
    const vended = new Map<number, number[]>();
    const offline = new Set<number>();
    let at = Date.now() - 6 * DAY;

    async function purchase(way: (typeof WAYS)[number]): Promise<void> {
      const key = keys[whole(keys.length)];
      const machine = units[whole(units.length)];
      if (!key || !machine) throw new Error("nobody buys nothing");
      const price = 300 + whole(12) * 77;
      at += 7 * MINUTE;
      const when = iso(at);
      const hold = name("hold ");
      const ask = () => machine.ask(key.key, price, { id: hold });
      const paid = () => {
        const isAsked = way !== "offline";
        return vend({ at: when, price, ...used("rfid", key.key, isAsked ? hold : undefined) });
      };
      const scan = { id: name("scan "), t: "rfid", at: when, code: key.key, result: "vended", cell: "3", price };
      const tell = async (...events: object[]) => {
        const told = shuffled(next() < 0.3 ? [...events, ...events] : events, next);
        const batches = next() < 0.5 ? [told] : told.map((event) => [event]);
        for (const batch of batches) await machine.send({ events: batch });
        if (next() < 0.3) await machine.send({ events: told.slice(0, 1) });
      };
      const note = () => vended.set(key.index, [...(vended.get(key.index) ?? []), price]);
      if (way === "offline" || way === "scan" || way === "ask comes late") {
        offline.add(key.index);
        note();
      }
      switch (way) {
        case "offline":
          return tell(paid());
        case "scan":
          return tell(scan, vend({ at: when, price, source: "cashless1" }));
        case "ask comes late":
          await tell(paid());
          await ask();
          return;
        case "asked":
        case "fails":
        case "silent":
        case "scan too": {
          const answers = await Promise.all(next() < 0.3 ? [ask(), ask()] : [ask()]);
          if (answers[0]?.result !== "accepted" || way === "silent") return;
          if (way === "fails") return tell({ ...paid(), result: "vend_fail" });
          note();
          return way === "scan too" ? tell(paid(), scan) : tell(paid());
        }
      }
    }

    const plan = shuffled(
      Array.from({ length: 90 }, (_, index) => WAYS[index % WAYS.length] ?? "asked"),
      next,
    );
    const lanes = Array.from({ length: 6 }, async () => {
      for (let way = plan.pop(); way; way = plan.pop()) await purchase(way);
    });
    await Promise.all(lanes);

    expect(await checkWallets(api.pool)).toEqual([]);
    for (const { id, type, main, bonus, percent, index } of keys) {
      const paid = vended.get(index) ?? [];
      const moves = await movesOf(id);
      const sum = (...types: string[]) =>
        moves.reduce((all, { type, amount }) => (types.includes(type) ? all + amount : all), 0);
      const earned = moves.filter(({ type }) => type === "cashback_deposit");
      const { balance, bonus_balance } = await walletOf(id);
      if (type === "UNLIMITED" || type === "ONE_TIME_PURCHASE") {
        expect([balance, bonus_balance]).toEqual([main, bonus]);
        expect(moves.filter(({ type }) => type === "unlimited" || type === "one_time_purchase")).toHaveLength(
          paid.length,
        );
        continue;
      }
      const taken = paid.reduce((all, price) => all + price, 0);
      expect(taken + sum("sell_withdraw", "bonus_withdraw", "cashback_withdraw"), `${type} of ${index}`).toBe(0);
      expect(balance + bonus_balance).toBe(main + bonus - taken + sum("cashback_deposit"));
      const wanted = moves
        .filter(({ type }) => type === "sell_withdraw")
        .map(({ amount }) => Math.floor((-amount * percent) / 100 + 0.5));
      expect(earned.map(({ amount }) => amount)).toEqual(
        type === "CASHBACK" ? wanted.filter((amount) => amount > 0) : [],
      );
      if (!offline.has(index)) expect(Math.min(balance, bonus_balance)).toBeGreaterThanOrEqual(0);
    }
    const open = await one(
      api.pool,
      z.object({ doubled: z.number() }),
      sql`select count(*) as doubled from (select 1 from key_moves where authorisation_id is not null group by authorisation_id, type having count(*) > 1) x`,
    );
    expect(open).toEqual({ doubled: 0 });
  });
});
