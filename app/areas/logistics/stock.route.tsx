import { useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { MoveMenu } from "./move-menu";
import { stockLoader } from "./stock.server";

export const loader = stockLoader;

export default function StockRoute() {
  const { title, empty, actions, moves, columns, rows } = useLoaderData<typeof loader>();
  const menu = <MoveMenu label={actions} moves={moves} />;
  if (!rows.length) return <Empty {...empty} icon="box" action={menu} />;
  return (
    <Card title={title} actions={menu} flush>
      <DataTable caption={title} columns={columns} rows={rows} />
    </Card>
  );
}
