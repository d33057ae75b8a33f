import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { BarChart } from "~/ui/bar-chart";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Columns, Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Stat } from "~/ui/stat";
import { dashboardLoader } from "./dashboard.server";

export const loader = dashboardLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["dashboard:title"] }];

export default function DashboardRoute() {
  const { tiles, sources, statuses, chart, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={labels["dashboard:title"]} />
      <Columns kind="tiles">{tiles.map((tile) => <Stat key={tile.label} {...tile} />)}</Columns>
      <Card title={labels["dashboard:chart"]}>
        <BarChart caption={labels["dashboard:chart"]} categoryLabel={labels["dashboard:day"]} data={chart} />
      </Card>
      <Columns kind="halves">
        <Card title={labels["dashboard:machines"]}>
          <Inline gap="m">
            {statuses.map(({ label, tone, count, href }) => (
              <Inline key={label}><Badge tone={tone}>{label}</Badge>{href ? <a href={href} aria-label={`${label}: ${count}`}>{count}</a> : count}</Inline>
            ))}
          </Inline>
        </Card>
        <Card title={labels["dashboard:by_source"]} flush>
          {sources.length ? (
            <DataTable
              caption={labels["dashboard:by_source"]}
              columns={[{ key: "source", label: labels["dashboard:source"] }, { key: "count", label: labels["dashboard:count"], align: "end" }, { key: "amount", label: labels["dashboard:amount"], align: "end" }, { key: "share", label: labels["dashboard:share"], align: "end" }]}
              rows={sources}
            />
          ) : <Empty title={labels["dashboard:no_sales"]} icon="chart" />}
        </Card>
      </Columns>
    </Stack>
  );
}
