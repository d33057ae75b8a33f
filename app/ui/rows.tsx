import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Errors } from "./field";
import { hint as hintClass, label } from "./field.css";
import { goingOn } from "./form-layout";
import * as css from "./rows.css";

/** What conform's intent buttons give: name, value, form, formNoValidate. */
type Intent = Omit<ButtonProps, "children" | "kind" | "size" | "icon" | "hideLabel">;

export interface RowsColumn {
  key: string;
  label: string;
}

export interface RowsCell {
  /** Id of the control, for its label. */
  id: string;
  control: ReactNode;
  errors?: readonly string[];
}

export interface RowsRow {
  key: string;
  /** One for each column. */
  cells: readonly RowsCell[];
  remove?: { label: string; intent: Intent };
}

export interface RowsProps {
  id: string;
  legend: string;
  hint?: string;
  columns: readonly RowsColumn[];
  rows: readonly RowsRow[];
  /** Said instead of the table when there are no rows. */
  empty: string;
  add?: { label: string; intent: Intent };
  /** What is wrong with the list as a whole. */
  errors?: readonly string[];
  /** The person goes on here. */
  isPlace?: boolean;
  /** Between what the rows are called and the rows. */
  above?: ReactNode;
  /** Beside the button that adds one: other ways to add rows. */
  children?: ReactNode;
}

/** Nested rows of a form: a line each, a card each on a phone. */
export function Rows({ id, legend, hint, columns, rows, empty, add, errors, isPlace, above, children }: RowsProps) {
  return (
    <fieldset
      id={id}
      className={css.rows}
      tabIndex={-1}
      {...goingOn(isPlace)}
      aria-describedby={errors?.length ? `${id}-error` : undefined}
    >
      <legend className={label}>{legend}</legend>
      {hint && <p className={hintClass}>{hint}</p>}
      {above}
      {rows.length === 0 ? <p className={hintClass}>{empty}</p> : <RowsTable columns={columns} rows={rows} />}
      <Errors id={id} errors={errors} />
      <div className={css.ways}>
        {add && (
          <Button {...add.intent} size="s" icon="plus">
            {add.label}
          </Button>
        )}
        {children}
      </div>
    </fieldset>
  );
}

function RowsTable({ columns, rows }: Pick<RowsProps, "columns" | "rows">) {
  return (
    <table className={css.table} role="presentation">
      <thead aria-hidden="true">
        <tr>
          {columns.map(({ key, label }) => (
            <th key={key}>{label}</th>
          ))}
          <th className={css.last} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {columns.map(({ key, label }, index) => (
              <Cell key={key} label={label} cell={row.cells[index]} />
            ))}
            <td className={css.last}>
              {row.remove && (
                <Button {...row.remove.intent} kind="quiet" icon="trash" hideLabel>
                  {row.remove.label}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ label, cell }: { label: string; cell: RowsCell | undefined }) {
  if (!cell) return <td />;
  return (
    <td>
      <label className={css.cellLabel} htmlFor={cell.id}>
        {label}
      </label>
      {cell.control}
      <Errors id={cell.id} errors={cell.errors} />
    </td>
  );
}
