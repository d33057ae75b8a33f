import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Columns } from "~/ui/layout";
import type { ReportModel } from "./report.server";

/** How far online payments came, and why the others went no further. */
export function PaymentsSummary({ funnel, counters, byMachine }: NonNullable<ReportModel["payments"]>) {
  return (
    <Columns kind="halves">
      <Card title={funnel.caption} flush>
        <DataTable {...funnel} />
      </Card>
      <Card title={counters.caption} flush actions={<ButtonLink href={byMachine.href}>{byMachine.label}</ButtonLink>}>
        <DataTable {...counters} />
      </Card>
    </Columns>
  );
}
