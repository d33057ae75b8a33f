import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { STAFF_FORM } from "./labels";
import { allAction, allLoader } from "./list.server";

export const loader = allLoader;
export const action = allAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["subscriptions:all_title"] }];

export default function AllRoute() {
  const { tabs, off, columns, rows, pagination, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={labels["subscriptions:all_title"]} description={labels["subscriptions:all_hint"]} />
      <Tabs kind="scopes" label={labels["subscriptions:scopes"]} tabs={tabs} />
      {off && <Notice tone="warn">{off}</Notice>}
      {rows.length ? (
        <Card flush>
          <Form id={STAFF_FORM} method="post" />
          <DataTable caption={labels["subscriptions:all_title"]} columns={columns} rows={rows} />
          <Pagination {...pagination} />
        </Card>
      ) : (
        <Empty icon="clock" title={labels["subscriptions:all_none"]} />
      )}
    </Stack>
  );
}
