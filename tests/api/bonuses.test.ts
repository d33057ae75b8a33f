import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import type { KeyMove } from "~server/contract/key-moves";
import type { Shift } from "~server/contract/shifts";
import { settleBonuses } from "~server/vending/areas/keys/bonuses";
import { checkWallets } from "~server/vending/areas/keys/check";
import { type NewMove, writeMoves } from "~server/vending/areas/keys/ledger";
import { type Db, only, rows, run, transaction } from "~server/vending/database/query";
import { DAY, ODD_DAYS, slowOccurrence, someShifts } from "../fleet/occurrence-truth";
import { random } from "../unit/evadts/random";
import { testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const { pool } = api;
const idRow = z.object({ id: z.number() });
const insert = async (statement: ReturnType<typeof sql>) => (await only(pool, idRow, statement)).id;

interface Program {
  id: number;
  client: number;
  shifts: Shift[];
  bonus: number;
  sales_amount: number | null;
  sales_count: number | null;
}
interface Paid {
  wallet: number;
  client: number | null;
  at: number;
  authorisation: string;
  /** Rows that took something, and what was given back of each. */
  parts: { id: number; type: KeyMove; amount: number; back: number }[];
}

let serial = 0;
const newClient = () => insert(sql`insert into key_clients (name) values (${`Клієнт ${++serial}`}) returning id`);
const newWallet = (client: number | null) =>
  insert(
    sql`insert into key_wallets (key, client_id, type) values (${`06${++serial}`}, ${client}, 'BALANCE') returning id`,
  );
const newProgram = async (of: Omit<Program, "id">): Promise<Program> => ({
  ...of,
  id: await insert(sql`
    insert into key_client_programs (key_client_id, position, name, shifts, bonus, sales_amount, sales_count)
    values (${of.client}, 0, ${`Програма ${++serial}`}, ${JSON.stringify(of.shifts)}::jsonb, ${of.bonus}, ${of.sales_amount}, ${of.sales_count}) returning id`),
});

const bonusRow = z.object({
  wallet_id: z.number(),
  program_id: z.number(),
  shift_at: z.string(),
  amount: z.number(),
  key: z.string(),
  at: z.string(),
});
const booked = () =>
  rows(
    pool,
    bonusRow,
    sql`select wallet_id, program_id, shift_at, amount, key, at from key_moves where program_id is not null order by id`,
  );
const balanceOf = async (wallet: number) =>
  (
    await only(
      pool,
      z.object({ bonus_balance: z.number() }),
      sql`select bonus_balance from key_wallets where id = ${wallet}`,
    )
  ).bonus_balance;

/** Vends of one moment that a key paid, and what settles them. */
async function vend(wallet: number, at: number, amount: number, type: KeyMove = "sell_withdraw") {
  const authorisation = randomUUID();
  await transaction(pool, async (tx) => {
    await writeMoves(tx, [
      { wallet, type, amount: -amount, price: amount, at, authorisation, key: `${type} ${authorisation}` },
    ]);
    await settleBonuses(tx, [{ wallet, at }]);
  });
}

it.each([1, 4, 5, 6, 7])(
  "what programs give is what vends earned, whatever came late, twice, out of order or was taken back: %d",
  async (seed) => {
    const draw = random(seed);
    const pick = <T>(of: readonly T[]): T => {
      const found = of[Math.floor(draw() * of.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    };
    const started = Date.now();
    const clients = [await newClient(), await newClient()];
    const programs: Program[] = [];
    for (let n = 0; n < 5; n++) {
      const bare = n < 4 && draw() < 0.8;
      programs.push(
        await newProgram({
          client: pick(clients),
          shifts: n === 0 ? [{ start: 22 * 60, end: 6 * 60 }] : someShifts(draw),
          bonus: 100 + Math.floor(draw() * 900),
          sales_amount: bare && draw() < 0.5 ? null : Math.floor(draw() * 2000),
          sales_count: bare && draw() < 0.5 ? null : Math.floor(draw() * 4),
        }),
      );
    }
    const owner = new Map<number, number | null>();
    for (let n = 0; n < 3; n++) {
      const client = pick(clients);
      owner.set(await newWallet(client), client);
    }
    const wallets = [...owner.keys()];
    const paid: Paid[] = [];
    const expected: Omit<z.infer<typeof bonusRow>, "at">[] = [];
    const firstAt = new Map<string, number>();
    const held = new Map<number, number>();

    /** Books one after the other what should be, by looking through everything each time. */
    const settle = async (vends: { wallet: number; at: number }[], balances: Map<number, number>) => {
      const asked = vends
        .flatMap(({ wallet, at }) =>
          paid.filter((one) => one.wallet === wallet && one.at === at && one.parts.some((part) => part.amount >= 0)),
        )
        .flatMap((one) =>
          programs
            .filter(({ client }) => client === one.client)
            .map((program) => ({ one, program, during: slowOccurrence(program.shifts, one.at) })),
        );
      const seen = new Set<string>();
      const inTurn = asked
        .flatMap(({ one, program, during }) => (during ? [{ wallet: one.wallet, program, during }] : []))
        .sort(
          (a, b) =>
            a.wallet - b.wallet ||
            a.during.begin - b.during.begin ||
            a.during.end - b.during.end ||
            a.program.id - b.program.id,
        );
      for (const { wallet, program, during } of inTurn) {
        const name = [wallet, program.id, during.begin].join();
        if (seen.has(name)) continue;
        seen.add(name);
        let [count, sum, reached] = [0, 0, NaN];
        const counted = paid
          .filter((one) => one.wallet === wallet && one.client === program.client)
          .filter((one) => one.at >= during.begin && one.at < during.end)
          .map((one) => ({ at: one.at, left: one.parts.reduce((all, part) => all + part.amount - part.back, 0) }))
          .filter(({ left }) => left > 0)
          .sort((a, b) => a.at - b.at);
        for (const { at, left } of counted) {
          count += 1;
          sum += left;
          const isThere = count >= (program.sales_count ?? 1) && sum >= (program.sales_amount ?? 0);
          if (isThere && Number.isNaN(reached)) reached = at;
        }
        const shift_at = new Date(during.begin).toISOString();
        const before = expected.filter(
          (row) => row.wallet_id === wallet && row.program_id === program.id && row.shift_at === shift_at,
        );
        const granted = before.reduce((all, row) => all + row.amount, 0);
        const due = Number.isNaN(reached) ? 0 : (before[0]?.amount ?? program.bonus);
        const balance = balances.get(wallet) ?? 0;
        const spendable = Math.max(0, balance - (held.get(wallet) ?? 0));
        const amount = due >= granted ? due - granted : -Math.min(granted - due, spendable);
        if (amount === 0) continue;
        balances.set(wallet, balance + amount);
        const key = `bonus ${program.id} ${shift_at}${before.length ? ` ${before.length + 1}` : ""}`;
        if (!before.length) firstAt.set(`${wallet} ${key}`, reached);
        expected.push({ wallet_id: wallet, program_id: program.id, shift_at, amount, key });
      }
    };

    const day = pick(ODD_DAYS);
    const grid = 30 * 60_000;
    const earlier = () => Math.floor((day + draw() * 1.2 * DAY) / grid) * grid + pick([0, 0, -1, 1, 7_000]);
    const steps = {
      async vends() {
        const told = Array.from({ length: 1 + Math.floor(draw() * 4) }, (): Paid => {
          const wallet = pick(wallets);
          const both = draw() < 0.3;
          const of = (type: KeyMove) => ({ id: 0, type, amount: Math.floor(draw() * 5) * 150, back: 0 });
          return {
            ...{ wallet, client: owner.get(wallet) ?? null, at: earlier(), authorisation: randomUUID() },
            parts: both
              ? [of("sell_withdraw"), of("bonus_withdraw")]
              : [of(pick(["sell_withdraw", "cashback_withdraw", "bonus_withdraw"]))],
          };
        });
        await transaction(pool, async (tx) => {
          const moves = told.flatMap(({ wallet, at, authorisation, parts }): NewMove[] => [
            ...parts.map(({ type, amount }) => ({
              ...{ wallet, type, amount: -amount, at, authorisation, key: `${type} ${authorisation}` },
            })),
            // Vends of the same moment for which nothing is paid count for nothing.
            { wallet, type: "unlimited", amount: 0, price: 900, at, key: `unlimited ${authorisation}` },
          ]);
          const written = await writeMoves(tx, moves);
          for (const one of told)
            for (const part of one.parts)
              part.id = written.find(({ key }) => key === `${part.type} ${one.authorisation}`)?.id ?? 0;
          paid.push(...told);
          const asked = told.flatMap(({ wallet, at }) => [
            { wallet, at },
            { wallet, at },
          ]);
          await settle(asked, await balancesOf(tx));
          await settleBonuses(tx, asked);
        });
      },
      async back() {
        const left = paid.filter(({ parts }) => parts.some(({ amount, back }) => amount > back));
        if (!left.length) return;
        const one = pick(left);
        await transaction(pool, async (tx) => {
          for (const part of one.parts.filter(() => draw() < 0.8)) {
            const amount = draw() < 0.7 ? part.amount - part.back : Math.floor((part.amount - part.back) / 2);
            if (!amount) continue;
            part.back += amount;
            await writeMoves(tx, [
              {
                ...{ wallet: one.wallet, type: part.type, amount, at: Date.now(), reverses: part.id },
                ...{ authorisation: one.authorisation, key: `back ${++serial}` },
              },
            ]);
          }
          await settle([one], await balancesOf(tx));
          await settleBonuses(tx, [one]);
        });
      },
      async again() {
        const asked = paid.filter(() => draw() < 0.5);
        await transaction(pool, async (tx) => {
          await settle(asked, await balancesOf(tx));
          await settleBonuses(tx, asked);
        });
      },
      async spend() {
        const wallet = pick(wallets);
        const amount = Math.max(0, await balanceOf(wallet));
        await transaction(pool, (tx) =>
          writeMoves(tx, [
            { wallet, type: "bonus_withdraw", amount: -amount, at: started + ++serial, key: `spent ${serial}` },
          ]),
        );
      },
      async hold() {
        const [wallet, amount] = [pick(wallets), pick([50, 400])];
        held.set(wallet, (held.get(wallet) ?? 0) + amount);
        await run(
          pool,
          sql`
          insert into authorisations (id, device_id, placement_id, card, code, wallet_id, price, bonus, result, state, at, expires_at)
          values (${randomUUID()}, 1, 1, 'rfid', 'x', ${wallet}, ${amount}, ${amount}, 'accepted', 'held', now(), now() + interval '1 hour'),
            (${randomUUID()}, 1, 1, 'rfid', 'x', ${wallet}, 9000, 9000, 'accepted', 'held', now(), now() - interval '1 minute'),
            (${randomUUID()}, 1, 1, 'rfid', 'x', ${wallet}, 9000, 9000, 'accepted', 'captured', now(), now() + interval '1 hour')`,
        );
      },
      async handOver() {
        const [wallet, client] = [pick(wallets), pick([...clients, null])];
        await run(pool, sql`update key_wallets set client_id = ${client} where id = ${wallet}`);
        owner.set(wallet, client);
      },
      async reword() {
        const program = pick(programs);
        program.bonus = 100 + Math.floor(draw() * 900);
        program.sales_count = pick([null, 1, 2, 3]);
        await run(
          pool,
          sql`update key_client_programs set bonus = ${program.bonus}, sales_count = ${program.sales_count} where id = ${program.id}`,
        );
      },
    };
    const balancesOf = async (tx: typeof pool | Parameters<typeof writeMoves>[0]) =>
      new Map(
        (
          await rows(
            tx,
            z.object({ id: z.number(), bonus_balance: z.number() }),
            sql`select id, bonus_balance from key_wallets`,
          )
        ).map(({ id, bonus_balance }) => [id, bonus_balance]),
      );

    const { vends, back, again, spend, hold, handOver, reword } = steps;
    for (let step = 0; step < 60; step++) {
      await pick([vends, vends, vends, back, back, again, spend, hold, handOver, reword])();
      const found = (await booked()).filter(({ wallet_id }) => wallets.includes(wallet_id));
      expect([step, found.map(({ at: _, ...row }) => row)]).toEqual([step, expected]);
      for (const { wallet_id, key, at } of found) {
        const first = firstAt.get(`${wallet_id} ${key}`);
        if (first === undefined) expect(Date.parse(at)).toBeGreaterThanOrEqual(started);
        else expect([key, Date.parse(at)]).toEqual([key, first]);
      }
      const last = await rows(
        pool,
        z.object({ id: z.number(), at: z.string().nullable() }),
        sql`select id, last_bonus_at as at from key_client_programs where id = any(${sql.param(programs.map(({ id }) => id))}::integer[])`,
      );
      for (const { id, at } of last) {
        const grants = found.filter((row) => row.program_id === id && row.amount > 0).map((row) => Date.parse(row.at));
        expect(at === null ? null : Date.parse(at)).toBe(grants.length ? Math.max(...grants) : null);
      }
    }
    expect(expected.some(({ amount }) => amount < 0)).toBe(true);
    expect(expected.length).toBeGreaterThan(5);
    expect(await checkWallets(pool)).toEqual([]);
  },
);

it("hours that change in the middle of a shift give no second bonus for it", async () => {
  const client = await newClient();
  const of = { bonus: 500, sales_amount: null, sales_count: 1 };
  const program = await newProgram({ client, shifts: [{ start: 480, end: 960 }], ...of });
  const [early, late] = [await newWallet(client), await newWallet(client)];
  // 3 hours before Kyiv.
  const at = (time: string) => Date.parse(`2026-06-${time}:00Z`);
  const hours = (start: number, end: number) =>
    run(
      pool,
      sql`update key_client_programs set shifts = ${JSON.stringify([{ start, end }])}::jsonb where id = ${program.id}`,
    );
  const earned = async (wallet: number) => (await balanceOf(wallet)) / of.bonus;
  await vend(early, at("10T05:30"), 100);
  expect(await earned(early)).toBe(1);
  await hours(540, 1020);
  for (const time of ["10T07:00", "10T13:30"]) await vend(early, at(time), 100);
  await vend(late, at("10T07:00"), 100);
  expect([await earned(early), await earned(late)]).toEqual([1, 1]);
  await hours(480, 960);
  for (const wallet of [early, late]) await vend(wallet, at("10T12:00"), 100);
  expect([await earned(early), await earned(late)]).toEqual([1, 1]);
  // Of another shift and another day they earn.
  await hours(960, 1440);
  await vend(early, at("10T14:00"), 100);
  await hours(540, 1020);
  await vend(early, at("11T07:00"), 100);
  expect(await earned(early)).toBe(3);
});

it("a bonus is given once, however many vends are booked at the same time", async () => {
  const client = await newClient();
  const shifts = [{ start: 0, end: 1440 }];
  const program = await newProgram({ client, shifts, bonus: 700, sales_amount: 300, sales_count: 3 });
  const [one, other] = [await newWallet(client), await newWallet(client)];
  const at = Date.parse("2026-06-10T09:00:00Z");
  await Promise.all(Array.from({ length: 24 }, (_, n) => vend(n % 2 ? one : other, at + n * 60_000, 100)));
  const found = (await booked()).filter(({ program_id }) => program_id === program.id);
  expect(found.map(({ wallet_id, amount }) => [wallet_id, amount]).sort()).toEqual([
    [one, 700],
    [other, 700],
  ]);
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([700, 700]);
  expect(await checkWallets(pool)).toEqual([]);
});

it("a thousand vends are settled by few statements", async () => {
  const client = await newClient();
  await newProgram({
    client,
    shifts: [{ start: 0, end: 1440 }],
    bonus: 10,
    sales_amount: null,
    sales_count: 1,
  });
  const wallets = await Promise.all(Array.from({ length: 20 }, () => newWallet(client)));
  const at = Date.parse("2026-05-01T00:00:00Z");
  const vends = Array.from({ length: 1000 }, (_, n) => ({
    wallet: wallets[n % 20] ?? 0,
    at: at + Math.floor(n / 20) * 43_200_000,
  }));
  let statements = 0;
  await transaction(pool, async (tx) => {
    await writeMoves(
      tx,
      vends.map(({ wallet, at: when }, n) => ({
        wallet,
        at: when,
        type: "sell_withdraw",
        amount: -5,
        key: `v ${n}`,
      })),
    );
    const counting: Db = {
      query: (statement) => {
        statements++;
        return tx.query(statement);
      },
    };
    await settleBonuses(counting, vends);
  });
  expect(statements).toBeLessThan(10);
  const days = new Set(vends.map(({ at: when }) => new Date(when + 3 * 3_600_000).toISOString().slice(0, 10)));
  expect(await Promise.all(wallets.map(balanceOf))).toEqual(wallets.map(() => days.size * 10));
});
