import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { LARGEST_MOVE } from "~server/contract/key-moves";
import { importSchema } from "~server/contract/drafts";
import { checkWallets } from "~server/vending/areas/keys/check";
import { randomOf, whole } from "~server/vending/demonstration/random";
import { idOf, type Reply, testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

/** What a wallet should have, worked out one movement after another. */
interface Truth {
  id: number;
  key: string;
  type: string;
  blocked: boolean;
  main: number;
  bonus: number;
  held: number;
}
const truths = new Map<string, Truth>();
const PAYS: Record<string, [main: boolean, bonus: boolean]> = {
  BALANCE: [true, false],
  BONUS: [false, true],
  CASHBACK: [true, true],
  UNLIMITED: [false, false],
};
const TYPES = Object.keys(PAYS);

const random = randomOf("wallets at random");
const any = <T>(of: readonly T[]): T => {
  const one = of[whole(random, 0, of.length - 1)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
};
const chance = (share: number) => random() < share;
/** Kopecks as they are sent, many of them nonsense. */
const HOSTILE = ["-1", "0", "0.5", "1e3", "NaN", "99999999999999999999", "1\0", "", "0x10", String(LARGEST_MOVE + 1)];
const isAmount = (sent: string) => /^\d+$/.test(sent) && Number(sent) >= 1 && Number(sent) <= LARGEST_MOVE;
const amount = () => (chance(0.2) ? any(HOSTILE) : String(whole(random, 1, 4_000)));
const uah = (kopecks: string) => (/^\d+$/.test(kopecks) ? `${Number(kopecks) / 100}`.replace(".", ",") : kopecks);

let serial = 40_000_000;
const done = ({ status }: Reply) => status === 200 || status === 201;
const free = (one: Truth) => Math.max(0, one.main - one.held);

/** Makes a key, by a form or by an import. */
async function issue(): Promise<void> {
  const key = chance(0.1) && truths.size ? any([...truths.keys()]) : String(++serial);
  const [type, main, bonus] = [any(TYPES), chance(0.5) ? amount() : "0", chance(0.3) ? amount() : "0"];
  const [paysMain, paysBonus] = PAYS[type] ?? [false, false];
  // Nothing written is nothing issued.
  const isIssued = (sent: string, pays: boolean) => sent === "" || sent === "0" || (isAmount(sent) && pays);
  const client = chance(0.1) ? "999999" : "";
  const isGood = !truths.has(key) && isIssued(main, paysMain) && isIssued(bonus, paysBonus) && !client;
  if (chance(0.5)) {
    const reply = await root.post("/key_wallets", { key, type, client, original_balance: main, original_bonus: bonus });
    expect([key, type, main, bonus, client, done(reply)]).toEqual([key, type, main, bonus, client, isGood]);
    if (isGood)
      truths.set(key, {
        id: idOf(reply),
        key,
        type,
        blocked: false,
        main: Number(main),
        bonus: Number(bonus),
        held: 0,
      });
    return;
  }
  const cells = {
    key,
    type,
    client: client && "немає такого",
    original_balance: uah(main),
    original_bonus: uah(bonus),
  };
  const draft = idOf(
    await root.raw("/key_wallets/imports/keys", JSON.stringify({ lines: [{ line: 2, cells }] }), json),
  );
  const both = await Promise.all([confirm(draft), confirm(draft)]);
  // A file has hryvnias: what is no whole number of kopecks in one notation may be one in the other.
  const inFile = (sent: string, pays: boolean) =>
    sent === "0.5" || sent === "1e3" || sent === "-1" ? Number.NaN : isIssued(sent, pays) ? Number(sent) : Number.NaN;
  const [m, b] = [sent05(main) ?? inFile(main, paysMain), sent05(bonus) ?? inFile(bonus, paysBonus)];
  const good =
    !truths.has(key) &&
    !client &&
    !Number.isNaN(m) &&
    !Number.isNaN(b) &&
    (m === 0 || paysMain) &&
    (b === 0 || paysBonus);
  expect([key, type, main, bonus, client, ...both.map(done)]).toEqual([key, type, main, bonus, client, good, good]);
  if (!good) return;
  const { rows } = await api.pool.query<{ id: number }>("select id from key_wallets where key = $1", [key]);
  truths.set(key, { id: rows[0]?.id ?? 0, key, type, blocked: false, main: m, bonus: b, held: 0 });
}
/** Half a hryvnia. */
const sent05 = (sent: string): number | undefined => (sent === "0.5" ? 50 : undefined);

const json = { "content-type": "application/json" };
const confirm = (id: number) => root.post(`/key_wallets/imports/${id}/confirm`);

/** Enters a movement, several times at once. */
async function enter(): Promise<void> {
  const one = any([...truths.values()]);
  const type = any(["manual_deposit", "manual_withdraw", "bonus", "cashback"]);
  const isBonus = type === "bonus" || type === "cashback";
  const sent = isBonus && chance(0.5) ? `-${whole(random, 1, 4_000)}` : amount();
  const form = { key: randomUUID(), type, amount: sent, reason: chance(0.05) ? "\0" : "Каса" };
  const [paysMain, paysBonus] = PAYS[one.type] ?? [false, false];
  const value = /^-?\d+$/.test(sent) ? Number(sent) * (type === "manual_withdraw" ? -1 : 1) : 0;
  const isWhole = isAmount(sent) || (isBonus && /^-\d+$/.test(sent) && value < 0 && value >= -LARGEST_MOVE);
  const isOwn = !isBonus || type === (one.type === "CASHBACK" ? "cashback" : "bonus");
  const [has, fits] = isBonus ? [one.bonus, paysBonus] : [free(one), paysMain];
  const before = isBonus ? one.bonus : one.main;
  const isGood =
    isWhole && isOwn && form.reason !== "\0" && (value > 0 ? fits && before + value <= LARGEST_MOVE : -value <= has);
  const replies = await Promise.all([1, 2, 3].map(() => root.post(`/key_wallets/${one.id}/moves`, form)));
  expect([one.type, type, sent, ...replies.map(done)]).toEqual([one.type, type, sent, isGood, isGood, isGood]);
  if (isGood && isBonus) one.bonus += value;
  if (isGood && !isBonus) one.main += value;
}

/** Different withdrawals at the same moment: together never more than is free, and as many as there is enough for. */
async function race(): Promise<void> {
  const one = any([...truths.values()]);
  const each = whole(random, 1, 1_000);
  const replies = await Promise.all(
    Array.from({ length: 6 }, () =>
      root.post(`/key_wallets/${one.id}/moves`, {
        key: randomUUID(),
        type: "manual_withdraw",
        amount: each,
        reason: "a",
      }),
    ),
  );
  const count = replies.filter(done).length;
  expect(count).toBe(Math.min(6, Math.floor(free(one) / each)));
  one.main -= count * each;
}

/** Many at once, some of them faulty: all or nothing, whatever is confirmed twice. */
async function many(): Promise<void> {
  const move = any(["manual_deposit", "manual_withdraw"]);
  const lines = Array.from({ length: whole(random, 1, 4) }, () => {
    const one = chance(0.04) ? undefined : any([...truths.values()]);
    return {
      one,
      key: one?.key ?? "77777777",
      sent: chance(0.04) ? any(["-1", "1e3", "", "1\0", "0,005"]) : String(whole(random, 1, 500)),
    };
  });
  const isGood =
    new Set(lines.map(({ key }) => key)).size === lines.length &&
    lines.every(({ one, sent }) => {
      if (!one || one.blocked || !isAmount(sent)) return false;
      return move === "manual_deposit"
        ? (PAYS[one.type]?.[0] ?? false) && one.main + Number(sent) <= LARGEST_MOVE
        : Number(sent) <= free(one);
    });
  const sent = JSON.stringify({
    lines: lines.map(({ key, sent: cell }, at) => ({ line: at + 2, cells: { key, amount: uah(cell) } })),
  });
  const draft = idOf(await root.raw(`/key_wallets/imports/moves?move=${move}&reason=a`, sent, json));
  const looked = importSchema.parse((await root.get(`/key_wallets/imports/${draft}`)).data);
  expect([sent, looked.faulty === 0]).toEqual([sent, isGood]);
  const replies = await Promise.all([confirm(draft), confirm(draft), confirm(draft)]);
  expect(replies.map(done)).toEqual([isGood, isGood, isGood]);
  if (isGood)
    for (const { one, sent: cell } of lines) if (one) one.main += Number(cell) * (move === "manual_deposit" ? 1 : -1);
}

/** A machine holds money, or a key is blocked, or neither any more. */
async function change(): Promise<void> {
  const one = any([...truths.values()]);
  if (chance(0.5)) {
    await root.post(`/key_wallets/${one.id}/${one.blocked ? "unblock" : "block"}`);
    one.blocked = !one.blocked;
    return;
  }
  await api.pool.query("delete from authorisations where wallet_id = $1", [one.id]);
  one.held = chance(0.7) ? whole(random, 1, 2_000) : 0;
  // One that has run out holds nothing.
  for (const [main, seconds] of [
    [one.held, 600],
    [5_000, -1],
  ] as const)
    await api.pool.query(
      `insert into authorisations (id, device_id, placement_id, card, code, wallet_id, price, main, result, state, at, expires_at)
      values ($1, 1, 1, 'RFID', 'x', $2, $3, $3, 'granted', 'held', now(), now() + $4 * interval '1 second')`,
      [randomUUID(), one.id, main, seconds],
    );
}

it("whatever is sent, each wallet has what its movements add up to, and those are the ones that should be", async () => {
  for (let n = 0; n < 12; n += 1) await issue();
  for (let n = 0; n < 350; n += 1) await any([issue, enter, enter, enter, race, many, many, change])();
  const { rows } = await api.pool.query<Truth & { moves: number }>(
    "select id, key, type, blocked, balance as main, bonus_balance as bonus from key_wallets order by key",
  );
  const wanted = [...truths.values()].map(({ held: _, ...one }) => one);
  expect(rows).toEqual(wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  expect(await checkWallets(api.pool)).toEqual([]);
});
