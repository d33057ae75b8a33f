import { screenOnly } from "~/theme/print.css";
import { Badge } from "~/ui/badge";
import { Button, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, TextInput } from "~/ui/field";
import { Inline } from "~/ui/layout";
import type { ticketLabels } from "./labels";
import * as css from "./ticket.css";
import type { TicketAnswer } from "./ticket-action.server";
import type { TimePart } from "./time-parts";

interface TimeProps {
  time: { parts: { name: TimePart; value: string; label: string }[]; text: string; state: string; running: boolean };
  /** What was typed and not saved, and why. */
  typed: TicketAnswer["time"];
  errors: TicketAnswer["errors"]["time"];
  labels: Record<(typeof ticketLabels)[number], string>;
}

/** How long was worked on the ticket, and a correction of it. */
export function TimeSpent({ time: { parts, text, state, running }, typed, errors, labels }: TimeProps) {
  return (
    <Card title={labels["help-desk:time.title"]}>
      <Inline>
        <strong>{text}</strong>
        <Badge tone={running ? "info" : "neutral"} icon={running ? "clock" : undefined}>
          {state}
        </Badge>
      </Inline>
      <details className={`${css.correction} ${screenOnly}`} open={errors !== undefined}>
        <summary className={buttonClass({ size: "s" })}>{labels["help-desk:time.correct"]}</summary>
        <div className={css.time}>
          {parts.map(({ name, value, label }) => (
            <Field key={name} id={`time-${name}`} label={label} errors={errors?.[name]}>
              <TextInput
                id={`time-${name}`}
                name={`time_${name}`}
                defaultValue={typed?.[name] ?? value}
                inputMode="numeric"
                autoComplete="off"
                aria-invalid={errors?.[name] ? true : undefined}
                aria-describedby={errors?.[name] ? `time-${name}-error` : undefined}
              />
            </Field>
          ))}
        </div>
        <Button size="s" name="intent" value="time">
          {labels["help-desk:time.save"]}
        </Button>
      </details>
    </Card>
  );
}
