import { smallMuted } from "~/theme/shared.css";
import { FilterField } from "~/resource/filter-field";
import { ColumnChooser, ExportMenu, SavedMenu } from "~/resource/list-menus";
import { BarChart } from "~/ui/bar-chart";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chips } from "~/ui/chips";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select } from "~/ui/field";
import { Filters } from "~/ui/filters";
import { Ends, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { PeriodForm } from "./period-form";
import type { ReportModel } from "./report.server";

/** A report: its period, filters, chart and table. Everything is a link or a GET form. */
export function ReportScreen({ model }: { model: ReportModel }) {
  const { labels, chart, table } = model;
  return (
    <Stack>
      <PageHeader
        title={model.title}
        description={model.about}
        crumbs={model.crumbs}
        crumbsLabel={labels["resource:breadcrumbs"]}
      />
      <PeriodForm period={model.period}>
        {model.further.map(({ id, name, label, value, placeholder, options }) => (
          <Field key={id} id={id} label={label}>
            <Select id={id} name={name} defaultValue={value} placeholder={placeholder || undefined} options={options} />
          </Field>
        ))}
      </PeriodForm>
      <Filters
        label={labels["resource:search_and_filters"]}
        submitLabel={labels["resource:apply"]}
        keep={model.panel ? model.keep : [...model.keep, ...model.hidden]}
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
        end={
          <>
            <SavedMenu saved={model.saved} />
            {!model.isEmpty && <ExportMenu exports={model.exports} label={labels["resource:export.title"]} />}
          </>
        }
      />
      <Chips
        label={labels["resource:filters_in_use"]}
        removeLabel={labels["resource:remove_filter"]}
        chips={model.chips}
        clear={model.chips.length > 1 ? { label: labels["resource:clear"], href: model.clearHref } : undefined}
      />
      {model.isEmpty ? (
        <Empty
          {...model.empty}
          icon={model.isFiltered ? "search" : "chart"}
          action={model.isFiltered && <ButtonLink href={model.clearHref}>{labels["resource:clear"]}</ButtonLink>}
        />
      ) : (
        <>
          {chart && (
            <Card title={labels["reports:by_time"]}>
              <BarChart caption={labels["reports:by_time"]} categoryLabel={labels["reports:step"]} data={chart} />
            </Card>
          )}
          <Ends>
            <span className={smallMuted}>{model.compared}</span>
            <ColumnChooser model={model} />
          </Ends>
          <DataTable caption={model.title} {...table} />
          <Pagination {...model.pagination} />
        </>
      )}
      <p className={smallMuted}>{model.freshness}</p>
    </Stack>
  );
}
