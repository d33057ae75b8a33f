import { useActionData, useLoaderData } from "@remix-run/react";
import { PeriodForm } from "~/report/period-form";
import { EntityForm } from "~/resource/form";
import { smallMuted } from "~/theme/shared.css";
import { screenOnly } from "~/theme/print.css";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { royaltyAction, royaltyLoader } from "./report.server";

export const loader = royaltyLoader;
export const action = royaltyAction;

/** What a franchise and those below it owe by month, what they paid, and the form of a payment. */
export default function RoyaltyRoute() {
  const { title, hint, period, table, empty, paid, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Stack>
      <PeriodForm period={period} />
      <Card title={title} flush>
        {table.rows.length ? <DataTable caption={title} {...table} /> : <Empty {...empty} icon="chart" />}
      </Card>
      <p className={smallMuted}>{hint}</p>
      <Card title={paid.title} flush>
        {paid.rows.length ? (
          <>
            <DataTable caption={paid.title} columns={paid.columns} rows={paid.rows} foot={paid.foot} />
            <Pagination {...paid.pagination} />
          </>
        ) : (
          <Empty title={paid.none} icon="receipt" />
        )}
      </Card>
      {form && (
        <div className={screenOnly}>
          <Stack>
            {/* What was entered is gone from the form: it is another one. */}
            <EntityForm key={paid.pagination.summary} model={form.model} answer={answer} along={{ key: form.key }} />
            <p className={smallMuted}>{form.hint}</p>
          </Stack>
        </div>
      )}
    </Stack>
  );
}
