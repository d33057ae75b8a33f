import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { monitoringLoader } from "./monitoring.server";
import { TimelineChart } from "./timeline-chart";

export const loader = monitoringLoader;

export default function MonitoringRoute() {
  const { spans, timeline, groups, filter, rows, isEmpty, columns, pagination, labels } =
    useLoaderData<typeof loader>();
  return (
    <Stack>
      <Card
        title={labels["device:timeline"]}
        actions={<Tabs kind="scopes" label={labels["device:timeline"]} tabs={spans} />}
      >
        <TimelineChart model={timeline} />
      </Card>
      <Tabs kind="scopes" label={labels["device:log_groups"]} tabs={groups} />
      <form method="get" key={filter.kind}>
        {filter.keep.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Inline fields>
          <Field id="kind" label={labels["device:log.kind"]}>
            <Select
              id="kind"
              name="kind"
              defaultValue={filter.kind}
              options={filter.kinds}
              placeholder={labels["resource:any"]}
            />
          </Field>
          {filter.days.map(({ name, value }) => (
            <Field key={name} id={name} label={labels[`sales:${name}`]}>
              <TextInput id={name} name={name} type="date" defaultValue={value} />
            </Field>
          ))}
          <Button>{labels["sales:show"]}</Button>
        </Inline>
      </form>
      {isEmpty ? (
        <Empty title={labels["device:no_events"]} text={labels["device:no_events_hint"]} icon="history" />
      ) : (
        <Card title={labels["device:events_title"]} flush>
          <DrawnOnServer>
            {rows && <DataTable caption={labels["device:events_title"]} columns={columns} rows={rows} />}
          </DrawnOnServer>
          <Pagination {...pagination} />
        </Card>
      )}
    </Stack>
  );
}
