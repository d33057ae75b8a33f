import { Button } from "~/ui/button";
import { Field, Select, TextInput, WithButton } from "~/ui/field";
import type { FilterControl } from "./filters.server";
import { LatePicker } from "./late-picker";
import type { ListModel } from "./list.server";

/** One filter of the panel: a choice, a search among many, or a typed bound. */
export function FilterField({ control, labels }: { control: FilterControl; labels: ListModel["labels"] }) {
  const { name, label, type, value, options, search, error } = control;
  const id = `filter-${name}`;
  const select = options && (
    <Select id={id} name={name} defaultValue={value} options={options} placeholder={labels["resource:any"]} />
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
    </Field>
  );
}
