import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Inline, Stack } from "~/ui/layout";
import type { TicketModel } from "./ticket.server";

/** What the ticket is at a glance, and what is done about it most often. */
export function Head({
  model: { number, badges, due, phone, quick },
  busy,
}: {
  model: Pick<TicketModel, "number" | "badges" | "due" | "phone" | "quick">;
  busy: boolean;
}) {
  return (
    <Card>
      <Stack gap="s">
        <Inline>
          <strong>{number}</strong>
          {badges.map(({ text, tone }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
          {due?.late && (
            <Badge tone="bad" icon="clock">
              {due.late}
            </Badge>
          )}
          {due && <span className={smallMuted}>{due.text}</span>}
          {phone && (
            <a href={`tel:${phone.text}`} title={phone.label}>
              {phone.text}
            </a>
          )}
        </Inline>
        <div className={screenOnly}>
          <Inline>
            {quick.take && (
              <Button
                kind={quick.take.isFree ? "primary" : undefined}
                icon="user"
                name="intent"
                value={quick.take.intent}
                aria-busy={busy}
              >
                {quick.take.label}
              </Button>
            )}
            {quick.steps.map(({ value, label, primary }) => (
              <Button key={value} icon={primary ? "check" : undefined} name="intent" value={value} aria-busy={busy}>
                {label}
              </Button>
            ))}
          </Inline>
        </div>
      </Stack>
    </Card>
  );
}
