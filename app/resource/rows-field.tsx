import type { FieldMetadata } from "@conform-to/react";
import { smallMuted } from "~/theme/shared.css";
import { Button, buttonClass } from "~/ui/button";
import { Field, TextArea } from "~/ui/field";
import { Rows } from "~/ui/rows";
import { above } from "~/ui/rows.css";
// What the server alone draws.
import "~/ui/machine-face.css";
import { Inline, Stack } from "~/ui/layout";
import { plain } from "~server/contract/plain";
import { AddNew, PickerSearch } from "./picker-search";
import { Control, type ControlProps, valueOf } from "./control";
import { NOT_TAKEN, notTaken } from "./not-taken";
import type { FormControl } from "./form-control";

type RowMeta = FieldMetadata<Record<string, unknown>[]>;

/** Nested rows: each a line of controls; adding and removing are submits that keep everything typed. */
export function RowsField({
  control,
  meta,
  form,
  labels,
  searches,
  place,
}: ControlProps & { meta: FieldMetadata<unknown> }) {
  const columns = control.columns ?? [];
  const list = asRows(meta).getFieldList();
  const searched = columns.filter((column) => column.search);
  const missing = columns.filter((column) => column.add);
  return (
    <Stack gap="s">
      {searched.map(
        (column) =>
          column.search && (
            <PickerSearch
              key={column.name}
              {...column.search}
              label={column.label}
              labels={labels}
              words={searches[column.search.to]}
              place={place}
            />
          ),
      )}
      <Rows
        id={meta.id}
        legend={control.label}
        hint={control.hint}
        columns={columns.map(({ name, label, unit }) => ({ key: name, label: unit ? `${label}, ${unit}` : label }))}
        rows={list.map((row, index) => {
          const cells = row.getFieldset();
          const identity = control.identified && cells.id && (
            <input type="hidden" name={cells.id.name} value={plain(cells.id.initialValue)} />
          );
          return {
            key: row.key ?? String(index),
            cells: columns.map((column, index) => {
              const cell = cells[column.name];
              return cell
                ? {
                    id: cell.id,
                    control: (
                      <>
                        {index === 0 && identity}
                        {NOT_TAKEN.map((why) => {
                          const kept = cells[notTaken(column.name, why)];
                          const name = valueOf(kept?.initialValue);
                          return kept && name && <input key={why} type="hidden" name={kept.name} value={name} />;
                        })}
                        {/* A cell has no room for a hint. */}
                        <Control
                          control={{ ...column, hint: undefined }}
                          meta={cell}
                          labels={labels}
                          place={place}
                          inRow
                        />
                      </>
                    ),
                    errors: cell.errors,
                  }
                : { id: "", control: null };
            }),
            remove: {
              label: labels["resource:remove_row"],
              intent: form.remove.getButtonProps({ name: asRows(meta).name, index }),
            },
          };
        })}
        empty={control.emptyLabel ?? ""}
        add={{ label: control.addLabel ?? "", intent: form.insert.getButtonProps({ name: asRows(meta).name }) }}
        isPlace={place === control.name}
        above={
          control.face && (
            <>
              <p className={smallMuted}>{control.face.hint}</p>
              <div className={above} dangerouslySetInnerHTML={{ __html: control.face.html }} />
            </>
          )
        }
        errors={meta.errors}
      >
        {control.many && <ManyRows {...control.many} name={control.name} form={form} />}
      </Rows>
      {missing.length > 0 && (
        <Inline>
          {missing.map(({ name, add = "" }) => (
            <AddNew key={name} field={`${control.name}.${name}`} label={add} shown />
          ))}
        </Inline>
      )}
    </Stack>
  );
}

/** Many rows at once, by submits: some more that go on from the last, or those of a table copied from a spreadsheet. */
function ManyRows({
  name,
  form,
  made,
  begun,
  more,
  paste,
  pasteTitle,
  pasteHint,
  take,
}: NonNullable<FormControl["many"]> & Pick<ControlProps, "form"> & { name: string }) {
  const typed = valueOf(form.initialValue?.[paste]);
  return (
    <>
      {more.map(({ button, label }) => (
        <Button key={button} size="s" icon="plus" name={button} value={name} formNoValidate>
          {label}
        </Button>
      ))}
      {begun && <input type="hidden" name={made} value={begun} />}
      <details open={typed !== ""}>
        <summary className={buttonClass({ size: "s" })}>{pasteTitle}</summary>
        <Field id={paste} label={pasteHint}>
          <TextArea id={paste} name={paste} key={typed} defaultValue={typed} rows={6} />
        </Field>
        <Button size="s" name="paste_rows" value={name} formNoValidate>
          {take}
        </Button>
      </details>
    </>
  );
}

/** A form is declared at run time, so its type cannot say which of its fields hold rows; the declaration does. */
function asRows(meta: FieldMetadata<unknown>): RowMeta {
  if (!isRows(meta)) throw new Error(`${meta.name} holds no rows`);
  return meta;
}

// Its metadata is a proxy: it answers for names that it does not own.
const isRows = (meta: FieldMetadata<unknown>): meta is RowMeta => Reflect.get(meta, "getFieldList") !== undefined;
