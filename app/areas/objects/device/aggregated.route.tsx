import { useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { aggregatedLoader } from "./aggregated.server";
import { PeriodForm } from "~/report/period-form";

export const loader = aggregatedLoader;

export default function AggregatedRoute() {
  const { period, isEmpty, recipesMissing, sources, products, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PeriodForm period={period} />
      {recipesMissing && <Notice tone="warn">{recipesMissing}</Notice>}
      {isEmpty ? (
        <Empty title={labels["sales:none"]} icon="chart" />
      ) : (
        <>
          <Card title={labels["sales:by_source"]} flush>
            <DataTable caption={labels["sales:by_source"]} {...sources} />
          </Card>
          <Card title={labels["sales:by_product_and_source"]} flush>
            <DataTable caption={labels["sales:by_product_and_source"]} {...products} />
          </Card>
        </>
      )}
    </Stack>
  );
}
