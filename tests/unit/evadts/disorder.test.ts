import { expect, it } from "vitest";
import { z } from "zod";
import type { ReadHeader } from "~server/vending/evadts/arrange";
import { JOBS } from "~server/vending/areas/audits/jobs";
import { envelope } from "../../fixtures/evadts/build";
import { random, shuffled } from "./random";

// A machine that sells, is read, and whose files are lost, damaged, cut off, sent twice and delivered in any order: what is
// derived from those that came must be what the machine sold between the first and the last, product by product.

const PRICES = [1500, 2500, 4000];

interface Truth {
  number: number;
  at: Date;
  initialisedAt: Date;
  /** Vends of each product in coins and by card. */
  sold: { cash: number; card: number }[];
}

/** Reads of a machine; `resetAt`: before this one it was initialised. */
function life(next: () => number, reads: number, resetAt: number | null): Truth[] {
  const began = new Date("2024-05-01T08:00:00Z");
  let at = new Date("2025-03-01T06:00:00Z").getTime();
  let [number, initialisedAt] = [Math.floor(next() * 50), began];
  let sold = PRICES.map(() => ({ cash: Math.floor(next() * 900), card: Math.floor(next() * 900) }));
  return Array.from({ length: reads }, (_, index) => {
    at += (1 + Math.floor(next() * 40)) * 3_600_000;
    if (index === resetAt) {
      [number, initialisedAt] = [0, new Date(at - 1_800_000)];
      sold = PRICES.map(() => ({ cash: 0, card: 0 }));
    }
    number += 1;
    sold = sold.map(({ cash, card }) => ({
      cash: cash + Math.floor(next() * 30),
      card: card + Math.floor(next() * 30),
    }));
    return { number, at: new Date(at), initialisedAt, sold };
  });
}

const stamp = (time: Date) => time.toISOString().replace(/\D/g, "").slice(2, 8);
const hour = (time: Date) => time.toISOString().replace(/\D/g, "").slice(8, 12);
const total = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);
const worth = (counts: readonly number[]) => total(counts.map((count, index) => count * (PRICES[index] ?? 0)));

function fileOf({ number, at, initialisedAt, sold }: Truth, hasClock: boolean, transmission: number): string {
  const [cash, card] = [sold.map((one) => one.cash), sold.map((one) => one.card)];
  const all = sold.map((one) => one.cash + one.card);
  const lines = [
    "ID1*DIS0001*T1*1",
    "ID4*2*1980*UAH",
    `EA3*${number}*${hasClock ? `${stamp(at)}*${hour(at)}` : "*"}******${number}`,
    `EA4*${stamp(initialisedAt)}*${hour(initialisedAt)}`,
    `VA1*${worth(all)}*${total(all)}`,
    `CA2*${worth(cash)}*${total(cash)}`,
    `DA2*${worth(card)}*${total(card)}`,
    ...all.flatMap((count, index) => [
      `PA1*${index + 1}*${PRICES[index]}`,
      `PA2*${count}*${count * (PRICES[index] ?? 0)}`,
      `PA7*${index + 1}*CA*0*${PRICES[index]}*${cash[index]}*${(cash[index] ?? 0) * (PRICES[index] ?? 0)}`,
      `PA7*${index + 1}*DA*0*${PRICES[index]}*${card[index]}*${(card[index] ?? 0) * (PRICES[index] ?? 0)}`,
    ]),
  ];
  return Buffer.from(envelope(lines))
    .toString("latin1")
    .replace("*VA*", `*VA${transmission || ""}*`);
}

const withOtherDigits = (file: string) => file.replaceAll(/\*(\d)(\d+)\*/g, (_all, first, rest) => `*${rest}${first}*`);
/** The total stays right. */
const withOtherProducts = (file: string) =>
  file.replaceAll(/(PA[17])\*([12])\*/g, (_all, segment, product) => `${segment}*${3 - Number(product)}*`);

const lineSchema = z.array(
  z.object({ selection: z.string().nullable(), source: z.string(), count: z.number(), amount: z.number() }),
);
const headerSchema = z.custom<Omit<ReadHeader, "id" | "readAt" | "isReleased">>((value) => value instanceof Object);

/** Vends and kopecks by product and source. */
type Sums = Record<string, [number, number]>;

