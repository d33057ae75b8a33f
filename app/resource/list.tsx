import { ButtonLink } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Filters } from "~/ui/filters";
import { Ends, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { FilterControl } from "./filters.server";
import type { ListModel } from "./list.server";
import { FilterField } from "./filter-field";
import { BULK_FORM, BulkActions, ColumnChooser, ListMenus } from "./list-menus";

/** A list screen: search, filters, table, pages. Everything is a link or a GET form. */
export function ListScreen({ model }: { model: ListModel }) {
  const { labels, create } = model;
  return (
    <Stack>
      <PageHeader
        title={model.title}
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
      {model.scopes.length > 0 && <Tabs kind="scopes" label={labels["resource:scopes"]} tabs={model.scopes} />}
      <Filters
        label={labels["resource:search_and_filters"]}
        search={model.search}
        submitLabel={labels["resource:apply"]}
        keep={model.panel ? model.keep.filter(({ name }) => !isControl(model.panel, name)) : model.keep}
        more={
          model.panel
            ? {
                label: labels["resource:filters"],
                open: true,
                fields: model.panel.map((control) => (
                  <FilterField key={control.name} control={control} labels={labels} />
                )),
              }
            : { label: labels["resource:filters"], href: model.panelHref }
        }
        end={<ListMenus model={model} />}
      />
      <Chips
        label={labels["resource:filters_in_use"]}
        removeLabel={labels["resource:remove_filter"]}
        chips={model.chips}
        clear={model.chips.length > 1 ? { label: labels["resource:clear"], href: model.clearHref } : undefined}
      />
      {model.isEmpty ? <NothingListed model={model} /> : <ListTable model={model} />}
    </Stack>
  );
}

const isControl = (panel: FilterControl[] | undefined, name: string) => panel?.some((control) => control.name === name);

function ListTable({ model }: { model: ListModel }) {
  const { bulk, labels } = model;
  const selection = bulk.actions.length
    ? { name: "ids", label: labels["resource:bulk.column"], all: labels["resource:bulk.all_on_page"], form: BULK_FORM }
    : undefined;
  return (
    <>
      <Ends>
        {selection ? <BulkActions model={model} /> : <span />}
        <ColumnChooser model={model} />
      </Ends>
      <DataTable caption={model.title} columns={model.columns} rows={model.rows} selection={selection} />
      <Pagination {...model.pagination} />
    </>
  );
}

function NothingListed({ model: { empty, isFiltered, create, clearHref, labels } }: { model: ListModel }) {
  const action = isFiltered ? (
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
