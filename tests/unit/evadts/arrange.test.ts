import { describe, expect, it } from "vitest";
import { arrange, type Placement, type ReadHeader } from "~server/vending/evadts/arrange";
import { random, shuffled } from "./random";

/** Read `number` of a machine: made at hour `number` unless told otherwise, received a day later in order of number. */
function header(number: number, over: Partial<ReadHeader> = {}): ReadHeader {
  const two = String(number).padStart(2, "0");
  return {
    id: `r${two}`,
    receivedAt: `2025-04-02T00:${two}:00.000Z`,
    machineTime: `2025-04-01T00:${two}:00`,
    readAt: null,
    readsTotal: number,
    readsWithReset: number,
    machineSerial: "M1",
    controlBoard: "B1",
    initialisedAt: "2024-01-01T09:00:00",
    paidCount: number * 10,
    paidValue: number * 1000,
    countersHash: `counters ${number}`,
    fileHash: `file ${over.id ?? number}`,
    isReleased: false,
    fromInitialisation: false,
    ...over,
  };
}

const place = (placements: Placement[], id: string): Placement | undefined => placements.find((one) => one.id === id);
const order = (placements: Placement[]): string[] => placements.map(({ id }) => id);
const states = (placements: Placement[]): string[] => placements.map(({ id, state }) => `${id} ${state}`);
const minute = (value: number): string => `2025-04-02T00:${String(value).padStart(2, "0")}:00.000Z`;
const clock = (value: number): string => `2025-04-01T00:${String(value).padStart(2, "0")}:00`;

describe("one chain", () => {
  it("goes past reads that were cut off between whole ones, and through those at its ends", () => {
    const cut = { isCut: true };
    const reads = [header(1, cut), header(2), header(3, cut), header(4, cut), header(6), header(7, cut)];
    expect(
      arrange(reads).map(({ id, state, previousId, missingReads }) => [id, state, previousId, missingReads]),
    ).toEqual([
      ["r01", "baseline", null, 0],
      ["r02", "delta", "r01", 0],
      ["r03", "cut", "r02", 0],
      ["r04", "cut", "r02", 0],
      ["r06", "delta", "r02", 1],
      ["r07", "delta", "r06", 0],
    ]);
    expect(states(arrange([header(1, cut), header(2, cut), header(3, cut)]))).toEqual([
      "r01 baseline",
      "r02 delta",
      "r03 delta",
    ]);
  });

  it("begins with a baseline and counts missing reads", () => {
    expect(arrange([header(1), header(2), header(5)])).toEqual([
      {
        id: "r01",
        chain: "M1|B1|2024-01-01T09:00:00",
        position: 0,
        previousId: null,
        state: "baseline",
        doubt: null,
        missingReads: 0,
      },
      {
        id: "r02",
        chain: "M1|B1|2024-01-01T09:00:00",
        position: 1,
        previousId: "r01",
        state: "delta",
        doubt: null,
        missingReads: 0,
      },
      {
        id: "r05",
        chain: "M1|B1|2024-01-01T09:00:00",
        position: 2,
        previousId: "r02",
        state: "delta",
        doubt: null,
        missingReads: 2,
      },
    ]);
  });

  it("inserts a late read between its neighbours", () => {
    const placements = arrange([header(1), header(3), header(2, { receivedAt: minute(50) })]);
    expect(placements.map(({ id, previousId }) => [id, previousId])).toEqual([
      ["r01", null],
      ["r02", "r01"],
      ["r03", "r02"],
    ]);
  });

  it("counts from initialisation when staff say so, and only for the first", () => {
    const placements = arrange([header(1, { fromInitialisation: true }), header(2, { fromInitialisation: true })]);
    expect(states(placements)).toEqual(["r01 from_initialisation", "r02 delta"]);
  });

  it("orders by EA301 without EA309, by the clock without both, by counters without any", () => {
    const bare = { readsTotal: null };
    expect(order(arrange([header(2, bare), header(1, bare)]))).toEqual(["r01", "r02"]);
    for (const other of [{}, { machineTime: null }]) {
      const without = { ...bare, readsWithReset: null, ...other };
      const reads = [
        header(1, { ...without, receivedAt: minute(2) }),
        header(2, { ...without, receivedAt: minute(1) }),
        header(3, { ...without, receivedAt: minute(3) }),
      ];
      expect(order(arrange(reads))).toEqual(["r01", "r02", "r03"]);
    }
  });

  it("orders two reads of one minute by their numbers", () => {
    const same = { machineTime: clock(7) };
    expect(states(arrange([header(8, same), header(7, { ...same, receivedAt: minute(50) })]))).toEqual([
      "r07 baseline",
      "r08 delta",
    ]);
  });

  it("keeps a wrapped counter in its chain", () => {
    expect(
      states(arrange([header(1, { paidCount: 65_530 }), header(2, { paidCount: 4 }), header(3, { paidCount: 9 })])),
    ).toEqual(["r01 baseline", "r02 delta", "r03 delta"]);
  });
});

