import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ExportMenu } from "~/resource/list-menus";
import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, TextInput } from "~/ui/field";
import { Ends, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { plansAction } from "./change.server";
import { plansLoader } from "./plans.server";
import { SpreadForm } from "./spread-form";

export const loader = plansLoader;
export const action = plansAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Plans of projects for a month; a table that is a form for who makes plans. */
export default function PlansRoute() {
  const model = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { title, month, before, after, left, mayChange, pagination, exports, labels } = model;
  const isEmpty = model.rows.length === 0;
  return (
    <Stack>
      <PageHeader title={title} description={labels["plans:about"]} />
      <div className={screenOnly}>
        <Inline fields>
          <ButtonLink href={before} icon="chevron-left" hideLabel>
            {labels["plans:previous"]}
          </ButtonLink>
          <ButtonLink href={after} icon="chevron-right" hideLabel>
            {labels["plans:next"]}
          </ButtonLink>
          <form method="get" key={month}>
            <Inline fields>
              <Field id="month" label={labels["plans:month"]}>
                <TextInput id="month" name="month" type="month" defaultValue={month} />
              </Field>
              <Button>{labels["plans:show"]}</Button>
            </Inline>
          </form>
        </Inline>
      </div>
      {isEmpty ? (
        <Empty title={labels["plans:none"]} icon="chart" />
      ) : (
        <>
          <Ends>
            <span className={smallMuted}>{left}</span>
            <Inline>
              {mayChange && (
                <Form method="post">
                  <input type="hidden" name="month" value={month} />
                  <Button name="intent" value="copy" icon="copy">
                    {labels["plans:copy"]}
                  </Button>
                </Form>
              )}
              <ExportMenu exports={exports} label={labels["resource:export.title"]} />
            </Inline>
          </Ends>
          {refused && refused.of !== "spread" && (
            <Notice tone="bad" alert>
              {refused.error}
            </Notice>
          )}
          {mayChange ? <PlansForm model={model} refused={refused} /> : <PlansTable model={model} refused={refused} />}
          <Pagination {...pagination} />
          {mayChange && <SpreadForm model={model} refused={refused} />}
        </>
      )}
    </Stack>
  );
}

interface Drawn {
  model: ReturnType<typeof useLoaderData<typeof plansLoader>>;
  refused: ReturnType<typeof useActionData<typeof plansAction>>;
}

function PlansForm({ model, refused }: Drawn) {
  const { month, kept, labels } = model;
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" key={JSON.stringify(kept)}>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="month" value={month} />
      {kept.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Stack>
        <PlansTable model={model} refused={refused} />
        <div>
          <Button kind="primary" icon="check" aria-busy={busy}>
            {labels["plans:save"]}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}

/** The table, with what was typed and refused in its controls; where the plan is another by now, with what it is. */
function PlansTable({ model: { columns, rows, foot, kept, labels }, refused }: Drawn) {
  const { typed, errors } = (refused?.of === "table" ? refused : undefined) ?? {};
  const isOther = (id: string) =>
    kept.some(({ name, value }) => name.endsWith(`_before_${id}`) && typed?.[name] !== value);
  const drawn = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({
      ...cell,
      inputs: cell.inputs?.map((input) => {
        const wrong = errors?.[input.name];
        return {
          ...input,
          value: typed?.[input.name] ?? input.value,
          errors: wrong && isOther(row.id) ? [...wrong, `${labels["plans:now"]}: ${cell.text}`] : wrong,
        };
      }),
    })),
  }));
  return <DataTable caption={labels["frame:menu.plan_project"]} columns={columns} rows={drawn} foot={foot} />;
}
