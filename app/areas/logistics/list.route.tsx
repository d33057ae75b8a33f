import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FilterPanel } from "~/resource/filter-panel";
import { ExportMenu } from "~/resource/list-menus";
import { screenOnly } from "~/theme/print.css";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { listLoader } from "./list.server";

export const loader = listLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** The ledger of stock, what expires, or what to buy. */
export default function StockListRoute() {
  const model = useLoaderData<typeof loader>();
  const { title, description, tabs, columns, rows, empty, labels } = model;
  return (
    <Stack>
      <PageHeader title={title} description={description} />
      <Tabs kind="scopes" label={labels["stock:lists"]} tabs={tabs} />
      {"filter" in model ? (
        <FilterPanel
          model={model.filter}
          keep={model.filter.keep}
          end={rows.length > 0 && <ExportMenu exports={model.filter.exports} label={labels["resource:export.title"]} />}
        />
      ) : (
        <form method="get" role="search" aria-label={labels["resource:search_and_filters"]} className={screenOnly}>
          <Inline fields>
            <Field id="warehouse" label={model.asked.warehouse.label}>
              <Select
                id="warehouse"
                name="warehouse"
                defaultValue={model.asked.warehouse.value}
                options={model.asked.warehouse.options}
                placeholder={labels["resource:any"]}
              />
            </Field>
            <Field id="days" label={model.asked.days.label}>
              <TextInput id="days" name="days" inputMode="numeric" defaultValue={model.asked.days.value} />
            </Field>
            <Button>{labels["resource:apply"]}</Button>
          </Inline>
        </form>
      )}
      {rows.length ? (
        <Card flush>
          <DataTable caption={title} columns={columns} rows={rows} />
          {"pagination" in model && <Pagination {...model.pagination} />}
        </Card>
      ) : (
        <Empty {...empty} icon="box" />
      )}
    </Stack>
  );
}
