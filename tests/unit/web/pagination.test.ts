import { describe, expect, it } from "vitest";
import { COUNT_CAP, type Page } from "~server/contract/record";
import { formatter } from "~server/web/format.server";
import { translatorFor } from "~server/web/i18n.server";
import { paginationOf } from "~/resource/pagination.server";

const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id, version: 1, title: "" }));

/** The last page of a counted list may not be full; of more records than are counted nobody knows which page is the last. */
async function shown(lang: "uk" | "en" | "pl", page: number, over: Partial<Page> = {}) {
  const url = new URL(`http://host/key_wallets/keys?page=${page}`);
  const { summary, next } = paginationOf(
    { t: await translatorFor(lang), format: await formatter(lang), url },
    { items: items(50), total: COUNT_CAP, capped: true, page, limit: 50, ...over },
  );
  return { summary: summary.replaceAll("\u00a0", " "), next: next?.href };
}

describe("a list that was not counted to its end", () => {
  it.each([
    ["uk", "1–50 з понад 10 000"],
    ["en", "1–50 of more than 10,000"],
    ["pl", "1–50 z ponad 10 000"],
  ] as const)("says so in %s", async (lang, summary) => {
    expect(await shown(lang, 1)).toEqual({ summary, next: "/key_wallets/keys?page=2" });
  });

  it("goes on beyond what was counted, as long as pages are full", async () => {
    expect(await shown("en", 200)).toEqual({
      summary: "9,951–10,000 of more than 10,000",
      next: "/key_wallets/keys?page=201",
    });
    expect(await shown("en", 201)).toEqual({
      summary: "10,001–10,050 of more than 10,000",
      next: "/key_wallets/keys?page=202",
    });
    expect(await shown("en", 202, { items: items(7) })).toEqual({
      summary: "10,051–10,057 of more than 10,000",
      next: undefined,
    });
  });

  it("claims nothing of the sort of a list that was", async () => {
    expect(await shown("en", 200, { capped: false })).toEqual({ summary: "9,951–10,000 of 10,000", next: undefined });
  });
});
