import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { END_FORM, STAFF_FORM } from "./labels";
import { allAction, allLoader } from "./list.server";

export const loader = allLoader;
export const action = allAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["subscriptions:all_title"] }];

export default function AllRoute() {
  const { tabs, off, columns, rows, page, ending, pagination, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={labels["subscriptions:all_title"]} description={labels["subscriptions:all_hint"]} />
      <Tabs kind="scopes" label={labels["subscriptions:scopes"]} tabs={tabs} />
      {off && <Notice tone="warn">{off}</Notice>}
      {ending && <Question {...ending} />}
      {rows.length ? (
        <Card flush>
          <Form id={STAFF_FORM} method="post" hidden />
          <Form id={END_FORM} hidden>
            <input type="hidden" name="page" value={page} />
          </Form>
          <DataTable caption={labels["subscriptions:all_title"]} columns={columns} rows={rows} />
          <Pagination {...pagination} />
        </Card>
      ) : (
        <Empty icon="clock" title={labels["subscriptions:all_none"]} />
      )}
    </Stack>
  );
}

type Ending = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["ending"]>;

/** Asks before another's subscription is ended. */
function Question({ id, question, hint, confirm, keep }: Ending) {
  return (
    <Card title={question}>
      <Stack>
        <p>{hint}</p>
        <Form method="post">
          <Inline>
            <Button kind="danger" name="delete" value={id}>
              {confirm}
            </Button>
            <ButtonLink href={keep.href}>{keep.label}</ButtonLink>
          </Inline>
        </Form>
      </Stack>
    </Card>
  );
}
