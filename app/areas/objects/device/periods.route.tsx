import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { PeriodForm } from "~/report/period-form";
import { periodsAction, periodsLoader } from "./periods.server";

export const loader = periodsLoader;
export const action = periodsAction;

export default function PeriodsRoute() {
  const { period, form, back, questions, columns, rows, isEmpty, pagination, labels } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  return (
    <Stack>
      <PeriodForm period={period} />
      <Tabs kind="scopes" label={labels["audits:period.questions"]} tabs={questions} />
      {error && (
        <Notice tone="bad" alert>
          {error}
        </Notice>
      )}
      {form && <Form method="post" id={form} hidden />}
      <Card
        title={labels["audits:period.title"]}
        flush
        actions={
          <ButtonLink href={back} size="s" icon="chevron-left">
            {labels["audits:back"]}
          </ButtonLink>
        }
      >
        {isEmpty ? (
          <Empty title={labels["audits:period.none"]} text={labels["audits:period.none_hint"]} icon="receipt" />
        ) : (
          <>
            <DrawnOnServer>
              {rows && <DataTable caption={labels["audits:period.title"]} columns={columns} rows={rows} />}
            </DrawnOnServer>
            <Pagination {...pagination} />
          </>
        )}
      </Card>
      <Notice tone="info">{labels["audits:period.hint"]}</Notice>
    </Stack>
  );
}
