import { describe, expect, it } from "vitest";
import { gathered } from "~server/vending/areas/telemetry/gathered";

/** Takes letters as they are gathered; tells of each turn what it took and when it began, ms. */
function letters(apartMs: number, most = 3) {
  const turns: { took: string; began: number }[] = [];
  const { ask } = gathered<string, string>(
    (taken) => {
      turns.push({ took: taken.join(""), began: performance.now() });
      return Promise.resolve(taken);
    },
    { most, apartMs },
  );
  return { ask, turns, told: () => turns.map(({ took }) => took) };
}

describe("calls that are gathered", () => {
  it("do not wait when they come alone", async () => {
    const { ask, told } = letters(3_600_000);
    for (const one of "abc") expect(await ask(one)).toBe(one);
    expect(told()).toEqual(["a", "b", "c"]);
  });

  it("wait where several come, so that more of them go together", async () => {
    const { ask, turns, told } = letters(50);
    await Promise.all([ask("a"), ask("b")]);
    const later = [ask("c")];
    await Promise.resolve();
    later.push(ask("d"));
    await Promise.all(later);
    expect(told()).toEqual(["ab", "cd"]);
    expect((turns[1]?.began ?? 0) - (turns[0]?.began ?? 0)).toBeGreaterThan(48);
  });

  it("do not wait for company when there are as many as go at once", async () => {
    const { ask, told } = letters(3_600_000, 2);
    await Promise.all([..."abcd"].map(ask));
    expect(told()).toEqual(["ab", "cd"]);
  });
});
