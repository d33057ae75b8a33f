import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { rows, run } from "~server/vending/database/query";
import { kyivTime } from "~server/vending/demonstration/calendar";
import { envelope } from "../fixtures/evadts/build";
import { random, shuffled } from "../unit/evadts/random";
import { testApi } from "./app";
import { makeModel, makeUnit } from "./network";
import { callingUnit, HOUR, iso, MINUTE } from "./unit";

// Machines that sell, are read and tell of their vends, while events and files get lost, come twice, late and in any order,
// units are replaced and tell everything again under other ids, clocks are hours wrong and boards are initialised: the books
// must be what was really sold, as far as anything that came can know, and the same whatever came first.

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const PRICES = [1_500, 2_500, 4_000];
const SOURCES = ["cash", "cashless1"] as const;
const STEP = 4 * HOUR;

interface Sold {
  at: number;
  product: number;
  source: (typeof SOURCES)[number];
}
/** What a machine counted since its board was initialised. */
interface Read {
  at: number;
  number: number;
  initialisedAt: number;
  counted: readonly Sold[];
}

/** A machine's vends, and its reads every four hours; `resetIn`: the period in whose middle its board is initialised. */
function life(next: () => number, reads: number, resetIn: number | null) {
  const start = Math.floor(Date.now() / MINUTE) * MINUTE - (reads + 1) * STEP;
  const sold: Sold[] = [];
  const told: Read[] = [];
  let number = 20 + Math.floor(next() * 50);
  let initialisedAt = start - 400 * 24 * HOUR;
  // What a used machine counted before the story begins.
  let counted: Sold[] = Array.from({ length: 50 }, () => drawn(next, start - HOUR));
  for (let index = 0; index < reads; index++) {
    const at = start + (index + 1) * STEP;
    if (index > 0) {
      const vends = Array.from({ length: Math.floor(next() * 12) }, () =>
        drawn(next, at - STEP + (5.5 + Math.floor(next() * 230)) * MINUTE),
      ).sort((one, other) => one.at - other.at);
      const resetAt = index === resetIn ? at - STEP / 2 : null;
      if (resetAt !== null) [number, initialisedAt, counted] = [0, resetAt, []];
      // Vends of the same moment would be one for who tells of them again.
      const apart = vends.filter(({ at: time }, i) => i === 0 || time !== vends[i - 1]?.at);
      sold.push(...apart);
      counted = [...counted, ...apart.filter((one) => resetAt === null || one.at > resetAt)];
    }
    number++;
    told.push({ at, number, initialisedAt, counted });
  }
  return { sold, reads: told };
}

const drawn = (next: () => number, at: number): Sold => ({
  at,
  product: Math.floor(next() * PRICES.length),
  source: next() < 0.5 ? "cash" : "cashless1",
});

const priceOf = ({ product }: Sold) => PRICES[product] ?? 0;
const tally = (vends: readonly Sold[]) => ({
  count: vends.length,
  amount: vends.reduce((sum, one) => sum + priceOf(one), 0),
});

function fileOf({ at, number, initialisedAt, counted }: Read, ahead: number): Uint8Array {
  const clock = (moment: number) => kyivTime(moment + ahead).replace(/\D/g, "");
  const of = (source: string) => tally(counted.filter((one) => one.source === source));
  const [all, cash, card] = [tally(counted), of("cash"), of("cashless1")];
  const pair = ({ count, amount }: { count: number; amount: number }) => `${amount}*${count}`;
  return envelope([
    "ID1*DIS0001*T1*1",
    "ID4*2*1980*UAH",
    `EA3*${number}*${clock(at).slice(2, 8)}*${clock(at).slice(8, 12)}******${number}`,
    `EA4*${clock(initialisedAt).slice(2, 8)}*${clock(initialisedAt).slice(8, 12)}`,
    `VA1*${pair(all)}`,
    `CA2*${pair(cash)}`,
    `DA2*${pair(card)}`,
    ...PRICES.flatMap((price, product) => {
      const ours = counted.filter((one) => one.product === product);
      const line = (source: string, name: string) => {
        const count = ours.filter((one) => one.source === source).length;
        return `PA7*${product + 1}*${name}*0*${price}*${count}*${count * price}`;
      };
      return [
        `PA1*${product + 1}*${price}`,
        `PA2*${ours.length}*${ours.length * price}`,
        line("cash", "CA"),
        line("cashless1", "DA"),
      ];
    }),
  ]);
}

