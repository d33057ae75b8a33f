import { screenOnly } from "~/theme/print.css";
import { Button, ButtonLink } from "~/ui/button";
import { Field, TextInput } from "~/ui/field";
import { Inline } from "~/ui/layout";

export interface StepperProps {
  before: { href: string; label: string };
  after: { href: string; label: string };
  field: { name: "month" | "year"; type: "month" | "number"; label: string; value: string };
  /** What of the address stays as it is. */
  keep: readonly { name: string; value: string }[];
  show: string;
}

/** The month or year before and after, and any other. */
export function Stepper({ before, after, field: { label, value, ...field }, keep, show }: StepperProps) {
  return (
    <div className={screenOnly}>
      <Inline fields>
        <ButtonLink href={before.href} icon="chevron-left" hideLabel>
          {before.label}
        </ButtonLink>
        <ButtonLink href={after.href} icon="chevron-right" hideLabel>
          {after.label}
        </ButtonLink>
        <form method="get" key={value}>
          {keep.map((one) => (
            <input key={`${one.name} ${one.value}`} type="hidden" {...one} />
          ))}
          <Inline fields>
            <Field id={field.name} label={label}>
              <TextInput id={field.name} defaultValue={value} {...field} />
            </Field>
            <Button>{show}</Button>
          </Inline>
        </form>
      </Inline>
    </div>
  );
}
