import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Checkbox, Field, FileInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { auditsAction, auditsLoader } from "./audits.server";
import { Health } from "./health";

export const loader = auditsLoader;
export const action = auditsAction;

export default function AuditsRoute() {
  const { columns, rows, pagination, isFirst, health, periods, commands, labels } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  const busy = useNavigation().state !== "idle";
  return (
    <Stack>
      <Inline>
        <ButtonLink href={periods.href} icon="chart">
          {periods.label}
        </ButtonLink>
        {commands.map(({ href, label }) => (
          <ButtonLink key={href} href={href}>
            {label}
          </ButtonLink>
        ))}
      </Inline>
      <Card title={labels["audits:upload"]}>
        <Form method="post" encType="multipart/form-data">
          <Stack gap="s">
            <Field
              id="file"
              label={labels["audits:file"]}
              hint={labels["audits:upload_hint"]}
              required
              errors={error ? [error] : undefined}
            >
              <FileInput
                id="file"
                name="file"
                required
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? "file-description file-error" : "file-description"}
              />
            </Field>
            {isFirst && (
              <Checkbox
                id="from_initialisation"
                name="from_initialisation"
                label={labels["audits:from_initialisation"]}
                hint={labels["audits:from_initialisation_hint"]}
              />
            )}
            <div>
              <Button kind="primary" icon="upload" aria-busy={busy}>
                {labels["audits:send"]}
              </Button>
            </div>
          </Stack>
        </Form>
      </Card>
      {rows.length ? (
        <Card title={labels["audits:title"]} flush>
          <DataTable caption={labels["audits:title"]} columns={columns} rows={rows} />
          <Pagination {...pagination} />
        </Card>
      ) : (
        <Empty title={labels["audits:none"]} text={labels["audits:none_hint"]} icon="receipt" />
      )}
      {health && !isFirst && <Health model={health} />}
    </Stack>
  );
}
