import { deviceQrSales } from "~server/contract/calls/sales";
import { SCAN_RESULTS } from "~server/contract/telemetry-events";
import { protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { barChartData } from "~/ui/bar-chart-data";
import { DEVICE } from "./device.server";
import { qrLabels } from "./labels";
import { askedPeriod, periodModel } from "~/report/period.server";
import { productCell, recipesMissing } from "./sales.server";

/** The tab of sales by QR codes: what came of scans, and what was sold by them. */
export const qrLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, format } = context;
  const asked = askedPeriod(context);
  const sales = await api.read(deviceQrSales, { id: params.id }, asked.query);
  const vended = sales.outcomes.find(({ result }) => result === "vended");
  const end = (key: string, label: string) => ({ key, label, align: "end" as const });
  return {
    period: periodModel(context, asked, sales),
    isEmpty: sales.outcomes.length === 0,
    recipesMissing: recipesMissing(context, sales.products),
    total: t("sales:summary", {
      count: vended?.count ?? 0,
      shown: format.number(vended?.count ?? 0),
      amount: format.money(vended?.amount ?? 0),
    }),
    chart: barChartData({
      inTable: t("resource:in_table"),
      series: [t("sales:amount")],
      bars: sales.days.map(({ day, amount }) => ({ label: format.day(day), values: [amount] })),
      format: format.money,
      formatTick: (kopecks) => format.number(kopecks / 100),
    }),
    outcomes: {
      columns: [{ key: "result", label: t("sales:qr.result") }, end("count", t("sales:qr.scans"))],
      rows: SCAN_RESULTS.flatMap((result) => sales.outcomes.filter((one) => one.result === result)).map(
        ({ result, count }) => ({
          id: result,
          cells: [{ text: t(`device:scan.${result}`) }, { text: format.number(count) }],
        }),
      ),
    },
    products: {
      columns: [
        { key: "selection", label: t("sales:selection") },
        { key: "product", label: t("sales:product") },
        end("count", t("sales:count")),
        end("amount", t("sales:amount")),
      ],
      rows: sales.products.map((one) => ({
        id: one.selection ?? "-",
        cells: [
          { text: one.selection ?? "—" },
          productCell(context, one),
          { text: format.number(one.count) },
          { text: format.money(one.amount) },
        ],
      })),
    },
    labels: pick(t, qrLabels),
  };
});
