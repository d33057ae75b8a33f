import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageHeaders } from "~/frame/page-headers";
import { useNonce } from "~/frame/style-sheet";
import { useRoot } from "~/frame/use-root";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { smallMuted } from "~/theme/shared.css";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chips } from "~/ui/chips";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select } from "~/ui/field";
import { Filters } from "~/ui/filters";
import { Columns, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { RegionMap } from "./region-map";
import { statusesLoader } from "./statuses.server";
import { againIn, useRefresh } from "./use-refresh";

export const loader = statusesLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["statuses:title"] }];

/** In the light mode the browser itself asks again, by a header. */
export const headers: HeadersFunction = (given) => {
  const all = new Headers(pageHeaders(given));
  const refresh = given.loaderHeaders.get("Refresh");
  if (refresh) all.set("Refresh", refresh);
  return all;
};

type Model = ReturnType<typeof useLoaderData<typeof loader>>;

export default function StatusesRoute() {
  const model = useLoaderData<typeof loader>();
  useRefresh(model.refresh);
  return (
    <Stack>
      <Heading model={model} />
      <Tabs kind="scopes" label={model.labels["statuses:counts"]} tabs={model.tabs} />
      <Narrowed model={model} />
      <Columns kind="wide">
        <Machines model={model} />
        <ByRegion model={model} />
      </Columns>
    </Stack>
  );
}

/** When the page was made, and whether it is made anew by itself. */
function Heading({ model: { refresh, refreshLink, updated, labels } }: { model: Model }) {
  const root = useRoot();
  const nonce = useNonce();
  return (
    <>
      <PageHeader
        title={labels["statuses:title"]}
        description={labels["statuses:about"]}
        actions={
          <>
            <span className={smallMuted}>{updated}</span>
            <ButtonLink href={refreshLink} icon={refresh ? "close" : "refresh"}>
              {labels[refresh ? "statuses:stop" : "statuses:refresh"]}
            </ButtonLink>
          </>
        }
      />
      {refresh && (
        <>
          <noscript>
            <meta httpEquiv="refresh" content={String(refresh)} />
          </noscript>
          {root?.scripts && (
            <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: againIn(refresh) }} />
          )}
        </>
      )}
    </>
  );
}

/** Search, filters, and which of them are in use. */
function Narrowed({ model: { search, keep, panel, panelHref, chips, clearHref, labels } }: { model: Model }) {
  return (
    <>
      <Filters
        label={labels["resource:search_and_filters"]}
        search={search}
        submitLabel={labels["resource:apply"]}
        keep={keep}
        more={
          panel
            ? {
                label: labels["resource:filters"],
                open: true,
                fields: panel.map((filter) => (
                  <Filter key={filter.name} filter={filter} any={labels["resource:any"]} />
                )),
              }
            : { label: labels["resource:filters"], href: panelHref }
        }
      />
      <Chips
        label={labels["resource:filters_in_use"]}
        removeLabel={labels["resource:remove_filter"]}
        chips={chips}
        clear={chips.length > 1 ? { label: labels["resource:clear"], href: clearHref } : undefined}
      />
    </>
  );
}

function Filter({
  filter: { name, label, value, options, hint },
  any,
}: {
  filter: NonNullable<Model["panel"]>[number];
  any: string;
}) {
  const id = `filter-${name}`;
  return (
    <Field id={id} label={label} hint={hint}>
      <Select
        id={id}
        name={name}
        defaultValue={value}
        options={options}
        placeholder={any}
        aria-describedby={hint && `${id}-description`}
      />
    </Field>
  );
}

function Machines({ model: { isEmpty, columns, rows, pagination, labels } }: { model: Model }) {
  if (isEmpty) return <Empty title={labels["statuses:none"]} text={labels["statuses:none_hint"]} icon="machine" />;
  return (
    <Card flush>
      <DrawnOnServer>
        {rows && <DataTable caption={labels["statuses:title"]} columns={columns} rows={rows} low />}
      </DrawnOnServer>
      <Pagination {...pagination} />
    </Card>
  );
}

function ByRegion({ model: { tiles, labels } }: { model: Model }) {
  return (
    <Card title={labels["statuses:map"]}>
      <DrawnOnServer>
        {tiles && (
          <RegionMap
            label={labels["statuses:map"]}
            note={labels["statuses:map_note"]}
            listLabel={labels["statuses:map_list"]}
            tiles={tiles}
          />
        )}
      </DrawnOnServer>
    </Card>
  );
}
