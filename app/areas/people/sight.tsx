import { Card } from "~/ui/card";
import { type Column, DataTable, type Row } from "~/ui/data-table";
import { type Description, DescriptionList } from "~/ui/description-list";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Stat, type StatProps } from "~/ui/stat";

export interface SightModel {
  notices: readonly string[];
  tiles: readonly StatProps[];
  limits: { title: string; hint: string; items: readonly { label: string; lines: readonly string[] }[] };
  /** By group of the menu. */
  may: { title: string; hint: string; items: readonly { label: string; lines: readonly string[] }[] };
  numbers: { title: string; columns: readonly Column[]; rows: readonly Row[] };
}

/** What somebody really sees: numbers first, then what limits them and what they may do. */
export function SightScreen({ notices, tiles, limits, may, numbers }: SightModel) {
  return (
    <Stack>
      {notices.map((text) => (
        <Notice key={text} tone="info" title={text} />
      ))}
      {tiles.length > 0 && (
        <Columns kind="tiles">
          {tiles.map((tile) => (
            <Stat key={tile.label} {...tile} />
          ))}
        </Columns>
      )}
      {[limits, may].map(({ title, hint, items }) => (
        <Card key={title} title={title}>
          <Stack gap="s">
            {hint && <p>{hint}</p>}
            {items.length > 0 && <DescriptionList items={items.map(described)} />}
          </Stack>
        </Card>
      ))}
      {numbers.rows.length > 0 && (
        <Card title={numbers.title} flush>
          <DataTable caption={numbers.title} columns={numbers.columns} rows={numbers.rows} low />
        </Card>
      )}
    </Stack>
  );
}

const described = ({ label, lines }: { label: string; lines: readonly string[] }): Description => ({
  label,
  value: lines.map((line) => <div key={line}>{line}</div>),
});
