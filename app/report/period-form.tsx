import type { ReactNode } from "react";
import { screenOnly } from "~/theme/print.css";
import { Button } from "~/ui/button";
import { Field, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Tabs } from "~/ui/tabs";
import type { PeriodModel } from "./period.server";

/** Chooses the days of a screen: shortcuts and two dates. What else is chosen with them stands before the button. */
export function PeriodForm({
  period: { label, shortcuts, kept, from, to, error, fromLabel, toLabel, show },
  children,
}: {
  period: PeriodModel;
  children?: ReactNode;
}) {
  return (
    <div className={screenOnly}>
      <Stack>
        <Tabs kind="scopes" label={label} tabs={shortcuts} />
        <form method="get" key={`${from} ${to}`}>
          {kept.map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <Inline fields>
            <Field id="from" label={fromLabel} errors={error ? [error] : undefined}>
              <TextInput
                id="from"
                name="from"
                type="date"
                defaultValue={from}
                aria-describedby={error ? "from-error" : undefined}
              />
            </Field>
            <Field id="to" label={toLabel}>
              <TextInput id="to" name="to" type="date" defaultValue={to} />
            </Field>
            {children}
            <Button>{show}</Button>
          </Inline>
        </form>
      </Stack>
    </div>
  );
}
