import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckboxGroup } from "~/ui/choice-group";
import { Checkbox, Field, Select, TextInput } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { newRolloutAction, newRolloutLoader } from "./new-rollout.server";

export const loader = newRolloutLoader;
export const action = newRolloutAction;

export default function NewRolloutRoute() {
  const { q, filters, found, earlier, chosen, total, emergency, summary, all, pages, cancelHref, key, labels } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "confirm" in answer) return <Confirm {...answer.confirm} />;
  const ticked = answer?.chosen ?? chosen;
  return (
    <Card title={labels["device:rollout.new"]}>
      {/* Drawn anew for every search: what is ticked comes from the address. */}
      <Form key={key} method="get">
        <Stack>
          {answer && (
            <Notice tone="bad" alert>
              {answer.error}
            </Notice>
          )}
          <Columns kind="tiles">
            <Field id="q" label={labels["device:rollout.search"]}>
              <TextInput id="q" type="search" name="q" defaultValue={q} />
            </Field>
            {filters.map(({ name, label, value, options }) => (
              <Field key={name} id={name} label={label}>
                <Select
                  id={name}
                  name={name}
                  defaultValue={value}
                  options={options}
                  placeholder={labels["resource:any"]}
                />
              </Field>
            ))}
          </Columns>
          <Inline>
            <Button icon="search">{labels["resource:find"]}</Button>
            <span className={smallMuted}>{total ? summary : labels["device:rollout.no_machines"]}</span>
          </Inline>
          {total > 0 && <Checkbox id="all" name="all" label={all} />}
          <input type="hidden" name="expected" value={total} />
          <Checkbox
            id="emergency"
            name="emergency"
            defaultChecked={emergency}
            label={labels["device:rollout.emergency"]}
            hint={labels["device:rollout.emergency_hint"]}
          />
          <Inline>
            <Button kind="primary" formMethod="post" name="key" value={key}>
              {labels["device:rollout.start"]}
            </Button>
            <ButtonLink href={cancelHref}>{labels["resource:cancel"]}</ButtonLink>
          </Inline>
          {earlier.length > 0 && (
            <CheckboxGroup
              id="earlier"
              legend={labels["device:rollout.chosen"]}
              name="devices"
              options={earlier}
              defaultValues={ticked}
              columns={3}
            />
          )}
          {found.length > 0 && (
            <CheckboxGroup
              id="devices"
              legend={labels["device:rollout.found_machines"]}
              name="devices"
              options={found}
              defaultValues={ticked}
              columns={3}
            />
          )}
          {pages.length > 0 && (
            <nav aria-label={labels["resource:pages"]}>
              <Inline>
                {pages.map((page, index) =>
                  page ? (
                    <Button
                      key={page.value}
                      size="s"
                      kind={page.current ? "primary" : undefined}
                      name="page"
                      value={page.value}
                      aria-current={page.current ? "page" : undefined}
                    >
                      {page.label}
                    </Button>
                  ) : (
                    <span key={`gap ${index}`}>…</span>
                  ),
                )}
              </Inline>
            </nav>
          )}
        </Stack>
      </Form>
    </Card>
  );
}

interface ConfirmProps {
  title: string;
  hint: string;
  /** What is sent again. */
  entries: string[][];
  submit: string;
  cancel: { href: string; label: string };
}

/** Asks before all machines are told to stop selling. */
function Confirm({ title, hint, entries, submit, cancel }: ConfirmProps) {
  return (
    <Card title={title}>
      <Form method="post">
        {entries.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Stack>
          <p>{hint}</p>
          <Inline>
            <Button kind="danger">{submit}</Button>
            <ButtonLink href={cancel.href}>{cancel.label}</ButtonLink>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}
