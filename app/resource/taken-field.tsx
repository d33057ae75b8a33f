import { Button } from "~/ui/button";
import { Field, Select, TextInput, WithButton } from "~/ui/field";
import type { TakenControl } from "./taken.server";

/** Searches among more choices than a list shows. A form of its own: what it finds comes with the page. */
export function TakenSearch({ control }: { control: TakenControl | undefined }) {
  if (!control?.search) return null;
  const { name, label, submit, words, kept } = control.search;
  return (
    <form method="get" role="search" aria-label={label}>
      {kept.map(([param, value], index) => (
        <input key={index} type="hidden" name={param} value={value} />
      ))}
      <Field id="find" label={label}>
        <WithButton short>
          <TextInput id="find" type="search" name={name} defaultValue={words} />
          <Button icon="search">{submit}</Button>
        </WithButton>
      </Field>
    </form>
  );
}

/** Asks for what an action takes along. */
export function TakenField({
  control: { name, label, required, options, most, type, placeholder },
  errors,
  sent,
}: {
  control: TakenControl;
  errors?: string[];
  /** What was sent before, of a form that is shown again. */
  sent?: string | undefined;
}) {
  const native = {
    id: "taken",
    name,
    required,
    defaultValue: sent,
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": errors ? "taken-error" : undefined,
  };
  return (
    <Field id="taken" label={label} required={required} errors={errors}>
      {options ? (
        <Select {...native} options={options} placeholder={placeholder} />
      ) : (
        <TextInput {...native} type={type} maxLength={most} autoComplete="off" />
      )}
    </Field>
  );
}
