import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { OperationsModel } from "./operations.server";
import { Days } from "./receipts";

/** What a location's desk did for it. */
export function OperationsScreen({ model }: { model: OperationsModel }) {
  const { settings, views, period, empty, table, pagination } = model;
  return (
    <Stack>
      <Card title={settings.title}>
        <DescriptionList
          items={settings.items.map(({ label, text, ...more }) => ({
            label,
            value: "href" in more && more.href ? <a href={more.href}>{text}</a> : text,
          }))}
        />
      </Card>
      <Tabs kind="scopes" label={views.label} tabs={views.tabs} />
      <Days {...period} />
      {table.rows.length ? (
        <Card flush>
          <DataTable {...table} />
          <Pagination {...pagination} />
        </Card>
      ) : (
        <Empty {...empty} icon="receipt" />
      )}
    </Stack>
  );
}
