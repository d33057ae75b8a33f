import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { matchEventCode } from "~server/vending/evadts/codes";
import { auditCrc, compareCrc, crc16 } from "~server/vending/evadts/crc";
import { parseAudit, type AuditReport } from "~server/vending/evadts/parse";
import { envelope, fixture } from "../../fixtures/evadts/build";

function report(bytes: Uint8Array): AuditReport {
  const [first] = parseAudit(bytes).reports;
  if (first === undefined) throw new Error("no report");
  return first;
}

const codes = (warned: { warnings: { code: string }[] }): string[] => warned.warnings.map(({ code }) => code);
const ascii = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("check value", () => {
  it("is CRC-16/ARC", () => {
    expect(crc16(ascii("123456789"))).toBe(0xbb3d);
    expect(auditCrc([])).toBe("0000");
  });

  it("may have its bytes swapped", () => {
    expect(compareCrc("B801", "B801")).toBe("ok");
    expect(compareCrc("01B8", "B801")).toBe("swapped");
    expect(compareCrc("01B9", "B801")).toBe("mismatch");
  });

  it("accepts every line end and lower-case digits", () => {
    const segments = ["ID1*A*B", "VA1*100*2 "];
    const stated = auditCrc(["ST*001*0001", ...segments]).toLowerCase();
    for (const lineEnd of ["\r\n", "\n", "\r"]) {
      const read = report(envelope(segments, { lineEnd, crc: stated }));
      expect(read.crc.state).toBe("ok");
      expect(read.warnings).toEqual([{ code: "no_machine_time", line: undefined, params: undefined }]);
    }
  });

  it("warns and still reads when it is wrong", () => {
    const read = report(fixture("coffee-wrong-crc.txt"));
    expect(read.crc).toMatchObject({ stated: "2321", state: "mismatch" });
    expect(codes(read)).toContain("crc_mismatch");
    expect(read.counters).toEqual(report(fixture("coffee-second.txt")).counters);
  });
});

describe("a coffee machine's report", () => {
  const read = report(fixture("coffee-first.txt"));
  const { counters } = read;

  it("has its envelope and no warnings", () => {
    expect(read).toMatchObject({ communicationId: "KVF0004711", version: "V0/6", warnings: [] });
    expect(read.crc.state).toBe("ok");
  });

  it("has identity, clock and reads", () => {
    expect(counters.identity).toEqual({
      machineSerial: "KVF4711",
      model: "OPERA",
      build: "0213",
      assetNumber: "4711",
      controlBoard: "CB90210",
      initialisedAt: "2024-01-15T09:00:00",
    });
    expect(counters).toMatchObject({
      currency: { code: "UAH", decimals: 2 },
      machineTime: "2025-04-07T08:15:00",
      previousReadTime: "2025-04-06T08:09:00",
      readsWithReset: 88,
      readsTotal: 88,
      resetsTotal: 88,
    });
  });

  it("has products with names, prices and payments", () => {
    expect(counters.products).toHaveLength(9);
    expect(counters.products[2]).toEqual({
      selection: "13",
      name: "Капучино",
      price: 3000,
      paid: { count: 650, value: 1_950_000, countInterval: 0, valueInterval: 0 },
      test: { count: 4, value: null, countInterval: 0, valueInterval: null },
      free: { count: 2, value: null, countInterval: 0, valueInterval: null },
      byPayment: [
        {
          segment: "PA7",
          source: "cash",
          priceList: "0",
          price: 3000,
          count: 340,
          value: 1_020_000,
          countInterval: 0,
          valueInterval: 0,
        },
        {
          segment: "PA7",
          source: "cashless1",
          priceList: "1",
          price: 3000,
          count: 310,
          value: 930_000,
          countInterval: 0,
          valueInterval: 0,
        },
      ],
    });
  });

  it("has cash, events and the rest", () => {
    expect(counters.cash).toMatchObject({ toTubes: 60_000, bills: 40_000, inTubes: 14_500 });
    expect(counters.cash.tubes[1]).toEqual({ tube: "1", coin: 500, count: 20, full: false });
    expect(counters.events).toEqual([
      { raw: "EFB", code: "EFB", suffix: "", at: "2025-04-06T06:12:00", durationMinutes: 14, text: null },
    ]);
    expect(counters.eventCounters).toMatchObject([
      { code: "EFB", count: 3, countInterval: 0, active: false },
      { code: "EDT", suffix: "1", count: 7, countInterval: 1, active: true, text: null },
    ]);
    expect(counters.ingredients).toEqual([{ id: "1", quantity: 4210, quantityInterval: null }]);
    expect(counters.powerOutages).toEqual({ count: 12, countInterval: 0 });
    expect(counters.services).toEqual([{ at: "2025-03-30T11:30:00", text: "Filter" }]);
    expect(counters.temperatures).toEqual([{ label: "DETECTED TEMPERATURE", value: 92, unit: "C" }]);
  });

  it("survives JSON", () => {
    expect(JSON.parse(JSON.stringify(counters))).toEqual(counters);
  });
});

