import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { CashModel } from "./cash.server";

/** Cash box and tubes; a warning where the aggregate differs from the nominal total. */
export function Cash({
  title,
  warning,
  cash: { items, differs, columns, rows },
}: {
  title: string;
  warning: string;
  cash: CashModel;
}) {
  return (
    <Stack gap="s">
      {differs && (
        <Notice tone="warn" title={warning}>
          {differs}
        </Notice>
      )}
      <DescriptionList items={items} />
      {rows.length > 0 && <DataTable caption={title} columns={columns} rows={rows} />}
    </Stack>
  );
}
