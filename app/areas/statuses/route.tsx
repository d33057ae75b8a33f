import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageHeaders } from "~/frame/page-headers";
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
import { useRefresh } from "./use-refresh";

export const loader = statusesLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["statuses:title"] }];

/** In the light mode the browser itself asks again, by a header. */
export const headers: HeadersFunction = (given) => {
  const all = new Headers(pageHeaders(given));
  const refresh = given.loaderHeaders.get("Refresh");
  if (refresh) all.set("Refresh", refresh);
  return all;
};

export default function StatusesRoute() {
  const {
    tabs,
    search,
    keep,
    panel,
    panelHref,
    chips,
    clearHref,
    columns,
    rows,
    isEmpty,
    pagination,
    tiles,
    refresh,
    refreshLink,
    updated,
    labels,
  } = useLoaderData<typeof loader>();
  useRefresh(refresh);
  return (
    <Stack>
      <PageHeader
        title={labels["statuses:title"]}
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
        <noscript>
          <meta httpEquiv="refresh" content={String(refresh)} />
        </noscript>
      )}
      <Tabs kind="scopes" label={labels["statuses:counts"]} tabs={tabs} />
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
                fields: panel.map(({ name, label, value, options, hint }) => (
                  <Field key={name} id={`filter-${name}`} label={label} hint={hint}>
                    <Select
                      id={`filter-${name}`}
                      name={name}
                      defaultValue={value}
                      options={options}
                      placeholder={labels["resource:any"]}
                      aria-describedby={hint && `filter-${name}-description`}
                    />
                  </Field>
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
      <Columns kind="aside">
        {isEmpty ? (
          <Empty title={labels["statuses:none"]} text={labels["statuses:none_hint"]} icon="machine" />
        ) : (
          <Card flush>
            <DrawnOnServer>
              {rows && <DataTable caption={labels["statuses:title"]} columns={columns} rows={rows} wraps />}
            </DrawnOnServer>
            <Pagination {...pagination} />
          </Card>
        )}
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
      </Columns>
    </Stack>
  );
}
