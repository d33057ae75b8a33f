import { Form, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Inline, Stack } from "~/ui/layout";
import { ProgressBar } from "~/ui/progress-bar";
import { rolloutAction, rolloutLoader } from "./rollout.server";

export const loader = rolloutLoader;
export const action = rolloutAction;

export default function RolloutRoute() {
  const { title, progress, isOpen, until, columns, rows, caption, back, cancel, retry } =
    useLoaderData<typeof loader>();
  return (
    <Card
      title={title}
      actions={
        <ButtonLink size="s" icon="chevron-left" href={back.href}>
          {back.label}
        </ButtonLink>
      }
    >
      <Stack>
        <ProgressBar {...progress} />
        {isOpen && (
          <Form method="post">
            <Inline>
              <span>{until}</span>
              <Button size="s" icon="close">
                {cancel}
              </Button>
            </Inline>
          </Form>
        )}
        {retry && (
          <Form method="post">
            <Button size="s" icon="refresh" name="retry" value={retry.key}>
              {retry.label}
            </Button>
          </Form>
        )}
        <DataTable caption={caption} columns={columns} rows={rows} />
      </Stack>
    </Card>
  );
}
