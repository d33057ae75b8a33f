import { Outlet, useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { pricesLoader } from "./ingredient.server";

export const loader = pricesLoader;

/** The form of an ingredient, and below it what it cost before. */
export default function IngredientRoute() {
  const { title, columns, rows, pagination } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Outlet />
      <Card title={title} flush>
        <DataTable caption={title} columns={columns} rows={rows} />
        {pagination && <Pagination {...pagination} />}
      </Card>
    </Stack>
  );
}