describe("the same read twice", () => {
  it("is ignored, the first received stays", () => {
    const again = header(2, { id: "again", fileHash: "file 2", receivedAt: minute(40) });
    const reread = header(2, { id: "reread", fileHash: "other", receivedAt: minute(41) });
    const placements = arrange([reread, again, header(3), header(2), header(1)]);
    expect(states(placements)).toEqual([
      "r01 baseline",
      "r02 delta",
      "again duplicate",
      "reread duplicate",
      "r03 delta",
    ]);
    expect(place(placements, "reread")).toMatchObject({ position: 1, previousId: "r02" });
    expect(place(placements, "r03")).toMatchObject({ previousId: "r02", missingReads: 0 });
  });

  it("is not the same read with other counters or of another machine", () => {
    expect(states(arrange([header(2), header(2, { id: "x", countersHash: "x", fileHash: "x" })]))).toEqual([
      "r02 baseline",
      "x delta",
    ]);
    const ofAnother = { machineSerial: "M2", isReleased: true };
    expect(states(arrange([header(2), header(2, { id: "y", fileHash: "y", ...ofAnother })]))).toEqual([
      "r02 baseline",
      "y baseline",
    ]);
  });
});

describe("another identity", () => {
  it("begins a chain with a baseline", () => {
    for (const change of [
      { machineSerial: "M2", isReleased: true },
      { controlBoard: "B2" },
      { initialisedAt: "2025-06-01T00:00:00" },
    ]) {
      const placements = arrange([header(1), header(2), header(3, change), header(4, change)]);
      expect(place(placements, "r03")).toMatchObject({ position: 0, previousId: null, state: "baseline" });
      expect(place(placements, "r04")).toMatchObject({ position: 1, previousId: "r03", state: "delta" });
    }
  });

  it("counts everything since an initialisation between the two reads", () => {
    const change = { initialisedAt: "2025-04-01T00:02:30", readsTotal: 1 };
    expect(place(arrange([header(1), header(2), header(3, change)]), "r03")?.state).toBe("from_initialisation");
    const before = { ...change, initialisedAt: "2025-04-01T00:01:30" };
    expect(place(arrange([header(1), header(2), header(3, before)]), "r03")?.state).toBe("baseline");
    expect(place(arrange([header(3, change)]), "r03")?.state).toBe("baseline");
    expect(place(arrange([header(1, { machineTime: null }), header(3, change)]), "r03")?.state).toBe("baseline");
  });
});

