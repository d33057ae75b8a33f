import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ShownCounters } from "~server/vending/evadts/counters";
import { parseAudit } from "~server/vending/evadts/parse";
import { envelope } from "../../fixtures/evadts/build";

function shownIn(file: Uint8Array): ShownCounters {
  const [report] = parseAudit(file).reports;
  if (report === undefined) throw new Error("no report");
  return report.counters.shown;
}

const shown = (...segments: string[]) => shownIn(envelope(segments));
const sample = (name: string) => shownIn(readFileSync(`tests/fixtures/evadts-samples/${name}`));
const NO_CARDS = { debited: null, revalued: null, mixed: { count: null, value: null } };

describe("what is only shown", () => {
  it("is nothing where the machine says nothing, never 0", () => {
    expect(shown("VA1*3000*2")).toEqual({
      cards: { cashless1: NO_CARDS, cashless2: NO_CARDS },
      overpay: null,
      exactChange: null,
      coins: [],
      bills: [],
      soldOut: [],
    });
  });

  it("has cards: debited and credited since initialisation first, mixed payments by count and value", () => {
    expect(
      shown("DA3*12600*70", "DA4*30000*500", "DA10*3*450*1*150", "DB3*200*1", "DB4*100", "DB10*2*90").cards,
    ).toEqual({
      cashless1: { debited: 12_600, revalued: 30_000, mixed: { count: 3, value: 450 } },
      cashless2: { debited: 200, revalued: 100, mixed: { count: 2, value: 90 } },
    });
    expect(shown("DA3**70", "DA4*x*5", "DA10****", "DB10*4294967295*1").cards).toEqual({
      cashless1: NO_CARDS,
      cashless2: { ...NO_CARDS, mixed: { count: null, value: 1 } },
    });
  });

  it("has overpay and vends without change, both since initialisation in the second field", () => {
    expect(shown("CA8*7*11700", "CA9*0*28100")).toMatchObject({ overpay: 11_700, exactChange: 28_100 });
    expect(shown("CA8*7", "CA9*1672100")).toMatchObject({ overpay: null, exactChange: null });
    expect(shown("ID4*0*1980", "CA8*0*5", "CA9*0*12", "DA4*3")).toMatchObject({
      overpay: 500,
      exactChange: 1200,
      cards: { cashless1: { revalued: 300 } },
    });
  });

  it("has coins by denomination: of two ages together, of lines that are sent twice once, of empty slots none", () => {
    const coins = [
      "CA11*500*1*1*0*40*30*10",
      "CA11*100*0*0*0*7*3*4",
      "CA11*500*0*0*0*2*2*0",
      "CA11*0*0*0*0",
      "CA11*200*9",
    ];
    const read = [
      { value: 100, inserted: 7, toCashBox: 3, toTubes: 4 },
      { value: 200, inserted: null, toCashBox: null, toTubes: null },
      { value: 500, inserted: 42, toCashBox: 32, toTubes: 10 },
    ];
    expect(shown(...coins).coins).toEqual(read);
    expect(shown(...coins, ...coins).coins).toEqual(read);
    expect(shown("ID4*1*1980", "CA11*50*0*0*0*1*1*0").coins).toMatchObject([{ value: 500, inserted: 1 }]);
  });

  it("has bills by denomination, and of a real file all that CA310 says", () => {
    expect(shown("CA14*5000*1*1*12*9", "CA14**1*1*3*3").bills).toEqual([{ value: 5000, inserted: 12, stacked: 9 }]);
    const { bills } = sample("mei_style_generated_29.txt");
    expect(bills.reduce((sum, { value, stacked }) => sum + value * (stacked ?? 0), 0)).toBe(98_037_000);
  });

  it("has what was sold out, by the product before it", () => {
    const read = shown(
      "PA5*250407*0815*1",
      "PA1*11*2500",
      "PA5*20250407*081523*3",
      "PA1*12*1",
      "PA5***0",
      "PA1**13",
      "PA5***4",
    );
    expect(read.soldOut).toEqual([
      { selection: "11", at: "2025-04-07T08:15:23", times: 3 },
      { selection: "13", at: null, times: 4 },
    ]);
    expect(shown("PA1*11", "PA5*20251340*0815*", "PA1*12", "PA5*250407").soldOut).toEqual([
      { selection: "12", at: "2025-04-07T00:00:00", times: null },
    ]);
  });
});
