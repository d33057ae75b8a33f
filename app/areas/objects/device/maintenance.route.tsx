import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, Field, TextInput } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { maintenanceAction, maintenanceLoader } from "./maintenance.server";

export const loader = maintenanceLoader;
export const action = maintenanceAction;

/** What somebody did at the machine. */
export default function MaintenanceRoute() {
  const { slots, key, cancel, labels } = useLoaderData<typeof loader>();
  const { typed, errors, error } = useActionData<typeof action>() ?? {};
  return (
    <Card title={labels["device:maintenance.title"]}>
      <Form method="post">
        <input type="hidden" name="key" value={key} />
        <Stack>
          {error && (
            <Notice tone="bad" alert>
              {error}
            </Notice>
          )}
          <Checkbox
            name="filled"
            defaultChecked={typed?.filled}
            label={labels["device:maintenance.filled"]}
            hint={labels["device:maintenance.filled_hint"]}
          />
          <Checkbox
            name="cleaned"
            defaultChecked={typed?.cleaned}
            label={labels["device:maintenance.cleaned"]}
            hint={labels["device:maintenance.cleaned_hint"]}
          />
          <h3>{labels["device:maintenance.levels"]}</h3>
          {slots.length === 0 && <p>{labels["device:maintenance.no_slots"]}</p>}
          <Columns kind="fields">
            {slots.map(({ slot, label, unit, hint }) => (
              <Field key={slot} id={slot} label={label} unit={unit} hint={hint} errors={errors?.[slot]}>
                <input type="hidden" name="slot" value={slot} />
                <TextInput
                  id={slot}
                  name="level"
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={typed?.levels[slot]}
                  aria-invalid={errors?.[slot] ? true : undefined}
                  aria-describedby={errors?.[slot] ? `${slot}-error ${slot}-description` : `${slot}-description`}
                />
              </Field>
            ))}
          </Columns>
          <Field id="note" label={labels["device:maintenance.note"]}>
            <TextInput id="note" name="note" maxLength={200} defaultValue={typed?.note} />
          </Field>
          <Inline>
            <Button kind="primary">{labels["device:maintenance.save"]}</Button>
            <ButtonLink href={cancel}>{labels["resource:cancel"]}</ButtonLink>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}
