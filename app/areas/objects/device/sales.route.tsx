import { useLoaderData } from "@remix-run/react";
import { BarChart } from "~/ui/bar-chart";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Tabs } from "~/ui/tabs";
import { salesLoader } from "./sales.server";

export const loader = salesLoader;

export default function SalesRoute() {
  const { shortcuts, from, to, error, total, isEmpty, chart, products, foot, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Tabs kind="scopes" label={labels["sales:period"]} tabs={shortcuts} />
      <form method="get" key={`${from} ${to}`}>
        <Inline>
          <Field id="from" label={labels["sales:from"]} errors={error ? [error] : undefined}><TextInput id="from" name="from" type="date" defaultValue={from} aria-describedby={error ? "from-error" : undefined} /></Field>
          <Field id="to" label={labels["sales:to"]}><TextInput id="to" name="to" type="date" defaultValue={to} /></Field>
          <Button>{labels["sales:show"]}</Button>
        </Inline>
      </form>
      {isEmpty ? <Empty title={labels["sales:none"]} icon="chart" /> : (
        <>
          <Card title={total}><BarChart caption={labels["sales:by_day"]} categoryLabel={labels["sales:day"]} data={chart} /></Card>
          <Card title={labels["sales:by_product"]} flush>
            <DataTable
              caption={labels["sales:by_product"]}
              columns={[{ key: "selection", label: labels["sales:selection"] }, { key: "product", label: labels["sales:product"] }, { key: "count", label: labels["sales:count"], align: "end" }, { key: "amount", label: labels["sales:amount"], align: "end" }]}
              rows={products}
              foot={foot}
            />
          </Card>
        </>
      )}
    </Stack>
  );
}
