import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { type Column, DataTable, type Row } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";

interface TelemetryModel {
  title: string;
  about: { label: string; value: string | null }[];
  hint: string;
  /** Where every period stands. */
  periods?: { href: string; label: string };
  columns: Column[];
  rows: Row[];
}

/** What telemetry told of some time beside what audits counted. */
export function Telemetry({ model: { title, about, hint, periods, columns, rows } }: { model: TelemetryModel }) {
  return (
    <Card
      title={title}
      actions={
        periods && (
          <ButtonLink href={periods.href} size="s" icon="chart">
            {periods.label}
          </ButtonLink>
        )
      }
    >
      <Stack>
        <DescriptionList items={about} />
        <p>{hint}</p>
        {rows.length > 0 && <DataTable caption={title} columns={columns} rows={rows} />}
      </Stack>
    </Card>
  );
}
