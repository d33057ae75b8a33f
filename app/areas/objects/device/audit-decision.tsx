import { Form } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { decisionModel } from "./audit-decision.server";

/** What becomes of an audit file, why, and what staff can say of it. */
export function AuditDecision({
  model: { isHeld, text, hint, choices },
  error,
}: {
  model: NonNullable<ReturnType<typeof decisionModel>>;
  error: string | undefined;
}) {
  return (
    <Notice tone={isHeld ? "warn" : "info"} title={text}>
      <Stack gap="s">
        <span>{hint}</span>
        {error && <strong role="alert">{error}</strong>}
        <Form method="post">
          <Inline>
            {choices.map(({ value, label }) => (
              <Button key={value} name="decision" value={value} size="s">
                {label}
              </Button>
            ))}
          </Inline>
        </Form>
      </Stack>
    </Notice>
  );
}
