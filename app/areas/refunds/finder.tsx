import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, TextInput } from "~/ui/field";
import { Ends, Inline, Stack } from "~/ui/layout";
import type { FinderModel } from "./finder.server";

/** Looks for a machine, then for the vend whose money is returned. Drawn by the server alone: its forms are plain `GET`s. */
export function Finder({ model }: { model: FinderModel }) {
  return model.machine ? <Vends model={model} machine={model.machine} /> : <Machines model={model} />;
}

const Kept = ({ kept }: Pick<FinderModel, "kept">) =>
  kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

function Machines({ model: { kept, asked, machines, labels } }: { model: FinderModel }) {
  return (
    <Card title={labels.machine}>
      <Stack>
        <form method="get">
          <Kept kept={kept} />
          <Inline fields>
            <Field id="find" label={labels.find}>
              <TextInput id="find" name="find" type="search" defaultValue={asked.find} />
            </Field>
            <Button>{labels.show}</Button>
          </Inline>
        </form>
        <ul>
          {machines?.options.map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
        {(machines?.none ?? machines?.more) && <p className={smallMuted}>{machines?.none ?? machines?.more}</p>}
      </Stack>
    </Card>
  );
}

function Vends({
  model: { kept, asked, labels },
  machine: { id, label, other, errors, columns, rows, none },
}: {
  model: FinderModel;
  machine: NonNullable<FinderModel["machine"]>;
}) {
  return (
    <Stack>
      <Ends>
        <h2>{label}</h2>
        <ButtonLink href={other} size="s">
          {labels.other}
        </ButtonLink>
      </Ends>
      <form method="get">
        <Kept kept={kept} />
        <input type="hidden" name="device" value={id} />
        <Inline fields>
          <Field id="day" label={labels.day} errors={errors.day}>
            <TextInput id="day" name="day" type="date" defaultValue={asked.day} required />
          </Field>
          <Field id="time" label={labels.time}>
            <TextInput id="time" name="time" type="time" defaultValue={asked.time} required />
          </Field>
          <Field id="minutes" label={labels.minutes} unit={labels.min} errors={errors.minutes}>
            <TextInput id="minutes" name="minutes" inputMode="numeric" size={5} defaultValue={asked.minutes} />
          </Field>
          <Field id="amount" label={labels.amount} unit="₴" errors={errors.amount}>
            <TextInput id="amount" name="amount" inputMode="decimal" size={8} defaultValue={asked.amount} />
          </Field>
          <Button>{labels.show}</Button>
        </Inline>
      </form>
      {rows.length > 0 && (
        <Card title={labels.vends} flush>
          <DataTable caption={labels.vends} columns={columns} rows={rows} />
        </Card>
      )}
      {none && <Empty {...none} icon="receipt" />}
    </Stack>
  );
}
