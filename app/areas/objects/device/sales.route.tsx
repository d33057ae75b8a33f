import { useLoaderData } from "@remix-run/react";
import { BarChart } from "~/ui/bar-chart";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { PeriodForm } from "~/report/period-form";
import { Telemetry } from "./telemetry-and-audits";
import { salesLoader } from "./sales.server";

export const loader = salesLoader;

export default function SalesRoute() {
  const {
    period,
    total,
    isEmpty,
    chart,
    unrated,
    recipesMissing,
    products,
    foot,
    hasReceipts,
    list,
    pagination,
    returns,
    telemetry,
    labels,
  } = useLoaderData<typeof loader>();
  const product = [
    { key: "selection", label: labels["sales:selection"] },
    { key: "product", label: labels["sales:product"] },
  ];
  const sums = [
    { key: "count", label: labels["sales:count"], align: "end" as const },
    { key: "amount", label: labels["sales:amount"], align: "end" as const },
  ];
  return (
    <Stack>
      <PeriodForm period={period} />
      {unrated && <Notice tone="warn">{unrated}</Notice>}
      {recipesMissing && <Notice tone="warn">{recipesMissing}</Notice>}
      {isEmpty ? (
        <Empty title={labels["sales:none"]} icon="chart" />
      ) : (
        <>
          <Card title={total}>
            <BarChart caption={labels["sales:by_day"]} categoryLabel={labels["sales:day"]} data={chart} />
          </Card>
          <Card title={labels["sales:by_product"]} flush>
            <DataTable
              caption={labels["sales:by_product"]}
              columns={[...product, ...sums]}
              rows={products}
              foot={foot}
            />
          </Card>
          {telemetry && <Telemetry model={telemetry} />}
          <Card title={labels["sales:list"]} flush>
            <DataTable
              caption={labels["sales:list"]}
              columns={[
                { key: "at", label: labels["sales:at"] },
                ...product,
                { key: "source", label: labels["sales:source"] },
                ...sums,
                ...(returns ? [{ key: "refund", label: returns }] : []),
                ...(hasReceipts ? [{ key: "receipt", label: labels["sales:receipt"] }] : []),
              ]}
              rows={list}
            />
            <Pagination {...pagination} />
          </Card>
        </>
      )}
    </Stack>
  );
}
