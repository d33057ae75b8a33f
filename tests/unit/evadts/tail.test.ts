import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { arrangeAll, type ReadHeader } from "~server/vending/evadts/arrange";
import { append, type Tail } from "~server/vending/evadts/tail";
import { random } from "./random";

// Lives of machines with everything that may befall their reads: whatever `append` places, `arrange` of all reads places so,
// and moves none of the others.

const START = Date.parse("2025-04-01T00:00:00Z");
const HOUR = 3_600_000;
const local = (at: number) => new Date(at).toISOString().slice(0, 19);
const iso = (at: number) => new Date(at).toISOString();

type Next = () => number;
const oneOf = <T>(next: Next, ...all: [T, ...T[]]): T => all[Math.floor(next() * all.length)] ?? all[0];

/** What a machine and its unit tell at all, and how often something goes wrong. */
function habits(next: Next) {
  return {
    clock: next() < 0.7,
    unit: next() < 0.7,
    total: oneOf(next, "counted", "counted", "lacking", "constant"),
    reset: oneOf(next, "counted", "lacking", "constant", "rare"),
    money: next() < 0.7,
    checks: next() < 0.7,
    oddity: oneOf(next, 0, 0.02, 0.1, 0.3),
  };
}

function* life(next: Next, reads: number): Generator<ReadHeader> {
  const { oddity, ...says } = habits(next);
  const is = (share = oddity) => next() < share;
  const late: ReadHeader[] = [];
  let [at, received, number, resets, board, vends, drift] = [START, START, next() * 9, 0, 1, next() * 99, 0];
  let [initialisedAt, serial, generation] = [says.clock ? local(START - 900 * HOUR) : null, "M1", 0];
  for (let index = 0; index < reads; index++) {
    if (!is()) at += Math.floor(next() * 3) * HOUR;
    number = Math.floor(number) + 1 + Number(is());
    resets += Number(is(0.2));
    vends = Math.floor(vends) + Math.floor(next() * 9) * Number(next() < 0.9);
    if (is(oddity / 3)) [number, resets, vends, generation] = [1, 0, 0, generation + 1];
    if (is(oddity / 3)) [board, number, vends] = [board + 1, 1, 0];
    if (is(oddity / 3)) [initialisedAt, number, vends] = [local(at - HOUR / 2), 1, 0];
    if (is(oddity / 3)) serial = serial === "M1" ? "M2" : "M1";
    if (is(oddity / 2)) drift = oneOf(next, 0, -300 * HOUR, 300 * HOUR, -HOUR);
    received = Math.max(received, at) + (is() ? 0 : 1_000);
    const counted = is(oddity / 2) ? oneOf(next, Math.floor(vends / 2), vends + 5_000) : vends;
    const isBare = is(oddity / 2);
    const read: ReadHeader = {
      id: `${index}/0`,
      receivedAt: iso(received),
      machineTime: says.clock && !is(oddity / 4) ? local(at + drift) : null,
      readAt: says.unit && !is(oddity / 4) ? iso(at) : null,
      readsTotal: said(says.total, isBare ? 0 : number, isBare),
      readsWithReset: said(says.reset, says.reset === "rare" ? resets : number, isBare),
      machineSerial: serial,
      controlBoard: `B${board}`,
      initialisedAt: isBare ? null : initialisedAt,
      paidCount: counted,
      paidValue: says.money ? counted * 1_000 * (is(oddity / 3) ? 50 : 1) : null,
      countersHash: `${generation} ${serial} ${board} ${counted} ${number} ${is() ? "" : at}`,
      fileHash: `file ${index}`,
      crc: is(oddity)
        ? "wrong"
        : oneOf(next, says.checks ? "right" : null, says.checks ? "right" : null, "right", null),
      dearest: oneOf(next, 1_000, null),
      isCut: is(oddity / 2) && next() < 0.7,
      isReleased: is(oddity / 2),
      fromInitialisation: is(oddity / 4),
    };
    if (is(oddity / 2)) late.push(read);
    else yield read;
    if (is(oddity / 2)) {
      // Sent again, with another transmission number, or with a check value that went wrong on its way.
      received += oneOf(next, 0, 1_000, HOUR);
      const again: ReadHeader = { ...read, id: `${index}/again`, receivedAt: iso(received) };
      yield { ...again, fileHash: `again ${index}`, crc: oneOf(next, read.crc ?? null, "wrong") };
    }
    if (late.length && is(0.3)) {
      received += 1_000;
      for (const one of late.splice(0)) yield { ...one, receivedAt: iso(oneOf(next, received, received, at)) };
    }
  }
}

const appended = (tail: Tail | null, read: ReadHeader) => tail && append(tail, read);

function said(how: string, number: number, isBare: boolean): number | null {
  if (isBare || how === "lacking") return null;
  return how === "constant" ? 7 : number;
}

it("a read that is appended stands where the whole arrangement has it, and moves no other", () => {
  const next = random(31);
  let [news, all] = [0, 0];
  for (let run = 0; run < 2_500; run++) {
    const reads: ReadHeader[] = [];
    let known: ReturnType<typeof arrangeAll> = { placements: [], tail: null };
    let tail: Tail | null = null;
    for (const read of life(next, 6 + Math.floor(next() * 14))) {
      reads.push(read);
      const whole = arrangeAll(reads);
      const added = appended(tail, read);
      all += 1;
      if (added) {
        news += 1;
        const at = whole.placements.findIndex(({ id }) => id === read.id);
        const placements = known.placements.toSpliced(at, 0, added.placement);
        // In one look: the runs are many.
        if (!isDeepStrictEqual({ placements, tail: added.tail }, whole))
          expect({ run, reads, placements, tail: added.tail }).toEqual({ run, reads, ...whole });
      }
      known = whole;
      tail = added ? added.tail : whole.tail;
    }
  }
  // Else it would prove nothing, and spare nothing.
  expect(news / all).toBeGreaterThan(0.2);
}, 120_000);

