import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, CheckboxGroup, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { newRolloutAction, newRolloutLoader } from "./new-rollout.server";

export const loader = newRolloutLoader;
export const action = newRolloutAction;

export default function NewRolloutRoute() {
  const { title, search, summary, legend, none, options, all, emergency, submit, cancel, key } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  return (
    <Card title={title}>
      <Stack>
        <form method="get"><Inline><TextInput type="search" name="q" defaultValue={search.value} aria-label={search.label} placeholder={search.label} /><Button icon="search">{search.submit}</Button></Inline></form>
        {error && <Notice tone="bad" alert>{error}</Notice>}
        {options.length ? (
          <Form method="post">
            <input type="hidden" name="key" value={key} />
            {options.map(({ value }) => <input key={value} type="hidden" name="shown" value={value} />)}
            <Stack>
              <p>{summary}</p>
              <CheckboxGroup id="devices" legend={legend} name="devices" options={options} columns={3} />
              <Checkbox id="all" name="all" label={all} />
              <Checkbox id="emergency" name="emergency" label={emergency.label} hint={emergency.hint} />
              <Inline><Button kind="primary">{submit}</Button><ButtonLink href={cancel.href}>{cancel.label}</ButtonLink></Inline>
            </Stack>
          </Form>
        ) : <p>{none}</p>}
      </Stack>
    </Card>
  );
}
