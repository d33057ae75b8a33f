import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Field, type Option, Select, TextInput } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import type { savedLabels } from "./saved-labels";
import { type SavedAnswer, savedAction, savedLoader } from "./saved.server";

export const loader = savedLoader;
export const action = savedAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data && `${data.title} · ${data.list.label}` },
];

/** The filters a person keeps for a list: saving the one in the address, and renaming, sharing and deleting the others. */
export default function SavedRoute() {
  const { title, list, asked, filters, groups, labels } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {asked && (
        <Card title={labels["resource:saved.save_this"]}>
          <FilterForm id="" name="" group="" groups={groups} labels={labels} answer={answer}>
            <p>{asked.join(" · ") || labels["resource:saved.all_records"]}</p>
          </FilterForm>
        </Card>
      )}
      <h2>{labels["resource:saved.own"]}</h2>
      {filters.length === 0 && <Empty title={labels["resource:saved.none"]} icon="filter" />}
      {filters.map((filter) => (
        <Card key={filter.id}>
          <FilterForm {...filter} groups={groups} labels={labels} answer={answer} />
        </Card>
      ))}
    </Stack>
  );
}

interface FilterFormProps {
  /** Empty for a filter that is not saved yet. */
  id: string;
  name: string;
  group: string;
  href?: string;
  groups: Option[];
  labels: Record<(typeof savedLabels)[number], string>;
  answer: SavedAnswer | undefined;
  children?: ReactNode;
}

function FilterForm({ id, href, groups, labels, answer, children, ...kept }: FilterFormProps) {
  const refused = answer?.id === id ? answer : undefined;
  const { name, group } = refused ?? kept;
  const errors = refused?.errors;
  const of = (part: string) => `${part}-${id || "new"}`;
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Stack>
        {children}
        <Columns kind="halves">
          <Field id={of("name")} label={labels["resource:saved.name"]} required errors={errors}>
            <TextInput
              id={of("name")}
              name="name"
              defaultValue={name}
              required
              maxLength={80}
              autoComplete="off"
              aria-invalid={errors ? true : undefined}
              aria-describedby={errors ? `${of("name")}-error` : undefined}
            />
          </Field>
          <Field id={of("group")} label={labels["resource:saved.group"]}>
            <Select
              id={of("group")}
              name="group"
              defaultValue={group}
              options={groups}
              placeholder={labels["resource:saved.only_me"]}
            />
          </Field>
        </Columns>
        <Inline>
          <Button kind={id ? "secondary" : "primary"} name="intent" value="save">
            {id ? labels["resource:saved.rename"] : labels["resource:saved.submit"]}
          </Button>
          {id && (
            <Button kind="danger" name="intent" value="delete" icon="trash">
              {labels["resource:saved.delete"]}
            </Button>
          )}
          {href && <ButtonLink href={href}>{labels["resource:saved.open"]}</ButtonLink>}
        </Inline>
      </Stack>
    </Form>
  );
}
