import { sql } from "drizzle-orm";
import { z } from "zod";
import { importSchema, MOST_LINES } from "~server/contract/drafts";
import { only, run } from "~server/vending/database/query";
import { ADMIN, type Service } from "../fleet/service";
import { BAR, Caller } from "./lists";

/** Seconds that a file of so many keys, or of movements, may take: looked through, shown and done. */
const MOST_SECONDS = 60;
const TIMES = 25;
/** Movements of the wallets that are compared. */
const FEW = 100;
const MANY = 100_000;

/** Files of 100,000 lines; answers what misses its bar. */
export async function files(service: Service): Promise<string[]> {
  const numbers = Array.from({ length: MOST_LINES }, (_, index) => String(8_000_000_000 + index));
  await run(service.pool, sql`insert into key_clients (name) values ('Large customer')`);
  const missed: string[] = [];
  for (const [what, path, cells] of [
    [
      "new keys",
      "/key_wallets/imports/keys",
      (key: string) => ({
        key,
        client: "Large customer",
        owner: `Owner of ${key}`,
        type: "BALANCE",
        original_balance: "100,00",
      }),
    ],
    [
      "movements",
      "/key_wallets/imports/moves?move=manual_deposit&reason=Bonus",
      (key: string) => ({ key, amount: "1" }),
    ],
  ] as const) {
    const lines = numbers.map((key, index) => ({ line: index + 2, cells: cells(key) }));
    const [shown, done] = await importOf(service, path, lines);
    console.log(
      `A file of ${MOST_LINES} ${what}: shown after ${shown.toFixed(1)} s, done in ${done.toFixed(1)} s more (bar ${MOST_SECONDS} s together).`,
    );
    if (shown + done > MOST_SECONDS) missed.push(`a file of ${what}`);
  }
  return missed;
}

const made = z.object({ data: z.object({ id: z.number() }) });
const told = z.object({ data: importSchema });

/** Seconds until a file is shown, and until it is done. */
async function importOf({ api }: Service, path: string, lines: object[]): Promise<[number, number]> {
  const session = await fetch(`${api}/login`, { method: "POST", body: new URLSearchParams(ADMIN) });
  const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(await session.json()).data;
  const send = async (
    method: string,
    to: string,
    body?: string,
    type = "application/x-www-form-urlencoded",
  ): Promise<unknown> => {
    const headers = { authorization: token, ...(body === undefined ? {} : { "content-type": type }) };
    const answer = await fetch(api + to, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) throw new Error(`${to} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const started = performance.now();
  const { id } = made.parse(await send("POST", path, JSON.stringify({ lines }), "application/json")).data;
  const { faulty } = told.parse(await send("GET", `/key_wallets/imports/${id}`)).data;
  if (faulty) throw new Error(`${faulty} lines are faulty`);
  const shown = performance.now();
  await send("POST", `/key_wallets/imports/${id}/confirm`, "");
  return [(shown - started) / 1_000, (performance.now() - shown) / 1_000];
}

/** Ways to look at a wallet's movements; a tenth of them are bonuses. */
const WAYS = {
  state: "state",
  latest: "moves",
  "second page": "moves?page=2",
  "bonus pocket": "moves?pocket=bonus",
  "main pocket": "moves?pocket=main",
  "one type": "moves?type=bonus",
  "two types": "moves?type=bonus&type=refill",
  "a rare type": "moves?type=cashback",
  "a month": "moves?day_from=2026-01-01&day_to=2026-01-31",
  "a month's bonuses": "moves?day_from=2026-01-01&day_to=2026-01-31&pocket=bonus",
};

/** A wallet of 100,000 movements beside one of 100; answers the ways that take more than twice as long. */
export async function largeWallet(service: Service): Promise<string[]> {
  const small = await walletWith(service, FEW);
  const large = await walletWith(service, MANY);
  await service.pool.query("vacuum analyze key_moves");
  const caller = await new Caller(service.api).signIn(ADMIN);
  const missed: string[] = [];
  for (const [what, path] of Object.entries(WAYS)) {
    const [few, many] = await times(caller, [`/key_wallets/${small}/${path}`, `/key_wallets/${large}/${path}`]);
    console.log(`A wallet with ${MANY} movements, ${what}: ${many.toFixed(1)} ms, with ${FEW} ${few.toFixed(1)} ms.`);
    if (many > BAR * few) missed.push(`a large wallet, ${what}`);
  }
  return missed;
}

/** Medians of calls that are made in turn, ms. */
async function times(caller: Caller, paths: [string, string]): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES + 3; time++)
    for (const [nth, path] of paths.entries()) {
      const started = performance.now();
      await caller.get(path);
      if (time >= 3) took[nth]?.push(performance.now() - started);
    }
  const median = (list: number[]) => list.toSorted((one, other) => one - other)[TIMES >> 1] ?? 0;
  return [median(took[0]), median(took[1])];
}

/** A wallet of which nine of ten movements are refills, and every tenth a bonus, over the last year; one is cashback. */
async function walletWith({ pool }: Service, count: number): Promise<number> {
  const { id } = await only(
    pool,
    z.object({ id: z.number() }),
    sql`insert into key_wallets (key, type) values (${`09${count}`}, 'BALANCE') returning id`,
  );
  await run(
    pool,
    sql`
    with moves as (
      select n, case when n = 7 then 'cashback' when n % 10 = 0 then 'bonus' else 'refill' end as type,
        timestamptz '2026-10-01' - interval '365 days' * (${count}::integer - n) / ${count}::integer as at from generate_series(1, ${count}::integer) n)
    insert into key_moves (wallet_id, type, amount, balance, bonus_balance, at, day, key)
    select ${id}, type, 100, 100 * count(*) filter (where type = 'refill') over w, 100 * count(*) filter (where type <> 'refill') over w, at, kyiv_day(at), 'bench ' || n
    from moves window w as (order by n)`,
  );
  await run(
    pool,
    sql`update key_wallets w set balance = m.balance, bonus_balance = m.bonus_balance
    from (select * from key_moves where wallet_id = ${id} order by id desc limit 1) m where w.id = ${id}`,
  );
  return id;
}