describe("what real files do wrong", () => {
  it("wrapper text, BOM, a carrier's mark on the line of DXS", () => {
    const inner = Buffer.from(fixture("totals-first.txt")).toString("latin1");
    for (const before of ["Slot 010: Sprite\r\n\r\n", "<000|867>", "  "]) {
      const file = parseAudit(ascii(before + inner));
      expect(file.reports).toHaveLength(1);
      expect(file.reports[0]).toMatchObject({ communicationId: "KVF0004711", crc: { state: "ok" } });
    }
    expect(codes(parseAudit(ascii(`<000|867>${inner}`)))).toEqual(["wrapper_text"]);
    expect(report(Buffer.concat([Buffer.from("\ufeff"), Buffer.from(inner)])).communicationId).toBe("KVF0004711");
  });

  it("MC5 before DXS belongs to the report that follows", () => {
    const inner = Buffer.from(fixture("totals-first.txt")).toString("latin1");
    const file = parseAudit(ascii(`MC5*SiLine*EvaData\r\n${inner}`));
    expect(file.reports).toHaveLength(1);
    expect(file.reports[0]?.segments[0]).toEqual({ id: "MC5", fields: ["SiLine", "EvaData"], known: true, line: 1 });
  });

  it("several reports in one file", () => {
    const file = parseAudit(Buffer.concat([fixture("totals-first.txt"), fixture("totals-second.txt")]));
    expect(file.reports.map(({ counters }) => counters.totals.paid.count)).toEqual([20, 23]);
    expect(file.warnings).toEqual([{ code: "several_reports", params: { reports: 2 } }]);
  });

  it("two ST inside one DXS", () => {
    const file = parseAudit(
      ascii("DXS*A*VA*V0/6*1\nST*001*0001\nVA1*1*1\nSE*3*0001\nST*001*0002\nVA1*2*2\nSE*3*0002\nDXE*1*2\n"),
    );
    expect(file.reports.map(({ communicationId }) => communicationId)).toEqual(["A", "A"]);
    expect(file.reports.map(({ counters }) => counters.totals.paid.count)).toEqual([1, 2]);
  });

  it("no envelope at all, and vendor lines after the end", () => {
    expect(report(ascii("VA1*500*3\nCA2*500*3\n"))).toMatchObject({
      communicationId: null,
      counters: { totals: { paid: { count: 3, value: 500 } } },
    });
    const late = Buffer.concat([fixture("totals-first.txt"), ascii("@$1\r\nCA17*0*100*7***1\r\n")]);
    expect(parseAudit(late).reports).toHaveLength(1);
    expect(report(late).counters.cash.tubes).toEqual([{ tube: "0", coin: 100, count: 7, full: true }]);
    expect(report(late).crc.state).toBe("ok");
  });

  it("ST-1 and SE-1, no G85", () => {
    const read = report(ascii("DXS*COG0000001*VA*V0/6*1\r\nST-1*001*0001\r\nVA1*5*1\r\nSE-1*3*0001\r\nDXE*1*1\r\n"));
    expect(codes(read)).toEqual(["crc_missing", "no_machine_time"]);
  });

  it("LS/LE marks, counted in SE or not", () => {
    for (const stated of [5, 7]) {
      const read = report(ascii(`ST*001*0001\nLS*0100\nPA1*1*50\nLE*0100\nVA1*1*1\nG85*0000\nSE*${stated}*0001\n`));
      expect(codes(read)).not.toContain("segment_count");
    }
    expect(codes(report(ascii("ST*001*0001\nVA1*1*1\nG85*0000\nSE*9*0001\n")))).toContain("segment_count");
  });

  it("a PA1 id in the second slot", () => {
    const [product] = report(envelope(["PA1**1*5", "PA2*7*350"])).counters.products;
    expect(product).toMatchObject({ selection: "1", price: null, name: null, paid: { count: 7 } });
  });

  it("repeated CA17 sets: the last one counts", () => {
    const { tubes } = report(envelope(["CA17*0*5*1", "CA17*1*10*2", "CA17*0*5*3", "CA17*1*10*4"])).counters.cash;
    expect(tubes.map(({ count }) => count)).toEqual([3, 4]);
  });

  const MENU = {
    uk: ["Кава з молоком", "Чай зелений", "Їжачок", "ЛАТЕ", "Гарячий шоколад", "Вода"],
    ru: ["Кофе с молоком", "Чай чёрный", "Горячий шоколад", "Эспрессо", "СТАКАН"],
    pl: ["Wrzątek", "Kawa z mlekiem", "Gorąca czekolada", "Herbata żółta", "Śmietanka"],
  };
  it.each([
    ["win1251", MENU.uk],
    ["koi8-u", MENU.uk],
    ["cp866", MENU.ru],
    ["koi8-r", MENU.ru],
    ["win1251", MENU.ru],
    ["iso-8859-2", MENU.pl],
    ["utf8", [...MENU.uk, ...MENU.pl]],
  ])("names in %s, the whole file telling which", (encoding, menu) => {
    const lines = menu.map((name, index) => iconv.encode(`PA1*${index + 1}*1500*${name}`, encoding).toString("latin1"));
    expect(report(envelope(lines)).counters.products.map(({ name }) => name)).toEqual(menu);
    const escaped = menu.map((name, index) => {
      const bytes = [...iconv.encode(name, encoding)].map((byte) => `^${byte.toString(16)}^`);
      return `PA1*${index + 1}*1500*${bytes.join("")}`;
    });
    expect(report(envelope(escaped)).counters.products.map(({ name }) => name)).toEqual(menu);
  });

  it.each(["utf-16le", "utf-16be"])("a file in %s, with its mark and without", (encoding) => {
    const text = "DXS*TST0000001*VA*V0/6*1\r\nST*001*0001\r\nVA1*3000*2\r\nPA1*1*1500*Кава\r\nSE*4*0001\r\nDXE*1*1\r\n";
    for (const addBOM of [true, false]) {
      const { counters } = report(iconv.encode(text, encoding, { addBOM }));
      expect(counters.totals.paid).toMatchObject({ count: 2, value: 3000 });
      expect(counters.products[0]?.name).toBe("Кава");
    }
  });

  it("Cyrillic names as escapes and as raw bytes of Windows-1251, and UTF-8", () => {
    const read = report(fixture("cyrillic-names.txt"));
    expect(read.counters.products.map(({ name }) => name)).toEqual(["Капучино", "Чай з м'ятою"]);
    expect(read.crc.state).toBe("ok");
    const utf8 = Buffer.concat([ascii("PA1*1*50*"), Buffer.from("Їжачок"), ascii("\r\n")]);
    expect(report(utf8).counters.products[0]?.name).toBe("Їжачок");
  });

  it("a cut-off file: the number at the cut is not trusted", () => {
    const read = report(fixture("coffee-cut-off.txt"));
    expect(codes(read)).toContain("truncated");
    expect(read.counters.products.at(-1)?.byPayment).toEqual([]);
    expect(read.segments.at(-1)).toMatchObject({ id: "PA7", known: false });
    expect(codes(read)).not.toContain("unknown_segments");
  });

  it("configuration reports give no sales", () => {
    const read = report(envelope(["IC4*1*1980", "PC1*1*250", "PC7*1*CA*0*250"]));
    expect(codes(read)).toEqual(["configuration_report"]);
    expect(read.counters.products).toEqual([]);
  });

  it("unknown segments stay raw", () => {
    const read = report(envelope(["XY7*a* b *"]));
    expect(read.segments[0]).toEqual({ id: "XY7", fields: ["a", " b ", ""], known: false, line: 3 });
    expect(read.warnings).toContainEqual({ code: "unknown_segments", params: { count: 1, ids: "XY7" }, line: 3 });
  });

  it("nothing that could be an audit", () => {
    expect(parseAudit(new Uint8Array())).toEqual({ reports: [], warnings: [{ code: "no_audit_segments" }] });
    expect(codes(parseAudit(new Uint8Array([0, 1, 2, 255])))).toEqual([
      "no_audit_segments",
      "binary_garbage",
      "wrapper_text",
    ]);
  });
});

