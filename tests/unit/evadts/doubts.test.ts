import { describe, expect, it } from "vitest";
import { arrange, type ReadHeader } from "~server/vending/evadts/arrange";
import { random, shuffled } from "./random";

const DAY = 24 * 3_600_000;

/** Read `number` of a machine that sells ten vends of 10.00 a day, read every day by its unit. */
function read(number: number, over: Partial<ReadHeader> = {}): ReadHeader {
  const at = new Date(Date.parse("2025-04-01T06:00:00Z") + number * DAY).toISOString();
  return {
    id: `r${number}`,
    receivedAt: at,
    machineTime: at.slice(0, 19),
    readAt: at,
    readsTotal: number,
    readsWithReset: number,
    machineSerial: "M1",
    controlBoard: "B1",
    initialisedAt: "2024-01-01T09:00:00",
    paidCount: 5000 + number * 10,
    paidValue: 5_000_000 + number * 10_000,
    countersHash: `counters ${number} ${over.paidValue}`,
    fileHash: `file ${number}`,
    crc: "right",
    dearest: 1500,
    isReleased: false,
    fromInitialisation: false,
    ...over,
  };
}

/** Reads with their state, or why they are held, and what they are counted against. */
const placed = (reads: readonly ReadHeader[]): Record<string, string> =>
  Object.fromEntries(
    arrange(reads).map(({ id, state, doubt, previousId }) => [id, `${doubt ?? state} ${previousId ?? ""}`.trim()]),
  );

describe("a read is held", () => {
  it("whose check value is wrong though those of its machine are right; the next one counts since the one before", () => {
    const wrong = read(3, { crc: "wrong", paidValue: 7, machineSerial: "M?", readsTotal: 77 });
    expect(placed([read(1), read(2), wrong])).toEqual({ r1: "baseline", r2: "delta r1", r3: "crc" });
    expect(placed([read(1), read(2), wrong, read(4)])).toMatchObject({ r3: "crc", r4: "delta r2" });
    const missing = (third: ReadHeader) =>
      arrange([read(1), read(2), third, read(4)]).find(({ id }) => id === "r4")?.missingReads;
    expect([missing(wrong), missing(read(3, { crc: "wrong" }))]).toEqual([1, 0]);
  });

  it("not where check values are never right, nor where a machine has none or staff know of it", () => {
    const crc = "wrong";
    expect(placed([read(1, { crc }), read(2, { crc }), read(3, { crc })])).toMatchObject({ r3: "delta r2" });
    expect(placed([read(1), read(2, { crc: null })])).toMatchObject({ r2: "delta r1" });
  });

  it.each([
    ["more vends than there was time for", { paidCount: 5020 + 400 * 25, paidValue: 5_020_000 + 400_000 * 25 }],
    ["more money than its vends bring", { paidValue: 5_020_000 + 12 * 4501 }],
    ["money without a vend", { paidCount: 5020, paidValue: 5_020_000 + 60_000 }],
    ["a counter of noise", { paidCount: 4_294_000_000, paidValue: 4_294_000_000 }],
  ])("that counts %s", (_, over) => {
    const jump = read(3, over);
    expect(placed([read(1), read(2), jump])).toEqual({ r1: "baseline", r2: "delta r1", r3: "jump r2" });
    expect(placed([read(1), read(2), jump, read(4)])).toMatchObject({ r3: "jump r2", r4: "delta r2" });
  });

  it("until the next one counts on from there", () => {
    const [jump, next] = [1, 2].map((day) =>
      read(day + 2, { paidCount: 50_000 + day * 10, paidValue: 90_000_000 + day * 10_000 }),
    );
    if (!jump || !next) throw new Error("two reads");
    expect(placed([read(2), jump])).toMatchObject({ r3: "jump r2" });
    expect(placed([read(2), jump, next])).toMatchObject({ r3: "delta r2", r4: "delta r3" });
  });

  it("that counts less than the one before and the one after it", () => {
    const low = read(3, { paidCount: 3, paidValue: 3000 });
    expect(placed([read(1), read(2), low, read(4)])).toMatchObject({ r3: "fell r2", r4: "delta r2" });
    const anew = read(4, { paidCount: 13, paidValue: 13_000 });
    expect(placed([read(1), read(2), low, anew])).toMatchObject({ r3: "delta r2", r4: "delta r3" });
  });

  it("of another machine, until staff say that it stands there now", () => {
    const other = { machineSerial: "M2" };
    const reads = [read(1), read(2), read(3, other), read(4, other)];
    expect(placed(reads)).toMatchObject({ r2: "delta r1", r3: "machine", r4: "machine" });
    for (const said of [{ isReleased: true }, { fromInitialisation: true }]) {
      const accepted = reads.map((one) => (one.id === "r3" ? { ...one, ...said } : one));
      expect(placed(accepted)).toMatchObject({ r4: "delta r3" });
    }
    expect(placed([read(1), read(2, { machineSerial: null, controlBoard: null })])).toMatchObject({ r2: "baseline" });
  });

  it("not when staff say that what it counts is right", () => {
    for (const over of [{ crc: "wrong" as const }, { paidCount: 900_000 }, { paidCount: 3, paidValue: 3000 }])
      expect(placed([read(1), read(2), read(3, { ...over, isReleased: true }), read(4)])).toMatchObject({
        r3: "delta r2",
        r4: "delta r3",
      });
  });
});

it("ordinary reads are never held: prices that rise, long pauses, busy days, clocks without a battery", () => {
  const next = random(7);
  for (let run = 0; run < 300; run++) {
    let [paidCount, paidValue, price, day] = [Math.floor(next() * 100_000), Math.floor(next() * 10_000_000), 1000, 0];
    const [hasClock, hasUnit] = [next() < 0.5, next() < 0.5];
    const reads = Array.from({ length: 8 }, (_, index) => {
      const days = 1 + Math.floor(next() * 200);
      const sold = Math.floor(next() * 2000 * days);
      if (next() < 0.3) price = Math.round(price * (1 + next()));
      [day, paidCount, paidValue] = [day + days, paidCount + sold, paidValue + sold * price];
      const at = new Date(Date.UTC(2025, 0, day)).toISOString();
      const machineTime = next() < 0.2 ? "2000-01-01T00:10:00" : at.slice(0, 19);
      return read(index, {
        ...{ receivedAt: at, readAt: hasUnit ? at : null, machineTime: hasClock ? machineTime : null },
        ...{ paidCount, paidValue, dearest: next() < 0.5 ? price : null },
      });
    });
    expect(arrange(shuffled(reads, next)).filter(({ state }) => state === "held")).toEqual([]);
  }
});
