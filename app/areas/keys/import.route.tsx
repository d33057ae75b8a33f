import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, FileInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { importAction, importLoader } from "./import.server";

export const loader = importLoader;
export const action = importAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** New keys from a file. */
export default function ImportRoute() {
  const { title, list, hint, labels } = useLoaderData<typeof loader>();
  const { errors = {}, error } = useActionData<typeof action>() ?? {};
  const busy = useNavigation().state === "submitting";
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={labels["resource:breadcrumbs"]} />
      {error && <Notice tone="bad" title={error} alert />}
      <Card>
        <Form method="post" encType="multipart/form-data">
          <Stack>
            <Field id="file" label={labels["wallets:file"]} hint={hint} required errors={errors.file}>
              <FileInput
                id="file"
                name="file"
                accept=".csv,text/csv"
                required
                aria-invalid={errors.file ? true : undefined}
                aria-describedby={errors.file ? "file-description file-error" : "file-description"}
              />
            </Field>
            <Inline>
              <Button kind="primary" icon="upload" aria-busy={busy}>
                {labels["wallets:look"]}
              </Button>
              <ButtonLink href={list.href}>{labels["resource:cancel"]}</ButtonLink>
            </Inline>
          </Stack>
        </Form>
      </Card>
    </Stack>
  );
}
