import { Button } from "~/ui/button";
import { CheckboxGroup } from "~/ui/choice-group";
import { Checkbox, Field, Select, TextInput, WithButton } from "~/ui/field";
import type { TakenControl } from "./taken.server";

/** Searches among more choices than a list shows. A form of its own: what it finds comes with the page. */
export function TakenSearch({ control }: { control: TakenControl | undefined }) {
  if (!control?.search || control.several) return null;
  return (
    <form method="get" role="search" aria-label={control.search.label}>
      <Search search={control.search} />
    </form>
  );
}

function Search({ search: { name, label, submit, words, kept } }: { search: NonNullable<TakenControl["search"]> }) {
  return (
    <>
      {kept.map(([param, value], index) => (
        <input key={index} type="hidden" name={param} value={value} />
      ))}
      <Field id="find" label={label}>
        <WithButton short>
          <TextInput id="find" type="search" name={name} defaultValue={words} />
          <Button icon="search" formMethod="get">
            {submit}
          </Button>
        </WithButton>
      </Field>
    </>
  );
}

/** Asks for what an action takes along, and beside it whether that shall be nothing. */
export function TakenField(props: { control: TakenControl; errors?: string[]; sent?: string[] }) {
  const { empties } = props.control;
  return (
    <>
      <Value {...props} />
      {empties && <Checkbox name="empties" label={empties} />}
    </>
  );
}

function Value({
  control: { name, label, hint, unit, required, options, several, most, type, placeholder, search },
  errors,
  sent,
}: {
  control: TakenControl;
  errors?: string[];
  /** What was sent before, of a form that is shown again. */
  sent?: string[];
}) {
  const native = {
    id: "taken",
    name,
    required,
    defaultValue: sent?.[0],
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": [hint && "taken-description", errors && "taken-error"].filter(Boolean).join(" ") || undefined,
  };
  if (several)
    return (
      <CheckboxGroup
        id="taken"
        legend={label}
        hint={hint}
        name={name}
        options={options ?? []}
        defaultValues={sent ?? several}
        columns={3}
        // What is ticked goes along with the search.
        tools={search && <Search search={search} />}
        errors={errors}
      />
    );
  return (
    <Field id="taken" label={label} hint={hint} unit={unit} required={required} errors={errors}>
      {options ? (
        <Select {...native} options={options} placeholder={placeholder} />
      ) : (
        <TextInput
          {...native}
          type={type === "date" ? type : undefined}
          inputMode={type === "number" ? "decimal" : undefined}
          maxLength={most}
          autoComplete="off"
        />
      )}
    </Field>
  );
}
