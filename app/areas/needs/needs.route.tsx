import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ExportMenu } from "~/resource/list-menus";
import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chips } from "~/ui/chips";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select, TextInput } from "~/ui/field";
import { Filters } from "~/ui/filters";
import { Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { needsAction, needsLoader } from "./needs.server";

export const loader = needsLoader;
export const action = needsAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["needs:title"] }];

type Model = ReturnType<typeof useLoaderData<typeof loader>>;
/** The form that the ticks belong to. */
const FORM = "chosen";

/** What machines need, the most urgent first. */
export default function NeedsRoute() {
  const model = useLoaderData<typeof loader>();
  const { scopes, chips, clearHref, planHref, exports, labels } = model;
  return (
    <Stack>
      <PageHeader
        title={labels["needs:title"]}
        description={labels["needs:about"]}
        actions={
          <ButtonLink href={planHref} icon="truck">
            {labels["needs:plan"]}
          </ButtonLink>
        }
      />
      <Tabs kind="scopes" label={labels["needs:scopes"]} tabs={scopes} />
      <Narrowing model={model} end={<ExportMenu exports={exports} label={labels["resource:export.title"]} />} />
      <Chips
        label={labels["resource:filters_in_use"]}
        removeLabel={labels["resource:remove_filter"]}
        chips={chips}
        clear={chips.length > 1 ? { label: labels["resource:clear"], href: clearHref } : undefined}
      />
      <Machines model={model} />
    </Stack>
  );
}

function Narrowing({ model: { search, keep, panel, panelHref, labels }, end }: { model: Model; end: React.ReactNode }) {
  const fields = panel?.map(({ name, label, value, options, hint }) => (
    <Field key={name} id={`filter-${name}`} label={label} hint={hint}>
      {options ? (
        <Select
          id={`filter-${name}`}
          name={name}
          defaultValue={value}
          options={options}
          placeholder={labels["resource:any"]}
          aria-describedby={hint && `filter-${name}-description`}
        />
      ) : (
        <TextInput id={`filter-${name}`} name={name} type="date" defaultValue={value} />
      )}
    </Field>
  ));
  const label = labels["resource:filters"];
  return (
    <Filters
      label={labels["resource:search_and_filters"]}
      search={search}
      submitLabel={labels["resource:apply"]}
      keep={keep}
      more={fields ? { label, open: true, fields } : { label, href: panelHref }}
      end={end}
    />
  );
}

function Machines({
  model: { rows, columns, sums, sumColumns, pagination, action: address, labels },
}: {
  model: Model;
}) {
  if (!rows.length) return <Empty title={labels["needs:none"]} text={labels["needs:none_hint"]} icon="check" />;
  return (
    <>
      <form id={FORM} method="post" action={address}>
        <Inline>
          <Button kind="primary" icon="truck">
            {labels["needs:sheet"]}
          </Button>
        </Inline>
      </form>
      <Card flush>
        <DataTable
          caption={labels["needs:title"]}
          columns={columns}
          rows={rows}
          wraps
          dense
          selection={{ name: "device", label: labels["needs:choose_column"], form: FORM }}
        />
        <Pagination {...pagination} />
      </Card>
      {sums.length > 0 && (
        <Card title={labels["needs:sums"]}>
          <Stack gap="s">
            <p className={smallMuted}>{labels["needs:sums_hint"]}</p>
            <DataTable caption={labels["needs:sums"]} columns={sumColumns} rows={sums} />
          </Stack>
        </Card>
      )}
    </>
  );
}
