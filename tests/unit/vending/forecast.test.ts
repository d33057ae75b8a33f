import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandOf, below, likelihood } from "~server/vending/areas/needs/chance";
import { forecastOf, type Machine } from "~server/vending/areas/needs/forecast";
import { usual } from "~server/vending/areas/needs/known";
import { blended, EVEN, hourOf, passingFrom } from "~server/vending/areas/needs/week";
import { startOf } from "~server/vending/demonstration/calendar";
import { inventFleet } from "~server/vending/simulator/fleet";
import { BACK, even, foretell, kindOf, kindsOf, knownOf } from "../../fleet/refill-books";
import { daysBefore, dayOf, learn, LEARNT, type Life, MEASURED } from "../../fleet/refill-months";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday, 10:00 in Kyiv; the clock is not moved in the weeks after it. */
const NOW = Date.parse("2026-11-23T08:00:00Z");
const ENDS = Array.from({ length: 8 }, (_, day) => Date.parse("2026-11-23T22:00:00Z") + day * DAY);

const week = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 168, maxLength: 168 })
  .map((hours) => blended(hours, EVEN, 5));
/** Machines of up to four products that share two bunkers. */
const machines: fc.Arbitrary<Machine> = fc.record({
  week,
  products: fc.array(
    fc.record({
      selection: fc.string(),
      perWeek: fc.double({ min: 0.5, max: 400, noNaN: true }),
      knownBy: fc.integer({ min: 1, max: 2_000 }),
      price: fc.integer({ min: 100, max: 9_000 }),
      uses: fc.uniqueArray(
        fc.record({ slot: fc.constantFrom("bunker:1", "bunker:2"), quantity: fc.integer({ min: 1, max: 20 }) }),
        { selector: ({ slot }) => slot, minLength: 1, maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  slots: fc.tuple(
    ...["bunker:1", "bunker:2"].map((slot) =>
      fc.record({
        slot: fc.constant(slot),
        capacity: fc.constant(3_000),
        level: fc.option(fc.double({ min: -50, max: 3_000, noNaN: true }), { nil: null }),
        isDosed: fc.boolean(),
      }),
    ),
  ),
});

describe("a usual week", () => {
  it("passes as its hours do, and says when a part of it has passed", () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 0, max: 20 * 24 * 60 }), (hours, minutes) => {
        const at = NOW + minutes * 60_000;
        // Slowly: minute by minute.
        let slow = 0;
        for (let minute = 0; minute < minutes; minute++)
          slow += (hours[Math.floor(hourOf(NOW + minute * 60_000))] ?? 0) / 60;
        const passing = passingFrom(hours, NOW);
        expect(passing.until(at)).toBeCloseTo(slow, 6);
        expect(Math.abs(passing.when(passing.until(at)) - at)).toBeLessThan(1_000);
      }),
      { numRuns: 30 },
    );
  });

  it("begins on Monday by the clock in Kyiv", () => {
    expect(hourOf(Date.parse("2026-11-22T22:00:00Z"))).toBe(0);
    expect(hourOf(Date.parse("2026-07-19T20:30:00Z"))).toBe(167.5);
  });
});

describe("chance", () => {
  it("is that of a normal distribution", () => {
    for (const [z, share] of [
      [0, 0.5],
      [1, 0.841345],
      [-1.2816, 0.1],
      [3, 0.99865],
    ] as const)
      expect(below(z)).toBeCloseTo(share, 4);
  });

  it("has one in ten before the band and one after it", () => {
    const spread = { clumping: 2, doubt: 0.15, drift: 3 };
    const { early, late } = bandOf(200.5, spread);
    expect(likelihood(201, early, spread)).toBeCloseTo(0.1, 2);
    expect(likelihood(201, late ?? 0, spread)).toBeCloseTo(0.9, 2);
  });
});

describe("what a product usually sells", () => {
  it("is its kind's where nothing is known of it, and its own where much is", () => {
    expect(usual({ vends: 0, weeks: 0 }, 70).perWeek).toBeCloseTo(70);
    expect(usual({ vends: 800, weeks: 8 }, 50).perWeek).toBeCloseTo(100, 0);
    expect(usual({ vends: 24, weeks: 8 }, null).perWeek).toBe(3);
    expect(usual({ vends: 0, weeks: 0 }, null).perWeek).toBe(0);
  });
});

