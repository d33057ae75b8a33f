import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FilterPanel } from "~/resource/filter-panel";
import { ExportMenu } from "~/resource/list-menus";
import { smallMuted } from "~/theme/shared.css";
import { BarChart } from "~/ui/bar-chart";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { Stepper } from "./stepper";
import { planYearLoader } from "./year.server";

export const loader = planYearLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Plans of projects for the months of a year; each month leads to its screen, where plans are made. */
export default function PlanYearRoute() {
  const model = useLoaderData<typeof loader>();
  const { title, year, before, after, views, kinds, narrowing, unit, chart, pagination, exports, fresh, labels } =
    model;
  const isEmpty = model.rows.length === 0;
  return (
    <Stack>
      <PageHeader title={title} description={labels["plans:about_year"]} />
      <Tabs kind="scopes" label={labels["plans:views"]} tabs={views} />
      <Stepper
        before={{ href: before, label: labels["plans:previous_year"] }}
        after={{ href: after, label: labels["plans:next_year"] }}
        show={labels["plans:show"]}
        keep={narrowing.stay}
        field={{ name: "year", type: "number", label: labels["plans:year"], value: String(year) }}
      />
      <FilterPanel
        model={{ ...narrowing, labels }}
        keep={narrowing.keep}
        end={!isEmpty && <ExportMenu exports={exports} label={labels["resource:export.title"]} />}
      />
      {isEmpty ? (
        <Empty title={labels["plans:none"]} icon="chart" />
      ) : (
        <>
          <Tabs kind="scopes" label={labels["plans:kind"]} tabs={kinds} />
          <Card title={labels["plans:months"]}>
            <BarChart caption={labels["plans:months"]} categoryLabel={labels["plans:month"]} data={chart} />
          </Card>
          <span className={smallMuted}>{unit}</span>
          <DataTable
            caption={labels["frame:menu.plan_project"]}
            columns={model.columns}
            rows={model.rows}
            foot={model.foot}
            dense
          />
          <Pagination {...pagination} />
        </>
      )}
      <p className={smallMuted}>{fresh}</p>
    </Stack>
  );
}
