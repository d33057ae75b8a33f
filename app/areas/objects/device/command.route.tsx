import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { commandAction, commandLoader } from "./command.server";

export const loader = commandLoader;
export const action = commandAction;

/** Asks before a machine is told to do something. */
export default function CommandRoute() {
  const { title, hint, about, warning, isReachable, danger, key, confirm, cancel } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  return (
    <Card title={title}>
      <Stack>
        <p>{hint}</p>
        <DescriptionList items={about} />
        {warning && (
          <Notice tone="warn" title={warning.title}>
            {warning.text}
          </Notice>
        )}
        {error && (
          <Notice tone="bad" alert>
            {error}
          </Notice>
        )}
        <Form method="post">
          <input type="hidden" name="key" value={key} />
          <Inline>
            {isReachable && <Button kind={danger ? "danger" : "primary"}>{confirm}</Button>}
            <ButtonLink href={cancel.href}>{cancel.label}</ButtonLink>
          </Inline>
        </Form>
      </Stack>
    </Card>
  );
}
