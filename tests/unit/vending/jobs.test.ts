import { describe, expect, it } from "vitest";
import { z } from "zod";
import { JOBS } from "~server/vending/areas/audits/jobs";
import { envelope, fixture } from "../../fixtures/evadts/build";

const header = z.object({ countersHash: z.string() });

function hashOf(raw: Uint8Array): string {
  const [report] = JOBS.read({
    raw,
    receivedAt: "2025-04-08T06:00:00Z",
    fromInitialisation: false,
    ignoreCrc: false,
    multipliers: { coins: 1, bills: 1, prices: 1 },
  });
  return header.parse(JSON.parse(report?.header ?? "{}")).countersHash;
}

describe("the hash of a read", () => {
  it("is the one that reads were kept with before: one that is sent again is recognised after an update", () => {
    expect(hashOf(fixture("coffee-second.txt"))).toBe(
      "247eb621a98e382af3aa5efd0ff4ce1ed80233e41209d3a0736c9519a7a6b588",
    );
  });

  it("tells counters that make sales, and not what is only shown", () => {
    const read = (...more: string[]) => hashOf(envelope(["EA3*7*250408*0802******7", "VA1*3000*2", ...more]));
    expect(read("CA8*0*50", "DA4*900*0", "CA11*100*0*0*0*5*5*0")).toBe(read());
    expect(read("CA2*3000*2")).not.toBe(read());
  });
});
