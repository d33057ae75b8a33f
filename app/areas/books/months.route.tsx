import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { monthsLoader } from "./months.server";

export const loader = monthsLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["books:title"] }];

export default function MonthsRoute() {
  const { columns, rows, pagination, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={labels["books:title"]} description={labels["books:hint"]} />
      {rows.length ? (
        <Card flush>
          <DataTable caption={labels["books:title"]} columns={columns} rows={rows} />
          <Pagination {...pagination} />
        </Card>
      ) : (
        <Empty title={labels["books:none"]} icon="chart" />
      )}
    </Stack>
  );
}
