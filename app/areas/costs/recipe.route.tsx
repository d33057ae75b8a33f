import { Outlet, useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { recipeCostLoader } from "./recipe.server";

export const loader = recipeCostLoader;

/** The form of a recipe, and below it what a portion costs and what it did. */
export default function RecipeRoute() {
  const model = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Outlet />
      {model && (
        <Columns kind="halves">
          <Card title={model.title} flush>
            {model.unknown && (
              <Notice tone="warn" title={model.unknown.title}>
                {model.unknown.text}
              </Notice>
            )}
            <DataTable caption={model.title} {...model.today} />
          </Card>
          <Card title={model.past.title} flush>
            <DataTable caption={model.past.title} columns={model.past.columns} rows={model.past.rows} />
            {model.pagination && <Pagination {...model.pagination} />}
            <p className={smallMuted}>{model.past.hint}</p>
          </Card>
        </Columns>
      )}
    </Stack>
  );
}