/** Read `index` of a machine that is read every hour. */
const header = (index: number, over: Partial<ReadHeader>): ReadHeader => ({
  id: `${index}/0`,
  receivedAt: iso(START + index * HOUR),
  machineTime: local(START + index * HOUR),
  readAt: iso(START + index * HOUR),
  readsTotal: index + 1,
  readsWithReset: null,
  machineSerial: "M1",
  controlBoard: "B1",
  initialisedAt: null,
  paidCount: index,
  paidValue: index * 1_000,
  countersHash: `counters ${index}`,
  fileHash: `file ${index}`,
  crc: "right",
  isReleased: false,
  fromInitialisation: false,
  ...over,
});

it("all but the first reads of a machine with a clock are appended, also after its board was replaced and past odd reads", () => {
  const reads = Array.from({ length: 60 }, (_, index) => {
    if (index === 10) return header(index, { isCut: true });
    if (index === 15) return header(index, { crc: "wrong" });
    if (index === 20) return header(index, { paidCount: 900_000 });
    return header(index, index < 30 ? {} : { controlBoard: "B2", readsTotal: index - 29, paidCount: index - 30 });
  });
  let tail: Tail | null = null;
  const whole = reads.flatMap((read, index) => {
    const added = appended(tail, read);
    tail = added ? added.tail : arrangeAll(reads.slice(0, index + 1)).tail;
    return added ? [] : [index];
  });
  // The first two of each board, the odd ones, and the next one after each of the odd ones that counts.
  expect(whole).toEqual([0, 1, 10, 11, 15, 16, 20, 21, 30, 31]);
});

it("a read that others depend on is not appended, however rarely", () => {
  const [first, second, third] = [header(0, { crc: null }), header(1, { crc: null }), header(2, {})];
  // The first with a right check value: what the one of another machine is held for changes.
  const foreign = header(9, { machineSerial: "M2", crc: "wrong", receivedAt: iso(START + 1.5 * HOUR) });
  expect(arrangeAll([first, second, foreign]).tail).toBeNull();
  expect(arrangeAll([first, second, foreign]).placements[2]).toMatchObject({ doubt: "machine" });
  expect(arrangeAll([first, second, foreign, third]).placements[3]).toMatchObject({ doubt: "crc" });
  // The same counters came with a check value that went wrong on its way.
  const broken = { ...third, id: "broken", fileHash: "broken", crc: "wrong" } as const;
  const before = [header(0, {}), header(1, {}), broken];
  const again = { ...third, receivedAt: iso(START + 2.5 * HOUR) };
  expect(appended(arrangeAll(before).tail, again)).toBeNull();
  expect(arrangeAll([...before, again]).placements.find(({ id }) => id === again.id)?.state).toBe("duplicate");
  // Of two of one moment the first is by its id; a clock that stands still may change how another board began; and what
  // another chain counts of the same time is counted once.
  const bare = { readsTotal: null, machineTime: null };
  const still = [header(8, bare), header(9, bare)];
  const same = { ...header(10, bare), receivedAt: iso(START + 9 * HOUR), readAt: iso(START + 9 * HOUR), paidCount: 9 };
  const board = header(3, { ...bare, initialisedAt: local(START + 2 * HOUR), machineTime: local(START + 3 * HOUR) });
  const slow = header(6, { ...bare, machineTime: local(START + HOUR) });
  const whole = (index: number) => header(index, { ...bare, initialisedAt: local(START) });
  const late = { ...whole(2), receivedAt: iso(START + 5.5 * HOUR) };
  const cases: [ReadHeader[], ReadHeader][] = [
    [still, { ...same, paidValue: 9_000 }],
    [[header(1, bare), header(2, bare), board, header(4, bare), header(5, bare)], slow],
    [[whole(1), header(3, bare), header(5, bare), late], whole(6)],
  ];
  for (const [known, read] of cases) {
    const { placements, tail } = arrangeAll(known);
    const after = arrangeAll([...known, read]).placements;
    expect(tail).not.toBeNull();
    expect(appended(tail, read)).toBeNull();
    expect(after.filter(({ id }) => id !== read.id)).not.toEqual(placements);
  }
});

it("a machine whose every read is of another board, or of another beginning, or counts anew, costs seconds of work at most", () => {
  const strange: ((index: number) => Partial<ReadHeader>)[] = [
    (index) => ({ controlBoard: `B${index}` }),
    (index) => ({ initialisedAt: local(START + index * HOUR) }),
    (index) => ({ readsTotal: 3_000 - index, paidCount: 3_000 - index, paidValue: null }),
  ];
  for (const over of strange) {
    const reads = Array.from({ length: 3_000 }, (_, index) =>
      header(index, { initialisedAt: local(START), ...over(index) }),
    );
    const started = process.cpuUsage();
    expect(arrangeAll(reads).placements).toHaveLength(reads.length);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(4_000);
  }
});
