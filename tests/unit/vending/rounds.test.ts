import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadOf } from "~server/vending/areas/needs/load";
import { ANY_TIME, CLOSED, type Hours, hoursOf, strainOf, timesOf } from "~server/vending/areas/needs/hours";
import { type Candidate, dayInOrder, planDay } from "~server/vending/areas/needs/plan";
import { drives, improved, kilometres, ordered, roundOf } from "~server/vending/areas/needs/route";

const point = fc.record({
  latitude: fc.double({ min: 50.3, max: 50.6, noNaN: true }),
  longitude: fc.double({ min: 30.3, max: 30.8, noNaN: true }),
});
const HOME = { latitude: 50.4337, longitude: 30.6452 };

describe("a round", () => {
  it("is as short as the best of all orders, or nearly", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
        const drive = drives([HOME, ...points]);
        const order = ordered(points.length, drive);
        expect(order.toSorted((a, b) => a - b)).toEqual(points.map((_, index) => index + 1));
        const best = Math.min(...permutations(points.map((_, index) => index + 1)).map((one) => roundOf(one, drive)));
        expect(roundOf(order, drive)).toBeLessThanOrEqual(best * 1.1 + 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it("measures the earth", () => {
    // Kyiv to Lviv: 468 km as the crow flies.
    expect(
      kilometres({ latitude: 50.4501, longitude: 30.5234 }, { latitude: 49.8397, longitude: 24.0297 }) / 1.3,
    ).toBeCloseTo(468, -1);
  });
});

const minute = fc.integer({ min: 0, max: 1_440 });
const hours: fc.Arbitrary<Hours> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(ANY_TIME) },
  { weight: 3, arbitrary: fc.tuple(minute, minute).map(([from, length]) => ({ from, until: from + length })) },
  { weight: 1, arbitrary: fc.constant(CLOSED) },
);
/** Minutes that coming too late costs, at least: more than any way or wait. */
const LATE = 1_440;

describe("opening hours", () => {
  it("are of a day, until after midnight where they end before they begin", () => {
    expect(hoursOf("08:00", "19:30", false)).toEqual({ from: 480, until: 1_170 });
    expect(hoursOf("18:00", "02:00", false)).toEqual({ from: 1_080, until: 1_560 });
    expect(hoursOf(null, "12:00", false)).toEqual({ from: 0, until: 720 });
    expect(hoursOf("12:00", null, false)).toEqual({ from: 720, until: Infinity });
    expect(hoursOf(null, null, false)).toEqual(ANY_TIME);
    expect(hoursOf("08:00", "19:30", true)).toEqual(CLOSED);
  });

  it("make a crew wait, or come too late", () => {
    const drive = () => 10;
    const stop = (hours: Hours) => ({ hours, service: 20 });
    const stops = [stop({ from: 540, until: 600 }), stop({ from: 600, until: 700 }), stop({ from: 0, until: 620 })];
    // From 8:00: at 8:10 nobody lets it in, but then it sets out later; from 9:20 it waits until 10:00.
    expect(timesOf([1, 2, 3], drive, stops, 480)).toEqual({ at: [540, 600, 630], waiting: 30, late: [2] });
    expect(timesOf([1, 3, 2], drive, stops, 480)).toEqual({ at: [540, 570, 600], waiting: 0, late: [] });
  });

  it("are kept as well as the best of all orders keeps them, 19 times in 20", () => {
    const called = fc.record({ hours, service: fc.integer({ min: 10, max: 40 }), point });
    const rounds = fc.sample(fc.array(called, { minLength: 1, maxLength: 6 }), 300);
    const good = rounds.filter((stops) => {
      const drive = drives([HOME, ...stops.map((one) => one.point)]);
      const all = stops.map((_, index) => index + 1);
      const costs = (order: readonly number[]) => {
        const { waiting, late } = timesOf(order, drive, stops, 480);
        return roundOf(order, drive) + waiting + late.length * LATE;
      };
      const order = improved(all, drive, strainOf(drive, stops, 480));
      expect(order.toSorted((a, b) => a - b)).toEqual(all);
      expect(costs(order)).toBeLessThanOrEqual(costs(all) + 1e-9);
      return costs(order) <= Math.min(...permutations(all).map(costs)) * 1.05 + 1e-9;
    });
    expect(good.length / rounds.length).toBeGreaterThanOrEqual(0.95);
  });
});

const candidates: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      point: fc.option(point, { nil: null, freq: 8 }),
      cycle: fc.record({ days: fc.integer({ min: 1, max: 28 }), perDay: fc.integer({ min: 100, max: 20_000 }) }),
      avoided: fc.integer({ min: 0, max: 60_000 }),
      must: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      due: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      service: fc.integer({ min: 10, max: 40 }),
      hours,
      weight: fc.integer({ min: 0, max: 120 }),
      volume: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((one, device) => ({ ...one, device })));

