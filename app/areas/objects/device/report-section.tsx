import { Card } from "~/ui/card";
import { type Column, DataTable, type Row } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Stack } from "~/ui/layout";

export interface Section {
  id: string;
  title: string;
  hint?: string;
  side?: "left" | "right";
  items: { label: string; value: string }[];
  tables: Table[];
}

/** `more`: what says that only the first rows are shown. */
export interface Table {
  caption: string;
  columns: Column[];
  rows: Row[];
  more?: string;
}

/** The parts of what a machine's report tells; narrow ones stand in two columns. */
export function ReportSections({ sections }: { sections: readonly Section[] }) {
  const of = (side: Section["side"]) =>
    sections
      .filter((section) => section.side === side)
      .map((section) => <ReportSection key={section.id} section={section} />);
  const columns = [of("left"), of("right")].filter((column) => column.length > 0);
  const both = columns.map((column) => <Stack key={column[0]?.key}>{column}</Stack>);
  return (
    <>
      {both.length > 1 ? <Columns kind="halves">{both}</Columns> : both}
      {of(undefined)}
    </>
  );
}

function ReportSection({ section: { title, hint, items, tables } }: { section: Section }) {
  return (
    <Card title={title}>
      <Stack>
        {hint && <p>{hint}</p>}
        {items.length > 0 && <DescriptionList items={items} />}
        {tables.map(({ caption, columns, rows, more }) => (
          <Stack key={caption} gap="s">
            {caption !== title && <h3>{caption}</h3>}
            <DataTable caption={caption} columns={columns} rows={rows} />
            {more && <p>{more}</p>}
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
