import { screenOnly } from "~/theme/print.css";
import { small, smallMuted } from "~/theme/shared.css";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Field, Select } from "~/ui/field";
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
          <div className={css.choice}>
            <Field id="status" label={labels["help-desk:status"]} errors={errors?.status}>
              <Select
                id="status"
                key={quick.status}
                name="status"
                defaultValue={quick.status}
                options={quick.statuses}
                aria-invalid={errors?.status ? true : undefined}
                aria-describedby={`status-description${errors?.status ? " status-error" : ""}`}
              />
            </Field>
            <Button name="intent" value="set_status">
              {labels["help-desk:set_status"]}
            </Button>
          </div>
          <p id="status-description" className={`${smallMuted} ${screenOnly}`}>
            {labels["help-desk:status_hint"]}
          </p>
          <div className={css.choice}>
            <Field id="responsible" label={labels["help-desk:responsible"]} errors={errors?.responsible}>
              <Select
                id="responsible"
                key={quick.chosen}
                name="responsible"
                defaultValue={quick.chosen}
                options={quick.responsible}
                placeholder={labels["help-desk:choose"]}
                aria-invalid={errors?.responsible ? true : undefined}
                aria-describedby={errors?.responsible ? "responsible-error" : undefined}
              />
            </Field>
            <Button name="intent" value="assign">
              {labels["help-desk:assign"]}
            </Button>
          </div>
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
