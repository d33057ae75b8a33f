import { Card } from "~/ui/card";
import { type Column, DataTable, type Row } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";

interface TelemetryModel {
  title: string;
  about: { label: string; value: string | null }[];
  hint: string;
  columns: Column[];
  rows: Row[];
}

/** What telemetry told of some time beside what audits counted. */
export function Telemetry({ model: { title, about, hint, columns, rows } }: { model: TelemetryModel }) {
  return (
    <Card title={title}>
      <Stack>
        <DescriptionList items={about} />
        <p>{hint}</p>
        {rows.length > 0 && <DataTable caption={title} columns={columns} rows={rows} />}
      </Stack>
    </Card>
  );
}
