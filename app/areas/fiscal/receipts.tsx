import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, TextInput } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { ReceiptsModel } from "./receipts.server";

/** Receipts, and what becomes of those that were not fiscalised. */
export function ReceiptsScreen({ model }: { model: ReceiptsModel }) {
  const { heading, hint, period, views, empty, table, decide, pagination } = model;
  return (
    <Stack>
      {heading && <PageHeader title={heading} />}
      <Tabs kind="scopes" label={views.label} tabs={views.tabs} />
      {hint && <p className={smallMuted}>{hint}</p>}
      <Days {...period} />
      {table.rows.length ? (
        <>
          {decide && (
            <form method="post" id="decide" action={decide.action} className={screenOnly}>
              <Stack gap="s">
                <Inline>
                  <Button kind="primary" name="decision" value="send">
                    {decide.send}
                  </Button>
                  <Button name="decision" value="settle">
                    {decide.settle}
                  </Button>
                </Inline>
                <p className={smallMuted}>{decide.hint}</p>
              </Stack>
            </form>
          )}
          <Card flush>
            <DataTable {...table} />
            <Pagination {...pagination} />
          </Card>
        </>
      ) : (
        <Empty {...empty} icon="receipt" />
      )}
    </Stack>
  );
}

interface DaysProps {
  from: string;
  to: string;
  fromLabel: string;
  toLabel: string;
  show: string;
  state?: string | undefined;
  type?: string | undefined;
}

/** Chooses the days of a list. */
export function Days({ from, to, fromLabel, toLabel, show, state, type }: DaysProps) {
  return (
    <form method="get" className={screenOnly}>
      {state && <input type="hidden" name="state" value={state} />}
      {type && <input type="hidden" name="type" value={type} />}
      <Inline fields>
        <Field id="from" label={fromLabel}>
          <TextInput id="from" name="from" type="date" defaultValue={from} />
        </Field>
        <Field id="to" label={toLabel}>
          <TextInput id="to" name="to" type="date" defaultValue={to} />
        </Field>
        <Button>{show}</Button>
      </Inline>
    </form>
  );
}
