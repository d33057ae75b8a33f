import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { letterMail } from "~/report/mail/letter-mail.server";
import { reportLoader } from "~/report/report.server";
import { forget } from "~server/web/me.server";
import { argsOf, browserRequest, ORIGIN, sessionCookie, thrownResponse, withStandIn } from "./with-stand-in";

const standIn = withStandIn();
let cookie = "";

beforeEach(async () => {
  cookie = await sessionCookie("token-1");
  forget("token-1");
  standIn().info.permissions = ["REPORT"];
  for (const path of ["/saved_filters", "/saved_filters/groups"])
    standIn().fail(path, {
      kind: "malformed",
      body: JSON.stringify({ result: true, error: null, data: { items: [] } }),
    });
});

const refuse = (report: string, error: string) =>
  standIn().fail(`/reports/${report}`, {
    kind: "status",
    status: 422,
    body: JSON.stringify({ result: false, error, data: null }),
    times: 3,
  });
const screen = z.object({ data: z.object({ html: z.string() }), init: z.object({ status: z.number() }) });
const asked = (path: string) => reportLoader(argsOf(browserRequest(path, { cookie })));

test.each([
  ["consumption_ingredients", "/consumption_ingredients?from=2026-01-01&to=2026-03-31&by=device"],
  // What stands beside rows is summed up, too.
  ["aggregated_recipes", "/aggregated_recipes?from=2026-01-01&to=2026-03-31"],
  ["own_report", "/own_report?from=2026-01-01&to=2026-03-31&by=device&by=span&view=matrix"],
])("%s that is too much says so, with all that it is asked by and its files", async (report, path) => {
  refuse(report, "too_much_to_sum");
  const { data, init } = screen.parse(await asked(path));
  expect(init.status).toBe(422);
  expect(data.html).toContain("Підрахунок тривав надто довго");
  expect(data.html).toContain('value="2026-03-31"');
  expect(data.html).toContain(`/export/report/${report}?`);
  expect(data.html).not.toContain("<table");
});

test("without days in its address it shows the thirty that were asked for", async () => {
  refuse("consumption_ingredients", "too_much_to_sum");
  const { data } = screen.parse(await asked("/consumption_ingredients"));
  const [from = "", to = ""] = [...data.html.matchAll(/type="date"[^>]*value="([\d-]+)"/g)].map(([, day]) => day);
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29);
});

test("a mail says so, too, and brings the file", async () => {
  refuse("consumption_ingredients", "too_much_to_sum");
  standIn().fail("/reports/consumption_ingredients/rows", {
    kind: "malformed",
    body: `${JSON.stringify({ from: "2026-01-01", to: "2026-03-31", compared: null })}\n`,
  });
  const due = {
    ...{ id: 1, token: "token-1", email: "olena@example.com", full_name: "Олена", occasion: "2026-04-01T05:00:00Z" },
    ...{ report: "consumption_ingredients", query: "by=device", from: "2026-01-01", to: "2026-03-31" },
    ...({ format: "csv", lang: "uk", unsubscribe: "x" } as const),
  };
  const mail = await letterMail(due, { from: "office@example.com", site: ORIGIN, smtpUrl: "", secret: "" });
  expect(mail.html).toContain("звіт — у доданому файлі");
  expect(mail.text).toContain("звіт — у доданому файлі");
  expect(mail.attachments).toMatchObject([{ filename: "consumption_ingredients-2026-01-01--2026-03-31.csv" }]);
});

test("any other refusal is a screen of its own", async () => {
  refuse("consumption_ingredients", "bad_request");
  expect((await thrownResponse(asked("/consumption_ingredients"))).status).toBe(422);
});
