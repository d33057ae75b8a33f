import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { Columns, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { AttentionCard, ErrorsCard, PaymentsCard, PlanCard, StatusesCard } from "./cards";
import { dashboardLoader } from "./dashboard.server";
import { Earnings, Takings } from "./money-cards";
import { FirstSteps } from "./first-steps";

export const loader = dashboardLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["dashboard:title"] }];

export default function DashboardRoute() {
  const model = useLoaderData<typeof loader>();
  const { money, labels } = model;
  return (
    <Stack>
      <PageHeader
        title={labels["dashboard:title"]}
        actions={
          model.route && (
            <ButtonLink href="/my_route" kind="primary" icon="truck">
              {model.route}
            </ButtonLink>
          )
        }
      />
      {model.firstSteps && <FirstSteps {...model.firstSteps} />}
      <AttentionCard {...model} />
      {money && <Takings money={money} labels={labels} />}
      <PlanCard {...model} />
      <StatusesCard {...model} />
      {money && <Earnings money={money} labels={labels} />}
      <Columns kind="halves">
        <ErrorsCard {...model} />
        <PaymentsCard {...model} />
      </Columns>
    </Stack>
  );
}