describe("values", () => {
  const counters = (...segments: string[]) => report(envelope(segments)).counters;

  it("scales money by ID401", () => {
    expect(counters("ID4*0*7", "VA1*55*2").totals.paid).toMatchObject({ value: 5500, count: 2 });
    expect(counters("ID4*1*1980", "PA1*1*25").products[0]?.price).toBe(250);
    expect(counters("VA1*55*2").totals.paid.value).toBe(55);
    expect(counters("ID4*3*1980", "VA1*5500*2").totals.paid.value).toBe(550);
  });

  it("knows currencies", () => {
    const code = (id4: string) => counters(id4).currency.code;
    expect([code("ID4*2*1980"), code("ID4*2*980"), code("ID4*2*0380"), code("ID4*2*1978"), code("ID4*2**XTS")]).toEqual(
      ["UAH", "UAH", "UAH", "EUR", "XTS"],
    );
    expect([code("ID4*2*0007*001"), code("ID4*2")]).toEqual([null, null]);
    expect(codes(report(envelope(["ID4*2*1978*EUR"])))).toContain("currency_not_uah");
  });

  it("turns unset and absent into null, never into 0", () => {
    const [product] = counters("PA1*1*65535", "PA7*1*DA*1*100*0*4294967295*0*4294967295").products;
    expect(product?.price).toBeNull();
    expect(product?.byPayment[0]).toMatchObject({ count: 0, value: null, countInterval: 0, valueInterval: null });
    expect(counters("VA1**").totals.paid).toEqual({
      count: null,
      value: null,
      countInterval: null,
      valueInterval: null,
    });
    expect(counters("VA1*-5*1x").totals.paid).toMatchObject({ value: null, count: null });
  });

  it("reads both lengths of dates and times", () => {
    const time = (...segments: string[]) => counters(...segments).machineTime;
    expect(time("EA3*1*250407*0815")).toBe("2025-04-07T08:15:00");
    expect(time("EA3*1*20250407*081523**250406*0700")).toBe("2025-04-07T08:15:23");
    expect(time("EA3*1*000000*0000", "ID5*20231210*2310*53")).toBe("2023-12-10T23:10:53");
    expect(time("EA3*1*000000*0000", "ID5*000000*0000")).toBeNull();
    expect(time("EA3*1*999999*0000")).toBeNull();
    expect(time("EA3*1*250230*0815")).toBeNull();
    expect(time("EA3*1*250407*2460")).toBeNull();
    expect(counters("EA4*980829*1310").identity.initialisedAt).toBe("1998-08-29T13:10:00");
  });

  it("takes LA1 only without PA7, and matches ids with leading zeros", () => {
    expect(counters("PA1*01*250", "LA1*0*1*250*3*40", "LA1*1*1*240*1*10", "LA1*2*1*200*1*5").products).toMatchObject([
      {
        selection: "01",
        byPayment: [
          { segment: "LA1", source: "cash", count: 40, countInterval: 3, price: 250 },
          { segment: "LA1", source: "cashless1", count: 10 },
          { segment: "LA1", source: "unknown", count: 5 },
        ],
      },
    ]);
    const [product] = counters("PA1*1*250", "LA1*0*1*250*3*40", "PA7*1*CA*0*250*41*10250").products;
    expect(product?.byPayment.map(({ segment, count }) => [segment, count])).toEqual([["PA7", 41]]);
  });

  it("takes the bills that balance", () => {
    const bills = (ca3: string) => counters(ca3).cash.bills;
    expect(bills("CA3*0*0*0*0*1000*200*300*5*0*500")).toBe(500);
    expect(bills("CA3*0*0*0*0*1000*200*300*500")).toBe(500);
    expect(bills("CA3*0*0*0*0*1000*200*300*5")).toBe(500);
    expect(bills("CA3*0*0*0*0*1000*200*300*500*0*0")).toBe(500);
  });

  it("reads event flags, shortened or not, and joins repeated lines", () => {
    expect(
      counters("EA2*EBB*96*96*1", "EA2*OBK*0*1134**1", "EA2*EBM_1***25A*0", "EA2*ELA*1*2", "EA2*ELA*1*3").eventCounters,
    ).toMatchObject([
      { code: "EBB", count: 96, countInterval: 96, text: null, active: true },
      { code: "OBK", count: 1134, active: true },
      { code: "EBM", suffix: "1", count: null, text: "25A", active: false },
      { code: "ELA", count: 5, countInterval: 2, active: null },
    ]);
  });

  it("warns when tubes or products disagree with their totals", () => {
    const read = report(envelope(["VA1*1000*100", "PA1*1*10", "PA2*90*900", "CA15*500", "CA17*0*100*4"]));
    expect(read.warnings).toContainEqual({
      code: "products_disagree",
      params: { products: 90, total: 100, percent: 10 },
      line: 3,
    });
    expect(read.warnings).toContainEqual({ code: "tubes_disagree", params: { tubes: 400, stated: 500 }, line: 6 });
  });
});

describe("event codes", () => {
  it.each([
    ["EDT", "EDT", ""],
    ["ELB_603", "ELB", "603"],
    ["EA_4", "EA", "4"],
    ["EA1A", "EA1A", ""],
    ["EJB72", "EJB", "72"],
    ["EOA1", "EOA", "1"],
    ["OCM mdb", "OCM", "mdb"],
    ["EC_ON", "EC", "ON"],
    ["CLOSE", null, "CLOSE"],
    ["ERROR", null, "ERROR"],
    ["6A", null, "6A"],
  ])("%s", (raw, code, suffix) => {
    expect(matchEventCode(raw)).toEqual({ code, suffix });
  });
});
