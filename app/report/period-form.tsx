import type { ReactNode } from "react";
import { screenOnly } from "~/theme/print.css";
import { Button } from "~/ui/button";
import { Field, TextInput } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Inline, Stack } from "~/ui/layout";
import { Tabs } from "~/ui/tabs";
import * as css from "./period-form.css";
import type { PeriodModel } from "./period.server";

interface PeriodFormProps {
  period: PeriodModel;
  /** What is asked for in a line: the form is folded below it, unless something is wrong in it. */
  asked?: string;
  /** What else is chosen with the days. */
  children?: ReactNode;
}

/** Chooses the days of a screen: shortcuts and two dates. */
export function PeriodForm({ period, asked, children }: PeriodFormProps) {
  return (
    <div className={asked === undefined ? screenOnly : undefined}>
      <Stack gap="s">
        <Tabs kind="scopes" label={period.label} tabs={period.shortcuts} />
        {asked === undefined ? (
          <Days period={period}>{children}</Days>
        ) : (
          // What was asked for is part of what is printed, what else can be asked for is not.
          <details open={period.error !== undefined}>
            <summary className={css.asked}>
              <span>{asked}</span>
              <Icon name="chevron-down" size="s" />
            </summary>
            <div className={`${css.fields} ${screenOnly}`}>
              <Days period={period}>{children}</Days>
            </div>
          </details>
        )}
      </Stack>
    </div>
  );
}

function Days({ period: { kept, from, to, error, fromLabel, toLabel, show }, children }: PeriodFormProps) {
  return (
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
  );
}
