import { screenOnly } from "~/theme/print.css";
import { small, smallMuted } from "~/theme/shared.css";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Field, type Option, Select } from "~/ui/field";
import { Stack } from "~/ui/layout";
import * as css from "./ticket.css";
import type { TicketModel } from "./ticket.server";
import type { TicketAnswer } from "./ticket-action.server";

/** Status and responsible person, each with the button that changes it, and what else is known of the ticket. */
export function Properties({
  model: { facts, quick, labels },
  errors,
}: {
  model: Pick<TicketModel, "facts" | "quick" | "labels">;
  errors: TicketAnswer["errors"] | undefined;
}) {
  return (
    <Card title={labels["help-desk:properties"]}>
      <Stack>
        <Stack gap="s">
          <Choice
            name="status"
            intent="set_status"
            label={labels["help-desk:status"]}
            button={labels["help-desk:set_status"]}
            chosen={quick.status}
            options={quick.statuses}
            errors={errors?.status}
            described
          />
          <p id="status-description" className={`${smallMuted} ${screenOnly}`}>
            {labels["help-desk:status_hint"]}
          </p>
          <Choice
            name="responsible"
            intent="assign"
            label={labels["help-desk:responsible"]}
            button={labels["help-desk:assign"]}
            chosen={quick.chosen}
            options={quick.responsible}
            placeholder={labels["help-desk:choose"]}
            errors={errors?.responsible}
          />
          {quick.others && (
            <a href={quick.others} className={`${small} ${screenOnly}`}>
              {labels["help-desk:somebody_else"]}
            </a>
          )}
        </Stack>
        <DescriptionList
          items={facts.map(({ label, text, href }) => ({ label, value: href ? <a href={href}>{text}</a> : text }))}
        />
      </Stack>
    </Card>
  );
}

interface ChoiceProps {
  name: string;
  intent: string;
  label: string;
  button: string;
  chosen: string;
  options: Option[];
  placeholder?: string;
  errors: string[] | undefined;
  /** A line below tells what the choices mean. */
  described?: boolean;
}

/** A choice with the button that takes it; it follows the ticket, whoever changes that. */
function Choice({ name, intent, label, button, chosen, options, placeholder, errors, described }: ChoiceProps) {
  return (
    <div className={css.choice}>
      <Field id={name} label={label} errors={errors}>
        <Select
          id={name}
          key={chosen}
          name={name}
          defaultValue={chosen}
          options={options}
          placeholder={placeholder}
          aria-invalid={errors ? true : undefined}
          aria-describedby={
            [described && `${name}-description`, errors && `${name}-error`].filter(Boolean).join(" ") || undefined
          }
        />
      </Field>
      <Button name="intent" value={intent}>
        {button}
      </Button>
    </div>
  );
}
