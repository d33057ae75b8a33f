import { describe, expect, it } from "vitest";
import { reportSections } from "~/areas/objects/device/report-sections.server";
import { wordsOf } from "~/areas/objects/device/report-words.server";
import type { ReportCounters } from "~server/contract/audit-counters";
import { formatter } from "~server/web/format.server";
import { translatorFor } from "~server/web/i18n.server";

const [t, format] = [await translatorFor("uk"), await formatter("uk")];

const NOTHING: ReportCounters = {
  currency: null,
  lifetime: [],
  cash: {
    inserted: null,
    box: null,
    to_tubes: null,
    bills: null,
    dispensed: null,
    dispensed_by_hand: null,
    filled_by_hand: null,
    in_tubes: null,
    tubes: [],
    coins: [],
    bills_in: [],
  },
  products: [],
  log: [],
  ingredients: [],
  temperatures: [],
  power_cuts: { count: null, since_reset: null },
  services: [],
};

function sectionsOf(told: Partial<ReportCounters>) {
  const counters = { ...NOTHING, ...told };
  return reportSections(wordsOf({ t, format }, counters), counters);
}
const rowsOf = (told: Partial<ReportCounters>) =>
  sectionsOf(told).flatMap(({ tables }) =>
    tables.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text.replaceAll("\u00a0", " ")))),
  );

const product = (price: number | null, planned: number | null) => ({
  selection: "1",
  name: null,
  price,
  count: 5,
  sold_out: null,
  planned: planned === null ? null : { name: "Лате", price: planned },
});

describe("the parts of a report", () => {
  it("are none where it says nothing", () => {
    expect(sectionsOf({})).toEqual([]);
  });

  it("say of each price how it differs from the planogram's", () => {
    const products = [
      product(3000, 2850),
      product(2500, 2850),
      product(2850, 2850),
      product(null, 2850),
      product(5, null),
    ];
    expect(rowsOf({ products }).map((cells) => cells[4])).toEqual([
      "вища на 1,50 ₴",
      "нижча на 3,50 ₴",
      "така сама",
      "—",
      "немає в планограмі",
    ]);
    expect(sectionsOf({ products })[0]?.items).toEqual([{ label: t("audits:product.differing"), value: "2" }]);
    expect(rowsOf({ products: [product(5, null)] })).toEqual([["1", "—", "0,05 ₴", "5"]]);
  });

  it("never call another currency hryvnia, nor compare it with one", () => {
    const told = { lifetime: [{ counter: "paid" as const, count: 2, value: 8000 }], products: [product(4000, 2850)] };
    expect(rowsOf({ ...told, currency: "RUB" })).toEqual([
      ["Усі продажі", "2", "80,00 RUB"],
      ["1", "Лате", "40,00 RUB", "28,50 ₴", "інша валюта", "5"],
    ]);
    expect(rowsOf({ ...told, currency: "0007" })[0]).toEqual(["Усі продажі", "2", "80,00"]);
    expect(sectionsOf({ ...told, currency: "RUB" }).flatMap(({ items }) => items)).toEqual([]);
  });

  it("show the newest of a log without end, and say so", () => {
    const log = Array.from({ length: 1234 }, (_, index) => ({
      raw: `EFB_${index}`,
      code: "EFB",
      at: `2025-04-06T06:${String(index % 60).padStart(2, "0")}:00`,
      minutes: null,
      text: null,
    }));
    const [section] = sectionsOf({ log });
    expect(section?.tables[0]?.rows).toHaveLength(200);
    expect(rowsOf({ log })[0]?.[0]).toBe("06.04.2025, 06:59");
    expect(section?.tables[0]?.more?.replaceAll("\u00a0", " ")).toBe("Показано перші 200 з 1 234 рядків.");
  });
});
