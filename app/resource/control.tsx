import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { ButtonLink } from "~/ui/button";
import { Combobox, useScripted } from "~/ui/combobox";
import { goingOn } from "~/ui/form-layout";
import { Select, TextArea, TextInput, WithButton } from "~/ui/field";
import type { FormLabels } from "./form-labels";
import type { FormControl, FormValue } from "./form-control";

/** What a field of a form is drawn from. `searches`: words that choices were searched by, for each related entity. */
export interface ControlProps {
  control: FormControl;
  meta: FieldMetadata<unknown> | undefined;
  form: FormMetadata<Record<string, FormValue>>;
  labels: FormLabels;
  searches: Record<string, string>;
  /** Where the person goes on: the name of a control, or of a list of rows. */
  place: string | undefined;
}

/** The bare control, as fields and cells of rows use it. Attributes that tell what is allowed come from the declaration. */
export function Control({
  control,
  meta,
  labels,
  place,
  inRow = false,
}: Pick<ControlProps, "control" | "labels" | "place"> & { meta: FieldMetadata<unknown>; inRow?: boolean }) {
  const { type, required, minLength, maxLength, hint, only } = control;
  const scripted = useScripted();
  const common = {
    id: meta.id,
    name: meta.name,
    // Rows without anything are left out, which a browser cannot know.
    required: required && !inRow,
    defaultValue: valueOf(meta.initialValue),
    ...goingOn(meta.name === place),
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
          required={required}
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
  if (type === "checkbox")
    return (
      <input
        id={meta.id}
        name={meta.name}
        key={meta.key}
        type={type}
        defaultChecked={meta.initialValue === "on"}
        {...goingOn(meta.name === place)}
      />
    );
  if (type === "fixed") return <Fixed id={meta.id} name={meta.name} text={common.defaultValue} />;
  if (type === "textarea") return <TextArea {...common} key={meta.key} maxLength={maxLength} />;
  if (type === "number")
    return <TextInput {...common} key={meta.key} inputMode="decimal" placeholder={only && " "} autoComplete="off" />;
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

/** A text as a control holds it. */
export const valueOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Words of a picker in a form. */
export const comboboxLabels = (labels: FormLabels, placeholder: keyof FormLabels) => ({
  placeholder: labels[placeholder],
  nothing: labels["resource:nothing_found"],
  remove: labels["resource:remove"],
});

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
