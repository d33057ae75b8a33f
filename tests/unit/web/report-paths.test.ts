import { describe, expect, it } from "vitest";
import { crumbsOf } from "~/report/drill.server";
import { addressOf } from "~/report/mail/letter-model.server";
import { reportAt as reportShownAt } from "~/report/report.server";
import { REPORTS } from "~server/contract/reports";

const SITE = "https://vending.example";
const days = { from: "2026-03-01", to: "2026-03-31" };

describe.each(REPORTS.map((report) => [report.path, report] as const))("%s", (path, report) => {
  it("is where the report is shown, with and without a slash", () => {
    for (const address of [path, `${path}/`]) expect(reportShownAt(new URL(SITE + address))).toBe(report);
  });

  it("is where a mail about it leads, with its days and filters", () => {
    const { pathname, search } = addressOf({ report: report.name, query: "key=7", ...days }, SITE);
    expect([pathname, search]).toEqual([path, "?from=2026-03-01&to=2026-03-31&key=7"]);
  });

  it("is where one goes back to", () => {
    const url = new URL(`${SITE}/aggregated_sales?back=${encodeURIComponent(`${path}?by=key`)}`);
    expect(crumbsOf({ t: (key: string) => key, url })).toEqual([
      { href: `${path}?by=key`, label: `frame:menu.${report.name}` },
    ]);
  });
});
