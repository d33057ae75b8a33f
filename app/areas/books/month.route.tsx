import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { CloseForm } from "./close-form";
import { monthAction, monthLoader } from "./month.server";

export const loader = monthLoader;
export const action = monthAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function MonthRoute() {
  const { title, back, about, state, questions, close, books, machines, corrections, labels } =
    useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  return (
    <Stack>
      <PageHeader
        title={title}
        actions={
          <ButtonLink href={back} icon="chevron-left">
            {labels["books:back"]}
          </ButtonLink>
        }
      />
      <Notice tone={state.tone} title={state.text} />
      {questions.length > 0 && (
        <Card title={labels["books:questions"]}>
          <ul>
            {questions.map(({ text, href }) => (
              <li key={text}>{href ? <a href={href}>{text}</a> : text}</li>
            ))}
          </ul>
        </Card>
      )}
      {about.length > 0 && (
        <Card title={labels["books:closing"]}>
          <DescriptionList items={about} />
        </Card>
      )}
      {close && <CloseForm model={close} error={error} labels={labels} />}
      <Card title={labels["books:books"]} flush>
        <DataTable caption={labels["books:books"]} {...books} />
      </Card>
      {machines && machines.rows.length > 0 && (
        <Card title={labels["books:machines"]} flush>
          <DataTable caption={labels["books:machines"]} columns={machines.columns} rows={machines.rows} />
          <Pagination {...machines.pagination} />
        </Card>
      )}
      {corrections && (
        <Card title={labels["books:corrections"]} flush>
          {corrections.rows.length > 0 ? (
            <>
              <DataTable caption={labels["books:corrections"]} columns={corrections.columns} rows={corrections.rows} />
              <Pagination {...corrections.pagination} />
            </>
          ) : (
            <p>{labels["books:no_corrections"]}</p>
          )}
        </Card>
      )}
    </Stack>
  );
}
