import { describe, expect, it } from "vitest";
import type { Counters } from "~server/vending/evadts/counters";
import { derivePeriod } from "~server/vending/evadts/derive";
import { parseAudit } from "~server/vending/evadts/parse";
import type { Period } from "~server/vending/evadts/period";
import { envelope, fixture } from "../../fixtures/evadts/build";
import { random } from "./random";

function counters(bytes: Uint8Array): Counters {
  const [report] = parseAudit(bytes).reports;
  if (report === undefined) throw new Error("no report");
  return report.counters;
}

const read = (...segments: string[]): Counters => counters(envelope(segments));
const between = (name: string): Period =>
  derivePeriod(counters(fixture(`${name}-first.txt`)), counters(fixture(`${name}-second.txt`)));
const codes = (period: Period): string[] => period.flags.map(({ code }) => code);

function bySource(period: Period): Record<string, [number, number]> {
  const sums: Record<string, [number, number]> = {};
  for (const { kind, source, count, amount } of period.lines) {
    if (kind !== "paid") continue;
    const [counted, valued] = sums[String(source)] ?? [0, 0];
    sums[String(source)] = [counted + count, valued + amount];
  }
  return sums;
}

function byProduct(period: Period): Record<string, [number, number]> {
  const sums: Record<string, [number, number]> = {};
  for (const { kind, selection, count, amount } of period.lines) {
    if (kind !== "paid") continue;
    const [counted, valued] = sums[String(selection)] ?? [0, 0];
    sums[String(selection)] = [counted + count, valued + amount];
  }
  return sums;
}

describe("the worked example", () => {
  const period = between("worked");

  it("gives exactly its numbers", () => {
    expect(period).toMatchObject({
      from: "2025-04-18T10:40:00",
      to: "2025-05-06T11:29:00",
      vends: 431,
      value: 21_610,
      unassigned: { count: 7, value: 210 },
      cashToCollect: 21_090,
    });
    expect(bySource(period)).toEqual({ cash: [308, 15_370], cashless1: [123, 6240] });
    expect(byProduct(period)).toEqual({ "1": [404, 20_200], "2": [20, 1200], null: [7, 210] });
  });

  it("says what is missing and what was calculated", () => {
    expect(period.flags).toEqual([
      { code: "missing_reads", params: { count: 1 } },
      { code: "payment_split_estimated" },
    ]);
  });

  it("keeps whole cups: a product's money follows its vends", () => {
    expect(period.lines.filter(({ selection }) => selection !== null)).toEqual([
      { selection: "1", name: null, kind: "paid", source: "cash", count: 289, amount: 14_450, priceGuessed: false },
      { selection: "1", name: null, kind: "paid", source: "cashless1", count: 115, amount: 5750, priceGuessed: false },
      { selection: "2", name: null, kind: "paid", source: "cash", count: 14, amount: 840, priceGuessed: false },
      { selection: "2", name: null, kind: "paid", source: "cashless1", count: 6, amount: 360, priceGuessed: false },
    ]);
  });
});

