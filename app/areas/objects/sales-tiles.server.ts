import { reportCall } from "~server/contract/calls/reports";
import { allowed } from "~server/contract/permissions";
import type { ReportPage } from "~server/contract/reports/answer";
import { aggregatedSalesPerDevice } from "~server/contract/reports/sales";
import type { Context } from "~server/web/guard.server";
import { dayText } from "~/areas/payments/day.server";
import type { StatProps } from "~/ui/stat";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Where the report is refused: it is too much, or something is wrong with it that its own screen tells. */
const UNTOLD: ReportPage = {
  ...{ from: "", to: "", compared: null, items: [], subtotals: [], rows: 0, page: 1, limit: 1 },
  total: { figures: {}, before: null },
  fresh: { heard_at: null, machines: 0, silent: 0, unsummed: 0 },
};

/** What machines of a project or a company sold in the last thirty days, today among them, for who sees reports; each leads to the report. */
export async function salesTiles(
  { api, me, t, format }: Context,
  of: "project" | "company",
  id: number,
): Promise<StatProps[]> {
  const report = aggregatedSalesPerDevice;
  if (!allowed(me, report.needs)) return [];
  const to = dayText(Date.now());
  const from = new Date(Date.parse(to) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const asked = { from, to, [of]: String(id) };
  const query = new URLSearchParams({ ...asked, limit: "1" });
  const { total, rows } = await api.readOr(UNTOLD, reportCall(report), {}, query);
  const { vends, amount } = total.figures;
  if (typeof vends !== "number" || typeof amount !== "number") return [];
  const href = `${report.path}?${new URLSearchParams(asked)}`;
  return [
    {
      label: t("entities:device.fields.sales_30_days"),
      value: format.money(amount),
      unit: t("dashboard:vends", { count: vends, shown: format.number(vends) }),
      href,
    },
    { label: t("summary:selling_30_days"), value: format.number(rows), href },
  ];
}
