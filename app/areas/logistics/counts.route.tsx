import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Pagination } from "~/ui/pagination";
import { countsLoader } from "./counts.server";

export const loader = countsLoader;

export default function CountsRoute() {
  const { title, empty, create, columns, rows, pagination } = useLoaderData<typeof loader>();
  const button = <ButtonLink href={create.href}>{create.label}</ButtonLink>;
  if (!rows.length) return <Empty {...empty} icon="box" action={button} />;
  return (
    <Card title={title} actions={button} flush>
      <DataTable caption={title} columns={columns} rows={rows} />
      <Pagination {...pagination} />
    </Card>
  );
}
