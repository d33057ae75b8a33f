import { Button } from "~/ui/button";
import { useScripted } from "~/ui/combobox";
import { TextInput, WithButton } from "~/ui/field";
import { goingOn } from "~/ui/form-layout";
import type { FormLabels } from "./form-labels";

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
  place: string | undefined;
}

/** Searches by a submit among more choices than a list can show; with scripts the picker itself is typed into. */
export function PickerSearch({ to, label, labels, words, place }: PickerSearchProps) {
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
        {...goingOn(place === `find_${to}`)}
      />
      <Button name="find" value={to} icon="search" formNoValidate>
        {labels["resource:find"]}
      </Button>
    </WithButton>
  );
}
