import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { derivePeriod } from "~server/vending/evadts/derive";
import { parseAudit } from "~server/vending/evadts/parse";

const folder = resolve("tests/fixtures/evadts-samples");
const names = readdirSync(folder)
  .filter((name) => name !== "SOURCES.md")
  .sort();
const sources = readFileSync(resolve(folder, "SOURCES.md"), "utf8");

function statedState(name: string): string {
  const row = sources.split("\n").find((line) => line.startsWith(`| ${name} |`));
  const cell = row?.split("|")[6]?.trim() ?? "";
  return { ok: "ok", "ok, bytes swapped": "swapped", "no match": "mismatch", "no G85": "missing" }[cell] ?? cell;
}

/** Count and kopecks of VA1, and number of products. */
const TOTALS: Record<string, [number | null, number | null, number]> = {
  "coffeemar_g250_20160113.txt": [21_283, 51_864_800, 15],
  "coinco_global2_audit.txt": [68_773, 97_122_600, 50],
  "fage_jf8900_via_ddcmp_2019.txt": [2, 2000, 5],
  "mei_cf8000exec_rub_2017.txt": [65, 65_000, 100],
  "mdisibio_test2.dex": [302, 15_600, 10],
  "peanutpay_animo.eva_dts": [8161, 816_100, 24],
  "peanutpay_rhevendors.eva_dts": [9612, 586_530, 0],
  "peanutpay_sielaff.eva_dts": [1666, 234_850, 0],
  "rhea_luce_sagomae_20161026.txt": [18_312, 55_046_400, 14],
  "modem_generated_cp1251_names.txt": [6, 6000, 0],
};

describe("real files of many makers", () => {
  it("are here, each with its source", () => {
    const stated = sources.match(/^\| [\w.-]+\.(?:txt|dex|eva_dts) \|/gm) ?? [];
    expect(names).toHaveLength(stated.length);
    expect(names.length).toBeGreaterThan(0);
  });

  it.each(names)("%s", (name) => {
    const file = parseAudit(readFileSync(resolve(folder, name)));
    expect(file.reports).toHaveLength(1);
    const [report] = file.reports;
    if (report === undefined) throw new Error("no report");
    expect(report.crc.state).toBe(statedState(name));
    expect(report.warnings.some(({ code }) => code === "configuration_report")).toBe(name.startsWith("config_"));
    expect(JSON.parse(JSON.stringify(report.counters))).toEqual(report.counters);
    const [count, value, products] = TOTALS[name] ?? [undefined, undefined, undefined];
    if (count !== undefined) {
      expect(report.counters.totals.paid).toMatchObject({ count, value });
      if (products) expect(report.counters.products).toHaveLength(products);
    }
  });

  it.each(names)("%s sums to its own total since initialisation", (name) => {
    const counters = parseAudit(readFileSync(resolve(folder, name))).reports[0]?.counters;
    if (counters === undefined) throw new Error("no report");
    const period = derivePeriod(null, counters);
    const { count, value } = counters.totals.paid;
    if (count !== null) expect(period.vends).toBe(count);
    if (value !== null) expect(period.value).toBe(value);
    expect(derivePeriod(counters, counters)).toMatchObject({ vends: 0, value: 0, lines: [] });
  });

  it("reads Cyrillic names", () => {
    const report = parseAudit(readFileSync(resolve(folder, "modem_generated_cp1251_names.txt"))).reports[0];
    expect(report?.counters.products.map(({ name }) => name)).toContain("Чипсы");
  });
});
