import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { Button, ButtonLink } from "~/ui/button";
import { CheckboxGroup } from "~/ui/choice-group";
import { Combobox, OpenLinks, useScripted } from "~/ui/combobox";
import { Checkbox, Field, Select, TextArea, TextInput, WithButton } from "~/ui/field";
import { Inline } from "~/ui/layout";
import type { FormLabels } from "./conflict";
import type { FormControl, FormValue } from "./form-control";
import { FileField } from "./file-field";
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
  if (type === "rows")
    return <RowsField control={control} meta={meta} form={form} labels={labels} searches={searches} />;
  if (type === "checkbox")
    return (
      <Checkbox
        id={meta.id}
        name={meta.name}
        label={label}
        defaultChecked={meta.initialValue === "on"}
        errors={meta.errors}
        hint={hint}
      />
    );
  if (type === "file") return <FileField control={control} meta={meta} labels={labels} />;
  if (type === "checkboxes")
    return <CheckboxesField control={control} meta={meta} labels={labels} searches={searches} />;
  return (
    <Field id={meta.id} label={label} hint={hint} unit={unit} required={required} errors={meta.errors}>
      {search && <PickerSearch {...search} label={label} labels={labels} words={searches[search.to]} />}
      {control.add ? (
        <WithButton>
          <Control control={control} meta={meta} labels={labels} />
          <AddNew field={control.name} label={control.add} />
        </WithButton>
      ) : (
        <Control control={control} meta={meta} labels={labels} />
      )}
      {clear && (
        <Checkbox name={clear.name} label={clear.label} defaultChecked={form.initialValue?.[clear.name] === "on"} />
      )}
    </Field>
  );
}

/** The bare control, as fields and cells of rows use it. Attributes that tell what is allowed come from the declaration. */
export function Control({
  control,
  meta,
  labels,
}: Pick<ControlProps, "control" | "labels"> & { meta: FieldMetadata<unknown> }) {
  const { type, required, minLength, maxLength, hint, only } = control;
  const scripted = useScripted();
  const common = {
    id: meta.id,
    name: meta.name,
    required,
    defaultValue: valueOf(meta.initialValue),
    "aria-invalid": meta.errors?.length ? true : undefined,
    "aria-describedby":
      [hint && `${meta.id}-description`, meta.errors?.length && `${meta.id}-error`].filter(Boolean).join(" ") ||
      undefined,
  };
  if (type === "select") {
    const { defaultValue, ...rest } = common;
    const chosen = control.options?.filter(({ value }) => value === defaultValue) ?? [];
    const picker =
      scripted && control.search ? (
        <Combobox
          {...rest}
          key={meta.key}
          chosen={chosen}
          address={control.search.address}
          open={control.open?.path}
          label={control.label}
          labels={comboboxLabels(labels, "resource:choose")}
        />
      ) : (
        <Select {...common} key={meta.key} options={control.options ?? []} placeholder={labels["resource:choose"]} />
      );
    return control.open && chosen[0] && !chosen[0].closed ? (
      <WithButton>
        {picker}
        <OpenLink open={control.open} to={chosen[0]} />
      </WithButton>
    ) : (
      picker
    );
  }
  if (type === "fixed") return <Fixed id={meta.id} name={meta.name} text={common.defaultValue} />;
  if (type === "textarea") return <TextArea {...common} key={meta.key} maxLength={maxLength} />;
  if (type === "number") return <TextInput {...common} key={meta.key} inputMode="decimal" autoComplete="off" />;
  return (
    <TextInput
      {...common}
      key={meta.key}
      type={type}
      minLength={minLength}
      maxLength={maxLength}
      placeholder={only && " "}
      autoComplete={type === "password" ? "new-password" : "off"}
    />
  );
}

/** What cannot be changed here; it goes along with the form so that it is still there when the form comes back. */
function Fixed({ id, name, text }: { id: string; name: string; text: string }) {
  return (
    <>
      <input type="hidden" name={name} value={text} />
      <output id={id}>{text || "—"}</output>
    </>
  );
}

const valueOf = (value: unknown) => (typeof value === "string" ? value : "");

const comboboxLabels = (labels: FormLabels, placeholder: keyof FormLabels) => ({
  placeholder: labels[placeholder],
  nothing: labels["resource:nothing_found"],
  remove: labels["resource:remove"],
});

function CheckboxesField({
  control,
  meta,
  labels,
  searches,
}: Omit<ControlProps, "form"> & { meta: FieldMetadata<unknown> }) {
  const scripted = useScripted();
  const values = [meta.initialValue].flat().map(valueOf).filter(Boolean);
  const { options = [], search, open } = control;
  const chosen = options.filter(({ value }) => values.includes(value));
  const isTyped = scripted && search !== undefined;
  const tools = isTyped ? (
    <Combobox
      id={`${meta.id}-box`}
      key={meta.key}
      name={meta.name}
      multiple
      chosen={chosen}
      address={search.address}
      open={open?.path}
      label={control.label}
      labels={comboboxLabels(labels, "resource:find")}
    />
  ) : (
    search && <PickerSearch {...search} label={control.label} labels={labels} words={searches[search.to]} />
  );
  return (
    <>
      <CheckboxGroup
        id={meta.id}
        key={meta.key}
        legend={control.label}
        name={meta.name}
        options={isTyped ? [] : options}
        defaultValues={values}
        columns={3}
        tools={tools}
        hint={options.length ? control.hint : labels[search ? "resource:nothing_found" : "resource:none_to_choose"]}
        errors={meta.errors}
      />
      {open && !isTyped && <OpenLinks label={open.label} path={open.path} chosen={chosen} />}
      {control.add && (
        <Inline>
          <AddNew field={control.name} label={control.add} shown />
        </Inline>
      )}
    </>
  );
}

/** Leads to the record that a picker came with. */
function OpenLink({ open, to }: { open: NonNullable<FormControl["open"]>; to: { value: string; label: string } }) {
  return (
    <ButtonLink
      kind="quiet"
      href={open.path.replace("{id}", to.value)}
      icon="external"
      hideLabel
    >{`${open.label}: ${to.label}`}</ButtonLink>
  );
}

/** Makes a record that is missing among the choices; the form comes back as it was, with the record chosen. */
export function AddNew({ field, label, shown }: { field: string; label: string; shown?: boolean }) {
  return (
    <Button size={shown ? "s" : "m"} name="add_new" value={field} icon="plus" hideLabel={!shown} formNoValidate>
      {label}
    </Button>
  );
}

interface PickerSearchProps {
  to: string;
  label: string;
  labels: FormLabels;
  words: string | undefined;
}

/** Searches by a submit among more choices than a list can show; with scripts the picker itself is typed into. */
export function PickerSearch({ to, label, labels, words }: PickerSearchProps) {
  if (useScripted()) return null;
  return (
    <WithButton short>
      {words && <input type="hidden" name={`found_${to}`} value={words} />}
      <TextInput
        name={`find_${to}`}
        defaultValue={words}
        aria-label={`${labels["resource:find_in"]}: ${label}`}
        placeholder={labels["resource:find"]}
        type="search"
      />
      <Button name="find" value={to} icon="search" formNoValidate>
        {labels["resource:find"]}
      </Button>
    </WithButton>
  );
}
