import { useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Pagination } from "~/ui/pagination";
import { MoveMenu } from "./move-menu";
import { movesLoader } from "./moves.server";

export const loader = movesLoader;

export default function MovesRoute() {
  const { title, empty, actions, moves, all, columns, rows, pagination } = useLoaderData<typeof loader>();
  const menu = <MoveMenu label={actions} moves={moves} />;
  if (!rows.length) return <Empty {...empty} icon="truck" action={menu} />;
  return (
    <Card title={title} actions={menu} flush>
      <DataTable caption={title} columns={columns} rows={rows} />
      <Pagination {...pagination} />
      {all && (
        <p>
          <a href={all.href}>{all.label}</a>
        </p>
      )}
    </Card>
  );
}