describe("cut-off files, which lack EA4", () => {
  const cut = (number: number): ReadHeader =>
    header(number, { initialisedAt: null, readsTotal: null, readsWithReset: null });

  it("count no sales that whole files count", () => {
    const placements = arrange([header(1), cut(2), header(3), cut(4), header(5), cut(6)]);
    expect(states(placements)).toEqual([
      "r02 baseline",
      "r04 baseline",
      "r06 baseline",
      "r01 baseline",
      "r03 delta",
      "r05 delta",
    ]);
  });

  it("count when the machine sends nothing else", () => {
    expect(states(arrange([cut(1), cut(2), cut(3)]))).toEqual(["r01 baseline", "r02 delta", "r03 delta"]);
    expect(states(arrange([cut(1), cut(2), header(3), header(4)]))).toEqual([
      "r01 baseline",
      "r02 delta",
      "r03 baseline",
      "r04 delta",
    ]);
  });
});

describe("a reset without a new identity", () => {
  const after = (number: number, at: number): ReadHeader =>
    header(number, {
      id: `new${number}`,
      machineTime: clock(at),
      receivedAt: minute(at),
      countersHash: `new ${number}`,
    });

  it("is a new generation, not an out-of-order read", () => {
    const placements = arrange([header(7), header(8), after(1, 20), after(2, 21)]);
    expect(states(placements)).toEqual(["r07 baseline", "r08 delta", "new1 baseline", "new2 delta"]);
    expect(place(placements, "new2")?.chain).toBe("M1|B1|2024-01-01T09:00:00#2");
  });

  it("even when the reads before it arrive last", () => {
    const late = header(8, { receivedAt: minute(50) });
    expect(states(arrange([header(7), after(1, 20), after(2, 21), late]))).toEqual([
      "r07 baseline",
      "r08 delta",
      "new1 baseline",
      "new2 delta",
    ]);
  });

  it("is not a clock that begins anew after a power cut", () => {
    const dead = [
      header(1),
      header(2, { machineTime: "2000-01-01T00:10:00" }),
      header(3, { machineTime: "2000-01-01T05:00:00" }),
      header(4, { machineTime: "2000-01-01T00:20:00" }),
    ];
    expect(states(arrange(dead))).toEqual(["r01 baseline", "r02 delta", "r03 delta", "r04 delta"]);
  });
});

