import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { cardHolder } from "~server/contract/card-holders";
import { franchise } from "~server/contract/entities/franchises";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { bonusesSchema, STATEMENT_PAGE } from "~server/contract/key-clients";
import { KEY_MOVE_TYPES, KEY_MOVES, type KeyMove } from "~server/contract/key-moves";
import { reportSchema } from "~server/contract/reports/answer";
import { type NewMove, writeMoves } from "~server/vending/areas/keys/ledger";
import { run, transaction } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { idOf, type Person, testApi } from "./app";
import { dayOf, idIn } from "./moving";
import { makeModel } from "./network";
import { made, saved } from "./samples";
import { callingUnit, DAY, iso, MINUTE, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const own = await made(root, franchise);
const limited = await api.person({ permissions: ["KEY_CLIENTS"], mode: "OPEN_SELECTED" });
const partner = await api.person({ permissions: ["KEY_CLIENTS"] });
await run(api.pool, sql`update users set franchise_id = ${own} where id = ${partner.id}`);
let serial = 0;

const statement = async (who: Person, id: number, query: string) => {
  const reply = await who.get(`/key_clients/${id}/statement?${query}`);
  expect([query, reply.status, reply.fields]).toEqual([query, 200, {}]);
  return reportSchema.parse(reply.data);
};
const book = (moves: NewMove[]) => transaction(api.pool, (tx) => writeMoves(tx, moves));

it.each([1, 2, 3])("a statement is what moved while keys were the client's: %d", async (seed) => {
  const draw = random(seed);
  const pick = <T>(of: readonly T[]): T => {
    const found = of[Math.floor(draw() * of.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  const clients = [await made(root, keyClient), await made(root, keyClient)];
  const keys = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const client = pick(clients);
      return { client, id: idOf(await root.post("/key_wallets", { key: `07${++serial}`, type: "BALANCE", client })) };
    }),
  );
  const moves: { key: number; client: number; day: string; type: KeyMove; amount: number; program: number | null }[] =
    [];
  const [program, other] = [700 + seed, 800 + seed];
  for (let step = 0; step < 60; step++) {
    const key = pick(keys);
    if (draw() < 0.15) {
      key.client = pick(clients);
      await saved(root, keyWallet, key.id, { client: key.client });
      continue;
    }
    const [type, at] = [pick(KEY_MOVE_TYPES), Date.now() - Math.floor(draw() * 20 * DAY)];
    const amount = KEY_MOVES[type].sign * (1 + Math.floor(draw() * 900)) * (draw() < 0.2 ? -1 : 1);
    const earned = type === "bonus" && draw() < 0.7 ? { program: pick([program, other]), shiftAt: at - 5_000 } : {};
    await book([{ wallet: key.id, type, amount, at, price: 50, key: `s ${++serial}`, ...earned }]);
    const told = { key: key.id, client: key.client, day: dayOf(at), type, amount, program: earned.program ?? null };
    moves.push(told);
  }
  for (const client of clients)
    for (const [back, until] of [
      [20, 0],
      [10, 3],
      [5, 5],
    ] as const) {
      const [from, to] = [dayOf(Date.now() - back * DAY), dayOf(Date.now() - until * DAY)];
      for (const who of [root, limited]) {
        const found = await statement(who, client, `from=${from}&to=${to}`);
        const ofClient = moves.filter((one) => one.client === client && one.day <= to);
        const figures = (of: typeof moves) => {
          const sum = (some: typeof moves) => some.reduce((all, { amount }) => all + amount, 0);
          const balance = (pocket: string, all: typeof moves) =>
            sum(all.filter(({ type }) => KEY_MOVES[type].pocket === pocket));
          const before = of.filter(({ day }) => day < from);
          return {
            ...{ main_opening: balance("main", before), main_closing: balance("main", of) },
            ...{ bonus_opening: balance("bonus", before), bonus_closing: balance("bonus", of) },
            ...Object.fromEntries<number>(
              KEY_MOVE_TYPES.map((type) => [
                `${type}_count`,
                of.filter((m) => m.day >= from && m.type === type).length,
              ]),
            ),
            sell_withdraw_sum: sum(of.filter((m) => m.day >= from && m.type === "sell_withdraw")),
            cashback_deposit_sum: sum(of.filter((m) => m.day >= from && m.type === "cashback_deposit")),
          };
        };
        expect(found.total.figures).toMatchObject(figures(ofClient));
        for (const { cuts, figures: told } of found.items)
          expect(told).toMatchObject(figures(ofClient.filter(({ key }) => String(key) === idIn(cuts.key))));
        const shown = found.items.map(({ cuts }) => idIn(cuts.key));
        const used = ofClient.filter((m) => m.day >= from).map(({ key }) => String(key));
        expect(used.filter((key) => !shown.includes(key))).toEqual([]);
        for (const { figures: told } of [...found.items, found.total])
          for (const pocket of ["main", "bonus"])
            expect(told[`${pocket}_closing`]).toBe(
              (told[`${pocket}_opening`] ?? 0) + (told[`${pocket}_in`] ?? 0) - (told[`${pocket}_out`] ?? 0),
            );

        for (const asked of [undefined, program]) {
          const reply = await who.get(
            `/key_clients/${client}/bonuses?from=${from}&to=${to}${asked ? `&program=${asked}` : ""}`,
          );
          const bonuses = bonusesSchema.parse(reply.data);
          const earned = ofClient.filter(
            (m) => m.day >= from && m.program !== null && (asked === undefined || m.program === asked),
          );
          expect([bonuses.total, bonuses.amount]).toEqual([
            earned.length,
            earned.reduce((all, { amount }) => all + amount, 0),
          ]);
          expect(bonuses.items.map(({ key, amount }) => `${idIn(key)} ${amount}`).sort()).toEqual(
            earned.map(({ key, amount }) => `${key} ${amount}`).sort(),
          );
          const moments = bonuses.items.map(({ at }) => String(at));
          expect(moments).toEqual([...moments].sort().reverse());
        }
      }
    }
});

it("a machine's log says whose key was held before it to who sees keys, or clients", async () => {
  const unit = await callingUnit(api, root, await makeModel(root));
  const client = await made(root, keyClient);
  const key = "0A0000CD";
  const wallet = idOf(await root.post("/key_wallets", { key, owner: "Власниця", type: "BALANCE", client }));
  const held = (id: string, code: string) => ({ id, t: "rfid", at: iso(Date.now() - 60_000), code, result: "vended" });
  await unit.send({ events: [held("h1", key), held("h2", "0A9999CD")] });
  // Whose it was then stays.
  await saved(root, keyWallet, wallet, { client: "" });
  const answer = z.object({ items: z.array(z.object({ kind: z.string(), holder: z.unknown() })) });
  const seenBy = async (who: Person) => {
    const reply = await who.get(`/devices/${unit.device}/events?kind=rfid`);
    return answer.parse(reply.data).items.flatMap(({ holder }) => (holder === null ? [] : [holder]));
  };
  const [walletRef, clientRef] = [{ id: wallet, label: key }, { id: client }];
  expect(await seenBy(root)).toMatchObject([{ wallet: walletRef, owner: "Власниця", client: clientRef }]);
  const person = (permissions: string[]) => api.person({ permissions: ["DEVICE", ...permissions] });
  expect(await seenBy(await person([]))).toEqual([]);
  expect(await seenBy(await person(["KEY_CLIENTS"]))).toMatchObject([{ wallet: null, owner: null, client: clientRef }]);
  expect(await seenBy(await person(["KEY_WALLETS"]))).toMatchObject([{ wallet: walletRef, client: null }]);
});

it("a machine's sale, its log and a ticket about it say whose key or code paid to who sees those", async () => {
  const unit = await callingUnit(api, root, await makeModel(root));
  const client = await made(root, keyClient);
  const key = "0A0000CE";
  const wallet = idOf(await root.post("/key_wallets", { key, owner: "Власниця", type: "BALANCE", client }));
  const code = idOf(await root.post("/qr_codes", { code: "WHOSECODE01", amount: 5_000 }));
  const paid = (ago: number, card: string, by: string) =>
    vend({ at: iso(Date.now() - ago * MINUTE), source: "cashless1", paid: { card, code: by } });
  await unit.send({ events: [paid(9, "rfid", key), paid(5, "qr", "WHOSECODE01")] });
  await saved(root, keyWallet, wallet, { client: "" });
  const ticket = idOf(
    await root.post("/help_desk/tickets", {
      subject: "a",
      type: "DEVICE_PROBLEM",
      device: unit.device,
      priority: "MEDIUM",
    }),
  );
  const list = z.object({ items: z.array(z.object({ holder: cardHolder.nullable() })) });
  const beside = z.object({ machine: z.object({ sales: z.array(z.object({ holder: cardHolder.nullable() })) }) });
  const seenBy = async (who: Person) => {
    const sales = list.parse((await who.get(`/devices/${unit.device}/sales/list`)).data).items;
    const told = beside.parse((await who.get(`/help_desk/tickets/${ticket}/context`)).data).machine.sales;
    expect(told).toMatchObject(sales);
    return sales.map(({ holder }) => holder);
  };
  const [walletRef, clientRef, codeRef] = [{ id: wallet, label: key }, { id: client }, { id: code }];
  const nothing = { wallet: null, owner: null, client: null, code: null, employee: null };
  const ofKey = { ...nothing, wallet: walletRef, owner: "Власниця" };
  expect(await seenBy(root)).toMatchObject([
    { ...nothing, code: codeRef },
    { ...ofKey, client: clientRef },
  ]);
  const person = (permissions: string[]) => api.person({ permissions: ["DEVICE", "HELP_DESK", ...permissions] });
  expect(await seenBy(await person([]))).toEqual([null, null]);
  expect(await seenBy(await person(["KEY_CLIENTS"]))).toMatchObject([null, { ...nothing, client: clientRef }]);
  expect(await seenBy(await person(["KEY_WALLETS"]))).toMatchObject([null, ofKey]);
  expect(await seenBy(await person(["QR_CODES"]))).toMatchObject([{ ...nothing, code: codeRef }, null]);
});

it("whose key or code paid is no business of a franchise, whatever its people may see of their own machine", async () => {
  const place = idOf(
    await root.post("/locations", { name: "Франшиза", address: "a", city: "Київ", region: "AA", franchise: own }),
  );
  const unit = await callingUnit(api, root, await makeModel(root), { location: place });
  const client = await made(root, keyClient);
  const key = "0A0000CF";
  await root.post("/key_wallets", { key, type: "BALANCE", client });
  const at = iso(Date.now() - 5 * MINUTE);
  await unit.send({
    events: [
      { id: "held", t: "rfid", at, code: key, result: "vended" },
      vend({ at: iso(Date.now() - 9 * MINUTE), source: "cashless1", paid: { card: "rfid", code: key } }),
    ],
  });
  const theirs = await api.person({ permissions: ["DEVICE", "KEY_WALLETS", "KEY_CLIENTS", "QR_CODES"] });
  await run(api.pool, sql`update users set franchise_id = ${own} where id = ${theirs.id}`);
  const list = z.object({ items: z.array(z.object({ holder: z.unknown() })) });
  for (const what of ["sales/list", "events?kind=rfid"]) {
    const seenBy = async (who: Person) => list.parse((await who.get(`/devices/${unit.device}/${what}`)).data).items;
    expect(await seenBy(root)).toMatchObject([{ holder: { client: { id: client } } }]);
    expect(await seenBy(theirs)).toMatchObject([{ holder: null }]);
  }
});

it("what is told late of a key is of the client who had it then, and so is what it earned", async () => {
  const unit = await callingUnit(api, root, await makeModel(root));
  const [before, after] = [await made(root, keyClient), await made(root, keyClient)];
  const key = "0A0000D0";
  const wallet = idOf(
    await root.post("/key_wallets", { key, type: "BALANCE", client: before, original_balance: 9_000 }),
  );
  await run(
    api.pool,
    sql`insert into key_client_programs (key_client_id, position, name, shifts, bonus, sales_count)
      select id, 0, 'a', '[{"start":0,"end":0}]', id, 1 from key_clients where id in (${before}, ${after})`,
  );
  await saved(root, keyWallet, wallet, { client: after });
  const sold = (ago: number) =>
    vend({ at: iso(Date.now() - ago), source: "cashless1", price: 1_000, paid: { card: "rfid", code: key } });
  await unit.send({
    events: [
      sold(9 * MINUTE),
      { id: "held", t: "rfid", at: iso(Date.now() - 8 * MINUTE), code: key, result: "vended" },
    ],
  });
  await unit.send({ events: [sold(0)] });
  const ofClients = async (rest: string) =>
    (await api.pool.query({ text: `select client_id, ${rest}`, values: [wallet], rowMode: "array" })).rows;
  expect(await ofClients("type, amount from key_moves where wallet_id = $1 order by id")).toEqual([
    [before, "balance", 9_000],
    [before, "sell_withdraw", -1_000],
    [before, "bonus", before],
    [after, "bonus_withdraw", -before],
    [after, "sell_withdraw", before - 1_000],
    [after, "bonus", after],
  ]);
  expect(await ofClients("state from authorisations where wallet_id = $1 order by at")).toEqual([
    [before, "captured"],
    [after, "captured"],
  ]);
  expect(await ofClients("result from scans where wallet_id = $1")).toEqual([[before, "vended"]]);
});

it("a statement is for who sees the client", async () => {
  const id = await made(root, keyClient);
  const nobody = await api.person({ permissions: ["KEY_WALLETS"] });
  for (const what of ["statement", "bonuses"]) {
    expect((await partner.get(`/key_clients/${id}/${what}`)).status).toBe(404);
    expect((await nobody.get(`/key_clients/${id}/${what}`)).status).toBe(403);
    expect((await root.get(`/key_clients/${id}/${what}?from=2026-02-30`)).status).toBe(400);
    expect((await root.get(`/key_clients/${id}/${what}?from=2026-02-03&to=2026-02-01`)).status).toBe(400);
  }
});

it("more keys than a page has stand on the next one, under the total of all", async () => {
  const client = await made(root, keyClient);
  await run(
    api.pool,
    sql`insert into key_wallets (key, client_id, type) select 'AB' || n, ${client}, 'BALANCE' from generate_series(10001, ${10001 + STATEMENT_PAGE}::integer) n`,
  );
  await run(
    api.pool,
    sql`insert into key_moves (wallet_id, client_id, type, amount, balance, bonus_balance, at, day, key)
      select id, client_id, 'balance', 100, 100, 0, now(), kyiv_day(now()), 'x' from key_wallets where client_id = ${client}`,
  );
  const pages = [await statement(root, client, ""), await statement(root, client, "page=2")];
  expect(pages.map(({ items }) => items.length)).toEqual([STATEMENT_PAGE, 1]);
  for (const { total } of pages) expect(total.figures.main_closing).toBe(100 * (STATEMENT_PAGE + 1));
});

it("a client's balances are those of all its keys, whoever sees the client", async () => {
  const draw = random(11);
  const [client, other] = [await made(root, keyClient), await made(root, keyClient)];
  const sums = { keys: 0, balance: 0, bonus_balance: 0 };
  for (let n = 0; n < 40; n++) {
    const isOurs = draw() < 0.7;
    const owner = isOurs ? client : other;
    const wallet = idOf(await root.post("/key_wallets", { key: `09${++serial}`, type: "BALANCE", client: owner }));
    const [main, bonus] = [Math.floor((draw() - 0.3) * 90_000) || 1, 1 + Math.floor(draw() * 900)];
    const at = Date.now();
    await book([
      { wallet, type: main > 0 ? "refill" : "sell_withdraw", amount: main, at, price: 0, key: `m ${++serial}` },
      { wallet, type: "bonus", amount: bonus, at, price: 0, key: `b ${++serial}` },
    ]);
    if (!isOurs) continue;
    sums.keys += 1;
    sums.balance += main;
    sums.bonus_balance += bonus;
  }
  for (const who of [root, limited]) expect((await who.get(`/key_clients/${client}/balances`)).data).toEqual(sums);
  expect((await partner.get(`/key_clients/${client}/balances`)).status).toBe(404);
});
