import { Fragment } from "react";
import { smallMuted } from "~/theme/shared.css";
import { FilterPanel } from "~/resource/filter-panel";
import { ColumnChooser, ExportMenu, SavedMenu } from "~/resource/list-menus";
import { BarChart } from "~/ui/bar-chart";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select } from "~/ui/field";
import { Ends, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { PaymentsSummary } from "./payments";
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
      <PeriodForm period={model.period} asked={model.asked}>
        {model.further.map(({ id, name, label, value, placeholder, options }) => (
          <Field key={id} id={id} label={label}>
            <Select id={id} name={name} defaultValue={value} placeholder={placeholder || undefined} options={options} />
          </Field>
        ))}
      </PeriodForm>
      <FilterPanel
        model={model}
        keep={model.keep}
        end={
          <>
            {model.keepHref && (
              <ButtonLink href={model.keepHref} icon="plus">
                {labels["reports:save_own"]}
              </ButtonLink>
            )}
            <SavedMenu saved={model.saved} />
            <ButtonLink href={model.subscribe.href} icon="clock">
              {model.subscribe.label}
            </ButtonLink>
            {(!model.isEmpty || model.isTooMuch) && (
              <ExportMenu exports={model.exports} label={labels["resource:export.title"]} />
            )}
          </>
        }
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
          {model.payments && <PaymentsSummary {...model.payments} />}
          {model.missing && <Missing {...model.missing} />}
          <Ends>
            <span className={smallMuted}>{model.compared}</span>
            {model.chooser ? <ColumnChooser model={{ ...model, chooser: model.chooser }} /> : <span />}
          </Ends>
          {model.tooWide && <Notice tone="info">{model.tooWide}</Notice>}
          <DataTable caption={model.title} {...table} />
          <Pagination {...model.pagination} />
        </>
      )}
      {model.freshness && <p className={smallMuted}>{model.freshness}</p>}
    </Stack>
  );
}

/** Products without a recipe, and the planograms that lack it. */
function Missing({ text, label, planograms }: NonNullable<ReportModel["missing"]>) {
  return (
    <Notice tone="warn">
      {text}
      {planograms.length > 0 && (
        <p>
          {label}
          {planograms.map((one, index) => (
            <Fragment key={one.label}>
              {index > 0 ? ", " : " "}
              {one.href ? <a href={one.href}>{one.label}</a> : one.label}
            </Fragment>
          ))}
        </p>
      )}
    </Notice>
  );
}
