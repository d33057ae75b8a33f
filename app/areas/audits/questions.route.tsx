import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Field, Select, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { questionsLoader } from "./questions.server";

export const loader = questionsLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["audits:questions.title"] }];

export default function QuestionsRoute() {
  const { tabs, fields, keep, columns, rows, isEmpty, pagination, meanings, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={labels["audits:questions.title"]} description={labels["audits:questions.about"]} />
      <Tabs kind="scopes" label={labels["audits:questions.kinds"]} tabs={tabs} />
      <form method="get" role="search" aria-label={labels["resource:search_and_filters"]}>
        {keep.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Inline fields>
          <Field id="q" label={fields.q.label}>
            <TextInput id="q" name="q" type="search" defaultValue={fields.q.value} />
          </Field>
          <Field id="month" label={fields.month.label}>
            <Select
              id="month"
              name="month"
              defaultValue={fields.month.value}
              options={fields.month.options}
              placeholder={labels["resource:any"]}
            />
          </Field>
          <Field id="least" label={fields.least.label}>
            <TextInput id="least" name="least" inputMode="numeric" defaultValue={fields.least.value} />
          </Field>
          <Button>{labels["resource:apply"]}</Button>
        </Inline>
      </form>
      {isEmpty ? (
        <Empty title={labels["audits:questions.none"]} text={labels["audits:questions.none_hint"]} icon="check" />
      ) : (
        <Card flush>
          <DrawnOnServer>
            {rows && <DataTable caption={labels["audits:questions.title"]} columns={columns} rows={rows} />}
          </DrawnOnServer>
          <Pagination {...pagination} />
        </Card>
      )}
      <Card title={labels["audits:questions.meanings"]}>
        <DescriptionList items={meanings} />
      </Card>
    </Stack>
  );
}
