import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { ButtonLink, Button } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { CheckboxGroup } from "~/ui/choice-group";
import { DataTable } from "~/ui/data-table";
import { DetailsMenu, MenuLink } from "~/ui/details-menu";
import { Empty } from "~/ui/empty";
import { Field, Select, TextInput, WithButton } from "~/ui/field";
import { Filters } from "~/ui/filters";
import { Ends, Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { FilterControl } from "./filters.server";
import { LatePicker } from "./late-picker";
import type { ListModel } from "./list.server";

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

function FilterField({ control, labels }: { control: FilterControl; labels: ListModel["labels"] }) {
  const { name, label, type, value, options, search, error } = control;
  const id = `filter-${name}`;
  const select = options && (
    <Select id={id} name={name} defaultValue={value} options={options} placeholder={labels["resource:any"]} />
  );
  return (
    <Field id={id} label={label} errors={error ? [error] : undefined}>
      {search ? (
        <LatePicker
          key={value}
          address={search.address}
          nothing={labels["resource:nothing_found"]}
          remove={labels["resource:remove"]}
        >
          <WithButton>
            <TextInput
              type="search"
              name={search.name}
              defaultValue={search.words}
              aria-label={`${labels["resource:find_in"]}: ${label}`}
              placeholder={labels["resource:find"]}
            />
            <Button name="filters" value="1" icon="search" hideLabel>
              {labels["resource:find"]}
            </Button>
          </WithButton>
          {select}
        </LatePicker>
      ) : (
        (select ?? (
          <TextInput
            id={id}
            name={name}
            defaultValue={value}
            type={type === "date" ? "date" : "text"}
            inputMode={type === "number" ? "decimal" : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        ))
      )}
    </Field>
  );
}

/** What else can be done with the list: saved filters, files. */
function ListMenus({ model: { saved, exports, isEmpty, labels } }: { model: ListModel }) {
  const saves = [saved.save, saved.manage].filter((link) => link !== undefined);
  return (
    <>
      {saved.links.length + saves.length > 0 && (
        <DetailsMenu label={saved.label} align="end">
          {saved.links.map(({ id, href, label, current }) => (
            <MenuLink key={id} href={href} aria-current={current ? "page" : undefined}>
              {label}
            </MenuLink>
          ))}
          {saves.map(({ href, label }) => (
            <MenuLink key={href} href={href} icon={href === saved.save?.href ? "plus" : "edit"}>
              {label}
            </MenuLink>
          ))}
        </DetailsMenu>
      )}
      {!isEmpty && (
        <DetailsMenu label={labels["resource:export.title"]} icon="download" align="end">
          {exports.map(({ href, label }) => (
            <MenuLink key={href} href={href} download>
              {label}
            </MenuLink>
          ))}
        </DetailsMenu>
      )}
    </>
  );
}

/** The form of the checkboxes: they stand outside of it, in the rows. */
const BULK_FORM = "bulk";

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

/** Named submits for the chosen rows; each leads to a page that asks first. */
function BulkActions({ model: { bulk, labels } }: { model: ListModel }) {
  return (
    <form id={BULK_FORM} method="get" aria-label={labels["resource:bulk.title"]} className={screenOnly}>
      <input type="hidden" name="back" value={bulk.back} />
      <Inline>
        <span className={smallMuted}>{labels["resource:bulk.title"]}</span>
        {bulk.actions.map(({ href, label }) => (
          <Button key={href} size="s" formAction={href}>
            {label}
          </Button>
        ))}
      </Inline>
    </form>
  );
}

/** Which columns are shown: a GET form; the choice is remembered. */
function ColumnChooser({ model: { chooser, labels } }: { model: ListModel }) {
  return (
    <DetailsMenu label={labels["resource:columns"]} icon="columns" size="s" align="end">
      <form method="get">
        {chooser.keep.map(({ name, value }) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <CheckboxGroup
          id="columns"
          legend={labels["resource:columns"]}
          name="columns"
          options={chooser.all}
          defaultValues={chooser.chosen}
        />
        <Button size="s">{labels["resource:show_columns"]}</Button>
      </form>
    </DetailsMenu>
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
