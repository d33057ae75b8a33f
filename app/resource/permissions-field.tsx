import type { FieldMetadata } from "@conform-to/react";
import { FieldSet } from "~/ui/choice-group";
import { Notes } from "~/ui/field";
import { valueOf } from "./control";
import type { FormControl } from "./form-control";
import * as css from "./permissions-field.css";

/** A cell of the table: the box of a code, with the columns that it is about, or what it goes with instead. */
export interface PermissionCell {
  box?: { code: string; columns: readonly number[]; label: string; isGiven: boolean };
  text?: string;
  /** The column of the line whose box decides about this one, too. */
  follows?: number;
}

/** What the menu leads to, and the codes that decide about it. */
export interface PermissionLine {
  label: string;
  notes: readonly string[];
  /** Of codes that open nothing without another one: what is said while that is missing. */
  idle: readonly { code: string; text: string }[];
  /** One for each column. */
  cells: readonly PermissionCell[];
}

export interface PermissionTable {
  area: string;
  columns: readonly string[];
  /** Lines by group of the menu. */
  parts: { title: string | undefined; lines: PermissionLine[] }[];
}

/**
 * Permission codes as a table of what the menu leads to. Boxes are named by their line and their columns; on a phone
 * a line is a block, and its boxes are named beside them. A box whose code the person may not give can only be taken away.
 */
export function PermissionsField({
  control,
  table: { area, columns, parts },
  meta,
}: {
  control: FormControl;
  table: PermissionTable;
  meta: FieldMetadata<unknown>;
}) {
  const { id, name, errors } = meta;
  const values = [meta.initialValue].flat().map(valueOf);
  const columnId = (column: number) => `${id}-column${column}`;
  return (
    <FieldSet id={id} key={meta.key} legend={control.label} hint={control.hint} errors={errors}>
      <Notes id={id} hint={control.hint} errors={errors} />
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{area}</th>
            {columns.map((text, column) => (
              <th key={text} scope="col" id={columnId(column)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        {parts.map(({ title, lines }, part) => (
          <tbody key={title ?? part}>
            {title && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length + 1} className={css.group}>
                  {title}
                </th>
              </tr>
            )}
            {lines.map((line) => {
              const lineId = `${id}-line-${codeOf(line)}`;
              const ofIdle = (code: string) => `${id}-idle-${code}`;
              return (
                <tr key={codeOf(line)}>
                  <th scope="row">
                    <span id={lineId}>{line.label}</span>
                    {line.idle.map(({ code, text }) => (
                      <span key={code} id={ofIdle(code)} className={css.idle} data-idle={code}>
                        {text}
                      </span>
                    ))}
                    {line.notes.map((note) => (
                      <small key={note}>{note}</small>
                    ))}
                  </th>
                  {line.cells.map(({ box, text, follows }, column) =>
                    box ? (
                      <td key={columns[column]}>
                        <label className={css.box}>
                          <input
                            type="checkbox"
                            name={name}
                            value={box.code}
                            defaultChecked={values.includes(box.code)}
                            disabled={!box.isGiven && !values.includes(box.code)}
                            aria-labelledby={[lineId, ...box.columns.map(columnId)].join(" ")}
                            aria-describedby={
                              line.idle.some(({ code }) => code === box.code) ? ofIdle(box.code) : undefined
                            }
                          />
                          <span className={css.boxLabel}>{box.label}</span>
                        </label>
                      </td>
                    ) : (
                      <td key={columns[column]} className={css.without} data-follows={follows}>
                        {text ?? <span aria-hidden="true">—</span>}
                      </td>
                    ),
                  )}
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </FieldSet>
  );
}

/** The first code of a line, by which it is told from others. */
const codeOf = ({ cells }: PermissionLine): string => cells.find(({ box }) => box)?.box?.code ?? "";
