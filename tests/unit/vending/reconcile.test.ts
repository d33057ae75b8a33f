import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bound } from "~server/vending/areas/audits/cuts";
import { type Audited, reconcile } from "~server/vending/areas/audits/reconcile";
import type { Line, Told } from "~server/vending/areas/audits/untold";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What really happened: vends in order of time. */
type Vend = Told & { selection: string };

const vendOf = (at: number, selection: string, source: string): Vend => ({
  at,
  selection,
  source,
  count: 1,
  amount: source === "test" || source === "free" ? 0 : 1_000 + 100 * Number(selection),
});

/** The lines of an audit that counted these vends. */
function counted(vends: readonly Vend[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { selection, source, amount } of vends) {
    const key = `${selection}/${source}`;
    const line = lines.get(key) ?? { selection, name: `P${selection}`, source, count: 0, amount: 0, guessed: false };
    lines.set(key, { ...line, count: line.count + 1, amount: line.amount + amount });
  }
  return [...lines.values()];
}

const sure = (at: number): Bound => ({ at, earliest: at, latest: at });
const period = (start: Bound, end: Bound, lines: readonly Line[], over: Partial<Audited> = {}): Audited => ({
  start,
  end,
  isJoined: true,
  lines,
  isSound: true,
  isEstimated: false,
  ...over,
});
const within = (vends: readonly Vend[], from: number, to: number) => vends.filter(({ at }) => at > from && at <= to);
const many = (count: number, from: number, every: number, selection = "1", source = "cash") =>
  Array.from({ length: count }, (_, index) => vendOf(from + index * every, selection, source));
const short = (line: Line) => [line.source, line.selection, line.count, line.amount];
const sum = (all: readonly { count: number; amount: number }[], measure: "count" | "amount") =>
  all.reduce((total, one) => total + one[measure], 0);

describe("a machine that sells thousands a day", () => {
  it("is counted once although the clock of a read is hours wrong", () => {
    const vends = many(5_000, 1, 17_000);
    for (const read of [1, 1_777, 2_500, 4_999]) {
      const end = sure(25 * HOUR);
      const between = { at: (vends[read]?.at ?? 0) - 3 * HOUR, earliest: 0, latest: end.at };
      const books = reconcile(
        [period(sure(0), between, counted(vends.slice(0, read))), period(between, end, counted(vends.slice(read)))],
        vends,
      );
      expect(books.map(({ booked }) => booked)).toEqual([[], []]);
      expect(books.flatMap(({ differences }) => differences.filter(({ beyond }) => beyond.count > 0))).toEqual([]);
    }
  });
});

describe("a period that both an audit and telemetry tell of", () => {
  const day = many(300, 1, MINUTE);
  const whole = (vends: readonly Told[], over: Partial<Audited> = {}, lines = counted(day)) => {
    const [only] = reconcile([period(sure(0), sure(24 * HOUR), lines, over)], vends);
    if (!only) throw new Error("no period");
    return only;
  };

  it("keeps all that one vend of three hundred does not tell of", () => {
    const { booked, differences, isTold } = whole(day.slice(7, 8));
    expect(booked.map(short)).toEqual([["cash", "1", 299, 299 * 1_100]]);
    expect(isTold).toBe(true);
    expect(differences).toEqual([
      {
        source: "cash",
        audit: { count: 300, amount: 330_000 },
        events: { count: 1, amount: 1_100 },
        booked: { count: 299, amount: 328_900 },
        beyond: { count: 0, amount: 0 },
      },
    ]);
  });

  it("keeps all paid vends beside a technician's test vend", () => {
    const { booked, differences } = whole([vendOf(HOUR, "1", "test")]);
    expect(booked.map(short)).toEqual([["cash", "1", 300, 330_000]]);
    expect(differences.map(({ source, booked: { count } }) => [source, count])).toEqual([
      ["cash", 300],
      ["test", 0],
    ]);
  });

  it("books nothing where telemetry tells more, and says how much", () => {
    const { booked, differences } = whole([...day, vendOf(301 * MINUTE, "2", "cash")]);
    expect(booked).toEqual([]);
    expect(differences).toMatchObject([
      { source: "cash", events: { count: 301 }, beyond: { count: 1, amount: 1_200 } },
    ]);
  });

  it("counts a vend of a source that the machine does not count under the others", () => {
    const told = day.map((vend, index) => ({ ...vend, source: index % 3 ? "cash" : "cashless1" }));
    expect(whole(told).booked).toEqual([]);
    expect(whole(told.slice(0, 200)).booked.map(short)).toEqual([["cash", "1", 100, 110_000]]);
    const unknown = counted(day).map((line) => ({ ...line, source: "unknown" }));
    expect(whole(told.slice(0, 200), {}, unknown).booked.map(short)).toEqual([["unknown", "1", 100, 110_000]]);
  });

  it("books money that telemetry has too little of, without a vend", () => {
    const cheap = day.map((vend) => ({ ...vend, amount: vend.amount - 100 }));
    expect(whole(cheap).booked.map(short)).toEqual([["cash", "1", 0, 30_000]]);
  });

  it("names no product that may be another one", () => {
    const [one, two] = [many(10, 1, MINUTE, "1"), many(10, HOUR, MINUTE, "2")];
    const nameless = [...one.slice(0, 9), ...two.slice(0, 7)].map((vend, index) =>
      index < 6 ? { ...vend, selection: null } : vend,
    );
    const lines = counted([...one, ...two]);
    // Three at most can be of the second, so one at least is of the first.
    expect(whole(nameless, {}, lines).booked.map(short)).toEqual([
      ["cash", "1", 1, 1_100],
      ["cash", null, 3, 3_600],
    ]);
    // By the sums of an audit that only reckoned who paid how, only one product can be short.
    const other = many(10, 2 * HOUR, MINUTE, "1", "cashless1");
    const reckoned = counted([...one, ...two, ...other]).map((line) =>
      line.selection === "1" ? { ...line, source: line.source === "cash" ? "cashless1" : "cash" } : line,
    );
    const told = [...one, ...two.slice(0, 8), ...other];
    expect(whole(told, { isEstimated: true }, reckoned).booked.map(short)).toEqual([["cash", "2", 2, 2_400]]);
  });

  it("books an audit that may be wrong only where nobody else tells of the time", () => {
    expect(whole([], { isSound: false }).booked).toHaveLength(1);
    expect(whole([vendOf(HOUR, "1", "test")], { isSound: false }).booked).toHaveLength(1);
    const { booked, differences } = whole(day.slice(0, 1), { isSound: false });
    expect(booked).toEqual([]);
    expect(differences).toMatchObject([{ audit: { count: 300 }, events: { count: 1 }, booked: { count: 0 } }]);
  });
});

