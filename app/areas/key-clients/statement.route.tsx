import { useLoaderData } from "@remix-run/react";
import { PeriodForm } from "~/report/period-form";
import { ExportMenu } from "~/resource/list-menus";
import { smallMuted } from "~/theme/shared.css";
import { screenOnly } from "~/theme/print.css";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Ends, Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { statementLoader } from "./statement.server";

export const loader = statementLoader;

/** What keys of a client had, what moved on them and what they had then, to be read, printed or taken along as a file. */
export default function StatementRoute() {
  const { title, hint, period, tables, empty, files, pagination } = useLoaderData<typeof loader>();
  const isEmpty = !tables[0]?.rows.length;
  return (
    <Stack>
      <PeriodForm period={period} />
      <Ends>
        <h2>{title}</h2>
        {!isEmpty && <ExportMenu {...files} />}
      </Ends>
      {isEmpty ? (
        <Empty {...empty} icon="receipt" />
      ) : (
        tables.map((table) => (
          <Card key={table.title} title={table.title} flush>
            <DataTable caption={table.title} columns={table.columns} rows={table.rows} foot={table.foot} />
          </Card>
        ))
      )}
      {pagination && <Pagination {...pagination} />}
      <p className={`${smallMuted} ${screenOnly}`}>{hint}</p>
    </Stack>
  );
}