describe("payment sources", () => {
  const first = ["VA1*10000*100", "CA2*6000*60", "DA2*4000*40"];

  it("are not lost for one that tells only an interval of nothing", () => {
    const later = ["VA1*12000*120", "CA2*7000*70", "DA2*5000*50", "TA2***0*0"];
    expect(bySource(derivePeriod(read(...first, "TA2***0*0"), read(...later)))).toEqual({
      cash: [10, 1000],
      cashless1: [10, 1000],
    });
  });

  it("leave what a half-told one took without a source", () => {
    const period = derivePeriod(
      read(...first, "DB2*0"),
      read("VA1*12000*120", "CA2*7000*70", "DA2*4500*45", "DB2*500"),
    );
    expect(bySource(period)).toEqual({ cash: [10, 1000], cashless1: [5, 500], unknown: [5, 500] });
    expect(codes(period)).toContain("payment_split_unknown");
  });

  it("keep their values where vends paid from two of them count in both", () => {
    const period = derivePeriod(read(...first), read("VA1*12000*120", "CA2*7200*75", "DA2*4800*49"));
    expect(period).toMatchObject({ vends: 20, value: 2000 });
    expect(bySource(period)).toEqual({ cash: [13, 1200], cashless1: [7, 800] });
  });

  it("are no split when they took more than was sold", () => {
    const period = derivePeriod(read(...first), read("VA1*12000*120", "CA2*7500*75", "DA2*4900*49"));
    expect(bySource(period)).toEqual({ unknown: [20, 2000] });
  });

  it("take the rest as cash, and say so, where no CA2 is kept and coins are", () => {
    const coins = "CA3*****9000*8000*1000";
    const period = derivePeriod(
      read("VA1*10000*100", "DA2*4000*40", coins),
      read("VA1*12000*120", "DA2*4500*45", coins),
    );
    expect(bySource(period)).toEqual({ cash: [15, 1500], cashless1: [5, 500] });
    expect(codes(period)).toContain("cash_derived");
  });

  it("are not guessed without coins, nor beside another that tells half", () => {
    const without = derivePeriod(read("VA1*10000*100", "DA2*4000*40"), read("VA1*12000*120", "DA2*4500*45"));
    expect(bySource(without)).toEqual({ cashless1: [5, 500], unknown: [15, 1500] });
    const beside = ["CA15*5000", "TA2*900"];
    const half = derivePeriod(
      read("VA1*10000*100", "DA2*4000*40", ...beside),
      read("VA1*12000*120", "DA2*4500*45", ...beside),
    );
    expect(bySource(half)).toEqual({ cashless1: [5, 500], unknown: [15, 1500] });
  });
});

describe("interval fields", () => {
  const first = ["VA1*10000*100*500*5", "EA3*7*250301*1000", "PA1*1*100", "PA2*50"];
  const next = "EA3*8*250302*1000**250301*1000";

  it("stand in for a value that is kept nowhere else", () => {
    const period = derivePeriod(read(...first), read("VA1*10300*103*300*3", next, "PA1*1*100", "PA2*53***300"));
    expect(byProduct(period)).toEqual({ "1": [3, 300] });
    expect(codes(period)).not.toContain("incomplete_interval");
  });

  it("tell the products of a machine that keeps them nowhere else", () => {
    for (const [before, product] of [
      ["PA2*0*0*2*200", "PA2*0*0*3*300"],
      ["PA2***2*200", "PA2***3*300"],
    ] as const) {
      const earlier = read("VA1*10000*100*500*5", "EA3*7*250301*1000", "PA1*1*100", before);
      const period = derivePeriod(earlier, read("VA1*10300*103*300*3", next, "PA1*1*100", product));
      expect(byProduct(period)).toEqual({ "1": [3, 300] });
      expect(codes(period)).not.toContain("incomplete_interval");
    }
  });

  it("are not the period's when a cumulative counter says that they are never reset", () => {
    const kept = ["VA1*10300*103*800*8", next, "PA1*1*100", "PA2***8*800"];
    const period = derivePeriod(read(...first.slice(0, 3), "PA2***5*500"), read(...kept));
    expect(period).toMatchObject({ vends: 3, value: 300 });
    expect(byProduct(period)).toEqual({ null: [3, 300] });
    expect(codes(period)).toContain("incomplete_interval");
  });
});

it("a counter of 24 bits runs over its end", () => {
  const period = derivePeriod(read("VA1*16777000*5000"), read("VA1*184*5004"));
  expect(period).toMatchObject({ vends: 4, value: 400 });
  expect(codes(period)).toContain("counter_wrapped");
});

