import { deviceSalesAggregated } from "~server/contract/calls/sales";
import type { AggregatedSales } from "~server/contract/sales";
import { PAYMENT_SOURCES, UNPAID_SOURCES } from "~server/contract/enums";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { DEVICE } from "./device.server";
import { aggregatedLabels } from "./labels";
import { askedPeriod, periodModel } from "~/report/period.server";
import { productCell, recipesMissing } from "./sales.server";

interface Tally {
  count: number;
  amount: number;
}

const UNPAID: readonly string[] = UNPAID_SOURCES;
const together = (all: readonly Tally[]): Tally =>
  all.reduce((sum, one) => ({ count: sum.count + one.count, amount: sum.amount + one.amount }), {
    count: 0,
    amount: 0,
  });
const paid = (sources: Record<string, Tally>) =>
  together(
    Object.entries(sources)
      .filter(([source]) => !UNPAID.includes(source))
      .map(([, one]) => one),
  );

/** The tab of aggregated sales: products beside payment sources, with mean prices. */
export const aggregatedLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, format } = context;
  const asked = askedPeriod(context);
  const sales = await api.read(deviceSalesAggregated, { id: params.id }, asked.query);
  const used = PAYMENT_SOURCES.filter((source) =>
    sales.sources.some((one) => one.source === source && one.count !== 0),
  );
  const total = together(sales.sources.filter(({ source }) => !UNPAID.includes(source)));
  const mean = ({ count, amount }: Tally) => (count > 0 ? format.money(Math.round(amount / count)) : "—");
  const number = (value: number | undefined) => (value ? format.number(value) : "—");
  const columnOf = (key: string, label: string) => ({ key, label, align: "end" as const });
  return {
    period: periodModel(context, asked, sales),
    isEmpty: used.length === 0,
    recipesMissing: recipesMissing(context, sales.products),
    sources: {
      columns: [
        { key: "source", label: t("sales:source") },
        columnOf("count", t("sales:count")),
        columnOf("amount", t("sales:amount")),
        columnOf("share", t("dashboard:share")),
        columnOf("mean", t("sales:mean")),
      ],
      rows: sales.sources
        .filter(({ count }) => count !== 0)
        .map((one) => ({
          id: one.source,
          muted: UNPAID.includes(one.source),
          cells: [
            { text: t(`options:source.${one.source}`) },
            { text: format.number(one.count) },
            { text: format.money(one.amount) },
            {
              text: UNPAID.includes(one.source) ? "—" : format.percent(total.amount ? one.amount / total.amount : 0, 1),
            },
            { text: UNPAID.includes(one.source) ? "—" : mean(one) },
          ],
        })),
      foot: [
        { text: t("sales:total") },
        { text: format.number(total.count) },
        { text: format.money(total.amount) },
        { text: "" },
        { text: mean(total) },
      ],
    },
    products: {
      columns: [
        { key: "selection", label: t("sales:selection") },
        { key: "product", label: t("sales:product") },
        ...used.map((source) => columnOf(source, t(`options:source.${source}`))),
        columnOf("count", t("sales:count")),
        columnOf("amount", t("sales:amount")),
        columnOf("mean", t("sales:mean")),
      ],
      rows: sales.products.map((one) => productRow(context, one, used, mean, number)),
    },
    labels: pick(t, aggregatedLabels),
  };
});

function productRow(
  context: Context,
  one: AggregatedSales["products"][number],
  used: readonly string[],
  mean: (tally: Tally) => string,
  number: (value: number | undefined) => string,
) {
  const { format } = context;
  const sum = paid(one.sources);
  return {
    id: `${one.selection ?? "-"}/${one.recipe ?? "-"}`,
    muted: one.selection === null,
    cells: [
      { text: one.selection ?? "—" },
      productCell(context, one),
      ...used.map((source) => ({ text: number(one.sources[source]?.count) })),
      { text: format.number(sum.count) },
      { text: format.money(sum.amount) },
      { text: mean(sum) },
    ],
  };
}
