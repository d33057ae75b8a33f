import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { CsvField } from "~/resource/csv-field";
import { TemplateLinks } from "~/resource/template-links";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { importAction, importLoader } from "./import.server";

export const loader = importLoader;
export const action = importAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** New keys from a file. */
export default function ImportRoute() {
  const { title, list, hint, templates, labels } = useLoaderData<typeof loader>();
  const { errors = {}, error } = useActionData<typeof action>() ?? {};
  const busy = useNavigation().state === "submitting";
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {error && <Notice tone="bad" title={error} alert />}
      <Card>
        <Form method="post" encType="multipart/form-data">
          <Stack>
            <CsvField label={labels["resource:import.file"]} hint={hint} errors={errors.file} required />
            <Inline>
              <Button kind="primary" aria-busy={busy}>
                {labels["resource:import.try"]}
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
