import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, Select, TextInput } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import type { StepModel } from "./step.server";

/** What is loaded or brought back, ingredient by ingredient; drawn by the server alone. */
export function StepScreen({ model }: { model: StepModel }) {
  const { title, sheet, hint, error, key, who, action, list, lines, unserved, reasons, labels, cancel } = model;
  return (
    <Stack>
      <PageHeader title={title} description={sheet} />
      {error && <Notice tone="bad" title={error} alert />}
      <form method="post" action={action}>
        <input type="hidden" name="who" value={who} />
        <input type="hidden" name="key" value={key} />
        <Card>
          <Stack>
            <p className={smallMuted}>{hint}</p>
            <Columns kind="tiles">
              {lines.map(({ id, ingredient, label, unit, hint: said, value, errors }, index) => (
                <Field key={id} id={id} label={label} unit={unit} hint={said} errors={errors}>
                  <input type="hidden" name={`${list}[${index}].ingredient`} value={ingredient} />
                  <TextInput
                    id={id}
                    name={`${list}[${index}].quantity`}
                    inputMode="decimal"
                    autoComplete="off"
                    defaultValue={value}
                    aria-invalid={errors ? true : undefined}
                    aria-describedby={errors ? `${id}-error ${id}-description` : `${id}-description`}
                  />
                </Field>
              ))}
            </Columns>
            {unserved.map(({ stop, label, value, errors }, index) => (
              <Field key={stop} id={`stop-${stop}`} label={`${labels.reason}: ${label}`} errors={errors} required>
                <input type="hidden" name={`unserved[${index}].stop`} value={stop} />
                <Select
                  id={`stop-${stop}`}
                  name={`unserved[${index}].reason`}
                  defaultValue={value}
                  options={reasons}
                  placeholder={labels.choose}
                  aria-invalid={errors ? true : undefined}
                  aria-describedby={errors && `stop-${stop}-error`}
                />
              </Field>
            ))}
            <Inline>
              <Button kind="primary">{labels.send}</Button>
              <ButtonLink href={cancel}>{labels.cancel}</ButtonLink>
            </Inline>
          </Stack>
        </Card>
      </form>
    </Stack>
  );
}
