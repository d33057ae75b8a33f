import { paperOnly } from "~/theme/print.css";
import { ButtonLink } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Ends, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { FilterControl } from "./filters.server";
import type { ListModel } from "./list.server";
import { FilterPanel } from "./filter-panel";
import { BULK_FORM, BulkActions, ColumnChooser, ListMenus } from "./list-menus";

/** A list screen: search, filters, table, pages. Everything is a link or a GET form. */
export function ListScreen({ model }: { model: ListModel }) {
  const { labels, create } = model;
  return (
    <Stack>
      <PageHeader
        title={model.title}
        description={
          <>
            {model.about} <a href={model.help.href}>{model.help.label}</a>
          </>
        }
        actions={
          <>
            {model.related.map(({ href, label }) => (
              <ButtonLink key={href} href={href}>
                {label}
              </ButtonLink>
            ))}
            {create && (
              <ButtonLink href={create.href} kind="primary" icon="plus">
                {create.label}
              </ButtonLink>
            )}
          </>
        }
      />
      {model.printed && <p className={paperOnly}>{model.printed}</p>}
      {model.scopes.length > 0 && <Tabs kind="scopes" label={labels["resource:scopes"]} tabs={model.scopes} />}
      <FilterPanel
        model={model}
        search={model.search}
        keep={model.panel ? model.keep.filter(({ name }) => !isControl(model.panel, name)) : model.keep}
        end={<ListMenus model={model} />}
      />
      {model.isEmpty ? <NothingListed model={model} /> : <ListTable model={model} />}
    </Stack>
  );
}

const isControl = (panel: FilterControl[] | undefined, name: string) => panel?.some((control) => control.name === name);

function ListTable({ model }: { model: ListModel }) {
  const { bulk, labels } = model;
  const selection =
    bulk.actions.length || bulk.changes
      ? {
          name: "ids",
          label: labels["resource:bulk.column"],
          all: labels["resource:bulk.all_on_page"],
          form: BULK_FORM,
        }
      : undefined;
  return (
    <>
      <Ends>
        {selection ? <BulkActions model={model} /> : <span />}
        <ColumnChooser model={model} />
      </Ends>
      <DataTable caption={model.title} columns={model.columns} rows={model.rows} selection={selection} />
      <Pagination {...model.pagination} />
      {model.elsewhere && <a href={model.elsewhere.href}>{model.elsewhere.label}</a>}
    </>
  );
}

function NothingListed({ model: { empty, elsewhere, isFiltered, create, clearHref, labels } }: { model: ListModel }) {
  const action = elsewhere ? (
    <ButtonLink href={elsewhere.href} kind="primary">
      {elsewhere.label}
    </ButtonLink>
  ) : isFiltered ? (
    <ButtonLink href={clearHref}>{labels["resource:clear"]}</ButtonLink>
  ) : (
    create && (
      <ButtonLink href={create.href} kind="primary" icon="plus">
        {create.label}
      </ButtonLink>
    )
  );
  return <Empty {...empty} icon={isFiltered ? "search" : "box"} action={action} />;
}