describe("clocks that are wrong", () => {
  it("of years ago are believed, unless telemetry told more than half of what was counted since", () => {
    const start = 1_000 * 24 * HOUR;
    const told = many(50, start, MINUTE);
    const bound = (at: number): Bound => ({ at: 0, earliest: -24 * HOUR, latest: start + at });
    const books = (lines: readonly Line[]) => reconcile([period(bound(0), bound(HOUR), lines)], told)[0];
    expect(books(counted(told))).toMatchObject({ booked: [], differences: [], isTold: true });
    expect(books(counted(many(60, 0, MINUTE)))?.booked.map(short)).toEqual([["cash", "1", 10, 11_000]]);
    expect(books(counted(many(300, 0, MINUTE)))?.booked.map(short)).toEqual([["cash", "1", 300, 330_000]]);
  });

  it("count fifty vends once", () => {
    const vends = many(50, 20 * HOUR, MINUTE);
    // The machine's clock is five hours behind, and nobody says when it was read.
    const bound = (at: number): Bound => ({ at: at - 5 * HOUR, earliest: at - 29 * HOUR, latest: at + 10 * MINUTE });
    const [only] = reconcile([period(bound(10 * HOUR), bound(22 * HOUR), counted(vends))], vends);
    expect(only).toMatchObject({ booked: [], differences: [], isTold: true });
    expect(only?.to).toBeGreaterThan(20 * HOUR);
  });
});

