import { useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { MoveMenu } from "./move-menu";
import { stockLoader } from "./stock.server";

export const loader = stockLoader;

export default function StockRoute() {
  const { title, hint, empty, actions, moves, columns, rows, sheets } = useLoaderData<typeof loader>();
  const menu = <MoveMenu label={actions} moves={moves} />;
  return (
    <Stack>
      {sheets.rows.length > 0 && (
        <Card title={sheets.title} flush>
          <DataTable caption={sheets.title} columns={sheets.columns} rows={sheets.rows} />
        </Card>
      )}
      {rows.length ? (
        <Card title={title} actions={menu} flush>
          {hint && <p className={smallMuted}>{hint}</p>}
          <DataTable caption={title} columns={columns} rows={rows} />
        </Card>
      ) : (
        <Empty {...empty} icon="box" action={menu} />
      )}
    </Stack>
  );
}
