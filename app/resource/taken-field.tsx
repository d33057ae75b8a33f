import { Field, Select } from "~/ui/field";
import type { TakenControl } from "./taken.server";

/** Asks for what an action takes along. */
export function TakenField({
  control: { name, label, options, placeholder },
  errors,
}: {
  control: TakenControl;
  errors?: string[];
}) {
  return (
    <Field id="taken" label={label} required errors={errors}>
      <Select
        id="taken"
        name={name}
        required
        options={options}
        placeholder={placeholder}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? "taken-error" : undefined}
      />
    </Field>
  );
}
