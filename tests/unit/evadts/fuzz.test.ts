import { describe, expect, it } from "vitest";
import { derivePeriod } from "~server/vending/evadts/derive";
import { parseAudit } from "~server/vending/evadts/parse";
import { fixture } from "../../fixtures/evadts/build";
import { random } from "./random";

function readAll(bytes: Uint8Array): void {
  const { reports } = parseAudit(bytes);
  for (const { counters } of reports) {
    const period = derivePeriod(null, counters);
    expect(Number.isSafeInteger(period.vends) && Number.isSafeInteger(period.value)).toBe(true);
    expect(JSON.stringify(counters)).not.toContain("\\u0000");
  }
}

describe("parseAudit never throws", () => {
  it("cut at every length", () => {
    const whole = fixture("coffee-second.txt");
    const earlier = parseAudit(fixture("coffee-first.txt")).reports[0]?.counters ?? null;
    for (let length = 0; length <= whole.length; length++) {
      const { reports } = parseAudit(whole.subarray(0, length));
      for (const { counters } of reports) {
        const { lines } = derivePeriod(earlier, counters);
        expect(lines.every((line) => line.selection === null || line.count >= 0)).toBe(true);
      }
    }
  });

  it("random bytes", () => {
    const next = random(1);
    for (let run = 0; run < 300; run++) {
      readAll(Uint8Array.from({ length: Math.floor(next() * 400) }, () => Math.floor(next() * 256)));
    }
  });

  it("damaged files", () => {
    const next = random(2);
    const whole = fixture("coffee-second.txt");
    for (let run = 0; run < 300; run++) {
      const damaged = Uint8Array.from(whole);
      for (let hit = 0; hit < 30; hit++) damaged[Math.floor(next() * damaged.length)] = Math.floor(next() * 256);
      readAll(damaged);
    }
  });
});
