import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { confirmAction, confirmLoader } from "./confirm.server";

export const loader = confirmLoader;
export const action = confirmAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Asks before something is done with many keys, and tells which lines stand in the way. */
export default function ConfirmRoute() {
  const { title, list, facts, done, faulty, columns, rows, further, confirm, labels } = useLoaderData<typeof loader>();
  const { error } = useActionData<typeof action>() ?? {};
  const busy = useNavigation().state === "submitting";
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {error && <Notice tone="bad" title={error} alert />}
      {done && <Notice tone="ok" title={done} />}
      {faulty && (
        <Notice tone="bad" title={faulty}>
          {labels["wallets:faulty_hint"]}
        </Notice>
      )}
      <Card>
        <Stack>
          <DescriptionList items={facts} />
          <Form method="post">
            <Inline>
              {confirm && (
                <Button kind="primary" icon="check" aria-busy={busy}>
                  {confirm}
                </Button>
              )}
              <ButtonLink href={list.href}>{labels[done ? "resource:bulk.to_list" : "resource:cancel"]}</ButtonLink>
            </Inline>
          </Form>
        </Stack>
      </Card>
      {rows.length > 0 && (
        <Card title={labels["wallets:faults"]} flush>
          <DataTable caption={labels["wallets:faults"]} columns={columns} rows={rows} />
          {further && <p>{further}</p>}
        </Card>
      )}
    </Stack>
  );
}
