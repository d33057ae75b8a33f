import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Timeline } from "~/ui/timeline";
import { paymentAction, paymentLoader } from "./payment.server";

export const loader = paymentLoader;
export const action = paymentAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function PaymentRoute() {
  const { title, list, state, notices, about, steps, refunds, retry, giveBack, labels } =
    useLoaderData<typeof loader>();
  const { error } = useActionData<typeof action>() ?? {};
  return (
    <Stack>
      <PageHeader
        title={title}
        badges={<Badge tone={state.tone ?? "neutral"}>{state.text}</Badge>}
        actions={
          <>
            {giveBack && <ButtonLink href={giveBack}>{labels["payments:give_back"]}</ButtonLink>}
            <ButtonLink href={list} icon="chevron-left">
              {labels["payments:back"]}
            </ButtonLink>
          </>
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
      {refunds.rows.length > 0 && (
        <Card title={labels["payments:refunds"]} flush>
          <DataTable caption={labels["payments:refunds"]} {...refunds} />
        </Card>
      )}
    </Stack>
  );
}
