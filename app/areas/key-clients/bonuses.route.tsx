import { useLoaderData } from "@remix-run/react";
import { PeriodForm } from "~/report/period-form";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Field, Select } from "~/ui/field";
import { Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { bonusesLoader } from "./bonuses.server";

export const loader = bonusesLoader;

/** Which key of a client earned which bonus and when, by program and days. */
export default function BonusesRoute() {
  const { title, none, period, program, columns, rows, foot, pagination } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PeriodForm period={period}>
        {program.options.length > 0 && (
          <Field id="program" label={program.label}>
            <Select
              id="program"
              name="program"
              defaultValue={program.value}
              placeholder={program.placeholder}
              options={program.options}
            />
          </Field>
        )}
      </PeriodForm>
      {rows.length ? (
        <Card title={title} flush>
          <DataTable caption={title} columns={columns} rows={rows} foot={foot} />
          <Pagination {...pagination} />
        </Card>
      ) : (
        <Empty title={none} icon="receipt" />
      )}
    </Stack>
  );
}
