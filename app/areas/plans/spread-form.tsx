import { Form, useNavigation } from "@remix-run/react";
import type { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, Field, Select, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { plansAction } from "./change.server";
import type { plansLoader } from "./plans.server";

type Model = ReturnType<typeof useLoaderData<typeof plansLoader>>;
type Refused = ReturnType<typeof useActionData<typeof plansAction>>;

/** Spreads a plan of a quarter or a year over its months. */
export function SpreadForm({ model, refused }: { model: Model; refused: Refused }) {
  const { labels, projects, spans, month } = model;
  const busy = useNavigation().state !== "idle";
  const { typed, errors, error } = (refused?.of === "spread" ? refused : undefined) ?? {};
  const field = (name: "project" | "span" | "amount" | "vends") => ({
    id: `spread-${name}`,
    name,
    defaultValue: typed?.[name],
    "aria-invalid": errors?.[name] ? true : undefined,
    "aria-describedby": errors?.[name] ? `spread-${name}-error` : undefined,
  });
  return (
    <Card title={labels["plans:spread"]}>
      <Form method="post">
        <input type="hidden" name="intent" value="spread" />
        <input type="hidden" name="month" value={month} />
        <Stack gap="s">
          <p>{labels["plans:spread_hint"]}</p>
          {error && (
            <Notice tone="bad" alert>
              {error}
            </Notice>
          )}
          <Inline fields>
            <Field id="spread-project" label={labels["reports:fields.project"]} errors={errors?.project}>
              <Select {...field("project")} options={projects} />
            </Field>
            <Field id="spread-span" label={labels["plans:span"]} errors={errors?.span}>
              <Select {...field("span")} options={spans} />
            </Field>
            <Field id="spread-amount" label={labels["plans:amount"]} errors={errors?.amount}>
              <TextInput {...field("amount")} inputMode="decimal" autoComplete="off" />
            </Field>
            <Field id="spread-vends" label={labels["plans:vends"]} errors={errors?.vends}>
              <TextInput {...field("vends")} inputMode="numeric" autoComplete="off" />
            </Field>
          </Inline>
          <Checkbox
            id="spread-replace"
            name="replace"
            defaultChecked={typed?.replace !== undefined}
            label={labels["plans:replace"]}
            errors={errors?.replace}
          />
          <div>
            <Button aria-busy={busy}>{labels["plans:spread"]}</Button>
          </div>
        </Stack>
      </Form>
    </Card>
  );
}
