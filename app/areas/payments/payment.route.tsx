import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Field, TextArea, TextInput } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Timeline } from "~/ui/timeline";
import { paymentAction, paymentLoader } from "./payment.server";

export const loader = paymentLoader;
export const action = paymentAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function PaymentRoute() {
  const { title, list, state, notices, about, steps, refunds, retry, labels } = useLoaderData<typeof loader>();
  const { error } = useActionData<typeof action>() ?? {};
  return (
    <Stack>
      <PageHeader
        title={title}
        badges={<Badge tone={state.tone ?? "neutral"}>{state.text}</Badge>}
        actions={
          <ButtonLink href={list} icon="chevron-left">
            {labels["payments:back"]}
          </ButtonLink>
        }
      />
      {error && (
        <Notice tone="bad" alert>
          {error}
        </Notice>
      )}
      {notices.map(({ tone, text }) => (
        <Notice key={text} tone={tone}>
          {text}
        </Notice>
      ))}
      {retry && (
        <Notice tone="bad" title={labels["payments:retry.title"]}>
          <p>{labels["payments:retry.hint"]}</p>
          <Form method="post">
            <Inline>
              <Button name="intent" value="retry" icon="refresh">
                {labels["payments:retry.do"]}
              </Button>
              <Button name="intent" value="settle" icon="check">
                {labels["payments:settle.do"]}
              </Button>
            </Inline>
          </Form>
        </Notice>
      )}
      <Card>
        <DescriptionList
          items={about.map(({ label, text, href }) => ({ label, value: href ? <a href={href}>{text}</a> : text }))}
        />
      </Card>
      <Columns kind="halves">
        <Card title={labels["payments:steps"]}>
          {steps.length ? (
            <Timeline
              entries={steps.map(({ counter, text, said, ...step }) => ({
                ...step,
                meta: counter && <Badge tone="bad">{counter}</Badge>,
                body: [text, said].filter(Boolean).join("\n"),
              }))}
            />
          ) : (
            <p>{labels["payments:no_steps"]}</p>
          )}
        </Card>
        <Refunding />
      </Columns>
      {refunds.rows.length > 0 && (
        <Card title={labels["payments:refunds"]} flush>
          <DataTable caption={labels["payments:refunds"]} {...refunds} />
        </Card>
      )}
    </Stack>
  );
}

/** Gives money back, all of it or a part. */
function Refunding() {
  const { refund, labels } = useLoaderData<typeof loader>();
  const { typed, fields } = useActionData<typeof action>() ?? {};
  if (!refund) return null;
  return (
    <Card title={labels["payments:refund.title"]}>
      <Form method="post">
        <input type="hidden" name="key" value={refund.key} />
        <Stack>
          <Field
            id="amount"
            label={labels["payments:refund.amount"]}
            unit="₴"
            hint={labels["payments:refund.amount_hint"]}
            errors={fields?.amount}
          >
            <TextInput
              id="amount"
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              placeholder={refund.left}
              defaultValue={typed?.amount}
              aria-invalid={fields?.amount ? true : undefined}
              aria-describedby={fields?.amount ? "amount-error amount-description" : "amount-description"}
            />
          </Field>
          <Field id="reason" label={labels["payments:refund.reason"]} required errors={fields?.reason}>
            <TextArea
              id="reason"
              name="reason"
              required
              maxLength={500}
              defaultValue={typed?.reason}
              aria-invalid={fields?.reason ? true : undefined}
              aria-describedby={fields?.reason ? "reason-error" : undefined}
            />
          </Field>
          <Inline>
            <Button kind="primary" name="intent" value="refund">
              {labels["payments:refund.do"]}
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}
