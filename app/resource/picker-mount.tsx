import { createRoot } from "react-dom/client";
import { Combobox } from "~/ui/combobox";

/** The picker that takes the place of the plain controls in `place`: their search box, and the select whose name it posts. */
export function pickerAt(place: HTMLElement) {
  const select = place.querySelector("select");
  if (!select) return undefined;
  const { picker: address = "", nothing = "", remove = "" } = place.dataset;
  const [empty, ...options] = [...select.options].map(({ value, text, dataset }) => ({
    value,
    label: dataset.label ?? text,
    hint: dataset.hint,
  }));
  // Records are numbers; "none" and "me" are choices of any filter.
  const first = options.filter(({ value }) => !/^\d+$/.test(value));
  const chosen = options.filter(({ value }) => value === select.value);
  return (
    <Combobox
      id={select.id}
      name={select.name}
      chosen={chosen}
      first={first}
      address={address}
      label={select.labels[0]?.textContent ?? ""}
      labels={{ placeholder: empty?.label ?? "", nothing, remove }}
    />
  );
}

/** Makes pickers of what the server drew; no other part of the page draws it again. Answers how to end them. */
export function mountPickers(places: Iterable<HTMLElement>): () => void {
  const roots = [...places].map((place) => {
    const root = createRoot(place);
    root.render(pickerAt(place));
    return root;
  });
  return () => roots.forEach((root) => root.unmount());
}
