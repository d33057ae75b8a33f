import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { BarChart } from "~/ui/bar-chart";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { PlansFrame } from "./frame";
import { planYearLoader } from "./year.server";

export const loader = planYearLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Plans of projects for the months of a year; each month leads to its screen, where plans are made. */
export default function PlanYearRoute() {
  const model = useLoaderData<typeof loader>();
  const { kinds, unit, chart, columns, rows, foot, pagination, labels } = model;
  return (
    <PlansFrame model={model}>
      <Tabs kind="scopes" label={labels["plans:kind"]} tabs={kinds} />
      {chart && (
        <Card title={labels["plans:months"]}>
          <BarChart caption={labels["plans:months"]} categoryLabel={labels["plans:month"]} data={chart} />
        </Card>
      )}
      <span className={smallMuted}>{unit}</span>
      <DataTable caption={labels["frame:menu.plan_project"]} columns={columns} rows={rows} foot={foot} dense />
      <Pagination {...pagination} />
    </PlansFrame>
  );
}
