import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Tabs } from "~/ui/tabs";
import { mineAction, mineLoader } from "./list.server";

export const loader = mineLoader;
export const action = mineAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["subscriptions:title"] }];

export default function MineRoute() {
  const { tabs, hint, off, cards, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={labels["subscriptions:title"]} description={hint} />
      {tabs.length > 0 && <Tabs kind="scopes" label={labels["subscriptions:scopes"]} tabs={tabs} />}
      {off && <Notice tone="warn">{off}</Notice>}
      {cards.length === 0 && (
        <Empty icon="clock" title={labels["subscriptions:none"]} text={labels["subscriptions:none_hint"]} />
      )}
      {cards.map(({ id, when, href, state, facts, change, intents }) => (
        <Card key={id} title={when} actions={<Badge tone={state.tone}>{state.text}</Badge>}>
          <Stack>
            <DescriptionList
              items={facts.map(({ label, value }) => ({
                label,
                value: label === labels["subscriptions:report"] && href ? <a href={href}>{value}</a> : value,
              }))}
            />
            <Form method="post">
              <input type="hidden" name="id" value={id} />
              <Inline>
                {intents.map((intent) => (
                  <Button key={intent} name="intent" value={intent}>
                    {labels[`subscriptions:actions.${intent}`]}
                  </Button>
                ))}
                <ButtonLink href={change} icon="edit">
                  {labels["subscriptions:actions.change"]}
                </ButtonLink>
                <Button name="intent" value="delete" icon="close">
                  {labels["subscriptions:actions.delete"]}
                </Button>
              </Inline>
            </Form>
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
