import { Checkbox, Field, WithButton } from "~/ui/field";
import { goingOn } from "~/ui/form-layout";
import { FileField } from "./file-field";
import { RowsField } from "./rows-field";
import { CheckboxesField } from "./checkboxes-field";
import { Control, type ControlProps } from "./control";
import { PermissionsField } from "./permissions-field";
import { AddNew, PickerSearch } from "./picker-search";

/** A control of a form with its label, hint and errors. */
export function ControlField({ control, meta, form, labels, searches, place }: ControlProps) {
  if (!meta) return null;
  const { label, hint, unit, required, type, search, clear } = control;
  if (type === "rows")
    return <RowsField control={control} meta={meta} form={form} labels={labels} searches={searches} place={place} />;
  if (type === "checkbox")
    return (
      <Checkbox
        id={meta.id}
        name={meta.name}
        label={label}
        defaultChecked={meta.initialValue === "on"}
        errors={meta.errors}
        hint={hint}
        {...goingOn(meta.name === place)}
      />
    );
  if (type === "file") return <FileField control={control} meta={meta} labels={labels} />;
  if (control.table) return <PermissionsField control={control} table={control.table} meta={meta} />;
  if (type === "checkboxes")
    return <CheckboxesField control={control} meta={meta} labels={labels} searches={searches} place={place} />;
  return (
    <Field id={meta.id} label={label} hint={hint} unit={unit} required={required} errors={meta.errors}>
      {search && <PickerSearch {...search} label={label} labels={labels} words={searches[search.to]} place={place} />}
      {control.add ? (
        <WithButton>
          <Control control={control} meta={meta} labels={labels} place={place} />
          <AddNew field={control.name} label={control.add} />
        </WithButton>
      ) : (
        <Control control={control} meta={meta} labels={labels} place={place} />
      )}
      {clear && (
        <Checkbox name={clear.name} label={clear.label} defaultChecked={form.initialValue?.[clear.name] === "on"} />
      )}
    </Field>
  );
}