/** All that the files tell, all together. */
function derived(files: readonly string[]): Sums {
  const reads = files.map((text, index) => {
    const receivedAt = new Date(Date.parse("2025-09-01T00:00:00Z") + index * 60_000).toISOString();
    const file = {
      raw: Buffer.from(text, "latin1"),
      receivedAt,
      fromInitialisation: false,
      ignoreCrc: false,
      multipliers: { coins: 1, bills: 1, prices: 1 },
    };
    const [report] = JOBS.read(file);
    if (!report) throw new Error("a file has a report");
    const header = headerSchema.parse(JSON.parse(report.header));
    return { counters: report.counters, header: { ...header, id: String(index), readAt: null, isReleased: false } };
  });
  const counters = new Map(reads.map((read) => [read.header.id, read.counters]));
  const sums: Sums = {};
  for (const { id, state, previousId } of JOBS.arrange(reads.map(({ header }) => header)).placements) {
    if (state !== "delta" && state !== "from_initialisation") continue;
    const previous = state === "delta" && previousId !== null ? (counters.get(previousId) ?? null) : null;
    const { lines } = JOBS.derive({ previous, current: counters.get(id) ?? "" });
    for (const { selection, source, count, amount } of lineSchema.parse(JSON.parse(lines))) {
      const [vends, money] = sums[`${selection} ${source}`] ?? [0, 0];
      sums[`${selection} ${source}`] = [vends + count, money + amount];
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [count, amount]]) => count !== 0 || amount !== 0));
}

/** What was sold from one read to another one; without the former since the initialisation. */
function sales(from: Truth | null, to: Truth): Sums {
  const sums: Sums = {};
  to.sold.forEach(({ cash, card }, index) => {
    const before = from?.sold[index] ?? { cash: 0, card: 0 };
    const bySource = { cash: cash - before.cash, cashless1: card - before.card };
    for (const [source, count] of Object.entries(bySource))
      if (count !== 0) sums[`${index + 1} ${source}`] = [count, count * (PRICES[index] ?? 0)];
  });
  return sums;
}

function add(one: Sums, other: Sums) {
  const sums = { ...one };
  for (const [key, [count, amount]] of Object.entries(other)) {
    const [vends, money] = sums[key] ?? [0, 0];
    sums[key] = [vends + count, money + amount];
  }
  return sums;
}

it.each([
  ["with a clock", true],
  ["without a clock", false],
])("of a machine %s everything is told that was sold, whatever befell its files", (_, hasClock) => {
  const next = random(hasClock ? 21 : 22);
  for (let run = 0; run < 120; run++) {
    const count = 5 + Math.floor(next() * 6);
    // Without a clock nobody knows whether it was initialised since the read before.
    const resetAt = hasClock && next() < 0.4 ? 2 + Math.floor(next() * (count - 3)) : null;
    const truths = life(next, count, resetAt);
    const ends = new Set([0, count - 1, ...(resetAt === null ? [] : [resetAt - 1, resetAt])]);
    const damaged = 1 + Math.floor(next() * (count - 2));
    const files = truths.flatMap((truth, index) => {
      const file = fileOf(truth, hasClock, 0);
      const again = next() < 0.3 ? [fileOf(truth, hasClock, 1)] : [];
      if (ends.has(index)) return [file, ...again];
      if (index === damaged) return [next() < 0.5 ? withOtherDigits(file) : withOtherProducts(file)];
      const fate = next();
      if (fate < 0.2) return [];
      return fate < 0.4 ? [file.slice(0, file.indexOf("PA2*") + Math.floor(next() * 200))] : [file, ...again];
    });
    const [first, last] = [truths[0], truths.at(-1)];
    const [before, after] = resetAt === null ? [] : [truths[resetAt - 1], truths[resetAt]];
    if (!first || !last) throw new Error("no reads");
    const expected = before && after ? add(sales(first, before), sales(null, last)) : sales(first, last);
    // Without a clock, a lower number that came last may be that of a machine that counts anew: the next file tells.
    const arrived = hasClock ? shuffled(files, next) : [...shuffled(files.slice(0, -1), next), ...files.slice(-1)];
    expect([run, derived(arrived)]).toEqual([run, expected]);
  }
});
