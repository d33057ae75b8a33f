import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadOf } from "~server/vending/areas/needs/load";
import { type Candidate, planDay } from "~server/vending/areas/needs/plan";
import { drives, kilometres, ordered, roundOf } from "~server/vending/areas/needs/route";

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

const candidates: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      point: fc.option(point, { nil: null, freq: 8 }),
      cycle: fc.record({ days: fc.integer({ min: 1, max: 28 }), perDay: fc.integer({ min: 100, max: 20_000 }) }),
      avoided: fc.integer({ min: 0, max: 60_000 }),
      must: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      due: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      service: fc.integer({ min: 10, max: 40 }),
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
        const limits = { start: HOME, minutes: 480, weight: 400, volume: 5 };
        const plan = planDay(all, limits);
        const of = (device: number) => all[device];
        const everywhere = [...plan.stops, ...plan.unplaced, ...plan.left.map(({ device }) => device)];
        expect(new Set(everywhere).size).toBe(everywhere.length);
        for (const one of all) {
          const isDue = one.must || one.due || one.avoided >= one.cycle.perDay;
          if (isDue) expect(everywhere).toContain(one.device);
          if (one.must) expect(one.point ? plan.stops : plan.unplaced).toContain(one.device);
        }
        for (const device of plan.unplaced) expect(of(device)?.point).toBeNull();
        if (plan.stops.some((device) => of(device)?.must)) return;
        expect(plan.drive + plan.service).toBeLessThanOrEqual(limits.minutes + 1);
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
      ...{ must: false, due: false, service: 30, weight: 1, volume: 0.1 },
    });
    const plan = planDay([one(1, 200), one(2, 900), one(3, 500)], {
      start: HOME,
      minutes: 80,
      weight: null,
      volume: null,
    });
    expect(plan.stops.toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(plan.left).toEqual([{ device: 1, reason: "minutes" }]);
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
