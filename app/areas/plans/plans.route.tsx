import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { SavedMenu } from "~/resource/list-menus";
import { smallMuted } from "~/theme/shared.css";
import { Button } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Ends, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { plansAction } from "./change.server";
import { PlansFrame } from "./frame";
import { plansLoader } from "./plans.server";
import { SpreadForm } from "./spread-form";

export const loader = plansLoader;
export const action = plansAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Plans of projects for a month; a table that is a form for who makes plans. */
export default function PlansRoute() {
  const model = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { left, mayChange, saved, pagination } = model;
  return (
    <PlansFrame model={model} menus={<SavedMenu saved={saved} />}>
      <Ends>
        <span className={smallMuted}>{left}</span>
        {mayChange && <CopyForm model={model} />}
      </Ends>
      {refused && refused.of !== "spread" && (
        <Notice tone="bad" alert>
          {refused.error}
        </Notice>
      )}
      {mayChange ? <PlansForm model={model} refused={refused} /> : <PlansTable model={model} refused={refused} />}
      <Pagination {...pagination} />
      {mayChange && <SpreadForm model={model} refused={refused} />}
    </PlansFrame>
  );
}

function CopyForm({ model: { month, labels } }: Pick<Drawn, "model">) {
  return (
    <Form method="post">
      <input type="hidden" name="month" value={month} />
      <Inline>
        <Button name="intent" value="copy" icon="copy">
          {labels["plans:copy"]}
        </Button>
        <Button name="intent" value="copy_year" icon="copy">
          {labels["plans:copy_year"]}
        </Button>
      </Inline>
    </Form>
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
  return <DataTable caption={labels["frame:menu.plan_project"]} columns={columns} rows={drawn} foot={foot} dense />;
}
