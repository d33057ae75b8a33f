import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { BarChart } from "~/ui/bar-chart";
import { Card } from "~/ui/card";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Stat } from "~/ui/stat";
import { ErrorsCard, PaymentsCard, PlanCard, RankingCard, SourcesCard, StatusesCard } from "./cards";
import { dashboardLoader } from "./dashboard.server";
import { FirstSteps } from "./first-steps";

export const loader = dashboardLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["dashboard:title"] }];

export default function DashboardRoute() {
  const model = useLoaderData<typeof loader>();
  const { tiles, compared, chart, best, worst, desks, labels } = model;
  return (
    <Stack>
      <PageHeader title={labels["dashboard:title"]} />
      {model.firstSteps && <FirstSteps {...model.firstSteps} />}
      {desks.length > 0 && (
        <Notice tone="warn" title={labels["fiscal:desks"]}>
          {desks.map(({ href, label, text }) => (
            <div key={href}>
              <a href={href}>{label}</a> · {text}
            </div>
          ))}
        </Notice>
      )}
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      <p className={smallMuted}>{compared}</p>
      <PlanCard {...model} />
      <StatusesCard {...model} />
      <Card title={labels["dashboard:chart"]}>
        <BarChart caption={labels["dashboard:chart"]} categoryLabel={labels["dashboard:day"]} data={chart} />
      </Card>
      <SourcesCard {...model} />
      <Columns kind="halves">
        <RankingCard title={labels["dashboard:best"]} rows={best} {...model} />
        <RankingCard title={labels["dashboard:worst"]} rows={worst} {...model} />
      </Columns>
      <Columns kind="halves">
        <ErrorsCard {...model} />
        <PaymentsCard {...model} />
      </Columns>
    </Stack>
  );
}
