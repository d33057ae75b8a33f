import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import type { machineErrors } from "./machine-errors.server";

/** What is wrong with a machine now, and the way to a ticket about it. */
export function MachineErrors({
  errors: { title, none, report, columns, rows },
}: {
  errors: Awaited<ReturnType<typeof machineErrors>>;
}) {
  return (
    <Card
      title={title}
      flush={rows.length > 0}
      actions={
        report && (
          <ButtonLink href={report.href} size="s" icon="lifebuoy">
            {report.label}
          </ButtonLink>
        )
      }
    >
      {rows.length ? <DataTable caption={title} columns={columns} rows={rows} /> : <p>{none}</p>}
    </Card>
  );
}
