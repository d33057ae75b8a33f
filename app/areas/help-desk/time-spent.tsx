import { screenOnly } from "~/theme/print.css";
import { Badge } from "~/ui/badge";
import { Button, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, TextInput } from "~/ui/field";
import { Inline } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { ticketLabels } from "./labels";
import * as css from "./ticket.css";

interface TimeProps {
  time: { parts: { name: string; value: string; label: string }[]; text: string; state: string; running: boolean };
  errors: string[] | undefined;
  labels: Record<(typeof ticketLabels)[number], string>;
}

/** How long was worked on the ticket, and a correction of it. */
export function TimeSpent({ time: { parts, text, state, running }, errors, labels }: TimeProps) {
  return (
    <Card title={labels["help-desk:time.title"]}>
      <Inline><strong>{text}</strong><Badge tone={running ? "info" : "neutral"} icon={running ? "clock" : undefined}>{state}</Badge></Inline>
      <details className={`${css.correction} ${screenOnly}`} open={errors !== undefined}>
        <summary className={buttonClass({ size: "s" })}>{labels["help-desk:time.correct"]}</summary>
        {errors && <Notice tone="bad" title={errors.join(". ")} alert />}
        <div className={css.time}>
          {parts.map(({ name, value, label }) => (
            <Field key={name} id={`time-${name}`} label={label}>
              <TextInput id={`time-${name}`} name={`time_${name}`} defaultValue={value} inputMode="numeric" autoComplete="off" />
            </Field>
          ))}
        </div>
        <Button size="s" name="intent" value="time">{labels["help-desk:time.save"]}</Button>
      </details>
    </Card>
  );
}
