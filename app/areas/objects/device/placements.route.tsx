import { useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { placementsLoader } from "./placements.server";

export const loader = placementsLoader;

export default function PlacementsRoute() {
  const { columns, rows, pagination, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <p>{labels["device:placement.hint"]}</p>
      <Card title={labels["device:placement.title"]} flush>
        <DataTable caption={labels["device:placement.title"]} columns={columns} rows={rows} />
        <Pagination {...pagination} />
      </Card>
    </Stack>
  );
}
