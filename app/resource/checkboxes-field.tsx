import type { FieldMetadata } from "@conform-to/react";
import { CheckboxGroup } from "~/ui/choice-group";
import { Combobox, OpenLinks, useScripted } from "~/ui/combobox";
import { Inline } from "~/ui/layout";
import { comboboxLabels, type ControlProps, valueOf } from "./control";
import { AddNew, PickerSearch } from "./picker-search";

/** Several of many: ticked, or found by typing and shown as chips. */
export function CheckboxesField({
  control,
  meta,
  labels,
  searches,
  place,
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
    search && (
      <PickerSearch {...search} label={control.label} labels={labels} words={searches[search.to]} place={place} />
    )
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
