import { sql } from "drizzle-orm";
import { type Db, rows, run } from "../database/query";
import { z } from "zod";
import { type NewMove, writeMoves } from "../areas/keys/ledger";
import * as tables from "../tables";
import { HOUR, kyivDay, type Moment, shiftDay } from "./calendar";
import { type InventedKey, KEYS } from "./keys";
import { insertAll, insertParts } from "./insert";
import { chance, pick, type Random, randomOf, whole } from "./random";
import { BATCH_CODES, CLUB_KEYS } from "./scans";

const OFFICE = [{ start: 8 * 60, end: 17 * 60 }];
const ROUND_THE_CLOCK = [
  { start: 7 * 60, end: 15 * 60 },
  { start: 15 * 60, end: 23 * 60 },
  { start: 23 * 60, end: 7 * 60 },
];

/** Employers who buy coffee for their people; money in kopecks. */
const CLIENTS = [
  {
    name: "Завод «Дніпротех»",
    phone: "+380560000401",
    cashback_percent: 5,
    email: "hr@dniprotech.example",
    programs: [{ name: "Кава на зміну", shifts: ROUND_THE_CLOCK, bonus: 6_000, sales_amount: null, sales_count: 2 }],
  },
  {
    name: "ІТ-компанія «Рядок»",
    phone: "+380440000402",
    cashback_percent: null,
    email: "office@riadok.example",
    programs: [{ name: "Ранкова кава", shifts: OFFICE, bonus: 4_500, sales_amount: 10_000, sales_count: null }],
  },
  {
    name: "Обласна лікарня, профспілка",
    phone: "+380530000403",
    cashback_percent: 3,
    email: null,
    programs: [],
  },
] as const;

/** Before the first of the invented sales. */
const ISSUED_DAYS_AGO = 120;
const REFILLED_DAYS_AGO = 41;
const TOPPED_UP_DAYS_AGO = 12;

const FIRST = [
  "Олена",
  "Андрій",
  "Ірина",
  "Максим",
  "Юлія",
  "Василь",
  "Роман",
  "Наталія",
  "Тетяна",
  "Оксана",
  "Павло",
  "Дмитро",
];
const LAST = [
  "Коваль",
  "Бойко",
  "Мороз",
  "Кравчук",
  "Олійник",
  "Руденко",
  "Марченко",
  "Левченко",
  "Гончар",
  "Сидоренко",
  "Павлюк",
  "Хоменко",
];

/** Key clients with their wallets, QR codes of the machines, and the sports club's keys and discounts. */
export async function addKeyring(tx: Db, now: Moment): Promise<void> {
  const recipes = (await rows(tx, idRow, sql`select id from recipes order by id`)).map(({ id }) => id);
  await addWallets(tx, now);
  await addCodes(tx, recipes, now);
  await addBatch(tx, now);
  await addSportsClub(tx, recipes, now);
}

const idRow = z.object({ id: z.number() });
const person = (random: () => number) => `${pick(random, LAST)} ${pick(random, FIRST)}`;

async function addWallets(tx: Db, now: Moment): Promise<void> {
  const ids = await insertAll(
    tx,
    tables.keyClients,
    CLIENTS.map(({ name, phone, email, cashback_percent }) => ({
      name,
      cashback_percent,
      phone,
      email,
    })),
  );
  await insertParts(
    tx,
    tables.keyClientPrograms,
    CLIENTS.flatMap(({ programs }, index) =>
      programs.map((program, position) => ({ key_client_id: ids[index] ?? 0, position, ...program })),
    ),
  );
  const random = randomOf("wallets");
  const wallets = KEYS.map(({ key, client, type }) => ({
    ...{ key, type },
    client_id: ids[client],
    owner: person(random),
    original_balance: type === "UNLIMITED" || type === "BONUS" ? 0 : issuedWith(random),
    original_bonus: bonusOf(type, random),
    blocked: chance(random, 0.03),
  }));
  const issued = await insertAll(tx, tables.keyWallets, wallets);
  const at = now - ISSUED_DAYS_AGO * 24 * HOUR;
  await writeMoves(
    tx,
    issued.flatMap((wallet, index) => {
      const { original_balance: amount = 0, original_bonus: bonus = 0, type } = wallets[index] ?? {};
      const moves: NewMove[] = [
        { wallet, at, key: "issue", type: "balance", amount },
        { wallet, at, key: "issue bonus", type: type === "CASHBACK" ? "cashback" : "bonus", amount: bonus },
        ...[REFILLED_DAYS_AGO, TOPPED_UP_DAYS_AGO].map((days, nth) => ({
          wallet,
          at: now - days * 24 * HOUR,
          key: `top up ${nth}`,
          type: nth ? ("manual_deposit" as const) : ("refill" as const),
          amount: amount && chance(random, 0.6) ? whole(random, 10, 60) * 500 : 0,
          reason: nth ? "Щомісячне поповнення від роботодавця" : null,
        })),
      ];
      return moves.filter((move) => move.amount > 0);
    }),
  );
}

