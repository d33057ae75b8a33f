import { Button } from "~/ui/button";
import { Checkbox, Field, Select, TextInput, WithButton } from "~/ui/field";
import type { FilterControl } from "./filters.server";
import { LatePicker } from "./late-picker";
import type { filterLabels } from "./list-labels";

/** Texts of the panel's controls. */
export type FilterLabels = Record<(typeof filterLabels)[number], string>;

/** One filter of the panel: a choice, a search among many, or a typed bound. */
export function FilterField({ control, labels }: { control: FilterControl; labels: FilterLabels }) {
  const { name, label, type, value, chosen = [], options, search, error } = control;
  const id = `filter-${name}`;
  const select = options && (
    <Select
      id={id}
      name={name}
      defaultValue={value}
      options={options}
      placeholder={chosen.length ? labels["resource:one_more"] : labels["resource:any"]}
    />
  );
  return (
    <Field id={id} label={label} errors={error ? [error] : undefined}>
      {search ? (
        <LatePicker
          key={value}
          address={search.address}
          nothing={labels["resource:nothing_found"]}
          remove={labels["resource:remove"]}
        >
          <WithButton>
            <TextInput
              type="search"
              name={search.name}
              defaultValue={search.words}
              aria-label={`${labels["resource:find_in"]}: ${label}`}
              placeholder={labels["resource:find"]}
            />
            <Button name="filters" value="1" icon="search" hideLabel>
              {labels["resource:find"]}
            </Button>
          </WithButton>
          {select}
        </LatePicker>
      ) : (
        (select ?? (
          <TextInput
            id={id}
            name={name}
            defaultValue={value}
            type={type === "date" ? "date" : "text"}
            inputMode={type === "number" ? "decimal" : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        ))
      )}
      {chosen.map((one) => (
        <Checkbox key={one.value} name={name} value={one.value} label={one.label} defaultChecked />
      ))}
    </Field>
  );
}
