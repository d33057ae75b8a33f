import { describe, expect, it } from "vitest";
import { askedPeriod, periodModel } from "~/report/period.server";
import { translatorFor } from "~server/web/i18n.server";

describe("the form of a period", async () => {
  const url = new URL("http://web/devices/view/7/audits/periods?question=gap&from=2026-01-01&to=2026-01-31&page=3");
  const t = await translatorFor("uk");
  const { shortcuts, kept } = periodModel({ t, url }, askedPeriod({ url }), { from: "2026-01-01", to: "2026-01-31" });

  it("keeps what else is asked for, by its shortcuts and its button, and begins at the first page", () => {
    const asked = shortcuts.map(({ href }) => new URL(href, url).searchParams);
    expect(asked.map((query) => [query.get("question"), query.has("from"), query.has("page")])).toEqual(
      Array.from({ length: 7 }, () => ["gap", true, false]),
    );
    expect(kept).toEqual([["question", "gap"]]);
  });

  it.each([
    ["from=2026-01-31&to=2026-01-01", true],
    ["from=2026-02-30", true],
    ["from=2019-01-01", true],
    ["from=2999-01-01", true],
    ["from=2019-01-01&to=2019-12-31", false],
    ["to=2019-12-31", false],
    ["", false],
  ])("of %s is wrong: %s", (query, isWrong) => {
    expect(askedPeriod({ url: new URL(`http://web/aggregated_sales?${query}`) })).toMatchObject({ isWrong });
  });
});
