import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { RadioGroup } from "~/ui/choice-group";
import { DataTable } from "~/ui/data-table";
import { Field, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { TakenField, TakenSearch } from "./taken-field";
import { bulkAction, bulkLoader, type BulkOutcome } from "./bulk.server";

export const loader = bulkLoader;
export const action = bulkAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Asks before something is done to many records, and tells what was refused. */
export default function BulkRoute() {
  const { title, list, labels } = useLoaderData<typeof loader>();
  const outcome: BulkOutcome = useActionData<typeof action>() ?? {};
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {outcome.error && <Notice tone="bad" title={outcome.error} alert />}
      {outcome.result ? <Result result={outcome.result} /> : <Question outcome={outcome} />}
    </Stack>
  );
}

function Question({ outcome: { taken: errors, counted: miscounted, sent } }: { outcome: BulkOutcome }) {
  const { taken, consequences, counted, ids, which, chosen, names, unnamed, all, confirm, danger, list, labels } =
    useLoaderData<typeof loader>();
  const busy = useNavigation().state === "submitting";
  return (
    <Card>
      <Stack>
        <TakenSearch control={taken} />
        <Form method="post">
          {ids.map((id) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
          <input type="hidden" name="expected" value={all.expected} />
          <Stack>
            <RadioGroup
              id="which"
              legend={labels["resource:bulk.which"]}
              name="which"
              required
              defaultValue={sent?.which ?? which ?? (ids.length ? "chosen" : undefined)}
              options={[
                {
                  value: "chosen",
                  label: chosen,
                  hint: [...names, ...(unnamed ? [unnamed] : [])].join(", ") || undefined,
                  disabled: !ids.length,
                },
                {
                  value: "all",
                  label: all.label,
                  hint: all.tooMany ?? (all.filters.join(" · ") || labels["resource:bulk.no_filters"]),
                  disabled: all.tooMany !== undefined || all.expected === 0,
                },
              ]}
            />
            {taken && <TakenField control={taken} errors={errors} sent={sent?.taken} />}
            {consequences.map((one) => (
              <p key={one}>{one}</p>
            ))}
            {counted && (
              <Field id="counted" label={counted} errors={miscounted}>
                <TextInput
                  id="counted"
                  name="counted"
                  defaultValue={sent?.counted}
                  inputMode="numeric"
                  autoComplete="off"
                  aria-invalid={miscounted ? true : undefined}
                  aria-describedby={miscounted ? "counted-error" : undefined}
                />
              </Field>
            )}
            <Inline>
              <Button kind={danger ? "danger" : "primary"} aria-busy={busy}>
                {confirm}
              </Button>
              <ButtonLink href={list.href}>{labels["resource:cancel"]}</ButtonLink>
            </Inline>
          </Stack>
        </Form>
      </Stack>
    </Card>
  );
}

function Result({ result }: { result: NonNullable<BulkOutcome["result"]> }) {
  const { list, labels } = useLoaderData<typeof loader>();
  return (
    <Card title={result.refused}>
      <Stack>
        <Notice tone={result.some ? "ok" : "warn"} title={result.done} alert />
        <DataTable
          caption={result.refused}
          columns={[
            { key: "record", label: labels["resource:bulk.record"] },
            { key: "reason", label: labels["resource:bulk.reason"] },
          ]}
          rows={result.rows.map(({ id, label, href, reason }) => ({
            id,
            href,
            cells: [{ text: label }, { text: reason }],
          }))}
        />
        {result.further && <p>{result.further}</p>}
        <Inline>
          <ButtonLink href={list.href} kind="primary">
            {labels["resource:bulk.to_list"]}
          </ButtonLink>
        </Inline>
      </Stack>
    </Card>
  );
}
