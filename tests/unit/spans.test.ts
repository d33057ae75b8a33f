import { describe, expect, it } from "vitest";
import { shifted, spansOf, type Step } from "~server/vending/areas/sales/spans";
import { random } from "./evadts/random";

const LENGTH = { day: 1, week: 7 };
const monthLength = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
const daysOf = ({ step, day }: { step: Step; day: string }) =>
  Array.from({ length: step === "month" ? monthLength(day) : LENGTH[step] }, (_, index) => shifted(day, index));
const STEPS = [undefined, "day", "week", "month"] as const;
const mondayOf = (day: string) => shifted(day, -((new Date(day).getUTCDay() + 6) % 7));
const beginOf = { day: (day: string) => day, week: mondayOf, month: (day: string) => `${day.slice(0, 7)}-01` };

describe("spans of some days", () => {
  it("make up those days and no others, each of them once, and begin where their kind begins", () => {
    const draw = random(7);
    for (let round = 0; round < 40; round++) {
      const from = shifted("2023-11-05", Math.floor(draw() * 900));
      const length = Math.floor(draw() * (round % 4 ? 70 : 500));
      const asked = Array.from({ length }, (_, index) => shifted(from, index));
      for (const step of STEPS) {
        const spans = spansOf(from, shifted(from, length - 1), step);
        expect(spans.flatMap(daysOf)).toEqual(asked);
        for (const span of spans) {
          expect(beginOf[span.step](span.day)).toBe(span.day);
          // Asked by step, none reaches over an edge.
          if (step) expect(new Set(daysOf(span).map(beginOf[step])).size).toBe(1);
        }
      }
    }
  });

  it("are few", () => {
    expect(spansOf("2024-02-01", "2024-02-29")).toEqual([{ step: "month", day: "2024-02-01" }]);
    expect(spansOf("2024-01-01", "2024-12-31")).toHaveLength(12);
    for (let back = 0; back < 365; back++) {
      const from = shifted("2026-01-01", back);
      expect(spansOf(from, shifted(from, 29)).length).toBeLessThanOrEqual(15);
    }
    expect(spansOf("2024-01-02", "2024-01-08", "day")).toHaveLength(7);
  });
});
