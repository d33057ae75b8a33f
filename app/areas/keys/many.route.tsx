import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { CsvField } from "~/resource/csv-field";
import { TemplateLinks } from "~/resource/template-links";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { RadioGroup } from "~/ui/choice-group";
import { Field, Select, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { manyAction, manyLoader } from "./many.server";

export const loader = manyLoader;
export const action = manyAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** One movement of many keys: of those that were chosen, of all that a list shows, or of those in a file. */
export default function ManyRoute() {
  const { title, list, ids, expected, which, usual, moves, templates, labels } = useLoaderData<typeof loader>();
  const { typed = {}, errors = {}, error } = useActionData<typeof action>() ?? {};
  const busy = useNavigation().state === "submitting";
  const about = (name: string) => ({
    id: name,
    name,
    "aria-invalid": errors[name] ? true : undefined,
    "aria-describedby": errors[name] ? `${name}-error` : undefined,
  });
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {error && <Notice tone="bad" title={error} alert />}
      <Card>
        <Form method="post" encType="multipart/form-data">
          {ids.map((id) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
          <input type="hidden" name="expected" value={expected} />
          <Stack>
            <RadioGroup
              id="which"
              legend={labels["resource:bulk.which"]}
              name="which"
              required
              defaultValue={typed.which ?? usual}
              options={which}
            />
            <CsvField label={labels["resource:import.file"]} errors={errors.file} />
            <Inline fields>
              <Field id="move" label={labels["wallets:move"]} required>
                <Select id="move" name="move" defaultValue={typed.move ?? moves[0]?.value} options={moves} />
              </Field>
              <Field id="amount" label={labels["entities:wallet_move.fields.amount"]} unit="₴" errors={errors.amount}>
                <TextInput {...about("amount")} inputMode="decimal" autoComplete="off" defaultValue={typed.amount} />
              </Field>
              <Field id="reason" label={labels["entities:wallet_move.fields.reason"]} errors={errors.reason}>
                <TextInput {...about("reason")} defaultValue={typed.reason} />
              </Field>
            </Inline>
            <Inline>
              <Button kind="primary" aria-busy={busy}>
                {labels["wallets:look"]}
              </Button>
              <TemplateLinks templates={templates} />
              <ButtonLink href={list.href}>{labels["resource:cancel"]}</ButtonLink>
            </Inline>
          </Stack>
        </Form>
      </Card>
    </Stack>
  );
}
