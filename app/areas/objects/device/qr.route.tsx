import { useLoaderData } from "@remix-run/react";
import { BarChart } from "~/ui/bar-chart";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PeriodForm } from "~/report/period-form";
import { qrLoader } from "./qr.server";

export const loader = qrLoader;

export default function QrRoute() {
  const { period, isEmpty, recipesMissing, total, chart, outcomes, products, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PeriodForm period={period} />
      {recipesMissing && <Notice tone="warn">{recipesMissing}</Notice>}
      {isEmpty ? (
        <Empty title={labels["sales:qr.none"]} text={labels["sales:qr.none_hint"]} icon="qr" />
      ) : (
        <>
          {products.rows.length > 0 && (
            <Card title={total}>
              <BarChart caption={labels["sales:by_day"]} categoryLabel={labels["sales:day"]} data={chart} />
            </Card>
          )}
          <Columns kind="halves">
            <Card title={labels["sales:qr.outcomes"]} flush>
              <DataTable caption={labels["sales:qr.outcomes"]} {...outcomes} />
            </Card>
            <Card title={labels["sales:by_product"]} flush>
              {products.rows.length ? (
                <DataTable caption={labels["sales:by_product"]} {...products} />
              ) : (
                <Empty title={labels["sales:none"]} icon="chart" />
              )}
            </Card>
          </Columns>
        </>
      )}
    </Stack>
  );
}
