import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { BarChart } from "~/ui/bar-chart";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { type Column, DataTable, type Row } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Columns, Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Stat } from "~/ui/stat";
import { dashboardLoader } from "./dashboard.server";

export const loader = dashboardLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["dashboard:title"] }];

const end = (key: string, label: string): Column => ({ key, label, align: "end" });

export default function DashboardRoute() {
  const { tiles, compared, sources, wall, errors, errorsHref, payments, best, worst, ranked, chart, labels } =
    useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={labels["dashboard:title"]} />
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      <p className={smallMuted}>{compared}</p>
      <Card
        title={labels["dashboard:machines"]}
        actions={
          <ButtonLink size="s" href="/devices_statuses">
            {labels["dashboard:all_statuses"]}
          </ButtonLink>
        }
      >
        <Inline gap="m">
          {wall.map(({ label, tone, count, href }) => (
            <Inline key={label}>
              <Badge tone={tone}>{label}</Badge>
              <a href={href} aria-label={`${label}: ${count}`}>
                {count}
              </a>
            </Inline>
          ))}
        </Inline>
      </Card>
      <Card title={labels["dashboard:chart"]}>
        <BarChart caption={labels["dashboard:chart"]} categoryLabel={labels["dashboard:day"]} data={chart} />
      </Card>
      <Card title={labels["dashboard:by_source"]} flush>
        {sources.length ? (
          <DataTable
            caption={labels["dashboard:by_source"]}
            columns={[
              { key: "source", label: labels["dashboard:source"] },
              end("count", labels["dashboard:count"]),
              end("amount", labels["dashboard:amount"]),
              end("share", labels["dashboard:share"]),
              ...(["today", "yesterday", "days7", "month"] as const).map((period) =>
                end(period, labels[`dashboard:period.${period}`]),
              ),
            ]}
            rows={sources}
          />
        ) : (
          <Empty title={labels["dashboard:no_sales"]} icon="chart" />
        )}
      </Card>
      <Columns kind="halves">
        <Ranking title={labels["dashboard:best"]} none={labels["dashboard:ranked_none"]} columns={ranked} rows={best} />
        <Ranking
          title={labels["dashboard:worst"]}
          none={labels["dashboard:ranked_none"]}
          columns={ranked}
          rows={worst}
        />
      </Columns>
      <Columns kind="halves">
        <Card
          title={labels["dashboard:errors"]}
          flush
          actions={
            errors.length > 0 && (
              <ButtonLink size="s" href={errorsHref}>
                {labels["dashboard:show_machines"]}
              </ButtonLink>
            )
          }
        >
          {errors.length ? (
            <DataTable
              caption={labels["dashboard:errors"]}
              columns={[
                { key: "code", label: labels["dashboard:error_code"] },
                { key: "text", label: labels["dashboard:error_text"] },
                end("machines", labels["dashboard:error_machines"]),
              ]}
              rows={errors}
            />
          ) : (
            <Empty title={labels["dashboard:errors_none"]} icon="check" />
          )}
        </Card>
        <Card title={labels["dashboard:payments"]}>
          {payments ? (
            <Stack>
              <Inline gap="m">
                {payments.states.map(({ label, tone, count, share }) => (
                  <Inline key={label}>
                    <Badge tone={tone}>{label}</Badge>
                    {`${count} (${share})`}
                  </Inline>
                ))}
              </Inline>
              {payments.failures.length > 0 && (
                <DataTable
                  caption={labels["dashboard:payment_failures"]}
                  columns={[
                    { key: "code", label: labels["dashboard:error_code"] },
                    { key: "text", label: labels["dashboard:payment_failures"] },
                    end("count", labels["dashboard:failed_vends"]),
                  ]}
                  rows={payments.failures}
                />
              )}
            </Stack>
          ) : (
            <Empty
              title={labels["dashboard:payments_none"]}
              text={labels["dashboard:payments_none_hint"]}
              icon="info"
            />
          )}
        </Card>
      </Columns>
    </Stack>
  );
}

/** Machines by their takings of a week. */
function Ranking({
  title,
  none,
  columns,
  rows,
}: {
  title: string;
  none: string;
  columns: readonly Column[];
  rows: readonly Row[];
}) {
  return (
    <Card title={title} flush>
      {rows.length ? <DataTable caption={title} columns={columns} rows={rows} /> : <Empty title={none} icon="chart" />}
    </Card>
  );
}
