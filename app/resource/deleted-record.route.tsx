import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { deletedRecordLoader, restoreAction } from "./deleted.server";
import { History } from "./history";

export const loader = deletedRecordLoader;
export const action = restoreAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data && [data.title, ...data.crumbs.map(({ label }) => label).reverse()].join(" · ") },
];

/** A deleted record: who deleted it, its past, and the way back. */
export default function DeletedRecordRoute() {
  const { title, crumbs, said, mayRestore, history, labels } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  return (
    <Stack>
      <PageHeader title={title} crumbs={crumbs} crumbsLabel={labels["resource:breadcrumbs"]} />
      {refusal && (
        <Notice tone="bad" title={labels["resource:restore.refused"]} alert>
          <ul>
            {refusal.against.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card>
        <Stack>
          <p>{said}</p>
          {mayRestore && (
            <Form method="post">
              <Button kind="primary">{labels["resource:restore.label"]}</Button>
            </Form>
          )}
        </Stack>
      </Card>
      <History model={history} />
    </Stack>
  );
}