/** Vends and kopecks of a machine by source. */
const soldRow = z.object({ source: z.string(), count: z.number(), amount: z.number() });
const booksOf = (device: number) =>
  rows(
    api.pool,
    soldRow,
    sql`select source, sum(count) as count, sum(amount) as amount from sales where device_id = ${device} group by 1 order by 1`,
  );
/** To the minute: a wrong clock is put right by when a call came, and that takes some milliseconds; vends are told of half minutes. */
const everySale = (device: number) =>
  rows(
    api.pool,
    z.unknown(),
    sql`select date_trunc('minute', sold_at) as sold_at, selection, source, count, amount, file_id is null as told from sales where device_id = ${device} order by 1, 2, 3, 4, 5, 6`,
  );

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  "the books of a machine are what it sold, as far as anything that came can know: %d",
  async (seed) => {
    const next = random(100 + seed);
    const count = 4 + Math.floor(next() * 5);
    const resetIn = next() < 0.5 ? 2 + Math.floor(next() * (count - 2)) : null;
    const { sold, reads } = life(next, count, resetIn);
    const ahead = next() < 0.3 ? (next() < 0.5 ? 3 : -2) * HOUR : 0;
    // The first read and those beside the initialisation came; of the others some did not.
    const ends = new Set([0, count - 1, ...(resetIn === null ? [] : [resetIn - 1, resetIn])]);
    const came = reads.filter((_read, index) => ends.has(index) || next() < 0.7);
    const share = [0, 0.3, 0.7, 1][Math.floor(next() * 4)] ?? 1;
    const told = sold.filter(() => next() < share);

    const play = async (order: () => number) => {
      const unit = await callingUnit(api, root, model);
      const eventsOf = (vends: readonly Sold[], name: string) => ({
        sent_at: iso(Date.now() + ahead),
        events: vends.map(({ at, product, source }) => ({
          ...{ id: `${name} ${at}`, t: "sale", at: iso(at + ahead), cell: String(product + 1) },
          ...{ price: PRICES[product] ?? 0, source, result: "vend_success" },
        })),
      });
      const batches: (readonly Sold[])[] = [];
      for (let from = 0; from < told.length; from += 7) batches.push(told.slice(from, from + 7));
      const sends = [
        ...came.map((read) => async () => {
          const answer = await unit.audit(fileOf(read, ahead), {
            "x-read-at": iso(read.at + ahead),
            "x-sent-at": iso(Date.now() + ahead),
          });
          expect(answer.status).toBe(200);
        }),
        ...[...batches, ...batches.slice(0, 2)].map((batch) => () => unit.send(eventsOf(batch, "vend"))),
      ];
      for (const send of shuffled(sends, order)) await send();
      // Another unit takes over and tells everything that it finds again, under its own ids, with a clock of its own.
      await run(api.pool, sql`update telemetries set device_id = null where id = ${unit.id}`);
      const other = await makeUnit(root, unit.device);
      for (const batch of shuffled(batches, order)) {
        const answer = await api
          .client(other.secret)
          .raw("/telemetry/batch", JSON.stringify(eventsOf(batch, "again")), {
            "x-device": other.serial,
            "content-type": "application/json",
          });
        expect(answer.status).toBe(200);
      }
      await api.gateway.flush();
      return unit.device;
    };

    // Between two reads of one board all is known; of what came before an initialisation and after the read before it, what was told.
    const counted = (one: Sold) => {
      const [before, after] = [came.findLast(({ at }) => at <= one.at), came.find(({ at }) => at > one.at)];
      return before !== undefined && after !== undefined && after.counted.includes(one);
    };
    // Only a machine's own clock says when that was: a vend told just before may be one that was counted just after.
    const isUnsure = (one: Sold) =>
      resetIn !== null &&
      reads[resetIn - 1]?.counted.includes(one) === false &&
      one.at < (reads[resetIn]?.initialisedAt ?? 0);
    const known = sold.filter((one) => counted(one) || told.includes(one));
    const device = await play(random(seed));
    const books = await booksOf(device);
    const sure = known.filter((one) => !isUnsure(one));
    const total = books.reduce((sum, one) => sum + one.count, 0);
    expect([total >= sure.length, total <= known.length]).toEqual([true, true]);
    if (sure.length === known.length) {
      const truth = SOURCES.map((source) => ({ source, ...tally(sure.filter((one) => one.source === source)) }));
      expect(books).toEqual(truth.filter((one) => one.count > 0));
    }
    const other = await play(random(1_000 + seed));
    expect(await everySale(other)).toEqual(await everySale(device));
    const before = await everySale(device);
    await rebuildSales(api.pool, [device]);
    expect(await everySale(device)).toEqual(before);
  },
);