/** 1,000 to 2,500 hryvnias are enough until today; the few who get 100 to 300 run out, and machines that do not ask sell to them. */
const issuedWith = (random: Random): number =>
  chance(random, 0.04) ? whole(random, 20, 60) * 500 : whole(random, 200, 500) * 500;

/** Bonuses and cashback that a key is issued with, kopecks. */
function bonusOf(type: InventedKey["type"], random: Random): number {
  if (type === "BONUS") return issuedWith(random);
  return type === "CASHBACK" && chance(random, 0.4) ? whole(random, 1, 12) * 500 : 0;
}

async function addCodes(tx: Db, recipes: readonly number[], now: Moment): Promise<void> {
  const readers = await rows(tx, idRow, sql`select id from devices where reader_type in ('QR', 'RFID_QR') order by id`);
  const random = randomOf("codes");
  await insertAll(
    tx,
    tables.qrCodes,
    Array.from({ length: 48 }, () => {
      const isUsed = chance(random, 0.4);
      return {
        code: `QR${String(100_000_000 + whole(random, 0, 899_999_999))}`,
        device_id: chance(random, 0.7) ? pick(random, readers).id : null,
        recipe_id: pick(random, recipes),
        amount: whole(random, 5, 9) * 500,
        expires_on: shiftDay(kyivDay(now), whole(random, -10, 40)),
        used_at: isUsed ? new Date(now - whole(random, 1, 200) * 3_600_000) : null,
        blocked: !isUsed && chance(random, 0.08),
      };
    }),
  );
}

/** Codes that were handed out together, for whatever a machine sells. */
async function addBatch(tx: Db, now: Moment): Promise<void> {
  const said = { amount: 6_000, expires_on: shiftDay(kyivDay(now), 60) };
  const made = { created_at: new Date(now - ISSUED_DAYS_AGO * 24 * HOUR) };
  const [batch = 0] = await insertAll(tx, tables.qrBatches, [
    { name: "Форум роздрібної торгівлі: кава учасникам", codes_count: BATCH_CODES.length, ...said, ...made },
  ]);
  await insertParts(
    tx,
    tables.qrCodes,
    BATCH_CODES.map((code) => ({ code, batch_id: batch, ...said, ...made })),
  );
}

async function addSportsClub(tx: Db, recipes: readonly number[], now: Moment): Promise<void> {
  const random = randomOf("sports club");
  const keys = await insertAll(
    tx,
    tables.sportLifeKeys,
    CLUB_KEYS.map((number, index) => ({
      number,
      full_name: person(random),
      blocked: index === 9,
    })),
  );
  await insertParts(
    tx,
    tables.sportLifeKeyDiscounts,
    keys.flatMap((key_id) =>
      [0, 1].map((position) => ({ key_id, position, recipe_id: recipes[position] ?? 0, percent: 10 + 10 * position })),
    ),
  );
  await run(tx, sql`insert into sport_life_discounts (id) overriding system value values (1) on conflict do nothing`);
  await insertParts(tx, tables.sportLifeDiscountRows, [
    { list_id: 1, position: 0, recipe_id: null, percent: 5, valid_from: null, valid_to: null },
    {
      list_id: 1,
      position: 1,
      recipe_id: recipes[0] ?? null,
      percent: 15,
      valid_from: kyivDay(now),
      valid_to: shiftDay(kyivDay(now), 30),
    },
  ]);
}
