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

type Model = ReturnType<typeof useLoaderData<typeof loader>>;

export default function NewRolloutRoute() {
  const model = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "confirm" in answer) return <Confirm {...answer.confirm} />;
  return (
    <Card title={model.labels["device:rollout.new"]}>
      {/* Drawn anew for every search: what is ticked comes from the address. */}
      <Form key={model.key} method="get">
        <Stack>
          {answer && (
            <Notice tone="bad" alert>
              {answer.error}
            </Notice>
          )}
          <Search model={model} />
          <Order model={model} />
          <Choice model={model} ticked={answer?.chosen ?? model.chosen} />
          <Pages model={model} />
        </Stack>
      </Form>
    </Card>
  );
}

/** By what machines are found, and how many were. */
function Search({ model: { q, filters, total, summary, labels } }: { model: Model }) {
  return (
    <>
      <Columns kind="fields">
        <Field id="q" label={labels["device:rollout.search"]}>
          <TextInput id="q" type="search" name="q" defaultValue={q} />
        </Field>
        {filters.map(({ name, label, value, options }) => (
          <Field key={name} id={name} label={label}>
            <Select id={name} name={name} defaultValue={value} options={options} placeholder={labels["resource:any"]} />
          </Field>
        ))}
      </Columns>
      <Inline>
        <Button icon="search">{labels["resource:find"]}</Button>
        <span className={smallMuted}>{total ? summary : labels["device:rollout.no_machines"]}</span>
      </Inline>
    </>
  );
}

/** To all that were found or to those that are ticked; whether at once; and the button that begins it. */
function Order({ model: { total, all, emergency, cancelHref, key, labels } }: { model: Model }) {
  return (
    <>
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
    </>
  );
}

/** Machines that were ticked in earlier searches, and those of this one. */
function Choice({ model: { earlier, found, labels }, ticked }: { model: Model; ticked: string[] }) {
  const groups = [
    { id: "earlier", legend: labels["device:rollout.chosen"], options: earlier },
    { id: "devices", legend: labels["device:rollout.found_machines"], options: found },
  ];
  return groups.map(
    ({ id, legend, options }) =>
      options.length > 0 && (
        <CheckboxGroup
          key={id}
          id={id}
          legend={legend}
          name="devices"
          options={options}
          defaultValues={ticked}
          columns={3}
        />
      ),
  );
}

/** Buttons, not links: what is ticked goes along. */
function Pages({ model: { pages, labels } }: { model: Model }) {
  if (pages.length === 0) return null;
  return (
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
