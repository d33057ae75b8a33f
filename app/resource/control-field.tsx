import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useContext } from "react";
import { Button } from "~/ui/button";
import { Checkbox, CheckboxGroup, Field, type Option, Select, TextArea, TextInput, WithButton } from "~/ui/field";
import { Inline } from "~/ui/layout";
import type { FormLabels } from "./conflict";
import type { FormControl, FormValue } from "./form-model.server";
import { FileField } from "./file-field";
import { LiveChoices } from "./live-choices";
import { RowsField } from "./rows-field";

export interface ControlProps {
  control: FormControl;
  meta: FieldMetadata<unknown> | undefined;
  form: FormMetadata<Record<string, FormValue>>;
  labels: FormLabels;
  searches: Record<string, string>;
}

/** A control of a form with its label, hint and errors. */
export function ControlField({ control, meta, form, labels, searches }: ControlProps) {
  if (!meta) return null;
  const { label, hint, unit, required, type, search, clear } = control;
  if (type === "rows") return <RowsField control={control} meta={meta} form={form} labels={labels} searches={searches} />;
  if (type === "checkbox") return <Checkbox id={meta.id} name={meta.name} label={label} defaultChecked={meta.initialValue === "on"} errors={meta.errors} hint={hint} />;
  if (type === "file") return <FileField control={control} meta={meta} labels={labels} />;
  if (type === "checkboxes") return <CheckboxesField control={control} meta={meta} labels={labels} searches={searches} />;
  return (
    <Field id={meta.id} label={label} hint={hint} unit={unit} required={required} errors={meta.errors}>
      {search && <PickerSearch {...search} label={label} labels={labels} words={searches[search.to]} />}
      {control.add ? <WithButton><Control control={control} meta={meta} labels={labels} /><AddNew field={control.name} label={control.add} /></WithButton> : <Control control={control} meta={meta} labels={labels} />}
      {clear && <Checkbox name={clear.name} label={clear.label} defaultChecked={form.initialValue?.[clear.name] === "on"} />}
    </Field>
  );
}

/** The bare control, as fields and cells of rows use it. Attributes that tell what is allowed come from the declaration. */
export function Control({ control, meta, labels }: Pick<ControlProps, "control" | "labels"> & { meta: FieldMetadata<unknown> }) {
  const { type, required, minLength, maxLength, hint } = control;
  const options = useOptions(control, valueOf(meta.value));
  const common = {
    id: meta.id, name: meta.name, required, defaultValue: valueOf(meta.initialValue), "aria-invalid": meta.errors ? true : undefined,
    "aria-describedby": [hint && `${meta.id}-description`, meta.errors && `${meta.id}-error`].filter(Boolean).join(" ") || undefined,
  };
  if (type === "select") return <Select {...common} key={meta.key} options={options} placeholder={labels["resource:choose"]} />;
  if (type === "fixed") return <Fixed name={meta.name} text={common.defaultValue} />;
  if (type === "textarea") return <TextArea {...common} key={meta.key} maxLength={maxLength} />;
  if (type === "number") return <TextInput {...common} key={meta.key} inputMode="decimal" autoComplete="off" />;
  return <TextInput {...common} key={meta.key} type={type} minLength={minLength} maxLength={maxLength} autoComplete={type === "password" ? "new-password" : "off"} />;
}

/** What cannot be changed here; it goes along with the form so that it is still there when the form comes back. */
function Fixed({ name, text }: { name: string; text: string }) {
  return (
    <>
      <input type="hidden" name={name} value={text} />
      <span>{text || "—"}</span>
    </>
  );
}

const valueOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The choices, or those just searched for; what is chosen stays among them. */
function useOptions({ options = [], search }: FormControl, chosen: string): readonly Option[] {
  const { found, seen } = useContext(LiveChoices);
  const live = found[search?.address ?? ""];
  if (!live) return options;
  const kept = live.some((one) => one.value === chosen) ? undefined : [...options, ...seen].find((one) => one.value === chosen);
  return kept ? [kept, ...live] : live;
}

function CheckboxesField({ control, meta, labels, searches }: Omit<ControlProps, "form"> & { meta: FieldMetadata<unknown> }) {
  const chosen = [meta.initialValue].flat().map(valueOf).filter(Boolean);
  const { options = [], search } = control;
  return (
    <>
      <CheckboxGroup id={meta.id} key={meta.key} legend={control.label} name={meta.name} options={options} defaultValues={chosen} columns={3}
        tools={search && <PickerSearch {...search} label={control.label} labels={labels} words={searches[search.to]} />}
        hint={options.length ? control.hint : labels["resource:none_to_choose"]} errors={meta.errors} />
      {control.add && <Inline><AddNew field={control.name} label={control.add} shown /></Inline>}
    </>
  );
}

/** Makes a record that is missing among the choices; the form comes back as it was, with the record chosen. */
export function AddNew({ field, label, shown }: { field: string; label: string; shown?: boolean }) {
  return <Button size={shown ? "s" : "m"} name="add_new" value={field} icon="plus" hideLabel={!shown} formNoValidate>{label}</Button>;
}

interface PickerSearchProps { to: string; address: string; label: string; labels: FormLabels; words: string | undefined }

/** Searches among more choices than a list can show: while typing with scripts, by a submit without. */
export function PickerSearch({ to, address, label, labels, words }: PickerSearchProps) {
  const { search } = useContext(LiveChoices);
  return (
    <WithButton short>
      <TextInput name={`find_${to}`} defaultValue={words} aria-label={`${labels["resource:find_in"]}: ${label}`} placeholder={labels["resource:find"]} type="search" onChange={(event) => search(address, event.currentTarget.value)} />
      <Button name="find" value={to} icon="search" formNoValidate>{labels["resource:find"]}</Button>
    </WithButton>
  );
}
