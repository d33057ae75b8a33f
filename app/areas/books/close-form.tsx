import { Form, useNavigation } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/field";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { CloseModel } from "./month.server";

/** Closes a month; each open question is accepted by its own tick. */
export function CloseForm({
  model,
  error,
  labels,
}: {
  model: CloseModel;
  error: string | undefined;
  labels: { "books:close": string; "books:close_hint": string };
}) {
  const busy = useNavigation().state !== "idle";
  return (
    <Card title={labels["books:close"]}>
      <Form method="post">
        <Stack gap="s">
          <p>{labels["books:close_hint"]}</p>
          {error && (
            <Notice tone="bad" alert>
              {error}
            </Notice>
          )}
          {model.ticks.map(({ value, label, hint }) => (
            <Checkbox key={value} id={`accepted-${value}`} name="accepted" value={value} label={label} hint={hint} />
          ))}
          <div>
            <Button kind="primary" icon="check" aria-busy={busy}>
              {labels["books:close"]}
            </Button>
          </div>
        </Stack>
      </Form>
    </Card>
  );
}