describe("a forecast", () => {
  it("runs out when, hour by hour, as much was used as there is", () => {
    fc.assert(
      fc.property(machines, (machine) => {
        const { slots } = forecastOf(machine, NOW, ENDS);
        for (const slot of slots) {
          const [at] = [slowly(machine, slot.slot)];
          if (slot.level === null) expect([slot.runsOutAt, slot.earlyAt, slot.vendsLeft]).toEqual([null, null, null]);
          else if (at === null) expect(slot.runsOutAt ?? Infinity).toBeGreaterThan(NOW + 59 * DAY);
          else expect(Math.abs((slot.runsOutAt ?? 0) - at)).toBeLessThanOrEqual(2 * HOUR);
          if (slot.runsOutAt !== null && slot.earlyAt !== null)
            expect(slot.earlyAt).toBeLessThanOrEqual(slot.runsOutAt + 1_000);
          if (slot.runsOutAt !== null && slot.lateAt !== null)
            expect(slot.lateAt).toBeGreaterThanOrEqual(slot.runsOutAt - 1_000);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("loses more the longer nobody comes, never more than it sells, and less the more is in it", () => {
    fc.assert(
      fc.property(machines, (machine) => {
        const { lost, perDay } = forecastOf(machine, NOW, ENDS);
        const more = forecastOf(
          {
            ...machine,
            slots: machine.slots.map((one) => ({ ...one, level: one.level === null ? null : one.level + 300 })),
          },
          NOW,
          ENDS,
        );
        const passing = passingFrom(machine.week, NOW);
        lost.forEach((sum, day) => {
          // How likely a slot is empty is known to seven digits of what it brings.
          const nearly = perDay * 7 * passing.until(ENDS[day] ?? 0) * 1e-6 + 1e-6;
          expect(sum).toBeGreaterThanOrEqual((lost[day - 1] ?? 0) - nearly);
          expect(sum).toBeLessThanOrEqual(perDay * 7 * passing.until(ENDS[day] ?? 0) + 1e-3);
          // What is sold again where something was out empties other slots, too.
          if (machine.slots.every(({ level }) => level === null || level > 0))
            expect(more.lost[day] ?? 0).toBeLessThanOrEqual(sum + nearly);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("of a blocked machine is that it sells nothing from now on", () => {
    const machine: Machine = {
      week: EVEN,
      products: [
        { selection: "1", perWeek: 70, knownBy: 560, price: 3_000, uses: [{ slot: "bunker:1", quantity: 1 }] },
      ],
      slots: [{ slot: "bunker:1", capacity: 300, level: 200, isDosed: false }],
    };
    const { stopsAt, firstOutAt, lost, perDay } = forecastOf({ ...machine, isBlocked: true }, NOW, [NOW + 7 * DAY]);
    expect([stopsAt, firstOutAt]).toEqual([NOW, NOW]);
    expect(lost[0]).toBeCloseTo(perDay * 7, 3);
  });

  it("holds against the simulator's truth: eight of ten slots run out within their band", () => {
    // Spirals, for what runs out of one of them keeps none of the others from being sold.
    const snacks = inventFleet(120, "unit").filter(({ model }) => model.type === "SNACK");
    const lives = learn(snacks.slice(0, 16));
    const said = new Map(lives.map((life) => [life, new Map<string, { early: number; late: number }[]>()]));
    let [within, all] = [0, 0];
    for (let index = LEARNT; index < LEARNT + MEASURED; index++) {
      const midnight = startOf(dayOf(index));
      const days = daysBefore(index, BACK);
      const kinds = kindsOf(
        lives.map(({ history }) => history),
        days,
        even,
      );
      lives.forEach((life, number) => {
        const kind = kinds.get(kindOf(life.history));
        const mine = said.get(life);
        if (!kind || !mine) return;
        for (let at = midnight - 23 * HOUR; at <= midnight; at += HOUR) {
          life.until(at);
          for (const [slot, bands] of mine) {
            if (!isEmpty(life, slot)) continue;
            all += bands.length;
            // It ran out in the hour before.
            within += bands.filter(({ early, late }) => at >= early && at - HOUR <= late).length;
            mine.delete(slot);
          }
        }
        if (index % 14 === number) {
          life.serve(dayOf(index));
          mine.clear();
        }
        if (index % 2) return;
        for (const { slot, earlyAt: early, lateAt: late, runsOutAt } of foretell(
          knownOf(life.history, kind, days, even),
          midnight,
        ).slots)
          if (
            early !== null &&
            late !== null &&
            runsOutAt !== null &&
            runsOutAt < midnight + 3 * DAY &&
            !isEmpty(life, slot)
          )
            mine.set(slot, [...(mine.get(slot) ?? []), { early, late }]);
      });
    }
    expect(all).toBeGreaterThan(100);
    expect(within / all).toBeGreaterThan(0.7);
    expect(within / all).toBeLessThan(0.9);
  });
});

/** Whether something that it is for cannot be made any more. */
const isEmpty = ({ real }: Life, slot: string): boolean =>
  real.uses.some((uses) => uses.some((use) => use.slot === slot && (real.slots.get(slot)?.level ?? 0) < use.quantity));

/** When a slot is used up: what an hour uses is taken away, one hour after another. */
function slowly({ week: hours, products, slots }: Machine, name: string): number | null {
  const slot = slots.find((one) => one.slot === name);
  if (!slot || slot.level === null) return null;
  const waste = slot.isDosed ? 0.02 : 0;
  let left = slot.level - waste * Math.max(0, slot.capacity - slot.level);
  let perWeek = 0;
  const isOut = (other: string) => slots.some((one) => one.slot === other && one.level !== null && one.level <= 0);
  for (const { perWeek: vends, uses } of products)
    if (isOut(name) || !uses.some((use) => isOut(use.slot)))
      for (const use of uses) if (use.slot === name) perWeek += vends * use.quantity * (1 + waste);
  if (perWeek === 0) return null;
  const sum = hours.reduce((all, share) => all + share, 0);
  for (let at = NOW; at < NOW + 60 * DAY; at += HOUR) {
    if (left <= 0) return at;
    left -= (perWeek * (hours[Math.floor(hourOf(at))] ?? 0)) / sum;
  }
  return null;
}
