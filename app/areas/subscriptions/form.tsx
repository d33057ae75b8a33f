import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, Select } from "~/ui/field";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import type { Answer, newLoader } from "./form.server";

/** When a report comes by e-mail, for which days and in what file. */
export function SubscriptionForm() {
  const { title, crumb, submit, filters, off, to, names, options, values, labels } = useLoaderData<typeof newLoader>();
  const answer = useActionData<Answer>();
  const busy = useNavigation().state !== "idle";
  return (
    <Stack>
      <PageHeader title={title} crumbs={[crumb]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {off ? (
        <Notice tone="warn">{off}</Notice>
      ) : (
        <Card title={crumb.label}>
          <Form method="post">
            <Stack>
              {filters.length > 0 && <p>{filters.join(" · ")}</p>}
              {answer && (
                <Notice tone="bad" alert>
                  {answer.error}
                </Notice>
              )}
              <Columns kind="halves">
                {names.map((name) => {
                  const errors = answer?.fields[name];
                  return (
                    <Field
                      key={name}
                      id={name}
                      label={labels[`subscriptions:${name}`]}
                      hint={name === "month_day" ? labels["subscriptions:month_day_hint"] : undefined}
                      errors={errors}
                    >
                      <Select
                        id={name}
                        name={name}
                        options={options[name]}
                        defaultValue={answer?.values[name] ?? values[name]}
                        aria-invalid={errors ? true : undefined}
                        aria-describedby={errors ? `${name}-error` : undefined}
                      />
                    </Field>
                  );
                })}
              </Columns>
              <p>{to}</p>
              <div>
                <Button kind="primary" icon="check" aria-busy={busy}>
                  {submit}
                </Button>
              </div>
            </Stack>
          </Form>
        </Card>
      )}
    </Stack>
  );
}
