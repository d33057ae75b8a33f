import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Filters } from "~/ui/filters";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { bagsLoader } from "./collections.server";
import { countAction } from "./count.server";

export const loader = bagsLoader;
export const action = countAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["collections:title"] }];

/** Cash at the office: bags that wait to be counted, against what the counters expect, and those that were. */
export default function CollectionsRoute() {
  const { state, key, tabs, search, keep, columns, rows, pagination, labels } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const drawn = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({
      ...cell,
      inputs: cell.inputs?.map((input) => ({
        ...input,
        value: refused?.typed[input.name] ?? input.value,
        errors: refused?.errors[input.name],
      })),
    })),
  }));
  const isWaiting = state === "waiting";
  const table = (
    <Card flush>
      <DataTable caption={labels["collections:title"]} columns={columns} rows={drawn} />
      <Pagination {...pagination} />
    </Card>
  );
  return (
    <Stack>
      <PageHeader title={labels["collections:title"]} description={labels["collections:about"]} />
      <Tabs kind="scopes" label={labels["collections:states"]} tabs={tabs} />
      <Filters
        label={labels["resource:search_and_filters"]}
        search={search}
        submitLabel={labels["resource:apply"]}
        keep={keep}
      />
      {refused && (
        <Notice tone="bad" alert>
          {refused.error}
        </Notice>
      )}
      {rows.length === 0 ? (
        <Empty title={labels[`collections:none.${state}`]} text={labels["collections:none_hint"]} icon="check" />
      ) : isWaiting ? (
        <Form method="post" key={key}>
          <input type="hidden" name="key" value={key} />
          <Stack>
            {table}
            <div>
              <Button kind="primary" icon="check">
                {labels["collections:save"]}
              </Button>
            </div>
          </Stack>
        </Form>
      ) : (
        table
      )}
    </Stack>
  );
}