describe("a day of a coffee machine", () => {
  const period = between("coffee");

  it("splits by PA7 and needs no calculation", () => {
    expect(period).toMatchObject({
      vends: 86,
      value: 252_900,
      test: 3,
      free: 1,
      unassigned: { count: 0, value: 0 },
      flags: [],
    });
    expect(bySource(period)).toEqual({ cash: [43, 123_300], cashless1: [43, 129_600] });
    expect(period.lines.slice(0, 5)).toMatchObject([
      { selection: "11", name: "Еспресо", source: "cash", count: 4, amount: 10_000 },
      { selection: "11", source: "cashless1", count: 3, amount: 7500 },
      { selection: "12", source: "cash", count: 7, amount: 18_900 },
      { selection: "12", source: "cashless1", count: 6, amount: 16_200 },
      { selection: "12", kind: "test", source: null, count: 1, amount: 0 },
    ]);
    expect(period.cashToCollect).toBe(123_300);
  });

  it("derives nothing from the same read twice", () => {
    const second = counters(fixture("coffee-second.txt"));
    expect(derivePeriod(second, second)).toMatchObject({ vends: 0, value: 0, lines: [], cashToCollect: 0, flags: [] });
  });

  it("from initialisation counts everything", () => {
    const first = counters(fixture("coffee-first.txt"));
    const all = derivePeriod(null, first);
    expect(all).toMatchObject({ from: "2024-01-15T09:00:00", vends: 2465, value: first.totals.paid.value });
  });
});

describe("counters without value", () => {
  it("takes count × price, and the machine's payment totals", () => {
    const period = between("pa2-only");
    expect(period).toMatchObject({ vends: 5, value: 11_100, flags: [] });
    expect(byProduct(period)).toEqual({ "21": [3, 7500], "22": [2, 3600] });
    expect(bySource(period)).toEqual({ cash: [5, 11_100] });
  });

  it("flags the new price where the price changed", () => {
    const before = read("PA1*1*250", "PA2*10");
    const guessed = derivePeriod(before, read("PA1*1*300", "PA2*12"));
    expect(guessed.lines).toMatchObject([{ count: 2, amount: 600, priceGuessed: true }]);
    expect(guessed.flags).toContainEqual({ code: "price_changed", params: { selection: "1" } });
    const counted = derivePeriod(before, read("PA1*1*250", "PA2*12", "EA5*250407*0900***1"));
    expect(counted.lines).toMatchObject([{ amount: 500, priceGuessed: true }]);
    const stated = derivePeriod(read("PA1*1*250", "PA2*10*2500"), read("PA1*1*300", "PA2*12*3050"));
    expect(stated.lines).toMatchObject([{ amount: 550, priceGuessed: false }]);
    expect(codes(stated)).not.toContain("price_changed");
  });

  it("leaves money without product when there is no price", () => {
    const period = derivePeriod(read("VA1*1000*10", "PA1*1", "PA2*10"), read("VA1*1500*12", "PA1*1", "PA2*12"));
    expect(byProduct(period)).toEqual({ "1": [2, 0], null: [0, 500] });
    expect(codes(period)).toContain("price_unknown");
  });

  it("a value unset until the first vend counts from zero", () => {
    const line = (count: number, value: number): Counters => read("PA1*1*250", `PA7*1*CA*0*250*${count}*${value}`);
    expect(derivePeriod(line(0, 4_294_967_295), line(2, 480)).lines).toMatchObject([{ count: 2, amount: 480 }]);
  });
});

