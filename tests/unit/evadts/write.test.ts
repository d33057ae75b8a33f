import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { derivePeriod } from "~server/vending/evadts/derive";
import { parseAudit } from "~server/vending/evadts/parse";
import { PERIOD_FLAGS } from "~server/vending/evadts/period";
import { WARNING_CODES } from "~server/vending/evadts/warnings";
import { writeAudit, type AuditInput } from "~server/vending/evadts/write";

function audit(reads: number, sold: number): AuditInput {
  const cash = { count: sold, value: sold * 3000 };
  const cashless1 = { count: sold * 2, value: sold * 6000 };
  return {
    communicationId: "DEMO000001",
    serial: "DEM0001",
    model: "Espresso 9",
    build: "1.4",
    assetNumber: null,
    controlBoard: "CB0001",
    time: `2025-04-0${reads}T08:00:10`,
    previousReadTime: reads > 1 ? `2025-04-0${reads - 1}T08:00:10` : null,
    readsWithReset: reads,
    readsTotal: reads,
    resetsTotal: reads,
    initialisedAt: "2025-01-01T10:00:00",
    paid: { count: sold * 3, value: sold * 9000 },
    test: { count: 1, value: 0 },
    free: { count: 0, value: 0 },
    cash,
    cashless1,
    cashBox: { inserted: sold * 3000, toBox: sold * 2000, toTubes: sold * 500, bills: sold * 500 },
    tubes: [
      { coin: 100, count: 30, full: false },
      { coin: 500, count: 20, full: true },
    ],
    products: [{ selection: "1", name: "Кава * «біла» ^", price: 3000, cash, cashless1, test: 1, free: 0 }],
    events: [{ id: "EFB", count: 2, active: true }],
    powerOutages: 3,
  };
}

describe("writeAudit", () => {
  it("writes what parseAudit reads without a warning", () => {
    const text = writeAudit(audit(2, 10));
    expect(text).toMatch(/^[\x20-\x7e\r\n]+$/);
    const { reports, warnings } = parseAudit(Buffer.from(text));
    expect(warnings).toEqual([]);
    const [report] = reports;
    expect(report?.warnings).toEqual([]);
    expect(report?.crc.state).toBe("ok");
    expect(report?.counters).toMatchObject({
      identity: {
        machineSerial: "DEM0001",
        model: "Espresso 9",
        assetNumber: null,
        controlBoard: "CB0001",
        initialisedAt: "2025-01-01T10:00:00",
      },
      currency: { code: "UAH", decimals: 2 },
      machineTime: "2025-04-02T08:00:10",
      previousReadTime: "2025-04-01T08:00:10",
      readsWithReset: 2,
      readsTotal: 2,
      resetsTotal: 2,
      totals: { paid: { count: 30, value: 90_000 }, test: { count: 1 }, free: { count: 0 } },
      cash: { inserted: 30_000, cashBox: 20_000, toTubes: 5000, bills: 5000, inTubes: 13_000 },
      eventCounters: [{ code: "EFB", count: 2, active: true }],
      powerOutages: { count: 3 },
      products: [{ selection: "1", name: "Кава * «біла» ^", price: 3000, paid: { count: 30, value: 90_000 } }],
    });
  });

  it("makes reads sales can be derived from", () => {
    const [first, second] = [audit(1, 10), audit(2, 14)].map(
      (input) => parseAudit(Buffer.from(writeAudit(input))).reports[0]?.counters,
    );
    if (first === undefined || second === undefined) throw new Error("no report");
    expect(derivePeriod(first, second)).toMatchObject({
      vends: 12,
      value: 36_000,
      cashToCollect: 10_000,
      unassigned: { count: 0 },
      flags: [],
    });
  });
});

const textsSchema = z.record(z.string(), z.record(z.string(), z.string()));

describe.each(["uk", "en", "pl"])("texts in %s", (language) => {
  const texts = textsSchema.parse(JSON.parse(readFileSync(`locales/${language}/evadts.json`, "utf8")));
  const singular = (keys: Record<string, string> | undefined): string[] =>
    [...new Set(Object.keys(keys ?? {}).map((key) => key.replace(/_(one|few|many|other)$/, "")))].sort();

  it("cover every warning and flag", () => {
    expect(singular(texts["warning"])).toEqual([...WARNING_CODES].sort());
    expect(singular(texts["flag"])).toEqual([...PERIOD_FLAGS].sort());
  });
});
