import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { screenOnly } from "~/theme/print.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select, TextInput } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Stat } from "~/ui/stat";
import { roundLoader } from "./round.server";

export const loader = roundLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.labels["needs:round.title"] }];

type Model = ReturnType<typeof useLoaderData<typeof loader>>;

/** The automatic plan of a crew for a day. */
export default function RoundRoute() {
  const { crew, day, crews, hint, devices, round, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader
        title={labels["needs:round.title"]}
        description={labels["needs:round.about"]}
        actions={<ButtonLink href="/needs">{labels["needs:title"]}</ButtonLink>}
      />
      <form method="get" className={screenOnly} key={`${crew} ${day}`}>
        {devices && <input type="hidden" name="devices" value={devices} />}
        <Inline fields>
          <Field id="crew" label={labels["needs:round.crew"]} hint={hint}>
            <Select id="crew" name="crew" defaultValue={crew} options={crews} placeholder="—" />
          </Field>
          <Field id="day" label={labels["needs:round.day"]}>
            <TextInput id="day" name="day" type="date" defaultValue={day} />
          </Field>
          <Button kind={round ? "secondary" : "primary"}>{labels["needs:round.show"]}</Button>
        </Inline>
      </form>
      {round ? <Proposed round={round} labels={labels} /> : <Empty title={labels["needs:round.pick"]} icon="truck" />}
    </Stack>
  );
}

function Proposed({ round, labels }: Pick<Model, "labels"> & { round: NonNullable<Model["round"]> }) {
  const { isEmpty, tiles, notes, columns, rows, loadColumns, loads, sheet } = round;
  const said = notes.map((note) => (
    <Notice key={note} tone="warn">
      {note}
    </Notice>
  ));
  if (isEmpty)
    return (
      <>
        {said}
        <Empty title={labels["needs:round.none"]} text={labels["needs:round.none_hint"]} icon="check" />
      </>
    );
  return (
    <>
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      {said}
      <div className={screenOnly}>
        <ButtonLink href={sheet} kind="primary" icon="truck">
          {labels["needs:round.sheet"]}
        </ButtonLink>
      </div>
      {rows.length > 0 && (
        <Card title={labels["needs:round.stops"]} flush>
          <DataTable caption={labels["needs:round.stops"]} columns={columns} rows={rows} />
        </Card>
      )}
      {loads.length > 0 && (
        <Card title={labels["needs:round.loads"]} flush>
          <DataTable caption={labels["needs:round.loads"]} columns={loadColumns} rows={loads} />
        </Card>
      )}
    </>
  );
}