describe("a day of a crew", () => {
  it("takes whom it must, keeps within the day and the vehicle, and says whom it leaves", () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const limits = { start: HOME, begins: 480, minutes: 480, weight: 400, volume: 5 };
        const plan = planDay(all, limits);
        const of = (device: number) => all[device];
        const stops = plan.stops.map(({ device }) => device);
        const everywhere = [...stops, ...plan.unplaced, ...plan.left.map(({ device }) => device)];
        expect(new Set(everywhere).size).toBe(everywhere.length);
        for (const one of all) {
          const isDue = one.must || one.due || one.avoided >= one.cycle.perDay;
          if (isDue) expect(everywhere).toContain(one.device);
          if (one.must) expect(one.point ? stops : plan.unplaced).toContain(one.device);
        }
        for (const device of plan.unplaced) expect(of(device)?.point).toBeNull();
        for (const { device, at, late } of plan.stops) {
          const { hours: open, service } = of(device) ?? { hours: CLOSED, service: 0 };
          expect(at).toBeGreaterThanOrEqual(open.from);
          expect(late).toBe(at + service > open.until);
        }
        if (stops.some((device) => of(device)?.must)) return;
        expect(plan.stops.filter(({ late }) => late)).toEqual([]);
        expect(plan.drive + plan.waiting + plan.service).toBeLessThanOrEqual(limits.minutes + 1);
        expect(plan.weight).toBeLessThanOrEqual(limits.weight);
        expect(plan.volume).toBeLessThanOrEqual(limits.volume + 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it("prefers what saves most a minute, where not all fit", () => {
    const near = { latitude: 50.44, longitude: 30.64 };
    const one = (device: number, avoided: number): Candidate => ({
      ...{ device, avoided, point: near, cycle: { days: 7, perDay: 100 } },
      ...{ must: false, due: false, service: 30, hours: ANY_TIME, weight: 1, volume: 0.1 },
    });
    const plan = planDay([one(1, 200), one(2, 900), one(3, 500)], {
      start: HOME,
      begins: 480,
      minutes: 80,
      weight: null,
      volume: null,
    });
    expect(plan.stops.map(({ device }) => device).toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(plan.left).toEqual([{ device: 1, reason: "minutes" }]);
  });

  it("begins nowhere where nobody said from where and nothing is due", () => {
    const near: Candidate = {
      ...{ device: 7, avoided: 95, point: HOME, cycle: { days: 7, perDay: 100 }, hours: ANY_TIME },
      ...{ must: false, due: false, service: 10, weight: 1, volume: 0.1 },
    };
    const limits = { begins: 480, minutes: 480, weight: null, volume: null };
    expect(planDay([near], { ...limits, start: null })).toMatchObject({ stops: [], left: [], unplaced: [], drive: 0 });
    expect(planDay([near], { ...limits, start: HOME }).stops.map(({ device }) => device)).toEqual([7]);
  });

  it("in an order that somebody chose keeps it, and says where nobody lets the crew in", () => {
    const far = { latitude: 50.55, longitude: 30.35 };
    const one = (device: number, at: typeof far | null, open: Hours): Candidate => ({
      ...{ device, avoided: 0, point: at, cycle: { days: 7, perDay: 100 }, hours: open },
      ...{ must: true, due: false, service: 30, weight: 2, volume: 0.1 },
    });
    const all = [one(1, far, ANY_TIME), one(2, null, ANY_TIME), one(3, HOME, CLOSED), one(4, far, ANY_TIME)];
    const plan = dayInOrder(all, { start: HOME, begins: 480, minutes: 480, weight: null, volume: null });
    expect(plan.stops.map(({ device, late }) => [device, late])).toEqual([
      [1, false],
      [3, true],
      [4, false],
    ]);
    expect(plan).toMatchObject({ unplaced: [2], left: [], service: 90, weight: 6 });
    expect(plan.drive).toBeCloseTo(4 * (kilometres(HOME, far) - 10 + 28), 0);
  });
});

describe("a load", () => {
  it("is in packs, grams and millilitres as far as these are known", () => {
    const cup = { unit: "PC", pack_count: 100, weight: 420, volume: 5_500 } as const;
    expect(loadOf(250, cup)).toEqual({ packs: 3, weight: 1_050, volume: 13_750 });
    // A float that is a little more than three packs is three.
    expect(loadOf(3_000.000_001, { unit: "G", pack_count: null, weight: 1_000, volume: null }).packs).toBe(3);
    expect(loadOf(1.5, { unit: "KG", pack_count: null, weight: 500, volume: 700 })).toEqual({
      packs: 3,
      weight: 1_500,
      volume: 2_100,
    });
    expect(loadOf(20_000, { unit: "ML", pack_count: null, weight: null, volume: null })).toEqual({
      packs: null,
      weight: 20_000,
      volume: 20_000,
    });
    expect(loadOf(7, { unit: "PC", pack_count: null, weight: null, volume: null })).toEqual({
      packs: null,
      weight: null,
      volume: null,
    });
  });
});

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
