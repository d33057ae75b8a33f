import { describe, expect, it } from "vitest";
import { CURRENCIES, currencyOf } from "~server/vending/evadts/currencies";
import { derivePeriod } from "~server/vending/evadts/derive";
import { parseAudit } from "~server/vending/evadts/parse";
import { type Multipliers, scaleCounters } from "~server/vending/evadts/scale";
import { fixture } from "../../fixtures/evadts/build";

function counters(name: string) {
  const [first] = parseAudit(fixture(name)).reports;
  if (!first) throw new Error("no report");
  return first.counters;
}

describe("the currency of a report", () => {
  it.each([
    // ISO 4217, as it is, with a nought or with the 1 that says so.
    ["980", null, "UAH"],
    ["0980", null, "UAH"],
    ["1980", null, "UAH"],
    ["978", null, "EUR"],
    ["0978", null, "EUR"],
    ["1978", null, "EUR"],
    ["985", null, "PLN"],
    ["1048", null, "BHD"],
    ["1975", null, "BGN"],
    ["1810", null, "RUB"],
    // Letters hold where they are a currency's.
    [null, "PLN", "PLN"],
    ["1980", "eur", "EUR"],
    ["48", "CZK", "CZK"],
    ["1978", "UKR", "EUR"],
    ["7", "GRN", null],
    [null, "XTS", "XTS"],
    // Telephone codes: Ukraine's names its hryvnia, others nothing at all.
    ["380", null, "UAH"],
    ["0380", null, "UAH"],
    ["1380", null, "UAH"],
    ["7", null, null],
    ["007", null, null],
    ["0007", null, null],
    ["48", null, null],
    ["048", null, null],
    ["0048", null, null],
    ["039", "050", null],
    ["001", "5", null],
    ["975", null, null],
    ["0972", null, null],
    // Numbers of nothing.
    ["0", "1", null],
    ["000", null, null],
    ["1000", null, null],
    ["1999", null, null],
    ["2980", null, null],
    ["19780", null, null],
    ["9.8", null, null],
    ["UAH", null, null],
    [null, null, null],
  ])("%s and %s name %s", (number, letters, named) => {
    expect(currencyOf(number, letters)).toBe(named);
  });

  it("is one that people have a name for", () => {
    const known = new Set(Intl.supportedValuesOf("currency"));
    expect([...CURRENCIES.values()].filter((letters) => !known.has(letters))).toEqual(["XTS"]);
    expect(CURRENCIES.size).toBeGreaterThan(150);
  });

  it("stands in files by number, by letters with one decimal, and not in those with a telephone code", () => {
    expect(counters("euro-second.txt").currency).toEqual({ code: "EUR", decimals: 2 });
    expect(counters("zloty-second.txt")).toMatchObject({
      currency: { code: "PLN", decimals: 1 },
      totals: { paid: { value: 51_500 } },
    });
    expect(counters("telephone-second.txt").currency.code).toBeNull();
    const warned = ["euro-second.txt", "telephone-second.txt"].map((name) =>
      parseAudit(fixture(name)).reports.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
    );
    expect(warned).toEqual([["currency_not_uah"], []]);
  });
});

describe("multipliers", () => {
  const period = (by: Multipliers) =>
    derivePeriod(scaleCounters(counters("tens-first.txt"), by), scaleCounters(counters("tens-second.txt"), by));

  it("bring a price list and bills that are in tens to the machine's currency", () => {
    expect(period({ coins: 1, bills: 1, prices: 1 })).toMatchObject({
      vends: 5,
      value: 1700,
      cashToCollect: 10_500,
      flags: [{ code: "payment_split_unknown" }, { code: "cash_imbalance", params: { difference: 4500 } }],
    });
    expect(period({ coins: 1, bills: 10, prices: 10 })).toMatchObject({
      vends: 5,
      value: 17_000,
      cashToCollect: 15_000,
      flags: [{ code: "payment_split_unknown" }],
    });
  });

  it("of coins change coins, tubes and denominations, and a total that is in their units", () => {
    const before = counters("tens-second.txt");
    const { cash } = scaleCounters(before, { coins: 0.1, bills: 1, prices: 1 });
    expect(cash).toMatchObject({ cashBox: 10_000, toTubes: 1200, inserted: before.cash.inserted, inTubes: 400 });
    expect(cash.tubes.map(({ coin, count }) => [coin, count])).toEqual([
      [10, 20],
      [20, 10],
    ]);
    const whole = { ...before, cash: { ...before.cash, inserted: 117_500 } };
    expect(scaleCounters(whole, { coins: 10, bills: 1, prices: 1 }).cash).toMatchObject({
      inserted: 1_125_500,
      bills: 5500,
    });
  });

  it("never touch what was sold by value", () => {
    const before = counters("euro-second.txt");
    const { totals, cashSales, products } = scaleCounters(before, { coins: 100, bills: 100, prices: 10 });
    expect({ totals, cashSales }).toEqual({ totals: before.totals, cashSales: before.cashSales });
    expect(products.map(({ price, paid }) => [price, paid.value])).toEqual([
      [950, 57_380],
      [1070, 43_321],
    ]);
  });
});
