import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Stat } from "~/ui/stat";
import { CsvField } from "./csv-field";
import type { ImportModel } from "./import.server";
import { TemplateLinks } from "./template-links";

/** The screen of an import. Everything is a plain form. */
export function ImportScreen({ model }: { model: ImportModel }) {
  const { title, list, preview, faults, labels } = model;
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {preview ? <Preview model={model} preview={preview} /> : <Choice model={model} />}
      {faults && <ListedCard {...faults} />}
    </Stack>
  );
}

function ListedCard({ title, columns, rows, more }: NonNullable<ImportModel["faults"] | ImportModel["told"]>) {
  return (
    <Card title={title} flush>
      <DataTable caption={title} columns={columns} rows={rows} />
      {more && <p className={smallMuted}>{more}</p>}
    </Card>
  );
}

function Choice({ model: { path, columns, hint, templates, error, faults, labels } }: { model: ImportModel }) {
  return (
    <Card>
      <form method="post" encType="multipart/form-data" action={path}>
        <Stack>
          {faults && <Notice tone="bad" title={labels["resource:import.nothing_yet"]} alert />}
          <CsvField
            label={labels["resource:import.file"]}
            hint={`${labels["resource:import.columns"]} ${columns}. ${hint}`}
            errors={error ? [error] : undefined}
            required
          />
          <Inline>
            <Button kind="primary">{labels["resource:import.try"]}</Button>
            <TemplateLinks templates={templates} />
          </Inline>
        </Stack>
      </form>
    </Card>
  );
}

function Preview({
  model: { path, list, error, told, labels },
  preview,
}: {
  model: ImportModel;
  preview: NonNullable<ImportModel["preview"]>;
}) {
  const { id, done, counts, title, columns, rows } = preview;
  return (
    <Stack>
      {error && <Notice tone="bad" title={error} alert />}
      {done && <Notice tone="ok" title={labels["resource:import.done"]} />}
      <Columns kind="tiles">
        {counts.map((count) => (
          <Stat key={count.label} {...count} />
        ))}
      </Columns>
      <form method="post" action={path}>
        <Inline>
          {done ? (
            <ButtonLink href={list.href} kind="primary">
              {list.label}
            </ButtonLink>
          ) : (
            <Button kind="primary" name="save" value={id}>
              {labels["resource:import.save"]}
            </Button>
          )}
          <ButtonLink href={path}>{labels["resource:import.other"]}</ButtonLink>
        </Inline>
      </form>
      {told && <ListedCard {...told} />}
      <Card title={title} flush>
        <DataTable caption={title} columns={columns} rows={rows} />
      </Card>
    </Stack>
  );
}
