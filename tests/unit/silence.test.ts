import { describe, expect, it } from "vitest";
import { ALARM, SIZE, surpriseOf } from "~server/vending/areas/sales/silence";
import { dayFactor, hourWeights } from "~server/vending/demonstration/profile";
import type { PlaceKind } from "~server/vending/demonstration/projects";
import { type Random, randomOf } from "~server/vending/demonstration/random";

const DAYS = 30;
/** Weeks that a profile is made of before the months begin. */
const WEEKS = 8;

/** Gamma by Marsaglia and Tsang, of mean 1: how good a day is. */
function goodness(random: Random): number {
  const d = SIZE - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) return (d * v) / SIZE;
  }
}

function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let left = Math.exp(-mean), product = random(); product > left; product *= random()) count++;
  return count;
}

interface Place {
  kind: PlaceKind;
  mean: number;
}

/** Mean vends of each hour of a week. */
function weekOf({ kind, mean }: Place): number[] {
  return Array.from({ length: 7 }, (_, weekday) => {
    const weights = hourWeights("COFFEE", kind, weekday);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => (mean * dayFactor("COFFEE", kind, weekday, 4) * weight) / all);
  }).flat();
}

/** Vends by hour, day after day from a Monday on: good and bad days, and a fifth of the people come in pairs. */
function sales(random: Random, week: readonly number[], days: number): number[] {
  return Array.from({ length: days }, (_, day) => {
    const today = goodness(random);
    return week.slice((day % 7) * 24, (day % 7) * 24 + 24).map((mean) => {
      const people = poisson(random, (mean * today) / 1.2);
      return people + poisson(random, people * 0.2);
    });
  }).flat();
}

function learned(past: readonly number[]): number[] {
  return Array.from(
    { length: 168 },
    (_, hour) => past.filter((_one, index) => index % 168 === hour).reduce((sum, count) => sum + count, 0) / WEEKS,
  );
}

/** Hours from the beginning of each silence to its alarm, within the hours given. */
function alarms(vends: readonly number[], profile: readonly number[]): number[] {
  const raised: number[] = [];
  let silence: number[] = [];
  let hours = 0;
  for (const [hour, count] of vends.entries()) {
    if (count > 0) [silence, hours] = [[], 0];
    else {
      const day = Math.floor(hour / 24);
      silence[day] = (silence[day] ?? 0) + (profile[hour % 168] ?? 0);
      const before = surpriseOf(
        silence.flatMap((one, index) => (index === day ? [one - (profile[hour % 168] ?? 0)] : [one])),
      );
      hours++;
      if (before < ALARM && surpriseOf(silence.flat()) >= ALARM) raised.push(hours);
    }
  }
  return raised;
}

const PLACES: Place[] = [
  { kind: "HOME", mean: 10 },
  { kind: "GYM", mean: 18 },
  { kind: "OFFICE", mean: 25 },
  { kind: "UNIVERSITY", mean: 45 },
  { kind: "STATION", mean: 60 },
];
const MACHINES = 200;

describe.each(PLACES)("a machine of $mean vends a day ($kind)", (place) => {
  const week = weekOf(place);
  const months = Array.from({ length: MACHINES }, (_, machine) => {
    const random = randomOf("silence", place.kind, machine);
    return { profile: learned(sales(random, week, WEEKS * 7)), month: sales(random, week, DAYS) };
  });

  it("gives hardly any false alarm in a month of sales", () => {
    const falseAlarms = months.reduce((all, { month, profile }) => all + alarms(month, profile).length, 0);
    console.log(`${place.kind}: ${(falseAlarms / MACHINES).toFixed(3)} false alarms a machine and month`);
    expect(falseAlarms / MACHINES).toBeLessThanOrEqual(0.03);
  });

  it("is found silent after a few days at the latest", () => {
    const delays = months
      .map(
        ({ month, profile }) =>
          alarms([...month.slice(0, 10 * 24 + 11), ...Array.from({ length: 9 * 24 }, () => 0)], profile).at(-1) ??
          Infinity,
      )
      .sort((one, other) => one - other);
    const median = delays[MACHINES / 2] ?? Infinity;
    console.log(
      `${place.kind}: silence found after ${median} h (half of the machines), ${delays[Math.floor(MACHINES * 0.95)]} h (95 of 100)`,
    );
    expect(median).toBeLessThanOrEqual(48);
    expect(delays[Math.floor(MACHINES * 0.95)]).toBeLessThanOrEqual(72);
  });
});