describe("without a clock", () => {
  const blind = (number: number, received: number, over: Partial<ReadHeader> = {}): ReadHeader =>
    header(number, { machineTime: null, receivedAt: minute(received), ...over });
  /** Of the counters before a reset. */
  const old = (number: number, received: number) =>
    blind(number, received, { paidCount: number * 10 + 3000, paidValue: number * 1000 + 300_000 });
  const permutations = (values: readonly number[]): number[][] =>
    values.length < 2
      ? [[...values]]
      : values.flatMap((value) =>
          permutations(values.filter((other) => other !== value)).map((rest) => [value, ...rest]),
        );
  /** What the machine says of its sixth of reads. */
  const machines: Record<string, (number: number) => Partial<ReadHeader>> = {
    "that counts its reads": () => ({}),
    "that counts its reads with a reset": () => ({ readsTotal: null }),
    "whose unit says when it read": (number) => ({
      readsTotal: null,
      readsWithReset: null,
      readAt: `2025-04-01T00:0${number}:00.000Z`,
    }),
    "whose reads all have one number": () => ({ readsTotal: 1, readsWithReset: 1 }),
    "that counts vends alone": () => ({ readsTotal: null, readsWithReset: null }),
    "that counts money alone": () => ({ readsTotal: null, readsWithReset: null, paidCount: null }),
  };

  it.each(Object.entries(machines))("six reads of a machine %s end in one chain, in any order", (_, over) => {
    for (const arrival of permutations([1, 2, 3, 4, 5, 6])) {
      const reads = arrival.map((number, index) => blind(number, index, over(number)));
      expect(arrange(reads).map(({ id, previousId, state }) => [id, previousId, state])).toEqual([
        ["r01", null, "baseline"],
        ["r02", "r01", "delta"],
        ["r03", "r02", "delta"],
        ["r04", "r03", "delta"],
        ["r05", "r04", "delta"],
        ["r06", "r05", "delta"],
      ]);
    }
  });

  it("a late read stands between its neighbours, also where reads are missing", () => {
    const placements = arrange([blind(1, 1), blind(6, 2), blind(3, 3), blind(4, 4), blind(7, 5)]);
    expect(placements.map(({ id, previousId, missingReads }) => [id, previousId, missingReads])).toEqual([
      ["r01", null, 0],
      ["r03", "r01", 1],
      ["r04", "r03", 0],
      ["r06", "r04", 1],
      ["r07", "r06", 0],
    ]);
  });

  it("a reset is no late read: what the old counters are beyond the new ones was not sold", () => {
    const anew = [1, 2, 3].map((number) => blind(number, number + 2, { id: `new${number}` }));
    const expected = ["r14 baseline", "r15 delta", "new1 baseline", "new2 delta", "new3 delta"];
    expect(states(arrange([old(14, 1), old(15, 2), ...anew]))).toEqual(expected);
  });

  it("one number with two counts is a reset, whatever came first", () => {
    const next = random(13);
    const before = [3, 4, 5].map((number) => old(number, 0));
    const anew = [1, 2, 3, 4, 5].map((number) =>
      blind(number, 0, { id: `new${number}`, countersHash: `new ${number}` }),
    );
    for (let run = 0; run < 50; run++) {
      const reads = shuffled([...before, ...anew], next).map((read, index) => ({ ...read, receivedAt: minute(index) }));
      const links = arrange(reads).flatMap(({ id, previousId }) => (previousId ? [`${previousId} ${id}`] : []));
      expect(links.toSorted()).toEqual(["new1 new2", "new2 new3", "new3 new4", "new4 new5", "r03 r04", "r04 r05"]);
    }
  });

  it("counters that wrapped are not put in order of size", () => {
    const over = { readsTotal: null, readsWithReset: null };
    const reads = [65_000, 65_300, 64].map((paidCount, index) =>
      blind(index + 1, index + 1, { ...over, paidCount, paidValue: null }),
    );
    expect(order(arrange(reads))).toEqual(["r01", "r02", "r03"]);
  });
});

describe("any order", () => {
  it("gives one result", () => {
    const next = random(11);
    for (let run = 0; run < 200; run++) {
      const reads: ReadHeader[] = [];
      let counted = 0;
      let generation = 0;
      for (let step = 1; step < 30; step++) {
        if (next() < 0.1) {
          counted = 0;
          generation++;
        }
        counted += 1 + Math.floor(next() * 2);
        const over = {
          id: `s${step}`,
          machineTime: clock(step),
          receivedAt: minute(Math.floor(next() * 60)),
          countersHash: `${generation} ${counted}`,
        };
        reads.push(header(counted, over));
        if (next() < 0.2)
          reads.push(header(counted, { ...over, id: `s${step} again`, fileHash: "again", receivedAt: minute(59) }));
      }
      const together = arrange(reads);
      const arriving: ReadHeader[] = [];
      let oneByOne: Placement[] = [];
      for (const read of shuffled(reads, next)) {
        arriving.push(read);
        oneByOne = arrange(arriving);
      }
      expect(oneByOne).toEqual(together);
      expect(new Set(order(together)).size).toBe(reads.length);
    }
  });

  it("of arrival gives the true chain when the machine has a clock and was not reset", () => {
    const next = random(12);
    for (let run = 0; run < 200; run++) {
      const numbers = Array.from({ length: 20 }, (_, index) => index * 2 + 1);
      const received = shuffled(numbers, next);
      const reads = numbers.map((number, index) => header(number, { receivedAt: minute(received[index] ?? 0) }));
      const placements = arrange(shuffled(reads, next));
      expect(placements.map(({ id }) => id)).toEqual(reads.map(({ id }) => id));
      expect(placements.slice(1).every(({ state }) => state === "delta")).toBe(true);
    }
  });
});
