import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Filters } from "~/ui/filters";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { deletedLoader } from "./deleted.server";

export const loader = deletedLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** What was deleted of a kind. */
export default function DeletedRoute() {
  const { title, about, scopes, q, rows, summary, pages, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={title} description={about} />
      <Tabs kind="scopes" label={labels["resource:scopes"]} tabs={scopes} />
      <Filters
        label={labels["resource:search_and_filters"]}
        search={{ name: "q", label: labels["resource:search"], value: q }}
        submitLabel={labels["resource:apply"]}
        keep={[]}
      />
      {rows.length ? (
        <>
          <DataTable
            caption={title}
            columns={[
              { key: "what", label: labels["resource:deleted.what"] },
              { key: "by", label: labels["resource:deleted.by"], brief: true },
              { key: "at", label: labels["resource:deleted.at"], brief: true },
            ]}
            rows={rows}
          />
          <Pagination label={labels["resource:pages"]} summary={summary} pages={pages} />
        </>
      ) : (
        <Empty
          title={q ? labels["resource:nothing_found"] : labels["resource:deleted.none"]}
          text={q ? labels["resource:nothing_found_hint"] : labels["resource:deleted.about"]}
          icon={q ? "search" : "history"}
        />
      )}
    </Stack>
  );
}