describe("price lists (LA1)", () => {
  it("give the source, each with its price", () => {
    const period = between("la1");
    expect(period).toMatchObject({ vends: 6, value: 6300, flags: [] });
    expect(period.lines).toMatchObject([
      { selection: "1", source: "cash", count: 3, amount: 3000 },
      { selection: "1", source: "cashless1", count: 2, amount: 1800 },
      { selection: "2", source: "cash", count: 1, amount: 1500 },
    ]);
  });

  /** A read of a machine that sold for coins alone. */
  const coinsOnly = (count: number, ...segments: string[]): Counters =>
    read(`VA1*${count * 100}*${count}`, `CA2*${count * 100}*${count}`, "DA2*0*0", ...segments);

  it("are not believed against the machine's payment totals", () => {
    const at = (count: number): Counters => coinsOnly(count, "PA1*1*100", `LA1*1*1*100*0*${count}`);
    expect(derivePeriod(at(4), at(9)).lines).toMatchObject([{ source: "cash", count: 5, amount: 500 }]);
  });

  it("that hold totals of money make no products and no vends", () => {
    const at = (count: number): Counters =>
      coinsOnly(
        count,
        `LA1*7*1*0*0*${count * 100}`,
        `LA1*7*90*0*0*${count * 250}`,
        "PA1*1*100",
        `LA1*0*1*100*0*${count}`,
      );
    const period = derivePeriod(at(4), at(9));
    expect(period).toMatchObject({ vends: 5, value: 500, unassigned: { count: 0, value: 0 }, flags: [] });
    expect(byProduct(period)).toEqual({ "1": [5, 500] });
  });

  it("never tell more than the machine counted, with PA2 or without", () => {
    const at = (count: number, ...more: string[]): Counters => coinsOnly(count, "PA1*1*100", ...more);
    const listed = (count: number): string[] => [`LA1*0*1*100*0*${count}`, `LA1*3*1*100*0*${count * 40}`];
    expect(byProduct(derivePeriod(at(4, ...listed(4)), at(9, ...listed(9))))).toEqual({ "1": [5, 500] });
    const counted = (count: number): string[] => [`PA2*${count}*${count * 100}`, ...listed(count)];
    expect(derivePeriod(at(4, ...counted(4)), at(9, ...counted(9)))).toMatchObject({
      vends: 5,
      lines: [{ selection: "1", source: "cash", count: 5, amount: 500 }],
    });
    const wild = (count: number): string[] => [`LA1*0*1*100*0*${count * 30}`];
    expect(byProduct(derivePeriod(at(4, ...wild(4)), at(9, ...wild(9))))).toEqual({ null: [5, 500] });
  });

  it("without PA1 name the products, those of cash and cards", () => {
    const at = (count: number): Counters =>
      read(`VA1*${count * 100}*${count}`, `LA1*0*1*100*0*${count}`, `LA1*7*2*100*0*${count * 3}`);
    expect(byProduct(derivePeriod(at(4), at(9)))).toEqual({ "1": [5, 500] });
  });

  it("share the value PA2 tells", () => {
    const at = (list0: number, list1: number, value: number): Counters =>
      read("PA1*1*100", `PA2*${list0 + list1}*${value}`, `LA1*0*1*100*0*${list0}`, `LA1*1*1*90*0*${list1}`);
    const period = derivePeriod(at(1, 1, 190), at(3, 2, 479));
    expect(bySource(period)).toEqual({ cash: [2, 199], cashless1: [1, 90] });
  });
});

describe("totals only", () => {
  it("stand without product, by source", () => {
    const period = between("totals");
    expect(period).toMatchObject({ vends: 3, value: 7500, unassigned: { count: 3, value: 7500 }, flags: [] });
    expect(bySource(period)).toEqual({ cash: [2, 5000], cashless1: [1, 2500] });
  });

  it("without VA1 the payment totals count, and without these the products", () => {
    expect(derivePeriod(read("CA2*100*1"), read("CA2*400*4"))).toMatchObject({ vends: 3, value: 300 });
    const products = derivePeriod(read("PA1*1*50", "PA2*1*50"), read("PA1*1*50", "PA2*3*150"));
    expect(products).toMatchObject({ vends: 2, value: 100, unassigned: { count: 0, value: 0 } });
    expect(codes(derivePeriod(read("EA7*1*1"), read("EA7*1*2")))).toEqual(["no_counters"]);
  });
});

