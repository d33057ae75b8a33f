import { useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { screenOnly } from "~/theme/print.css";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Ends, Stack } from "~/ui/layout";
import { statementLoader } from "./statement.server";

export const loader = statementLoader;

/** The statement of a franchise for a month, to be printed. */
export default function StatementRoute() {
  const { title, back, parties, balance, royalty, payments, hint } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Ends>
        <h2>{title}</h2>
        <ButtonLink href={back.href} icon="chevron-left">
          {back.label}
        </ButtonLink>
      </Ends>
      <Columns kind="halves">
        <Card>
          <DescriptionList items={parties} />
        </Card>
        <Card>
          <DescriptionList items={balance} />
        </Card>
      </Columns>
      <Card title={royalty.title} flush>
        <DataTable caption={royalty.title} columns={royalty.columns} rows={royalty.rows} foot={royalty.foot} />
      </Card>
      <Card title={payments.title} flush>
        {payments.rows.length ? (
          <DataTable caption={payments.title} columns={payments.columns} rows={payments.rows} foot={payments.foot} />
        ) : (
          <p className={smallMuted}>{payments.none}</p>
        )}
      </Card>
      <div className={screenOnly}>
        <p className={smallMuted}>{hint}</p>
      </div>
    </Stack>
  );
}
