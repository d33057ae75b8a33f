import { expect, it } from "vitest";
import { occurrenceOf } from "~server/vending/areas/keys/occurrences";
import { DAY, MINUTE, ODD_DAYS, slowOccurrence, someShifts } from "../../fleet/occurrence-truth";
import { random } from "../evadts/random";

const at = (iso: string) => Date.parse(iso);
const iso = (of: ReturnType<typeof occurrenceOf>) =>
  of && [of.begin, of.end].map((one) => new Date(one).toISOString().slice(0, 16));
const NIGHT = [{ start: 23 * 60, end: 7 * 60 }];

it("a night shift is one on the days of 23 and 25 hours, too", () => {
  expect(iso(occurrenceOf(NIGHT, at("2026-03-29T01:30:00Z")))).toEqual(["2026-03-28T21:00", "2026-03-29T04:00"]);
  expect(iso(occurrenceOf(NIGHT, at("2026-10-25T00:30:00Z")))).toEqual(["2026-10-24T20:00", "2026-10-25T05:00"]);
  expect(iso(occurrenceOf(NIGHT, at("2026-10-25T04:59:59.999Z")))).toEqual(["2026-10-24T20:00", "2026-10-25T05:00"]);
  expect(occurrenceOf(NIGHT, at("2026-10-25T05:00:00Z"))).toBeUndefined();
});

it("shifts that touch within an hour that is missing or comes twice still touch and do not overlap", () => {
  const halves = [
    { start: 0, end: 210 },
    { start: 210, end: 240 },
    { start: 240, end: 1440 },
  ];
  for (const day of ["2026-03-28T22:00:00Z", "2026-10-24T21:00:00Z"])
    for (let now = at(day); now < at(day) + 23 * 60 * MINUTE; now += 5 * MINUTE) {
      const found = halves.filter((shift) => occurrenceOf([shift], now));
      expect([new Date(now).toISOString(), found.length]).toEqual([new Date(now).toISOString(), 1]);
    }
});

it("a whole day, or one from any hour, is as long as the day", () => {
  const hours = (of: ReturnType<typeof occurrenceOf>) => of && (of.end - of.begin) / 3_600_000;
  expect(hours(occurrenceOf([{ start: 0, end: 1440 }], at("2026-03-29T12:00:00Z")))).toBe(23);
  expect(hours(occurrenceOf([{ start: 0, end: 1440 }], at("2026-10-25T12:00:00Z")))).toBe(25);
  expect(hours(occurrenceOf([{ start: 600, end: 600 }], at("2026-06-09T12:00:00Z")))).toBe(24);
  expect(occurrenceOf([], at("2026-06-09T12:00:00Z"))).toBeUndefined();
});

it.each([1, 2, 3, 4, 5])("is what going through the minutes finds: %d", (seed) => {
  const draw = random(seed);
  for (let n = 0; n < 60; n++) {
    const shifts = someShifts(draw);
    const day = ODD_DAYS[n % ODD_DAYS.length] ?? 0;
    const now = day + Math.floor(draw() * 1.3 * DAY);
    const rounded = draw() < 0.5 ? Math.floor(now / (15 * MINUTE)) * 15 * MINUTE - (draw() < 0.5 ? 1 : 0) : now;
    const told = [shifts, new Date(rounded).toISOString()];
    expect([told, occurrenceOf(shifts, rounded)]).toEqual([told, slowOccurrence(shifts, rounded)]);
  }
});