describe("counters that fall", () => {
  it("wrapped ones go on", () => {
    const period = between("wrapped");
    expect(period).toMatchObject({ vends: 10, value: 4000 });
    expect(period.flags).toEqual([
      { code: "counter_wrapped", params: { counter: "VA102" } },
      { code: "counter_wrapped", params: { counter: "VA101" } },
    ]);
  });

  it.each([
    [999_990, 5, 15],
    [99_999_990, 5, 15],
    [65_530, 4, 10],
    [4_294_967_290, 4, 10],
  ])("from %d to %d are %d", (before, after, delta) => {
    const at = (count: number, cash: number): Counters => read(`VA1*1000*${count}`, `CA2*1000*${cash}`);
    expect(derivePeriod(at(before, 1), at(after, 1)).vends).toBe(delta);
  });

  it("wrap in the machine's own unit", () => {
    const at = (value: number): Counters => read("ID4*1*1980", `VA1*${value}*5`, "CA2*7*5");
    expect(derivePeriod(at(99_999_999), at(1)).value).toBe(20);
  });

  it("all of them: a reset, no sales", () => {
    expect(between("reset")).toMatchObject({
      vends: 0,
      value: 0,
      lines: [],
      cashToCollect: null,
      flags: [{ code: "reset" }],
    });
  });

  it("another machine, board or initialisation: a reset", () => {
    const before = read("ID1*A", "CB1*X", "EA4*240101*0900", "VA1*100*1");
    for (const [id1, cb1, ea4] of [
      ["B", "X", "240101"],
      ["A", "Y", "240101"],
      ["A", "X", "250101"],
    ]) {
      const after = read(`ID1*${id1}`, `CB1*${cb1}`, `EA4*${ea4}*0900`, "VA1*900*9");
      expect(derivePeriod(before, after)).toMatchObject({ vends: 0, lines: [], flags: [{ code: "reset" }] });
    }
  });

  it("one alone: skipped with a warning, never negative", () => {
    const at = (product: number, total: number): Counters =>
      read(`VA1*${total * 50}*${total}`, `CA2*${total * 50}*${total}`, "PA1*1*50", `PA2*${product}*${product * 50}`);
    const period = derivePeriod(at(40, 100), at(30, 110));
    expect(period).toMatchObject({ vends: 10, value: 500, unassigned: { count: 10, value: 500 } });
    expect(period.flags).toContainEqual({ code: "counter_fell", params: { counter: "PA201 (1)" } });
  });
});

describe("interval fields", () => {
  const before = read("PA1*1*50", "PA2*10**3", "EA3*5*250407*0900");
  const after = (reads: number, previous: string): Counters =>
    read("PA1*1*50", "PA2***4*210", `EA3*${reads}*250408*0900**${previous}`);

  it("count where the cumulative field is absent and they are this period", () => {
    expect(derivePeriod(before, after(6, "250407*0900"))).toMatchObject({ vends: 4, value: 210 });
  });

  it("are not trusted after somebody else's read", () => {
    for (const other of [after(7, "250407*0900"), after(6, "250407*1200"), after(6, "000000*0000")]) {
      const period = derivePeriod(before, other);
      expect(period.vends).toBe(0);
      expect(codes(period)).toContain("incomplete_interval");
    }
  });

  it("never beat a cumulative field", () => {
    const period = derivePeriod(
      read("VA1*1000*10*50*1", "EA3*5*250407*0900"),
      read("VA1*1100*12*9999*99", "EA3*6*250408*0900**250407*0900"),
    );
    expect(period).toMatchObject({ vends: 2, value: 100 });
  });
});

