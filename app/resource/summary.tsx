import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { Cell } from "~/ui/data-cell";
import { type Column, DataTable, type Row } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Stack } from "~/ui/layout";
import { Stat, type StatProps } from "~/ui/stat";
import { described } from "./described";

/** Records or machines that belong to a record, the first of them. */
export interface SummaryTable {
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Said where there are none. */
  none: string;
  all: { href: string; label: string };
}

export interface SummaryModel {
  tiles: readonly StatProps[];
  tables: readonly SummaryTable[];
  about: { title: string; items: readonly (Cell & { label: string })[]; form: { href: string; label: string } };
}

/** What there is to know about a record at a glance: numbers, what belongs to it, what it is. */
export function SummaryScreen({ tiles, tables, about }: SummaryModel) {
  return (
    <Stack>
      {tiles.length > 0 && (
        <Columns kind="tiles">
          {tiles.map((tile) => (
            <Stat key={tile.label} {...tile} />
          ))}
        </Columns>
      )}
      {tables.map(({ title, columns, rows, none, all }) => (
        <Card key={title} title={title} flush={rows.length > 0} actions={<Link {...all} />}>
          {rows.length > 0 ? <DataTable caption={title} columns={columns} rows={rows} /> : <p>{none}</p>}
        </Card>
      ))}
      <Card title={about.title} actions={<Link {...about.form} />}>
        <DescriptionList items={about.items.map(described)} />
      </Card>
    </Stack>
  );
}

function Link({ href, label }: { href: string; label: string }) {
  return (
    <ButtonLink href={href} size="s">
      {label}
    </ButtonLink>
  );
}