const SOURCES = ["cash", "cashless1", "cashless2", "test", "free"];
const vends = fc
  .array(
    fc.record({
      at: fc.integer({ min: 1, max: 480 }),
      cell: fc.integer({ min: 1, max: 4 }),
      by: fc.nat(4),
      lost: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((all) => all.sort((one, other) => one.at - other.at));

interface Story {
  truth: Vend[];
  told: Vend[];
  reads: number[];
}
/** Eight hours of a machine, read now and then; some of its vends were never told. */
const story = fc
  .record({
    vends,
    losses: fc.constantFrom(0, 0.1, 0.5, 1),
    reads: fc.uniqueArray(fc.integer({ min: 0, max: 490 }), { minLength: 2, maxLength: 6 }),
  })
  .map(({ vends: all, losses, reads }): Story => {
    const truth = all.map(({ at, cell, by }) => vendOf(at * MINUTE, String(cell), SOURCES[by] ?? "cash"));
    const told = truth.filter((_, index) => !(all[index]?.lost && (index * 7_919) % 10 < losses * 10));
    return { truth, told, reads: reads.sort((one, other) => one - other).map((at) => at * MINUTE + 1) };
  });
const periodsOf = ({ truth, reads }: Story, boundOf: (read: number, index: number) => Bound): Audited[] =>
  reads.slice(1).map((to, index) => {
    const from = reads[index] ?? 0;
    return period(boundOf(from, index), boundOf(to, index + 1), counted(within(truth, from, to)));
  });
/** Of all sources and products at once, what is in one list and not in the other. */
const missing = (all: readonly Vend[], some: readonly Vend[]) => all.filter((vend) => !some.includes(vend));
const runs = { seed: 11, numRuns: 400 };

describe("books of random machines", () => {
  it("are the truth, by source and product, where every read's moment is known", () => {
    fc.assert(
      fc.property(story, (one) => {
        const books = reconcile(periodsOf(one, sure), one.told);
        books.forEach(({ booked }, index) => {
          const lost = within(missing(one.truth, one.told), one.reads[index] ?? 0, one.reads[index + 1] ?? 0);
          const sorted = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(short(line))).sort();
          expect(sorted(booked)).toEqual(sorted(counted(lost)));
        });
      }),
      runs,
    );
  });

  /** The least that can be booked as not told, found by trying every moment of every read. */
  function leastByTrying(one: Story, bounds: readonly Bound[]): number {
    const moments = one.told.map(({ at }) => at);
    const short = (from: number, to: number, index: number): number => {
      const [audit, told] = [
        within(one.truth, one.reads[index] ?? 0, one.reads[index + 1] ?? 0),
        within(one.told, from, to),
      ];
      const of = (all: readonly Vend[], source: string) => all.filter((vend) => vend.source === source);
      const paid = SOURCES.slice(0, 3);
      const by = (measure: "count" | "amount", sources: readonly string[]) => {
        const lacks = sources.map((source) => sum(of(audit, source), measure) - sum(of(told, source), measure));
        const strange = sources
          .filter((source) => of(audit, source).length === 0)
          .map((source) => sum(of(told, source), measure));
        const add = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
        const lacking = add(lacks.filter((lack) => lack > 0));
        return lacking - Math.min(lacking, add(strange));
      };
      return by("count", paid) + by("amount", paid) + by("count", ["test"]) + by("count", ["free"]);
    };
    const rest = (index: number, from: number): number => {
      const bound = bounds[index];
      if (!bound) return 0;
      const possible = [bound.earliest, bound.at, ...moments].filter(
        (at) => at >= from && at >= bound.earliest && at <= bound.latest,
      );
      return Math.min(...possible.map((at) => (index === 0 ? 0 : short(from, at, index - 1)) + rest(index + 1, at)));
    };
    return rest(0, -Infinity);
  }

  const wrong = fc.record({
    one: story,
    errors: fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 6, maxLength: 6 }),
    width: fc.constantFrom(5, 30, 90),
  });
  const boundsOf = ({ one, errors, width }: { one: Story; errors: number[]; width: number }) => {
    let last = 0;
    return one.reads.map((read, index): Bound => {
      const error = Math.max(-width, Math.min(width, errors[index] ?? 0)) * MINUTE;
      last = Math.max(last, read + error);
      return {
        at: last,
        earliest: Math.min(last, read - width * MINUTE),
        latest: Math.max(last, read + width * MINUTE),
      };
    });
  };

  it("never hold more than the truth when clocks are wrong by hours", () => {
    fc.assert(
      fc.property(wrong, (given) => {
        const { one } = given;
        const bounds = boundsOf(given);
        const books = reconcile(
          periodsOf(one, (read, index) => bounds[index] ?? sure(read)),
          one.told,
        );
        const booked = books.flatMap((book) => book.booked);
        const lost = missing(one.truth, one.told).filter(
          ({ at }) => at > (one.reads[0] ?? 0) && at <= (one.reads.at(-1) ?? 0),
        );
        expect(sum(booked, "amount") + sum(booked, "count")).toBeLessThanOrEqual(sum(lost, "amount") + lost.length);
        expect(sum(booked, "amount")).toBeLessThanOrEqual(sum(lost, "amount"));
      }),
      runs,
    );
  });

  it("hold the least that any moments of the reads allow, as trying all of them does", () => {
    fc.assert(
      fc.property(
        wrong.filter(({ one }) => one.told.length <= 12 && one.reads.length <= 4),
        (given) => {
          const bounds = boundsOf(given);
          const books = reconcile(
            periodsOf(given.one, (read, index) => bounds[index] ?? sure(read)),
            given.one.told,
          );
          const booked = books.flatMap((book) => book.booked);
          expect(sum(booked, "amount") + sum(booked, "count")).toBe(leastByTrying(given.one, bounds));
        },
      ),
      { ...runs, numRuns: 200 },
    );
  });

  it("are the same whatever the order of vends of one moment", () => {
    fc.assert(
      fc.property(wrong, fc.integer(), (given, salt) => {
        const bounds = boundsOf(given);
        const periods = periodsOf(given.one, (read, index) => bounds[index] ?? sure(read));
        const other = [...given.one.told].sort(
          (a, b) => a.at - b.at || Math.sin(salt + Number(a.selection)) - Math.sin(salt + Number(b.selection)),
        );
        expect(reconcile(periods, other)).toEqual(reconcile(periods, given.one.told));
      }),
      runs,
    );
  });
});