describe("agreement with the total", () => {
  it("books products beyond the total as a negative remainder", () => {
    const at = (count: number): Counters =>
      read(`VA1*${count * 50}*${count}`, "PA1*1*50", `PA2*${count * 2}*${count * 50}`);
    const period = derivePeriod(at(10), at(20));
    expect(period).toMatchObject({ vends: 10, value: 500, unassigned: { count: -10, value: 0 } });
    expect(codes(period)).toEqual(["products_disagree", "products_exceed", "payment_split_unknown"]);
  });

  it("does not call discounts a contradiction", () => {
    const at = (count: number): Counters =>
      read(`VA1*${count * 45}*${count}***${count * 5}*${count}`, "PA1*1*50", `PA2*${count}*${count * 50}`);
    const period = derivePeriod(at(10), at(20));
    expect(period).toMatchObject({ vends: 10, value: 450, unassigned: { count: 0, value: -50 } });
    expect(codes(period)).not.toContain("products_exceed");
  });

  it("counts a new product only as far as the total vouches for it", () => {
    const before = read("VA1*1000*20", "PA1*1*50", "PA2*20*1000");
    const added = (total: number, count: number): Period =>
      derivePeriod(
        before,
        read(`VA1*${total * 50}*${total}`, "PA1*1*50", "PA2*21*1050", "PA1*2*50", `PA2*${count}*${count * 50}`),
      );
    expect(byProduct(added(24, 3))).toEqual({ "1": [1, 50], "2": [3, 150] });
    expect(byProduct(added(24, 900))).toEqual({ "1": [1, 50], null: [3, 150] });
    expect(codes(added(24, 3))).toContain("new_product");
  });

  it("tells a clock that went back and cash that went astray", () => {
    const at = (time: string, inserted: number): Counters =>
      read(`CA3*0*0*0*0*${inserted}*${inserted}*0`, `EA3*1*${time}`);
    const period = derivePeriod(at("250408*0900", 100), at("250407*0900", 210));
    expect(codes(period)).toContain("clock_back");
    expect(period.cashToCollect).toBe(110);
    const astray = derivePeriod(read("CA3*0*0*0*0*100*90*10"), read("CA3*0*0*0*0*200*150*20"));
    expect(astray.flags).toContainEqual({ code: "cash_imbalance", params: { difference: 30 } });
  });
});

describe("sums are exact for any machine", () => {
  it("paid lines sum to VA1, to the sources and to the products", () => {
    const next = random(7);
    const upTo = (limit: number): number => Math.floor(next() * limit);
    for (let run = 0; run < 400; run++) {
      const products = Array.from({ length: 1 + upTo(9) }, () => ({ count: upTo(40), price: 500 + upTo(30) * 100 }));
      const sold = products.reduce((all, { count }) => all + count, 0);
      const worth = products.reduce((all, { count, price }) => all + count * price, 0);
      const total = { count: sold + upTo(4), amount: worth + upTo(3000) };
      const cash = { count: upTo(total.count + 1), amount: upTo(total.amount + 1) };
      const after = read(
        `VA1*${total.amount}*${total.count}`,
        `CA2*${cash.amount}*${cash.count}`,
        `DA2*${total.amount - cash.amount}*${total.count - cash.count}`,
        ...products.flatMap(({ count, price }, index) => [
          `PA1*${index + 1}*${price}`,
          `PA2*${count}*${count * price}`,
        ]),
      );
      const period = derivePeriod(null, after);
      expect(period).toMatchObject({ vends: total.count, value: total.amount });
      const sources = bySource(period);
      expect(sources["cash"] ?? [0, 0]).toEqual([cash.count, cash.amount]);
      expect(sources["unknown"]).toBeUndefined();
      for (const [index, { count, price }] of products.entries()) {
        expect(byProduct(period)[String(index + 1)] ?? [0, 0]).toEqual([count, count * price]);
      }
      expect(period.lines.every(({ count, selection }) => selection === null || count > 0)).toBe(true);
    }
  });

  it("the order of segments does not matter to the lines", () => {
    const one = derivePeriod(null, read("PA1*10*50", "PA2*1*50", "PA1*2*50", "PA2*1*50", "VA1*100*2"));
    const other = derivePeriod(null, read("VA1*100*2", "PA1*2*50", "PA2*1*50", "PA1*10*50", "PA2*1*50"));
    expect(one).toEqual(other);
    expect(one.lines.map(({ selection }) => selection)).toEqual(["2", "10"]);
  });
});
