import { Form } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Inline } from "~/ui/layout";

/** Commands that wait for their unit, each with a button that calls it back. */
export function CancelList({ label, items }: { label: string; items: readonly { id: string; text: string; button: string }[] }) {
  if (!items.length) return null;
  return (
    <Form method="post" aria-label={label}>
      <Inline>{items.map(({ id, button }) => <Button key={id} size="s" icon="close" name="cancel" value={id}>{button}</Button>)}</Inline>
    </Form>
  );
}
