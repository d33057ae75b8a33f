import { Form } from "@remix-run/react";
import { type Column, DataTable, type Row } from "~/ui/data-table";

/** Id of the form that the rows' buttons send. */
export const CANCEL_FORM = "cancel-command";

/** Commands, each with a button that calls it back while its unit does not have it. */
export function CommandTable(table: { caption: string; columns: readonly Column[]; rows: readonly Row[] }) {
  const cancels = table.rows.some(({ cells }) => cells.some(({ buttons }) => buttons?.length));
  return (
    <>
      {cancels && <Form method="post" id={CANCEL_FORM} hidden />}
      <DataTable {...table} />
    </>
  );
}
