import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { healthModel } from "./health.server";

/** What is wrong with a machine's chain of audits. */
export function Health({
  model: { title, about, fine, columns, rows },
}: {
  model: Awaited<ReturnType<typeof healthModel>>;
}) {
  return (
    <Card title={title}>
      <Stack>
        <DescriptionList items={about} />
        {rows.length ? <DataTable caption={title} columns={columns} rows={rows} /> : <Notice tone="ok">{fine}</Notice>}
      </Stack>
    </Card>
  );
}
